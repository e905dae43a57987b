package wiji

import (
	"bytes"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/store"
	"github.com/sortid/sortid/id/internal/text128"
)

// ID is a Wiji in its binary form: 16 bytes, big-endian (section 4). IDs can be
// compared with ==; their order is the order of their bytes.
//
// The zero value is not a valid ID, because its version is 0. It means "no ID":
// it marshals to "" and back, [ID.String] formats it as zeros, and [Parse] and
// the column packages refuse it.
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
	return binary.BigEndian.Uint64(x[:]), binary.BigEndian.Uint64(x[8:])
}

// version returns the version field of an ID's second word.
func version(lo uint64) uint8 { return uint8(lo >> 52 & 0xF) }

// Bytes returns the binary form: 16 bytes, big-endian.
func (x ID) Bytes() id.Bytes16 { return id.Bytes16(x) }

// UnixMicros returns the timestamp in microseconds since 1970-01-01T00:00:00Z, 0
// to [MaxTimestamp].
func (x ID) UnixMicros() int64 { return int64(binary.BigEndian.Uint64(x[:]) >> 8) }

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

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a valid ID: one whose version is [Version].
func (x ID) IsValid() bool { return x.Version() == Version }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater (section 9).
// slices.SortFunc(ids, wiji.ID.Compare) sorts IDs.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Equal reports whether x == y. Package go-cmp then shows texts, and not bytes.
func (x ID) Equal(y ID) bool { return x == y }

// Fields holds the fields of an ID (section 3).
type Fields struct {
	Timestamp uint64 // microseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	Sequence  uint16 // the sequence number within the microsecond
	Version   uint8  // 0 to 15; 1 in every valid ID
	Random    uint64 // 0 to MaxRandom, the same in all IDs of a generator
}

// Fields returns the fields of x, which need not be valid.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMicros()), Sequence: x.Sequence(), Version: x.Version(), Random: binary.BigEndian.Uint64(x[8:]) & MaxRandom}
}

// words returns the two words of an ID; low is the version and the random field.
func words(micros, sequence, low uint64) (hi, lo uint64) {
	return micros<<8 | sequence>>8, sequence<<56 | low
}

// Inspect returns the fields of a text, UUID or hex form without the checks that
// [Parse] makes on the version and on the first character. Use it to examine IDs
// of other programs: of a later version, or of an earlier layout. A text that does
// not denote 128 bits is a [*id.SyntaxError].
func Inspect(s string) (Fields, error) {
	hi, lo, ok := text128.Decode(crockford, s)
	if !ok {
		return Fields{}, decodeFault(s)
	}
	var x ID
	x.set(hi, lo)
	return x.Fields(), nil
}

// crockford has the substitutions of section 5.1: I and L are read as 1, O as 0,
// and U, which Crockford leaves out, as V.
var crockford = base32.New(base32.Crockford, "I1", "L1", "O0", "UV")
