package inventory

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// digest is half of a SHA-256.
type digest [16]byte

// hasher makes digests. Its buffer is used again.
type hasher struct{ buf []byte }

// of returns the digest of parts, each with its length.
func (h *hasher) of(parts ...[]byte) digest {
	h.buf = h.buf[:0]
	for _, p := range parts {
		h.buf = binary.AppendUvarint(h.buf, uint64(len(p)))
		h.buf = append(h.buf, p...)
	}
	sum := sha256.Sum256(h.buf)
	return digest(sum[:16])
}

// Sum is the sum of digests modulo 2^128: that of the same digests in any order.
type Sum struct{ high, low uint64 }

func (s *Sum) add(d digest) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, binary.BigEndian.Uint64(d[8:]), 0)
	s.high, _ = bits.Add64(s.high, binary.BigEndian.Uint64(d[:8]), carry)
}

// MarshalText writes 32 hexadecimal digits.
func (s Sum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x%016x", s.high, s.low), nil }

// UnmarshalText reads 32 hexadecimal digits.
func (s *Sum) UnmarshalText(text []byte) error {
	var b digest
	if n, err := hex.Decode(b[:], text[:min(len(text), 32)]); err != nil || n != len(b) || len(text) != 32 {
		return fmt.Errorf("the sum %.40q is not 32 hexadecimal digits", text)
	}
	s.high, s.low = binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	return nil
}
