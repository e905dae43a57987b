package uid11

import (
	"time"

	"github.com/sortid/sortid/id/internal/fault"
)

// The widths of the fields of the profiles that are not xid (section 5).
const (
	// MaxSnowishMillis is the greatest timestamp of a Snowish ID, in milliseconds
	// since its epoch: some 69.7 years.
	MaxSnowishMillis = 1<<41 - 1
	// MaxMachine is the greatest machine number of a Snowish ID.
	MaxMachine = 1<<10 - 1
	// MaxSequence is the greatest sequence number of a Snowish or TSSeqRand ID.
	MaxSequence = 1<<12 - 1
	// MaxTSSeqRandRandom is the greatest value of a TSSeqRand ID's random field.
	MaxTSSeqRandRandom = 1<<10 - 1
)

const (
	machineShift  = 12 // of Snowish
	sequenceShift = 10 // of TSSeqRand
)

// Fields is an xid taken apart (section 8.1).
type Fields struct {
	Millis uint64 // milliseconds since 2011-11-11T11:11:11.111Z, 0 to MaxMillis
	Random uint32 // 0 to MaxRandom
}

// SnowishFields is a Snowish ID taken apart (section 5).
type SnowishFields struct {
	Millis   uint64 // milliseconds since the epoch, 0 to MaxSnowishMillis
	Machine  uint16 // 0 to MaxMachine
	Sequence uint16 // 0 to MaxSequence
}

// TSSeqRandFields is a TSSeqRand ID taken apart (section 5).
type TSSeqRandFields struct {
	Millis   uint64 // milliseconds since the epoch, 0 to MaxMillis
	Sequence uint16 // 0 to MaxSequence
	Random   uint16 // 0 to MaxTSSeqRandRandom
}

// Time returns the timestamp in UTC.
func (f Fields) Time() time.Time { return time.UnixMilli(int64(f.Millis) + EpochMillis).UTC() }

// Fields takes the ID apart as an xid (section 8.4).
func (x ID) Fields() Fields {
	return Fields{Millis: uint64(x.Millis()), Random: uint32(x & MaxRandom)}
}

// Snowish takes the ID apart as one of the profile [Snowish]. One with the
// reserved bit set is none, and an error.
func (x ID) Snowish() (SnowishFields, error) {
	if err := Snowish.Check(x); err != nil {
		return SnowishFields{}, err
	}
	return SnowishFields{Millis: uint64(x.Millis()),
		Machine: uint16(x >> machineShift & MaxMachine), Sequence: uint16(x & MaxSequence)}, nil
}

// TSSeqRand takes the ID apart as one of the profile [TSSeqRand].
func (x ID) TSSeqRand() TSSeqRandFields {
	return TSSeqRandFields{Millis: uint64(x.Millis()),
		Sequence: uint16(x >> sequenceShift & MaxSequence), Random: uint16(x & MaxTSSeqRandRandom)}
}

// FromFields puts an xid together. A field beyond its width is an error.
func FromFields(f Fields) (ID, error) {
	switch {
	case f.Millis > MaxMillis:
		return 0, fault.Field(format, "timestamp", f.Millis, MaxMillis)
	case f.Random > MaxRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxRandom)
	}
	return ID(f.Millis<<timeShift | uint64(f.Random)), nil
}

// FromSnowish puts an ID of the profile [Snowish] together. A field beyond its
// width is an error.
func FromSnowish(f SnowishFields) (ID, error) {
	switch {
	case f.Millis > MaxSnowishMillis:
		return 0, fault.Field(format, "timestamp", f.Millis, MaxSnowishMillis)
	case f.Machine > MaxMachine:
		return 0, fault.Field(format, "machine", uint64(f.Machine), MaxMachine)
	case f.Sequence > MaxSequence:
		return 0, fault.Field(format, "sequence", uint64(f.Sequence), MaxSequence)
	}
	return ID(f.Millis<<timeShift | uint64(f.Machine)<<machineShift | uint64(f.Sequence)), nil
}

// FromTSSeqRand puts an ID of the profile [TSSeqRand] together. A field beyond its
// width is an error.
func FromTSSeqRand(f TSSeqRandFields) (ID, error) {
	switch {
	case f.Millis > MaxMillis:
		return 0, fault.Field(format, "timestamp", f.Millis, MaxMillis)
	case f.Sequence > MaxSequence:
		return 0, fault.Field(format, "sequence", uint64(f.Sequence), MaxSequence)
	case f.Random > MaxTSSeqRandRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxTSSeqRandRandom)
	}
	return ID(f.Millis<<timeShift | uint64(f.Sequence)<<sequenceShift | uint64(f.Random)), nil
}
