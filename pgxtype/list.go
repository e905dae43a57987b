package pgxtype

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
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
