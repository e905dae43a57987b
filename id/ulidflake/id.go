package ulidflake

import (
	"cmp"
	"encoding/binary"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// ID is a Ulid-Flake: a 64-bit integer whose sign bit is 0. IDs are ordered as
// integers; their texts and binary forms have the same order.
//
// The zero value is a valid ID, the least one; its text is 0000000000000.
// Generators make it only in the first millisecond of 2024, so it means "no
// ID" ([ID.IsZero]): it marshals to "" and back. A negative value is not a valid ID: [ID.String] and [ID.Hex]
// format it, and all other encoders refuse it. Use [FromInt64] for integers from
// outside, not a conversion.
//
// As an argument of SQL, a plain ID is an error that matches [id.ErrPlain] and names the
// column types to use.
type ID int64

const (
	// EpochUnixMillis is the format's epoch, 2024-01-01T00:00:00Z, in milliseconds
	// since 1970-01-01T00:00:00Z.
	EpochUnixMillis = 1_704_067_200_000
	// MaxTimestamp is the greatest timestamp of an ID, in milliseconds since the
	// epoch: 2302-09-27T15:10:22.207Z.
	MaxTimestamp = 1<<43 - 1
	// MaxRandom is the greatest value of the stand-alone layout's random field.
	MaxRandom = 1<<20 - 1
	// MaxScalableRandom is the greatest value of the scalable layout's random
	// field.
	MaxScalableRandom = 1<<15 - 1
	// MaxMachine is the greatest number of a machine, the scalability of the specification.
	MaxMachine = 1<<5 - 1
)

// The positions of the fields, in bits from the right.
const (
	timeShift     = 20
	scalableShift = 5
)

// Bytes returns the binary form: 8 bytes, big-endian (section Binary Layout and
// Byte Order).
func (x ID) Bytes() (b id.Bytes8) {
	binary.BigEndian.PutUint64(b[:], uint64(x))
	return b
}

// Timestamp returns the timestamp field: milliseconds since the epoch,
// 2024-01-01T00:00:00Z, 0 to [MaxTimestamp] in a valid ID. In a negative ID, the
// sign bit is one more high bit.
func (x ID) Timestamp() int64 { return int64(uint64(x) >> timeShift) }

// UnixMillis returns the timestamp in milliseconds since 1970-01-01T00:00:00Z.
func (x ID) UnixMillis() int64 { return x.Timestamp() + EpochUnixMillis }

// Time returns the timestamp in UTC, with a resolution of a millisecond.
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == 0 }

// IsValid reports whether x is a valid ID: one whose sign bit is 0.
func (x ID) IsValid() bool { return x >= 0 }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is greater:
// slices.SortFunc(ids, ulidflake.ID.Compare) sorts IDs.
func (x ID) Compare(y ID) int { return cmp.Compare(x, y) }

// Fields holds the fields of an ID of the stand-alone layout (section Components).
type Fields struct {
	Timestamp uint64 // milliseconds since 2024-01-01T00:00:00Z, 0 to MaxTimestamp
	Random    uint32 // 0 to MaxRandom
}

// Fields returns the fields of x as an ID of the stand-alone layout.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.Timestamp()), Random: uint32(x & MaxRandom)}
}

// ScalableFields holds the fields of an ID of the scalable layout (section
// Components).
type ScalableFields struct {
	Timestamp uint64 // milliseconds since 2024-01-01T00:00:00Z, 0 to MaxTimestamp
	Random    uint16 // 0 to MaxScalableRandom
	Machine   uint8  // 0 to MaxMachine
}

// Scalable returns the fields of x as an ID of the scalable layout.
func (x ID) Scalable() ScalableFields {
	return ScalableFields{Timestamp: uint64(x.Timestamp()),
		Random: uint16(x >> scalableShift & MaxScalableRandom), Machine: uint8(x & MaxMachine)}
}

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
	case strings.Trim(digits, "0123456789") != "":
		return 0, fault.TextCharacter(format, "int64", s, "the decimal digits", func(c byte) bool { return '0' <= c && c <= '9' })
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
