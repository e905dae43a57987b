package uid11

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// Int64 returns x as a signed integer, for a BIGINT column. An ID of 2^63 or more
// is a [*id.SyntaxError] that matches [id.ErrOverflow]: as a negative integer it
// would sort before all others.
func (x ID) Int64() (int64, error) {
	if v := int64(x); v >= 0 {
		return v, nil
	}
	return 0, x.signFault()
}

//go:noinline
func (x ID) signFault() error {
	return fault.Text(format, "uint64", strconv.FormatUint(uint64(x), 10), id.ErrOverflow,
		"2^63 and more does not fit a signed integer: use an unsigned integer, the 8 bytes or the text")
}

// Uint64 returns x as an unsigned integer, for a BIGINT UNSIGNED column. It does
// not fail.
func (x ID) Uint64() (uint64, error) { return uint64(x), nil }

// FromInt64 returns the ID whose [ID.Int64] is v. A negative integer is a
// [*id.SyntaxError] that matches [id.ErrOverflow].
func FromInt64(v int64) (ID, error) {
	if v >= 0 {
		return ID(v), nil
	}
	return 0, fault.Text(format, "int64", strconv.FormatInt(v, 10), id.ErrOverflow, "a uid11 is not negative: check where "+
		"the number comes from; if a signed column stored an ID of 2^63 or more, read it with FromUint64(uint64(v))")
}

// FromUint64 returns the ID whose [ID.Uint64] is v. It does not fail.
func FromUint64(v uint64) (ID, error) { return ID(v), nil }
