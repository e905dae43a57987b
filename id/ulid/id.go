package ulid

import (
	"bytes"
	"encoding/binary"
	"time"
)

// ID is a ULID in its raw form: 16 bytes, big-endian (section Binary Layout and
// Byte Order). Two IDs are equal if == says so, and their order is the order of
// their bytes.
//
// The zero value is a ULID, the least one there is: its text is 26 zeros. No
// generator makes it after the first millisecond of 1970, so it serves as "no ID"
// where that is needed ([ID.IsZero]).
//
//	 127                                   80 79                                    0
//	+----------------------------------------+---------------------------------------+
//	| timestamp, milliseconds: 48            | random: 80                            |
//	+----------------------------------------+---------------------------------------+
type ID [16]byte

// MaxMillis is the greatest timestamp that an ID can hold, in milliseconds since
// 1970: 10889-08-02T05:31:50.655Z.
const MaxMillis = 1<<48 - 1

// set writes in place: an array that is returned and copied right after it was
// written in two halves stalls the processor.
func (x *ID) set(hi, lo uint64) {
	binary.BigEndian.PutUint64(x[:8], hi)
	binary.BigEndian.PutUint64(x[8:], lo)
}

// words has a pointer receiver so that it reads in place.
func (x *ID) words() (hi, lo uint64) {
	return binary.BigEndian.Uint64(x[:8]), binary.BigEndian.Uint64(x[8:])
}

// Bytes returns the raw form.
func (x ID) Bytes() [16]byte { return x }

// Millis returns the timestamp in milliseconds since 1970, 0 to [MaxMillis].
func (x ID) Millis() int64 { return int64(binary.BigEndian.Uint64(x[:8]) >> 16) }

// Time returns the timestamp, in UTC and with a resolution of a millisecond. Its
// year may be past 9999, which time.Time does not marshal.
func (x ID) Time() time.Time { return time.UnixMilli(x.Millis()).UTC() }

// Random returns the random field, 80 bits, big-endian.
func (x ID) Random() [10]byte { return [10]byte(x[6:]) }

// IsZero reports whether x is the zero value, the least ULID.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a ULID, and returns true: any 128 bits are one.
func (x ID) IsValid() bool { return true }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y; it fits
// slices.SortFunc.
func Compare(x, y ID) int { return x.Compare(y) }
