package pgxtype

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// list is a slice of identifiers as an array of PostgreSQL. pgx would look at
// each element with package reflect and allocate for it; pointers to the elements
// do without.
type list[T id.Fixed] []T

func (l list[T]) Dimensions() []pgtype.ArrayDimension { return pgtype.FlatArray[T](l).Dimensions() }

func (l list[T]) Index(i int) any { return &l[i] }

func (l list[T]) IndexType() any { return new(T) }

// encodeList and scanList hand a slice on as a list.
type encodeList[T id.Fixed] struct{ next pgtype.EncodePlan }

func (p *encodeList[T]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeList[T]) Encode(value any, buf []byte) ([]byte, error) {
	return p.next.Encode(list[T](value.([]T)), buf)
}

type scanList[T id.Fixed] struct{ next pgtype.ScanPlan }

func (p *scanList[T]) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *scanList[T]) Scan(src []byte, target any) error {
	return p.next.Scan(src, (*pgtype.FlatArray[T])(target.(*[]T)))
}

// matrix is a list of lists, of identifiers or pointers, as an array of two dimensions.
type matrix[E any] [][]E

func (m matrix[E]) Dimensions() []pgtype.ArrayDimension {
	if m == nil {
		return nil
	}
	return []pgtype.ArrayDimension{{Length: int32(len(m)), LowerBound: 1}, {Length: int32(m.columns()), LowerBound: 1}}
}

func (m matrix[E]) columns() int {
	if len(m) == 0 {
		return 0
	}
	return len(m[0])
}

func (m matrix[E]) Index(i int) any { return m[i/m.columns()][i%m.columns()] }

func (m matrix[E]) IndexType() any { return *new(E) }

// encodeMatrix hands a list of lists on as a matrix. pgx remembers its own plan for a
// type, and then panics on lists of different lengths.
type encodeMatrix[E any] struct {
	name string
	next pgtype.EncodePlan
}

func (p *encodeMatrix[E]) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeMatrix[E]) Encode(value any, buf []byte) ([]byte, error) {
	m := matrix[E](value.([][]E))
	for i, row := range m {
		if len(row) != m.columns() {
			return nil, lengthFault(p.name, i, len(row), m.columns())
		}
	}
	return p.next.Encode(m, buf)
}

// lengthFault reports a list of lists of different lengths.
func lengthFault(name string, i, length, first int) error {
	return &sqltype.ColumnError{Column: "pgxtype: [][]" + name, Op: opEncode, Reason: id.ErrLength,
		Detail: fmt.Sprintf("list %d has %d elements and the first %d: an array of PostgreSQL is a rectangle, so make all of one length", i+1, length, first)}
}
