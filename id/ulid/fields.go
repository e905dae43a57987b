package ulid

import (
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id/internal/fault"
)

// Fields is an ID taken apart (section Components).
type Fields struct {
	Millis uint64   // milliseconds since 1970, 0 to MaxMillis
	Random [10]byte // 80 bits, big-endian
}

// Time returns the timestamp in UTC.
func (f Fields) Time() time.Time { return time.UnixMilli(int64(f.Millis)).UTC() }

// Fields takes the ID apart.
func (x ID) Fields() Fields { return Fields{Millis: uint64(x.Millis()), Random: x.Random()} }

// FromFields puts an ID together. A timestamp beyond [MaxMillis] is an error.
func FromFields(f Fields) (x ID, err error) {
	if f.Millis > MaxMillis {
		return ID{}, fault.Field(format, "timestamp", f.Millis, MaxMillis)
	}
	binary.BigEndian.PutUint64(x[:8], f.Millis<<16)
	copy(x[6:], f.Random[:])
	return x, nil
}
