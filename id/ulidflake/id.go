package ulidflake

import (
	"cmp"
	"encoding/binary"
	"time"
)

// ID is a Ulid-Flake: a 64-bit integer whose sign bit is 0. IDs are ordered as
// integers are, and so are their texts and raw forms.
//
// The zero value is a valid ID, the first one of 2024 (text 0000000000000), which
// no generator makes in practice. A negative value is not valid: [ID.String]
// shows it, and everything that would give it away as an ID refuses it. For any
// integer from outside use [FromInt64], not a conversion.
type ID int64

const (
	// EpochMillis is the beginning of the format's time, 2024-01-01T00:00:00Z, as
	// a Unix time in milliseconds.
	EpochMillis = 1_704_067_200_000
	// MaxMillis is the greatest timestamp, in milliseconds since the epoch:
	// 2302-09-27T15:10:22.207Z.
	MaxMillis = 1<<43 - 1
	// MaxRandom is the greatest value of the stand-alone layout's random field.
	MaxRandom = 1<<20 - 1
	// MaxScalableRandom is the greatest value of the scalable layout's random
	// field.
	MaxScalableRandom = 1<<15 - 1
	// MaxScalability is the greatest scalability number.
	MaxScalability = 1<<5 - 1
	// Max is the greatest ID, whose text is 7ZZZZZZZZZZZZ.
	Max = ID(1<<63 - 1)
)

// Where the fields begin, in bits from the right.
const (
	timeShift     = 20
	scalableShift = 5
)

// Int64 returns the integer, for a BIGINT column: 0 or more in a valid ID.
func (x ID) Int64() int64 { return int64(x) }

// Bytes returns the raw form, big-endian ("Binary Layout and Byte Order").
func (x ID) Bytes() (b [8]byte) {
	binary.BigEndian.PutUint64(b[:], uint64(x))
	return b
}

// Millis returns the timestamp in milliseconds since 2024, 0 to [MaxMillis]. The
// sign bit counts as its highest bit, so a negative ID has one beyond that.
func (x ID) Millis() int64 { return int64(uint64(x) >> timeShift) }

// UnixMillis returns the timestamp in milliseconds since 1970.
func (x ID) UnixMillis() int64 { return x.Millis() + EpochMillis }

// Time returns the timestamp, in UTC and with a resolution of a millisecond.
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// IsZero reports whether x is the zero value, which is a valid ID, too.
func (x ID) IsZero() bool { return x == 0 }

// IsValid reports whether the sign bit is 0.
func (x ID) IsValid() bool { return x >= 0 }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y.
func (x ID) Compare(y ID) int { return cmp.Compare(x, y) }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y; it fits
// slices.SortFunc.
func Compare(x, y ID) int { return cmp.Compare(x, y) }
