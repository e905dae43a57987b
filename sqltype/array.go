package sqltype

import (
	"database/sql/driver"
	"errors"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype/internal/pgarray"
)

// Array is a list as an array parameter of PostgreSQL, such as that of id = ANY($1). The
// Array methods of the lists return it. Do not compare a single column with it: to other
// servers, and to a bytea or text column, it is a text that equals no ID. Its zero value
// is NULL.
type Array struct {
	list interface{ array() (driver.Value, error) }
}

// Value returns the text of an array, and nil for a nil list. An element that its column
// type refuses, such as a zero ID, is an error.
func (a Array) Value() (driver.Value, error) {
	if a.list == nil {
		return nil, nil
	}
	return a.list.array()
}

// The elements of a list are column types: struct{ V T }.

// listOf returns ids in their column type, and nil for nil.
func listOf[C ~struct{ V T }, T any](ids []T) []C {
	if ids == nil {
		return nil
	}
	list := make([]C, len(ids))
	for i, v := range ids {
		list[i] = C(struct{ V T }{v})
	}
	return list
}

// idsOf returns the IDs of a list, and nil for nil.
func idsOf[C ~struct{ V T }, T any](list []C) []T {
	if list == nil {
		return nil
	}
	ids := make([]T, len(list))
	for i, c := range list {
		ids[i] = struct{ V T }(c).V
	}
	return ids
}

// valueArray returns the text of an array. put appends the text of an element.
func valueArray[C ~struct{ V T }, T comparable](form string, list []C, put func(b []byte, v *T) ([]byte, error)) (driver.Value, error) {
	if list == nil {
		return nil, nil
	}
	b := []byte{'{'}
	// The methods of T get a copy, so that only the caller writes to its slice.
	v := new(T)
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		*v = struct{ V T }(list[i]).V
		var err error
		if b, err = put(b, v); err != nil {
			return nil, elementFault[T](form, "Value", nil, i, err)
		}
	}
	return string(append(b, '}')), nil
}

// scanArray reads the text of an array, whose elements are read by get. dst is
// nil beside an error.
func scanArray[C ~struct{ V T }, T any](form string, dst *[]C, src any, get func(dst *T, element []byte) error) error {
	*dst = nil
	var text string
	switch s := src.(type) {
	case nil:
		return nil
	case string:
		text = s
	case []byte:
		text = string(s)
	default:
		return refuse[T](form, "Scan", src, ErrSource, "an array column of PostgreSQL returns text such as {a,b}: scan a single ID into the type for one ID")
	}
	out, v := []C{}, new(T)
	var inside error
	err := pgarray.Each(text, func(element []byte) error {
		if inside = get(v, element); inside != nil {
			return inside
		}
		out = append(out, C(struct{ V T }{*v}))
		return nil
	})
	switch {
	case err == nil:
		*dst = out
		return nil
	case inside != nil:
		return elementFault[T](form, "Scan", src, len(out), inside)
	case errors.Is(err, pgarray.ErrNull):
		return refuse[T](form, "Scan", src, ErrNull, "element "+strconv.Itoa(len(out))+
			" is NULL: remove it with array_remove(…, NULL)")
	}
	return refuse[T](form, "Scan", src, id.ErrCharacter, "PostgreSQL does not write an array like this: "+err.Error())
}

// elementFault reports an element that its column type refused. Elements count
// from 0, as in Go.
func elementFault[T any](form, op string, src any, i int, err error) error {
	return refuseFor[T](form, op, src, "element "+strconv.Itoa(i), err)
}
