package gormtest

import (
	"encoding/binary"

	"github.com/google/uuid"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// The IDs below have zero bytes in front of, between and behind their numbers.

// WijiAt returns the ID with the number n.
func WijiAt(n int) wiji.ID {
	x := wiji.ID{0: 6, 9: 0x10}
	binary.BigEndian.PutUint16(x[3:], uint16(n))
	return x
}

// ULIDAt returns the ID with the number n.
func ULIDAt(n int) ulid.ID {
	x := ulid.ID{0: 1}
	binary.BigEndian.PutUint16(x[6:], uint16(n))
	return x
}

// SCRUAt returns the ID with the number n.
func SCRUAt(n int) scru160.ID {
	x := scru160.ID{0: 1}
	binary.BigEndian.PutUint16(x[8:], uint16(n))
	return x
}

// UUIDAt returns the ID with the number n.
func UUIDAt(n int) uuid.UUID {
	x := uuid.UUID{6: 0x70, 8: 0x80}
	binary.BigEndian.PutUint16(x[4:], uint16(n))
	return x
}

// FlakeAt returns the ID with the number n.
func FlakeAt(n int) ulidflake.ID { return ulidflake.ID(int64(1)<<40 + int64(n)<<8) }

// GreatAt returns the ID with the number n, which only the columns for all of uid11 hold.
func GreatAt(n int) uid11.ID { return uid11.ID(uint64(1)<<63 + uint64(n)<<8) }

// BareUUID is an ID type of another library that has no Value. GORM expands it into its
// bytes.
type BareUUID [16]byte

// MarshalText returns the text of a UUID.
func (x BareUUID) MarshalText() ([]byte, error) { return uuid.UUID(x).MarshalText() }

// UnmarshalText reads the text of a UUID.
func (x *BareUUID) UnmarshalText(b []byte) error { return (*uuid.UUID)(x).UnmarshalText(b) }

// BareAt returns the ID with the number n.
func BareAt(n int) BareUUID { return BareUUID(UUIDAt(n)) }

// NewBare returns a version 7 UUID.
func NewBare() (BareUUID, error) {
	x, err := uuid.NewV7()
	return BareUUID(x), err
}
