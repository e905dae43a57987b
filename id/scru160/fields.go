package scru160

import (
	"encoding/binary"

	"github.com/sortid/sortid/id/internal/fault"
)

// Fields holds the fields of an ID (section Binary Layout and Byte Order).
type Fields struct {
	Timestamp uint64   // milliseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	Counter   uint16   // the field counter, in the default or the alternative usage
	Extension uint16   // the field random16: random, more bits of the counter, or a node number
	Random    [10]byte // the field random80, big-endian
}

// Fields returns the fields of x.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMillis()), Counter: x.Counter(), Extension: x.Extension(), Random: x.Random()}
}

// FromFields returns the ID with the given fields. A field beyond its width is a
// [*id.SyntaxError] that matches [id.ErrRange]. Reserved timestamps are accepted.
func FromFields(f Fields) (x ID, err error) {
	if f.Timestamp > MaxTimestamp {
		return ID{}, fault.Field(format, "timestamp", f.Timestamp, MaxTimestamp)
	}
	binary.BigEndian.PutUint64(x[:8], f.Timestamp<<16|uint64(f.Counter))
	binary.BigEndian.PutUint16(x[8:10], f.Extension)
	copy(x[10:], f.Random[:])
	return x, nil
}
