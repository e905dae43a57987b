package uid11

import (
	"cmp"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
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

// Bytes returns the binary form: 8 bytes, big-endian. The type can
// be assigned to a [8]byte and sliced, and is an error as an argument of SQL.
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

// Random returns the random field of an xid, 0 to [MaxRandom].
func (x ID) Random() uint32 { return uint32(x & MaxRandom) }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == 0 }

// IsValid reports whether x is a valid ID. It returns true: any 64 bits are a
// uid11 and an xid. Use [Profile.Check] for the rules of a profile.
func (x ID) IsValid() bool { return true }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater.
func (x ID) Compare(y ID) int { return cmp.Compare(x, y) }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater. It fits [slices.SortFunc].
func Compare(x, y ID) int { return cmp.Compare(x, y) }
