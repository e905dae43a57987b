package wiji

import (
	"bytes"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/store"
)

// ID is a Wiji in its binary form: 16 bytes, big-endian (section 4). IDs can be
// compared with ==; their order is the order of their bytes.
//
// The zero value is not a valid ID, because its version is 0. It means "no ID":
// it marshals to "" and back, [ID.String] formats it as zeros, and [Parse] and
// the column packages refuse it.
//
//	 127                        72 71            56 55  52 51                       0
//	+-----------------------------+----------------+------+--------------------------+
//	| timestamp, microseconds: 56 | sequence: 16   | v: 4 | random: 52               |
//	+-----------------------------+----------------+------+--------------------------+
type ID [16]byte

const (
	// Version is the format version that this package makes and reads.
	Version = 1
	// MaxTimestamp is the greatest timestamp of an ID, in microseconds since
	// 1970-01-01T00:00:00Z: 4253-05-31T22:20:37.927935Z.
	MaxTimestamp = 1<<56 - 1
	// MaxTextTimestamp is the greatest timestamp of an ID that has a text form,
	// whose first character is 0 or 1 (section 8), in microseconds since
	// 1970-01-01T00:00:00Z: 2540-11-07T23:35:09.481983Z. Generators stop there.
	MaxTextTimestamp = 1<<54 - 1
	// MaxSequence is the greatest sequence number within a microsecond.
	MaxSequence = 1<<16 - 1
	// MaxRandom is the greatest value of the random field.
	MaxRandom = 1<<52 - 1
)

// set writes in place, without a copy.
func (x *ID) set(hi, lo uint64) { store.Big16((*[16]byte)(x), hi, lo) }

// words has a pointer receiver so that it reads in place.
func (x *ID) words() (hi, lo uint64) {
	return binary.BigEndian.Uint64(x[:8]), binary.BigEndian.Uint64(x[8:])
}

// version returns the version field of an ID's second word.
func version(lo uint64) uint8 { return uint8(lo >> 52 & 0xF) }

// Bytes returns the binary form: 16 bytes, big-endian. The type can
// be assigned to a [16]byte and sliced, and is an error as an argument of SQL.
func (x ID) Bytes() id.Bytes16 { return id.Bytes16(x) }

// UnixMicros returns the timestamp in microseconds since 1970-01-01T00:00:00Z, 0
// to [MaxTimestamp].
func (x ID) UnixMicros() int64 { return int64(binary.BigEndian.Uint64(x[:8]) >> 8) }

// UnixMillis returns the timestamp in milliseconds since 1970-01-01T00:00:00Z,
// rounded down.
func (x ID) UnixMillis() int64 { return x.UnixMicros() / 1000 }

// Time returns the timestamp in UTC, with a resolution of a microsecond.
func (x ID) Time() time.Time { return time.UnixMicro(x.UnixMicros()).UTC() }

// Sequence returns the sequence number of the ID within its microsecond, 0 to
// [MaxSequence].
func (x ID) Sequence() uint16 { return binary.BigEndian.Uint16(x[7:9]) }

// Version returns the version field, 0 to 15. It is 1 in every valid ID.
func (x ID) Version() uint8 { return x[9] >> 4 }

// Random returns the random field, 0 to [MaxRandom]. All IDs of a generator have
// the same one.
func (x ID) Random() uint64 { return binary.BigEndian.Uint64(x[8:]) & MaxRandom }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a valid ID: one whose version is [Version].
func (x ID) IsValid() bool { return x.Version() == Version }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater (section 9).
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater. It fits [slices.SortFunc].
func Compare(x, y ID) int { return x.Compare(y) }
