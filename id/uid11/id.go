package uid11

import (
	"cmp"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// ID is a uid11: an unsigned 64-bit integer. IDs are ordered as integers; their
// texts, compared byte by byte, and their binary forms have the same order
// (section 6).
//
// The zero value is a valid ID, the least one; its text is 11111111111. As an xid
// it is dated at the epoch, before the format existed, so it means "no ID"
// ([ID.IsZero]): it marshals to "" and back. A profile can have further rules ([Profile.Check]).
//
// As an argument of SQL, a plain ID is an error that matches [id.ErrPlain] and names the
// column types to use.
type ID uint64

const (
	// EpochUnixMillis is the epoch of xids, 2011-11-11T11:11:11.111Z, in
	// milliseconds since 1970-01-01T00:00:00Z (section 8.2).
	EpochUnixMillis = 1_321_009_871_111
	// MaxTimestamp is the greatest timestamp of an xid or a TSSeqRand ID, in
	// milliseconds since the epoch. With the xid's epoch it is
	// 2151-03-25T18:46:22.214Z.
	MaxTimestamp = 1<<42 - 1
	// MaxRandom is the greatest value of an xid's random field.
	MaxRandom = 1<<22 - 1
)

// timeShift is the position of the timestamp, in bits from the right, in every
// profile that has one.
const timeShift = 22

// Bytes returns the binary form: 8 bytes, big-endian.
func (x ID) Bytes() (b id.Bytes8) {
	binary.BigEndian.PutUint64(b[:], uint64(x))
	return b
}

// Timestamp returns the timestamp field: milliseconds since the epoch, 0 to
// [MaxTimestamp]. The epoch of an xid is 2011-11-11T11:11:11.111Z.
func (x ID) Timestamp() int64 { return int64(x >> timeShift) }

// UnixMillis returns the timestamp of an xid in milliseconds since
// 1970-01-01T00:00:00Z. Use [Profile.Time] for other profiles.
func (x ID) UnixMillis() int64 { return x.Timestamp() + EpochUnixMillis }

// Time returns the timestamp of an xid in UTC, with a resolution of a millisecond
// (section 8.4). Use [Profile.Time] for other profiles.
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == 0 }

// IsValid reports whether x is a valid ID. It returns true: any 64 bits are a
// uid11 and an xid. Use [Profile.Check] for the rules of a profile.
func (x ID) IsValid() bool { return true }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is greater:
// slices.SortFunc(ids, uid11.ID.Compare) sorts IDs.
func (x ID) Compare(y ID) int { return cmp.Compare(x, y) }

// Fields holds the fields of an xid (section 8.1).
type Fields struct {
	Timestamp uint64 // milliseconds since 2011-11-11T11:11:11.111Z, 0 to MaxTimestamp
	Random    uint32 // 0 to MaxRandom
}

// Fields returns the fields of x as an xid (section 8.4).
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.Timestamp()), Random: uint32(x & MaxRandom)}
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
