package sqltype

import (
	"encoding"
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// adoptInteger makes n the value of dst, under T's own rules.
func adoptInteger[T id.Integer](form string, dst *T, n T, src any) error {
	*dst = n
	if err := column.VerifyNumber(any(dst)); err != nil {
		*dst = 0
		detail := ""
		if n < 0 {
			detail = "no ID of this type is negative: check that the column is the right one; use an unsigned ID type if another " +
				"program stored numbers of 2^63 or more"
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
	if err := column.VerifyNumber(any(&v)); err != nil {
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
			"a float64 holds 53 bits, so the last bits of the ID are lost: make it an integer column")
	}
	return refuse[T](form, "Scan", src, ErrSource, "an integer column returns an int64, a uint64 or decimal digits: use the column type that fits this column")
}

// decimalFault reports a number or text that is no integer of 64 bits.
//
//go:noinline
func decimalFault[T any](form string, src any, result column.Range, overflow string) error {
	if result == column.Overflow {
		return refuse[T](form, "Scan", src, id.ErrOverflow, "the number does not fit: "+overflow)
	}
	return refuse[T](form, "Scan", src, id.ErrCharacter, "an integer column returns decimal digits without a leading zero: "+
		"use sqltype.Text for a text column, sqltype.Binary for a column of raw bytes; remove ZEROFILL")
}

// appendIntegerText is appendText for a T that may have no text form. It has
// decimal digits then.
func appendIntegerText[T id.Integer](form string, b []byte, v *T) ([]byte, error) {
	if hasText(v) {
		return appendText(form, b, v)
	}
	if column.IsUnsigned[T]() {
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
	var result column.Range
	if column.IsUnsigned[T]() {
		var u uint64
		u, result = column.ParseUint64(text)
		n = T(u)
	} else {
		var i int64
		i, result = column.ParseInt64(text)
		n = T(i)
	}
	switch result {
	case column.InRange:
		*dst = n
		return nil
	case column.Overflow:
		return refuse[T](form, "UnmarshalText", text, id.ErrOverflow, "the number does not fit 64 bits: check the input")
	}
	return refuse[T](form, "UnmarshalText", text, id.ErrCharacter, "write the ID in decimal digits without a leading zero")
}

// hasText reports whether T has any method of a text form. A type that has only one of
// the methods gets an error from the other, not decimal digits.
func hasText[T any](v *T) bool {
	switch any(v).(type) {
	case encoding.TextMarshaler, encoding.TextAppender, encoding.TextUnmarshaler:
		return true
	}
	return false
}
