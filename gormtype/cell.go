package gormtype

import "github.com/sortid/sortid/id"

// The column types are arrays of one cell, and a cell is an array of one ID. GORM
// decides by the kind of a Go type, and this is the form that it treats rightly
// everywhere: it takes a struct among query arguments for a model, and an array of
// bytes for a list of numbers. Where GORM scans a single column into an array, as
// db.Scan(&one) does, it scans into the array's element: so the cell, too, has a
// Scan method.
type (
	idCell[T id.Fixed]     [1]T
	textCell[T id.Fixed]   [1]T
	binaryCell[T id.Fixed] [1]T
)

// Scan is [ID.Scan].
func (c *idCell[T]) Scan(src any) error { return scan(native, &c[0], src) }

// Scan is [Text.Scan].
func (c *textCell[T]) Scan(src any) error { return scan(text, &c[0], src) }

// Scan is [Binary.Scan].
func (c *binaryCell[T]) Scan(src any) error { return scan(binary, &c[0], src) }
