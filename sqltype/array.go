package sqltype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype/internal/pgarray"
)

// Array is a list as an array parameter of PostgreSQL, such as that of id = ANY($1).
// [List.Array] returns it. Do not compare a single column with it: to other servers, and to a
// bytea or text column, it is a text that equals no ID. Its zero value is NULL.
type Array struct {
	list interface{ arrayText() (driver.Value, error) }
}

// Value returns the text of an array, and nil for a nil list. An element that its column
// type refuses, such as a zero ID, is an error.
func (a Array) Value() (driver.Value, error) {
	if a.list == nil {
		return nil, nil
	}
	return a.list.arrayText()
}

// List is for package pgxtype.
func (a Array) List() any { return a.list }

// BytesValue refuses a bytea column of pgx, where the server would store characters. NULL is
// NULL.
func (a Array) BytesValue() ([]byte, error) {
	if a.list == nil {
		return nil, nil
	}
	return nil, &ColumnError{Column: "sqltype.Array", Op: "Value", Reason: ErrSource, Detail: "the column is bytea: use sqltype.Binary for one ID"}
}

func (l List[C]) arrayText() (driver.Value, error) {
	if l == nil {
		return nil, nil
	}
	b := []byte{'{'}
	for i, c := range l {
		if i > 0 {
			b = append(b, ',')
		}
		v, err := c.value(false)
		if err != nil {
			return nil, refuseList[C]("Value", nil, i, err)
		}
		switch v := v.(type) {
		case int64:
			b = strconv.AppendInt(b, v, 10)
		case uint64:
			b = strconv.AppendUint(b, v, 10)
		case []byte: // the backslash of \x is doubled inside the quotes of an array
			b = append(hex.AppendEncode(append(b, `"\\x`...), v), '"')
		case string:
			if c.ColumnKind() == column.KindUUID.String() { // which needs no quotes
				b = append(b, v...)
			} else {
				b = pgarray.Quote(b, []byte(v))
			}
		}
	}
	return string(append(b, '}')), nil
}

// Scan reads the text of an array of one dimension, exactly as PostgreSQL writes it, and
// NULL as nil. An element that is NULL, or that the Scan method of the column type refuses, is
// an error. Beside an error the list is nil.
func (l *List[C]) Scan(src any) error {
	*l = nil
	var text string
	switch s := src.(type) {
	case nil:
		return nil
	case string:
		text = s
	case []byte:
		text = string(s)
	default:
		return refuseType[List[C]]("Scan", src, ErrSource, "an array column of PostgreSQL returns text such as {a,b}: scan a single ID into the type for one ID")
	}
	list := List[C]{}
	var inside error
	err := pgarray.Each(text, func(element []byte) error {
		var c C
		if dst, ok := any(&c).(interface{ scanElement([]byte) error }); ok {
			inside = dst.scanElement(element)
		} else {
			inside = any(&c).(sql.Scanner).Scan(element)
		}
		if inside == nil {
			list = append(list, c)
		}
		return inside
	})
	switch {
	case err == nil:
		*l = list
		return nil
	case inside != nil:
		return refuseList[C]("Scan", src, len(list), inside)
	case errors.Is(err, pgarray.ErrNull):
		return refuseType[List[C]]("Scan", src, ErrNull, "element "+strconv.Itoa(len(list))+" is NULL: remove it with array_remove(…, NULL)")
	}
	return refuseType[List[C]]("Scan", src, id.ErrCharacter, "PostgreSQL does not write an array like this: "+err.Error())
}

// refuseList reports an element that its column type refused. Elements count from 0, as in
// Go.
func refuseList[C Key](op string, src any, i int, cause error) error {
	e := refuseType[List[C]](op, src, column.Reason(cause, ErrInvalid), "element "+strconv.Itoa(i))
	e.Err = cause
	return e
}
