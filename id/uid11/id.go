package uid11

import (
	"cmp"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// ID is a uid11 in its raw form, an unsigned integer. IDs are ordered as integers
// are, and so are their texts, compared byte by byte, and their raw forms
// (section 6).
//
// Every value is a uid11, the zero value too: its text is 11111111111, and read as
// an xid it is of the epoch, when no generator ran. A profile may have rules of
// its own: [Profile.Check].
type ID uint64

const (
	// EpochMillis is the beginning of an xid's time, 2011-11-11T11:11:11.111Z, as a
	// Unix time in milliseconds (section 8.2).
	EpochMillis = 1_321_009_871_111
	// MaxMillis is the greatest timestamp of an xid and of a TSSeqRand ID, in
	// milliseconds since the epoch. With the xid's epoch, that is
	// 2151-03-25T18:46:22.214Z.
	MaxMillis = 1<<42 - 1
	// MaxRandom is the greatest value of an xid's random field.
	MaxRandom = 1<<22 - 1
	// Max is the greatest ID, whose text is jpXCZedGfVQ.
	Max = ID(1<<64 - 1)
)

// timeShift is where the timestamp begins, in bits from the right, in every
// profile that has one.
const timeShift = 22

// Uint64 returns the integer, for a column of BIGINT UNSIGNED.
func (x ID) Uint64() uint64 { return uint64(x) }

// Int64 returns the integer for a signed BIGINT column. An ID of 2^63 and more
// would become negative there and sort before all others, so it is an error that
// matches [id.ErrOverflow]: a BIGINT UNSIGNED column holds it, or one of 8 bytes.
func (x ID) Int64() (int64, error) {
	if v := int64(x); v >= 0 {
		return v, nil
	}
	return 0, fault.Text(format, "uint64", strconv.FormatUint(uint64(x), 10), id.ErrOverflow,
		"2^63 and more does not fit a signed integer: use an unsigned one, the 8 bytes or the text")
}

// FromInt64 reads what Int64 returned. A negative integer is an error that matches
// [id.ErrOverflow].
func FromInt64(v int64) (ID, error) {
	if v >= 0 {
		return ID(v), nil
	}
	return 0, fault.Text(format, "int64", strconv.FormatInt(v, 10), id.ErrOverflow, "a uid11 is not negative: look where the number comes from; what stored an ID of "+
		"2^63 or more in a signed column is read by ID(uint64(v))")
}

// Bytes returns the raw form, big-endian.
func (x ID) Bytes() (b [8]byte) {
	binary.BigEndian.PutUint64(b[:], uint64(x))
	return b
}

// Millis returns the timestamp of an xid, in milliseconds since the epoch: 0 to
// [MaxMillis].
func (x ID) Millis() int64 { return int64(x >> timeShift) }

// UnixMillis returns the timestamp of an xid in milliseconds since 1970.
func (x ID) UnixMillis() int64 { return x.Millis() + EpochMillis }

// Time returns the timestamp of an xid (section 8.4), in UTC and with a resolution
// of a millisecond. For the other profiles there is [Profile.Time].
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// IsZero reports whether x is the zero value, which is a valid ID, too.
func (x ID) IsZero() bool { return x == 0 }

// IsValid returns true: each of the 2^64 values is a uid11 and an xid. What
// [Profile.Check] reports depends on the profile.
func (x ID) IsValid() bool { return true }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y.
func (x ID) Compare(y ID) int { return cmp.Compare(x, y) }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y; it fits
// slices.SortFunc.
func Compare(x, y ID) int { return cmp.Compare(x, y) }
