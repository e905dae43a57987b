package entropy

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
)

// Seed derives the random bits of the IDs of a block, so that a block needs no
// memory for each of its IDs. Without the seed, the bits of one place cannot be
// computed from those of others.
type Seed struct{ hi, lo uint64 }

// Seed draws a seed: 16 bytes.
func (s *Source) Seed(r io.Reader) (Seed, error) {
	hi, lo, err := s.Draw(r, 16)
	return Seed{hi, lo}, err
}

// At returns 128 random bits for a place: the first half of the SHA-256 of the
// seed and the place, 24 bytes, big-endian.
func (s Seed) At(place int) (hi, lo uint64) {
	var b [24]byte
	binary.BigEndian.PutUint64(b[0:], s.hi)
	binary.BigEndian.PutUint64(b[8:], s.lo)
	binary.BigEndian.PutUint64(b[16:], uint64(place))
	sum := sha256.Sum256(b[:])
	return binary.BigEndian.Uint64(sum[0:]), binary.BigEndian.Uint64(sum[8:])
}
