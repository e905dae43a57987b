package sqltype

import (
	"encoding"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype/internal/decimal"
)

// isUnsigned tells the two kinds of integer apart.
func isUnsigned[T id.Integer]() bool {
	var zero T
	return zero-1 > zero
}

// adoptInteger makes n the value of dst, under T's own rules.
func adoptInteger[T id.Integer](form string, dst *T, n T, src any) error {
	*dst = n
	if err := verifyInteger(dst); err != nil {
		*dst = 0
		detail := ""
		if n < 0 {
			detail = "the number is negative, and no ID of this type: check that the column is the right one; if it was made of an " +
				"unsigned number of 2^63 or more, it belongs to a type that is unsigned"
		}
		return refuseFor[T](form, "Scan", src, detail, err)
	}
	return nil
}

// checkInteger refuses what must not go into a column of either kind.
func checkInteger[T id.Integer](form string, v T, zeroOK bool) error {
	if err := checkZero(form, v, zeroOK); err != nil {
		return err
	}
	if err := verifyInteger(&v); err != nil {
		return refuseValue(form, v, err)
	}
	return nil
}

// integerFault reports a source that is no integer.
//
//go:noinline
func integerFault[T any](form string, src any) error {
	switch src.(type) {
	case nil:
		return nullFault[T](form)
	case float64:
		return refuse[T](form, "Scan", src, ErrSource,
			"a float64 has 53 bits and has lost the last ones of an ID: make it an integer column")
	}
	return refuse[T](form, "Scan", src, ErrSource, "an integer column gives an int64, a uint64 or decimal digits: use the column type that fits this column")
}

// decimalFault reports a number or text that is no integer of 64 bits.
//
//go:noinline
func decimalFault[T any](form string, src any, result decimal.Result, overflow string) error {
	if result == decimal.Overflow {
		return refuse[T](form, "Scan", src, id.ErrOverflow, "the number does not fit: "+overflow)
	}
	return refuse[T](form, "Scan", src, id.ErrCharacter, "an integer column gives decimal digits with no leading zero: "+
		"a column of text is one for sqltype.Text, of raw bytes for sqltype.Binary; ZEROFILL does not go with IDs")
}

// appendIntegerText is appendText for a T that may have no text form. It has
// decimal digits then.
func appendIntegerText[T id.Integer](form string, b []byte, v *T) ([]byte, error) {
	if hasText(v) {
		return appendText(form, b, v)
	}
	if isUnsigned[T]() {
		return strconv.AppendUint(b, uint64(*v), 10), nil
	}
	return strconv.AppendInt(b, int64(*v), 10), nil
}

// unmarshalIntegerText is unmarshalText for a T that may have no text form.
func unmarshalIntegerText[T id.Integer](form string, dst *T, text []byte) error {
	if hasText(dst) {
		return unmarshalText(form, dst, text)
	}
	*dst = 0
	var n T
	var result decimal.Result
	if isUnsigned[T]() {
		var u uint64
		u, result = decimal.Uint64(text)
		n = T(u)
	} else {
		var i int64
		i, result = decimal.Int64(text)
		n = T(i)
	}
	switch result {
	case decimal.OK:
		*dst = n
		return nil
	case decimal.Overflow:
		return refuse[T](form, "UnmarshalText", text, id.ErrOverflow, "the number does not fit 64 bits, so that it is none of this type's IDs")
	}
	return refuse[T](form, "UnmarshalText", text, id.ErrCharacter, "an ID is written in decimal digits with no leading zero and nothing else: write it so")
}

// hasText reports whether T has any part of a text form. Who has but one half of
// it gets an error from the other, and no decimal digits.
func hasText[T any](v *T) bool {
	switch any(v).(type) {
	case encoding.TextMarshaler, encoding.TextAppender, encoding.TextUnmarshaler:
		return true
	}
	return false
}
