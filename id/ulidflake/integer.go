package ulidflake

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

const (
	maxDigits = 19 // of the greatest ID, 9223372036854775807
	maxNumber = 64 // of a number whose error names what is wrong beside its length
)

// Int64 returns x as a signed integer, for a BIGINT column. A negative ID is a
// [*id.SyntaxError] that matches [id.ErrOverflow].
func (x ID) Int64() (int64, error) {
	if x >= 0 {
		return int64(x), nil
	}
	return 0, x.signFault()
}

// Uint64 returns x as an unsigned integer, for a BIGINT UNSIGNED column. It fails
// where [ID.Int64] fails.
func (x ID) Uint64() (uint64, error) {
	if x >= 0 {
		return uint64(x), nil
	}
	return 0, x.signFault()
}

// FromInt64 returns the ID whose [ID.Int64] is v (section Optional Long Int
// Representation). A negative integer is a [*id.SyntaxError] that matches
// [id.ErrOverflow].
func FromInt64(v int64) (ID, error) {
	if v >= 0 {
		return ID(v), nil
	}
	return 0, ID(v).signFault()
}

// FromUint64 returns the ID whose [ID.Uint64] is v. An integer of 2^63 or more is
// a [*id.SyntaxError] that matches [id.ErrOverflow].
func FromUint64(v uint64) (ID, error) {
	if x := ID(v); x >= 0 {
		return x, nil
	}
	return 0, fault.Text(format, "uint64", strconv.FormatUint(v, 10), id.ErrOverflow, signDetail)
}

//go:noinline
func (x ID) signFault() error {
	return fault.Text(format, "int64", strconv.FormatInt(int64(x), 10), id.ErrOverflow, signDetail)
}

// ParseInt64 returns the ID of an integer in decimal: 0 to 9223372036854775807,
// without a sign or leading zeros. Errors are of the type [*id.SyntaxError]. A
// negative number and one that is too great match [id.ErrOverflow], and any text of
// more than 64 bytes matches [id.ErrLength].
func ParseInt64(s string) (ID, error) {
	if len(s) > maxNumber {
		return 0, fault.TextLength(format, "int64", s, "1 to 19")
	}
	digits, negative := s, false
	if len(s) > 1 && s[0] == '-' {
		digits, negative = s[1:], true
	}
	switch {
	case digits == "":
		return 0, fault.TextLength(format, "int64", s, "1 to 19")
	case !decimal(digits):
		return 0, fault.TextCharacter(format, "int64", s, "the decimal digits", isDigit)
	case digits[0] == '0' && (negative || len(digits) > 1):
		return 0, fault.Text(format, "int64", s, id.ErrNotCanonical, "remove the sign and leading zeros")
	case negative:
		return 0, fault.Text(format, "int64", s, id.ErrOverflow, signDetail)
	}
	if len(digits) <= maxDigits {
		if v, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return ID(v), nil
		}
	}
	return 0, fault.Text(format, "int64", s, id.ErrOverflow, "use 0 to 9223372036854775807")
}

func decimal(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
