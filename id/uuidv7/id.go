package uuidv7

import (
	"bytes"
	"encoding/binary"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/store"
)

// ID is a UUIDv7 in its binary form: 16 bytes, big-endian (section 5.7). IDs can be
// compared with ==; their order is the order of their bytes.
//
// The zero value is the nil UUID, which is not a valid ID, because its version is 0. It
// means "no ID": it marshals to "" and back, [ID.String] formats it as zeros, and
// [Parse] and the column packages refuse it.
type ID [16]byte

const (
	// Version is the version of RFC 9562 that this package makes and reads.
	Version = 7
	// MaxTimestamp is the greatest timestamp of an ID, in milliseconds since
	// 1970-01-01T00:00:00Z: 10889-08-02T05:31:50.655Z.
	MaxTimestamp = 1<<48 - 1
	// MaxRandA is the greatest value of the field rand_a.
	MaxRandA = 1<<12 - 1
	// MaxRandom is the greatest value of the field rand_b.
	MaxRandom = 1<<62 - 1
)

// variant is the variant of RFC 9562, the two highest bits of the second word, and
// versionBits is the version in the first.
const (
	variant     = 2
	versionBits = Version << 12
)

// set writes in place, without a copy.
func (x *ID) set(hi, lo uint64) { store.Big16((*[16]byte)(x), hi, lo) }

// words returns the two words of an ID.
func words(step, random uint64) (hi, lo uint64) {
	return step>>12<<16 | versionBits | step&MaxRandA, variant<<62 | random
}

// wellFormed reports whether the words of an ID have the version and the variant.
func wellFormed(hi, lo uint64) bool {
	return hi&0xF000 == versionBits && lo>>62 == variant
}

// Bytes returns the binary form: 16 bytes, big-endian.
func (x ID) Bytes() id.Bytes16 { return id.Bytes16(x) }

// UnixMillis returns the timestamp in milliseconds since 1970-01-01T00:00:00Z, 0
// to [MaxTimestamp].
func (x ID) UnixMillis() int64 { return int64(binary.BigEndian.Uint64(x[:]) >> 16) }

// Time returns the timestamp in UTC, with a resolution of a millisecond: what rand_a
// means depends on the generator. Years after 9999 are possible; time.Time does not
// marshal them.
func (x ID) Time() time.Time { return time.UnixMilli(x.UnixMillis()).UTC() }

// Version returns the version field, 0 to 15. It is 7 in every valid ID.
func (x ID) Version() uint8 { return x[6] >> 4 }

// RandA returns the field rand_a, 0 to [MaxRandA]. In the IDs of this package it is the
// time within the millisecond in steps of 1/4096 ms. Other generators put a counter or
// random bits there.
func (x ID) RandA() uint16 { return binary.BigEndian.Uint16(x[6:8]) & MaxRandA }

// IsZero reports whether x is the zero value, the nil UUID.
func (x ID) IsZero() bool { return x == ID{} }

// IsValid reports whether x is a valid ID: one whose version is 7 and whose variant is
// that of RFC 9562.
func (x ID) IsValid() bool { return x[6]>>4 == Version && x[8]>>6 == variant }

// Compare returns -1 if x is less than y, 0 if they are equal, and +1 if x is greater:
// slices.SortFunc(ids, uuidv7.ID.Compare) sorts IDs.
func (x ID) Compare(y ID) int { return bytes.Compare(x[:], y[:]) }

// Equal reports whether x == y. Package go-cmp then shows texts, and not bytes.
func (x ID) Equal(y ID) bool { return x == y }

// Fields holds the fields of an ID that the version and the variant leave (section 5.7).
type Fields struct {
	Timestamp uint64 // milliseconds since 1970-01-01T00:00:00Z, 0 to MaxTimestamp
	RandA     uint16 // rand_a, 0 to MaxRandA
	Random    uint64 // rand_b, 0 to MaxRandom
}

// Fields returns the fields of x, which need not be valid.
func (x ID) Fields() Fields {
	return Fields{Timestamp: uint64(x.UnixMillis()), RandA: x.RandA(), Random: binary.BigEndian.Uint64(x[8:]) & MaxRandom}
}
