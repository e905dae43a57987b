package ulidflake

import (
	"cmp"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
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
	// MaxScalability is the greatest scalability number.
	MaxScalability = 1<<5 - 1
)

// The positions of the fields, in bits from the right.
const (
	timeShift     = 20
	scalableShift = 5
)

// Bytes returns the binary form: 8 bytes, big-endian (section Binary Layout and
// Byte Order). The type can
// be assigned to a [8]byte and sliced, and is an error as an argument of SQL.
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

// Random returns the random field of the stand-alone layout, 0 to [MaxRandom].
// [ID.Scalable] returns that of the scalable layout.
func (x ID) Random() uint32 { return uint32(x & MaxRandom) }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == 0 }

// IsValid reports whether x is a valid ID: one whose sign bit is 0.
func (x ID) IsValid() bool { return x >= 0 }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater.
func (x ID) Compare(y ID) int { return cmp.Compare(x, y) }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater. It fits [slices.SortFunc].
func Compare(x, y ID) int { return cmp.Compare(x, y) }
