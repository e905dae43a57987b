package sqltype

import (
	"encoding"
	"errors"
	"sync"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/raw"
)

// scratch is memory for one call of a method that is reached through an
// interface: what such a method is given would otherwise be allocated each time.
// No method may keep its argument, as package encoding says.
type scratch struct{ in, out [64]byte }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

var (
	errIsValid   = errors.New("its IsValid method refuses the value")
	errEmptyText = errors.New("its text is empty")
	errOtherText = errors.New("its text is that of another value")
	errRawForm   = errors.New("its UnmarshalBinary does not read the raw bytes of the array or integer as they are")
)

// nullFault reports NULL in a column type that has no place for it.
//
//go:noinline
func nullFault[T any](form string) error {
	return refuse[T](form, "Scan", nil, ErrNull, "use sqltype.Null"+form+" or a pointer for a column that can be NULL")
}

// checkZero refuses the zero value, unless it is sent on purpose.
func checkZero[T comparable](form string, v T, zeroOK bool) error {
	var zero T
	if v != zero || zeroOK {
		return nil
	}
	return refuse[T](form, "Value", v, id.ErrZero,
		"this is a key that was never set: generate one, or send it on purpose as sqltype.Null"+form+" with Valid true")
}

// refuseValue reports an ID that Scan would refuse.
//
//go:noinline
func refuseValue[T comparable](form string, v T, cause error) error {
	var zero T
	if v != zero {
		return refuseFor[T](form, "Value", v, "the ID could be stored and not read again: send one that the format's own functions made or parsed", cause)
	}
	e := refuse[T](form, "Value", v, id.ErrZero,
		"the zero value is no identifier of this format: generate one, or send NULL").(*ColumnError)
	e.Err = cause
	return e
}

// judge asks T's own IsValid method. decided is false if T has none.
func judge[T any](v *T) (valid, decided bool) {
	c, decided := any(v).(interface{ IsValid() bool })
	return decided && c.IsValid(), decided
}

// verifyRaw reports why T refuses the value of v, whose raw bytes come from a
// column or go into one. IsValid decides where T has it, else UnmarshalBinary;
// a type with neither takes any bytes.
func verifyRaw[T id.Fixed](v *T) error {
	valid, decided := judge(v)
	if valid {
		return nil
	}
	cause := decodeAgain(v)
	if cause == nil && decided {
		return errIsValid
	}
	return cause
}

// decodeAgain has T's UnmarshalBinary decode the raw bytes of v.
func decodeAgain[T id.Fixed](v *T) error {
	decoder, ok := any(v).(encoding.BinaryUnmarshaler)
	if !ok {
		return nil
	}
	s := scratches.Get().(*scratch)
	before := *v
	n := raw.Put(s.in[:], v)
	err := decoder.UnmarshalBinary(s.in[:n])
	scratches.Put(s)
	if err == nil && *v != before {
		err = errRawForm
	}
	*v = before // a decoder that failed may have left anything
	return err
}

// verifyInteger is verifyRaw for a type that is a number and nothing else.
// UnmarshalBinary is not asked: it need not have to do with the number.
func verifyInteger[T id.Integer](v *T) error {
	if valid, decided := judge(v); decided && !valid {
		return errIsValid
	}
	return nil
}
