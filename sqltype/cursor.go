package sqltype

import (
	"database/sql/driver"
	"encoding"
	"fmt"
	"math"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// Cursor is the place in a table at which a page of rows begins: an argument with which a
// statement compares the key. [After] and [Before] make one.
type Cursor struct {
	last  Key
	above bool // the first page begins above all keys
}

// Key is a column type of a key: [UUID], [Binary], [Text], [Int64] or [Uint64].
type Key interface {
	driver.Valuer
	encoding.TextMarshaler
	fmt.Stringer
	column.Holder
	IsZero() bool
	// value returns what Value returns; the zero ID, too, if zeroOK.
	value(zeroOK bool) (driver.Value, error)
	// edge returns a value less than all keys of the column, or greater if above.
	edge(above bool) driver.Value
}

// After returns the argument of "id > ?" in a statement that reads a page of rows in the
// order of their keys:
//
//	SELECT … FROM orders WHERE id > $1 ORDER BY id LIMIT 50
//
// last is the key of the last row of the page before. The zero ID is for the first page.
func After(last Key) Cursor { return Cursor{last, false} }

// Before returns the argument of "id < ?" in a statement that reads a page of rows in the
// descending order of their keys, the newest first:
//
//	SELECT … FROM orders WHERE id < $1 ORDER BY id DESC LIMIT 50
//
// last is the key of the last row of the page before. The zero ID is for the first page.
// In a column of bytes or integers, this page does not have the greatest value of the column.
// No generator makes that ID within the lifetime of its format, but one of full random uid11
// does with a probability of 2^-64.
//
// MySQL can leave rows out of a page in descending order while it merges leaf pages whose rows
// were deleted (its bug 114248, seen on 9.7). [After] always reads all rows.
func Before(last Key) Cursor { return Cursor{last, true} }

// Value returns what the Value method of the key returns. For the zero ID it returns a
// value less than all keys ([After]) or the greatest one ([Before]).
func (c Cursor) Value() (driver.Value, error) {
	switch {
	case c.last == nil:
		return nil, &ColumnError{Column: "sqltype.Cursor", Op: "Value", Reason: id.ErrZero,
			Detail: "the cursor was never set: make it with After or Before"}
	case c.last.IsZero():
		return c.last.edge(c.above), nil
	}
	return c.last.Value()
}

func (UUID[T]) edge(above bool) driver.Value {
	var raw [16]byte
	column.AppendEdge(raw[:0], len(raw), above)
	return string(column.AppendUUID(nil, raw))
}

func (Binary[T]) edge(above bool) driver.Value {
	return column.AppendEdge(nil, column.RawSize[T](), above)
}

func (Text[T]) edge(above bool) driver.Value {
	return pick(above, column.TextBelow, column.TextAbove)
}

func (Int64[T]) edge(above bool) driver.Value { return pick(above, 0, int64(math.MaxInt64)) }

func (Uint64[T]) edge(above bool) driver.Value { return pick(above, 0, uint64(math.MaxUint64)) }

func pick[V any](above bool, least, greatest V) V {
	if above {
		return greatest
	}
	return least
}
