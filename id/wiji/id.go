package wiji

import (
	"bytes"
	"encoding/binary"
	"time"
)

// ID is a Wiji in its raw form: 16 bytes, big-endian (section 4). Two IDs are
// equal if == says so, and their order is the order of their bytes.
//
// The zero value is no Wiji, because its version is not 1: it stands for "no ID".
// It marshals to "" and back, [ID.String] shows it as zeros, [Parse] and the
// column packages refuse it.
//
//	 127                        72 71            56 55  52 51                       0
//	+-----------------------------+----------------+------+--------------------------+
//	| timestamp, microseconds: 56 | sequence: 16   | v: 4 | random: 52               |
//	+-----------------------------+----------------+------+--------------------------+
type ID [16]byte

const (
	// Version is the version of the format that this package makes and reads.
	Version = 1
	// MaxMicros is the greatest timestamp that an ID can hold, in microseconds
	// since 1970: 4253-05-31T22:20:37.927935Z.
	MaxMicros = 1<<56 - 1
	// MaxTextMicros is the greatest timestamp that a text can hold, whose first
	// character is 0 or 1 (section 8): 2540-11-07T23:35:09.481983Z. No generator
	// goes beyond it.
	MaxTextMicros = 1<<54 - 1
	// MaxSequence is the greatest sequence number within a microsecond.
	MaxSequence = 1<<16 - 1
	// MaxRandom is the greatest value of the random field.
	MaxRandom = 1<<52 - 1
)

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

// version returns the version field of an ID's second word.
func version(lo uint64) uint8 { return uint8(lo >> 52 & 0xF) }

// Bytes returns the raw form.
func (x ID) Bytes() [16]byte { return x }

// Micros returns the timestamp in microseconds since 1970, 0 to [MaxMicros].
func (x ID) Micros() int64 { return int64(binary.BigEndian.Uint64(x[:8]) >> 8) }

// Time returns the timestamp, in UTC and with a resolution of a microsecond.
func (x ID) Time() time.Time { return time.UnixMicro(x.Micros()).UTC() }

// Sequence returns the number of the ID within its microsecond.
func (x ID) Sequence() uint16 { return binary.BigEndian.Uint16(x[7:9]) }

// Version returns the version field, 0 to 15: 1 in every valid ID.
func (x ID) Version() uint8 { return x[9] >> 4 }

// Random returns the random field, 52 bits, the same in all IDs of a generator.
func (x ID) Random() uint64 { return binary.BigEndian.Uint64(x[8:]) & MaxRandom }

// IsZero reports whether x is the zero value, which stands for "no ID".
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x has the version that this package knows.
func (x ID) IsValid() bool { return x.Version() == Version }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y
// (section 9); it fits slices.SortFunc.
func Compare(x, y ID) int { return x.Compare(y) }
