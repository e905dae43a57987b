package sqltype

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
)

// refuse reports input for the column type of T that is called form.
//
//go:noinline
func refuse[T any](form, op string, input any, reason id.Reason, detail string) *ColumnError {
	return newError("sqltype."+form+"["+typename.For[T]()+"]", op, input, reason, detail)
}

// refuseType is refuse for a type with its own name.
func refuseType[C any](op string, input any, reason id.Reason, detail string) *ColumnError {
	return newError(typename.For[C](), op, input, reason, detail)
}

// newError reports input, which may be a driver's buffer: it keeps nothing of it.
func newError(column, op string, input any, reason id.Reason, detail string) *ColumnError {
	e := &ColumnError{Column: column, Op: op, Reason: reason, Detail: detail}
	if input != nil {
		e.Source, e.Input = typename.Of(reflect.TypeOf(input)), show(input)
	}
	return e
}

// refuseFor reports input that the ID's own type refused, with the reason that its
// error carries.
//
//go:noinline
func refuseFor[T any](form, op string, input any, detail string, cause error) error {
	switch {
	case errors.Is(cause, column.ErrNoMarshalText), errors.Is(cause, column.ErrNoUnmarshalText):
		return noText[T](form, op, cause)
	case detail == "" && cause == column.ErrIsValid:
		detail = column.NoSuchID
	}
	e := refuse[T](form, op, input, column.Reason(cause, ErrInvalid), detail)
	e.Err = cause
	return e
}

// noText reports a method that the constraint cannot demand of T.
//
//go:noinline
func noText[T any](form, op string, cause error) error {
	name := typename.For[T]()
	if errors.Is(cause, column.ErrNoMarshalText) {
		return refuse[T](form, op, nil, ErrMethod, name+" has no MarshalText: add one")
	}
	return refuse[T](form, op, nil, ErrMethod, "*"+name+
		" has no UnmarshalText, so its text cannot be read: add one, or use a column type of another form")
}

// nullFault reports NULL for a column type that has no place for it.
//
//go:noinline
func nullFault[T any](form string) error {
	return refuse[T](form, "Scan", nil, ErrNull, "use sqltype.Null or a pointer for a column that can be NULL")
}

// checkZero refuses the zero value, unless zeroOK.
func checkZero[T comparable](form string, v T, zeroOK bool) error {
	if v != *new(T) || zeroOK {
		return nil
	}
	return refuse[T](form, "Value", v, id.ErrZero,
		"the key was never set: generate one; for the first page of rows, compare with sqltype.After(key) or Before(key); "+
			"send zero on purpose by sqltype.NullOf")
}

// refuseValue reports an ID that Scan would refuse.
//
//go:noinline
func refuseValue[T comparable](form string, v T, cause error) error {
	if errors.Is(cause, column.ErrNoUnmarshalText) {
		return noText[T](form, "Value", cause)
	}
	if v != *new(T) {
		return refuseFor[T](form, "Value", v, "the ID could be stored but not read again: send one that the format's own functions made or parsed", cause)
	}
	e := refuse[T](form, "Value", v, id.ErrZero,
		"the zero value is no ID of this format: generate one, or send NULL; for the first page of rows, compare with sqltype.After(key) "+
			"or Before(key)")
	e.Err = cause
	return e
}

// maxCause is how much of the error of T an error shows, in bytes: some types repeat
// the whole input in theirs.
const maxCause = 512

// clip returns the first limit bytes of s.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// show returns a printable copy of the beginning of an input, and the empty text for
// one that is neither text nor bytes, a number nor an array.
func show(input any) string {
	switch v := input.(type) {
	case string:
		return column.Quote(v)
	case []byte:
		if column.IsPrintable(v) {
			return column.QuoteBytes(v)
		}
		return column.Hex(v)
	case int64, uint64, float64, bool:
		return fmt.Sprint(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case fmt.Stringer:
		return column.Quote(fmt.Sprint(v)) // which survives a method that panics
	}
	switch t := reflect.TypeOf(input); t.Kind() {
	case reflect.Int64, reflect.Uint64, reflect.Array:
		return clip(fmt.Sprint(input), 2*column.MaxShown)
	}
	return ""
}
