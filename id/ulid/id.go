package ulid

import (
	"bytes"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/store"
)

// ID is a ULID in its binary form: 16 bytes, big-endian (section Binary Layout and
// Byte Order). IDs can be compared with ==; their order is the order of their
// bytes.
//
// The zero value is a valid ID, the least one; its text is 26 zeros. Generators
// make it only in the first millisecond of 1970, so it means "no ID"
// ([ID.IsZero]): it marshals to "" and back.
type ID [16]byte

// MaxTimestamp is the greatest timestamp of an ID, in milliseconds since
// 1970-01-01T00:00:00Z: 10889-08-02T05:31:50.655Z.
const MaxTimestamp = 1<<48 - 1

// set writes in place, without a copy.
func (x *ID) set(hi, lo uint64) { store.Big16((*[16]byte)(x), hi, lo) }

// words has a pointer receiver so that it reads in place.
func (x *ID) words() (hi, lo uint64) {
	return binary.BigEndian.Uint64(x[:]), binary.BigEndian.Uint64(x[8:])
}

// Bytes returns the binary form: 16 bytes, big-endian.
func (x ID) Bytes() id.Bytes16 { return id.Bytes16(x) }

// UnixMillis returns the timestamp in milliseconds since 1970-01-01T00:00:00Z, 0
// to [MaxTimestamp].
func (x ID) UnixMillis() int64 { return int64(binary.BigEndian.Uint64(x[:]) >> 16) }

// Time returns the timestamp in UTC, with a resolution of a millisecond. Years
// after 9999 are possible; time.Time does not marshal them.
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// IsZero reports whether x is the zero value.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a valid ID. It returns true: any 128 bits are a
// ULID.
func (x ID) IsValid() bool { return true }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is greater:
// slices.SortFunc(ids, ulid.ID.Compare) sorts IDs.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Equal reports whether x == y. Package go-cmp then shows texts, and not bytes.
func (x ID) Equal(y ID) bool { return x == y }

// Fields holds the fields of an ID (section Components).
type Fields struct {
	Timestamp uint64   // milliseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	Random    [10]byte // 80 bits, big-endian
}

// Fields returns the fields of x.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMillis()), Random: [10]byte(x[6:])}
}
