package ulid

import (
	"encoding/binary"

	"github.com/sortid/sortid/id/internal/fault"
)

// Fields holds the fields of an ID (section Components).
type Fields struct {
	Timestamp uint64   // milliseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	Random    [10]byte // 80 bits, big-endian
}

// Fields returns the fields of x.
func (x ID) Fields() Fields { return Fields{Timestamp: uint64(x.UnixMillis()), Random: x.Random()} }

// FromFields returns the ID with the given fields. A field beyond its width is a
// [*id.SyntaxError] that matches [id.ErrRange].
func FromFields(f Fields) (x ID, err error) {
	if f.Timestamp > MaxTimestamp {
		return ID{}, fault.Field(format, "timestamp", f.Timestamp, MaxTimestamp)
	}
	binary.BigEndian.PutUint64(x[:8], f.Timestamp<<16)
	copy(x[6:], f.Random[:])
	return x, nil
}
