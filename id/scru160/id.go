package scru160

import (
	"bytes"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
)

// ID is a SCRU160 in its binary form: 20 bytes, big-endian (section Binary Layout
// and Byte Order). IDs can be compared with ==; their order is the order of their
// bytes.
//
// The zero value is a valid ID, the least one. Its timestamp is reserved, so
// decoders read it but generators never make it, and it means "no ID"
// ([ID.IsZero]): it marshals to "" and back.
type ID [20]byte

// MaxTimestamp is the greatest timestamp of an ID, in milliseconds since
// 1970-01-01T00:00:00Z: 10889-08-02T05:31:50.655Z. Like 0 it is reserved, so
// generators stop one millisecond earlier.
const MaxTimestamp = 1<<48 - 1

// set writes in place: the processor stalls when an array is returned and copied
// right after it was written in parts.
func (x *ID) set(top uint32, hi, lo uint64) {
	binary.BigEndian.PutUint32(x[:], top)
	binary.BigEndian.PutUint64(x[4:], hi)
	binary.BigEndian.PutUint64(x[12:], lo)
}

// words returns the first 32 bits and the two words after them. It has a pointer
// receiver so that it reads in place.
func (x *ID) words() (top uint32, hi, lo uint64) {
	return binary.BigEndian.Uint32(x[:]), binary.BigEndian.Uint64(x[4:]), binary.BigEndian.Uint64(x[12:])
}

// Bytes returns the binary form: 20 bytes, big-endian.
func (x ID) Bytes() id.Bytes20 { return id.Bytes20(x) }

// UnixMillis returns the timestamp in milliseconds since 1970-01-01T00:00:00Z, 0
// to [MaxTimestamp].
func (x ID) UnixMillis() int64 { return int64(binary.BigEndian.Uint64(x[:]) >> 16) }

// Time returns the timestamp in UTC, with a resolution of a millisecond. Years
// after 9999 are possible; time.Time does not marshal them.
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// Counter returns the field counter: 16 bits.
func (x ID) Counter() uint16 { return binary.BigEndian.Uint16(x[6:8]) }

// AltCounter returns the field counter as its alternative usage defines it: the
// microsecond within the millisecond in the high 10 bits, and a counter of 6 bits.
// If the microsecond is above 999, ok is false and the generator cannot have used
// the field that way. If ok is true, it may have.
func (x ID) AltCounter() (micros uint16, counter uint8, ok bool) {
	c := x.Counter()
	micros = c >> altBits
	return micros, uint8(c & (1<<altBits - 1)), micros < 1000
}

// Extension returns the field random16: 16 bits. By default they are random. A
// generator can put more bits of the counter and a node number there
// ([Generator.CounterBits], [Generator.NodeBits]).
func (x ID) Extension() uint16 { return binary.BigEndian.Uint16(x[8:10]) }

// IsReserved reports whether the timestamp is 0 or [MaxTimestamp], which no
// generator uses (section Reserved IDs).
func (x ID) IsReserved() bool { return x.UnixMillis() == 0 || x.UnixMillis() == MaxTimestamp }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a valid ID. It returns true: any 160 bits are a
// SCRU160, also those with a reserved timestamp.
func (x ID) IsValid() bool { return true }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is
// greater. It compares all 160 bits; section Sorting asks for 80 or more.
// slices.SortFunc(ids, scru160.ID.Compare) sorts IDs.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Equal reports whether x == y. Package go-cmp then shows texts, and not bytes.
func (x ID) Equal(y ID) bool { return x == y }

// Fields holds the fields of an ID (section Binary Layout and Byte Order).
type Fields struct {
	Timestamp uint64   // milliseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	Counter   uint16   // the field counter, in the default or the alternative usage
	Extension uint16   // the field random16: random, more bits of the counter, or a node number
	Random    [10]byte // the field random80, big-endian
}

// Fields returns the fields of x.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMillis()), Counter: x.Counter(), Extension: x.Extension(), Random: [10]byte(x[10:])}
}
