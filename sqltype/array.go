package sqltype

import (
	"database/sql/driver"
	"errors"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype/internal/pgarray"
)

// valueArray returns the text of an array, whose elements are written by put.
func valueArray[T comparable](form string, ids []T, put func(b []byte, v *T) ([]byte, error)) (driver.Value, error) {
	if ids == nil {
		return nil, nil
	}
	b := []byte{'{'}
	// T's methods see a copy: nobody but the caller writes to the caller's slice.
	v := new(T)
	for i := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		*v = ids[i]
		var err error
		if b, err = put(b, v); err != nil {
			return nil, elementFault[T](form, "Value", nil, i, err)
		}
	}
	return string(append(b, '}')), nil
}

// scanArray reads the text of an array, whose elements are read by get. dst is
// nil beside an error.
func scanArray[T any](form string, dst *[]T, src any, get func(dst *T, element []byte) error) error {
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
	out, v := []T{}, new(T)
	var inside error
	err := pgarray.Each(text, func(element []byte) error {
		if inside = get(v, element); inside != nil {
			return inside
		}
		out = append(out, *v)
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
