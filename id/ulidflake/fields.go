package ulidflake

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// Fields holds the fields of an ID of the stand-alone layout (section Components).
type Fields struct {
	Timestamp uint64 // milliseconds since 2024-01-01T00:00:00Z, 0 to MaxTimestamp
	Random    uint32 // 0 to MaxRandom
}

// Fields returns the fields of x as an ID of the stand-alone layout.
func (x ID) Fields() Fields { return Fields{Timestamp: uint64(x.Timestamp()), Random: x.Random()} }

// FromFields returns the ID of the stand-alone layout with the given fields. A
// field beyond its width is a [*id.SyntaxError] that matches [id.ErrRange]. If it
// is the timestamp, the error also matches [id.ErrOverflow].
func FromFields(f Fields) (ID, error) {
	switch {
	case f.Timestamp > MaxTimestamp:
		return 0, timestampFault(f.Timestamp)
	case f.Random > MaxRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxRandom)
	}
	return ID(f.Timestamp<<timeShift | uint64(f.Random)), nil
}

// ScalableFields holds the fields of an ID of the scalable layout (section
// Components).
type ScalableFields struct {
	Timestamp   uint64 // milliseconds since 2024-01-01T00:00:00Z, 0 to MaxTimestamp
	Random      uint16 // 0 to MaxScalableRandom
	Scalability uint8  // 0 to MaxScalability
}

// Scalable returns the fields of x as an ID of the scalable layout.
func (x ID) Scalable() ScalableFields {
	return ScalableFields{Timestamp: uint64(x.Timestamp()),
		Random: uint16(x >> scalableShift & MaxScalableRandom), Scalability: uint8(x & MaxScalability)}
}

// FromScalable returns the ID of the scalable layout with the given fields. It
// fails where [FromFields] fails.
func FromScalable(f ScalableFields) (ID, error) {
	switch {
	case f.Timestamp > MaxTimestamp:
		return 0, timestampFault(f.Timestamp)
	case f.Random > MaxScalableRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxScalableRandom)
	case f.Scalability > MaxScalability:
		return 0, fault.Field(format, "scalability", uint64(f.Scalability), MaxScalability)
	}
	return ID(f.Timestamp<<timeShift | uint64(f.Random)<<scalableShift | uint64(f.Scalability)), nil
}

// timestampFault is both an overflow, the specification's word (section Timestamp
// and Over All), and out of range, the word of package id.
func timestampFault(timestamp uint64) error {
	err := fault.Text(format, "timestamp", strconv.FormatUint(timestamp, 10), id.ErrOverflow,
		"the greatest value is "+strconv.FormatUint(MaxTimestamp, 10)+", in milliseconds since 2024")
	err.Err = id.ErrRange
	return err
}
