package scru160

import (
	"bytes"
	"encoding/binary"
	"time"
)

// ID is a SCRU160 in its raw form: 20 bytes, big-endian (section Binary Layout and
// Byte Order). Two IDs are equal if == says so, and their order is the order of
// their bytes.
//
// The zero value is an identifier with a reserved timestamp: it is decoded like any
// other and never generated, so it serves as "no ID" where that is needed
// ([ID.IsZero]).
//
//	 159                    112 111           96 95            80 79                 0
//	+--------------------------+----------------+----------------+--------------------+
//	| timestamp, millis.: 48   | counter: 16    | random16: 16   | random80: 80       |
//	+--------------------------+----------------+----------------+--------------------+
type ID [20]byte

// MaxMillis is the greatest timestamp that an ID can hold, in milliseconds since
// 1970: 10889-08-02T05:31:50.655Z. It is reserved, as 0 is: generators end one
// millisecond before.
const MaxMillis = 1<<48 - 1

// set writes in place: an array that is returned and copied right after it was
// written in parts stalls the processor.
func (x *ID) set(top uint32, hi, lo uint64) {
	binary.BigEndian.PutUint32(x[:4], top)
	binary.BigEndian.PutUint64(x[4:12], hi)
	binary.BigEndian.PutUint64(x[12:], lo)
}

// words returns the first 32 bits and the two words after them. It has a pointer
// receiver so that it reads in place.
func (x *ID) words() (top uint32, hi, lo uint64) {
	return binary.BigEndian.Uint32(x[:4]), binary.BigEndian.Uint64(x[4:12]), binary.BigEndian.Uint64(x[12:])
}

// Bytes returns the raw form.
func (x ID) Bytes() [20]byte { return x }

// Millis returns the timestamp in milliseconds since 1970, 0 to [MaxMillis].
func (x ID) Millis() int64 { return int64(binary.BigEndian.Uint64(x[:8]) >> 16) }

// Time returns the timestamp, in UTC and with a resolution of a millisecond. Its
// year may be past 9999, which time.Time does not marshal.
func (x ID) Time() time.Time { return time.UnixMilli(x.Millis()).UTC() }

// Counter returns the counter field, 16 bits.
func (x ID) Counter() uint16 { return binary.BigEndian.Uint16(x[6:8]) }

// AltCounter reads the counter field in its alternative usage: the microsecond
// within the millisecond in the high 10 bits, and a counter of 6 bits. ok is false
// if the microsecond is above 999, and the field so cannot be meant that way; that
// ok is true does not say that it is.
func (x ID) AltCounter() (micros uint16, counter uint8, ok bool) {
	c := x.Counter()
	micros = c >> altBits
	return micros, uint8(c & (1<<altBits - 1)), micros < 1000
}

// Random16 returns the field random16, which need not be random: a generator may
// put counter bits and a node number there.
func (x ID) Random16() uint16 { return binary.BigEndian.Uint16(x[8:10]) }

// Random80 returns the field random80, big-endian.
func (x ID) Random80() [10]byte { return [10]byte(x[10:]) }

// IsReserved reports whether the timestamp is 0 or [MaxMillis], which no generator
// uses (section Reserved IDs).
func (x ID) IsReserved() bool { return x.Millis() == 0 || x.Millis() == MaxMillis }

// IsZero reports whether x is the zero value, the least identifier.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a SCRU160, and returns true: any 160 bits are one,
// those with a reserved timestamp too.
func (x ID) IsValid() bool { return true }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y. It compares
// all 160 bits, where section Sorting asks for 80 at least.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Compare returns -1, 0 or +1 as x comes before, is, or comes after y; it fits
// slices.SortFunc.
func Compare(x, y ID) int { return x.Compare(y) }
