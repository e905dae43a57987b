package pgxtype

import (
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// elements is a list of typed IDs or of pointers to them, or a list of such lists, as an
// array of PostgreSQL. It offers pointers to the elements, which do not allocate.
type elements struct{ list reflect.Value }

// nested reports whether the elements are lists.
func (l elements) nested() bool { return l.list.Type().Elem().Kind() == reflect.Slice }

func (l elements) columns() int {
	if l.list.Len() == 0 {
		return 0
	}
	return l.list.Index(0).Len()
}

// Dimensions returns one dimension or two, and nil for a nil list, which is NULL.
func (l elements) Dimensions() []pgtype.ArrayDimension {
	if l.list.IsNil() {
		return nil
	}
	out := []pgtype.ArrayDimension{{Length: int32(l.list.Len()), LowerBound: 1}}
	if l.nested() {
		out = append(out, pgtype.ArrayDimension{Length: int32(l.columns()), LowerBound: 1})
	}
	return out
}

// Index returns a pointer to an element, or an element that is a pointer.
func (l elements) Index(i int) any {
	v := l.list
	if l.nested() {
		v, i = v.Index(i/l.columns()), i%l.columns()
	}
	if v = v.Index(i); v.Kind() != reflect.Pointer {
		v = v.Addr()
	}
	return v.Interface()
}

// IndexType returns a value of the type that Index returns.
func (l elements) IndexType() any {
	t := l.list.Type().Elem()
	if l.nested() {
		t = t.Elem()
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return reflect.New(t).Interface()
}

// encodeElements hands a list on as elements.
type encodeElements struct {
	name string
	next pgtype.EncodePlan
}

func (p *encodeElements) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *encodeElements) Encode(value any, buf []byte) ([]byte, error) {
	l := elements{reflect.ValueOf(value)}
	if l.nested() {
		for i := range l.list.Len() {
			if n := l.list.Index(i).Len(); n != l.columns() {
				return nil, lengthFault(p.name, i, n, l.columns())
			}
		}
	}
	return p.next.Encode(l, buf)
}
