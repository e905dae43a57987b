package uid11

import (
	"github.com/sortid/sortid/id/internal/fault"
)

// Fields holds the fields of an xid (section 8.1).
type Fields struct {
	Timestamp uint64 // milliseconds since 2011-11-11T11:11:11.111Z, 0 to MaxTimestamp
	Random    uint32 // 0 to MaxRandom
}

// Fields returns the fields of x as an xid (section 8.4).
func (x ID) Fields() Fields { return Fields{Timestamp: uint64(x.Timestamp()), Random: x.Random()} }

// FromFields returns the xid with the given fields. A field beyond its width is a
// [*id.SyntaxError] that matches [id.ErrRange].
func FromFields(f Fields) (ID, error) {
	switch {
	case f.Timestamp > MaxTimestamp:
		return 0, fault.Field(format, "timestamp", f.Timestamp, MaxTimestamp)
	case f.Random > MaxRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxRandom)
	}
	return ID(f.Timestamp<<timeShift | uint64(f.Random)), nil
}

// The greatest values of the fields that xids do not have (section 5).
const (
	// MaxSnowishTimestamp is the greatest timestamp of a Snowish ID, in
	// milliseconds since its epoch: 69.7 years.
	MaxSnowishTimestamp = 1<<41 - 1
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

// SnowishFields holds the fields of a Snowish ID (section 5).
type SnowishFields struct {
	Timestamp uint64 // milliseconds since the epoch, 0 to MaxSnowishTimestamp
	Machine   uint16 // 0 to MaxMachine
	Sequence  uint16 // 0 to MaxSequence
}

// Snowish returns the fields of x as an ID of the profile [Snowish]. If the
// reserved bit is set, it fails with a [*id.SyntaxError] that matches
// [id.ErrRange].
func (x ID) Snowish() (SnowishFields, error) {
	if err := Snowish.Check(x); err != nil {
		return SnowishFields{}, err
	}
	return SnowishFields{Timestamp: uint64(x.Timestamp()),
		Machine: uint16(x >> machineShift & MaxMachine), Sequence: uint16(x & MaxSequence)}, nil
}

// FromSnowish returns the ID of the profile [Snowish] with the given fields. A
// field beyond its width is a [*id.SyntaxError] that matches [id.ErrRange].
func FromSnowish(f SnowishFields) (ID, error) {
	switch {
	case f.Timestamp > MaxSnowishTimestamp:
		return 0, fault.Field(format, "timestamp", f.Timestamp, MaxSnowishTimestamp)
	case f.Machine > MaxMachine:
		return 0, fault.Field(format, "machine", uint64(f.Machine), MaxMachine)
	case f.Sequence > MaxSequence:
		return 0, fault.Field(format, "sequence", uint64(f.Sequence), MaxSequence)
	}
	return ID(f.Timestamp<<timeShift | uint64(f.Machine)<<machineShift | uint64(f.Sequence)), nil
}

// TSSeqRandFields holds the fields of a TSSeqRand ID (section 5).
type TSSeqRandFields struct {
	Timestamp uint64 // milliseconds since the epoch, 0 to MaxTimestamp
	Sequence  uint16 // 0 to MaxSequence
	Random    uint16 // 0 to MaxTSSeqRandRandom
}

// TSSeqRand returns the fields of x as an ID of the profile [TSSeqRand].
func (x ID) TSSeqRand() TSSeqRandFields {
	return TSSeqRandFields{Timestamp: uint64(x.Timestamp()),
		Sequence: uint16(x >> sequenceShift & MaxSequence), Random: uint16(x & MaxTSSeqRandRandom)}
}

// FromTSSeqRand returns the ID of the profile [TSSeqRand] with the given fields. A
// field beyond its width is a [*id.SyntaxError] that matches [id.ErrRange].
func FromTSSeqRand(f TSSeqRandFields) (ID, error) {
	switch {
	case f.Timestamp > MaxTimestamp:
		return 0, fault.Field(format, "timestamp", f.Timestamp, MaxTimestamp)
	case f.Sequence > MaxSequence:
		return 0, fault.Field(format, "sequence", uint64(f.Sequence), MaxSequence)
	case f.Random > MaxTSSeqRandRandom:
		return 0, fault.Field(format, "random", uint64(f.Random), MaxTSSeqRandRandom)
	}
	return ID(f.Timestamp<<timeShift | uint64(f.Sequence)<<sequenceShift | uint64(f.Random)), nil
}
