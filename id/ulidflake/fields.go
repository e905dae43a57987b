package ulidflake

import (
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// Fields is an ID of the stand-alone layout taken apart ("Components").
type Fields struct {
	Millis uint64 // milliseconds since 2024, 0 to MaxMillis
	Random uint32 // 0 to MaxRandom
}

// ScalableFields is an ID of the scalable layout taken apart ("Components").
type ScalableFields struct {
	Millis      uint64 // milliseconds since 2024, 0 to MaxMillis
	Random      uint16 // 0 to MaxScalableRandom
	Scalability uint8  // 0 to MaxScalability
}

// Time returns the timestamp in UTC.
func (f Fields) Time() time.Time { return timeOf(f.Millis) }

// Time returns the timestamp in UTC.
func (f ScalableFields) Time() time.Time { return timeOf(f.Millis) }

func timeOf(millis uint64) time.Time { return time.UnixMilli(int64(millis) + EpochMillis).UTC() }

// Fields takes the ID apart as one of the stand-alone layout.
func (x ID) Fields() Fields {
	return Fields{Millis: uint64(x.Millis()), Random: uint32(x & MaxRandom)}
}

// Scalable takes the ID apart as one of the scalable layout.
func (x ID) Scalable() ScalableFields {
	return ScalableFields{Millis: uint64(x.Millis()),
		Random: uint16(x >> scalableShift & MaxScalableRandom), Scalability: uint8(x & MaxScalability)}
}

// FromFields puts an ID of the stand-alone layout together. A field beyond its
// width is an error, for the timestamp one that matches [id.ErrOverflow].
func FromFields(f Fields) (ID, error) {
	switch {
	case f.Millis > MaxMillis:
		return 0, timestampFault(f.Millis)
	case f.Random > MaxRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxRandom)
	}
	return ID(f.Millis<<timeShift | uint64(f.Random)), nil
}

// FromScalable puts an ID of the scalable layout together, under the terms of
// [FromFields].
func FromScalable(f ScalableFields) (ID, error) {
	switch {
	case f.Millis > MaxMillis:
		return 0, timestampFault(f.Millis)
	case f.Random > MaxScalableRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxScalableRandom)
	case f.Scalability > MaxScalability:
		return 0, fault.Field(format, "scalability", uint64(f.Scalability), MaxScalability)
	}
	return ID(f.Millis<<timeShift | uint64(f.Random)<<scalableShift | uint64(f.Scalability)), nil
}

// timestampFault is an overflow by the words of the specification ("Timestamp and
// Over All"), and out of range by those of package id.
func timestampFault(millis uint64) error {
	err := fault.Text(format, "timestamp", strconv.FormatUint(millis, 10), id.ErrOverflow,
		"the greatest value is "+strconv.FormatUint(MaxMillis, 10)+", in milliseconds since 2024").(*id.SyntaxError)
	err.Err = id.ErrRange
	return err
}
