package scru160

import (
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id/internal/fault"
)

// Fields is an ID taken apart (section Binary Layout and Byte Order).
type Fields struct {
	Millis   uint64   // milliseconds since 1970, 0 to MaxMillis
	Counter  uint16   // in the default or the alternative usage
	Random16 uint16   // random, or more of the counter, or a node number
	Random80 [10]byte // 80 random bits, big-endian
}

// Time returns the timestamp in UTC.
func (f Fields) Time() time.Time { return time.UnixMilli(int64(f.Millis)).UTC() }

// Fields takes the ID apart.
func (x ID) Fields() Fields {
	return Fields{Millis: uint64(x.Millis()), Counter: x.Counter(), Random16: x.Random16(), Random80: x.Random80()}
}

// FromFields puts an ID together. A timestamp beyond [MaxMillis] is an error, a
// reserved one is not.
func FromFields(f Fields) (x ID, err error) {
	if f.Millis > MaxMillis {
		return ID{}, fault.Field(format, "timestamp", f.Millis, MaxMillis)
	}
	binary.BigEndian.PutUint64(x[:8], f.Millis<<16|uint64(f.Counter))
	binary.BigEndian.PutUint16(x[8:10], f.Random16)
	copy(x[10:], f.Random80[:])
	return x, nil
}
