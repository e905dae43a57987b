// Package entropy returns random integers from crypto/rand, or from a reader that
// the application sets. It does not allocate.
package entropy

import (
	"encoding/binary"
	"io"
	"sync"
)

// Source draws random integers. It is safe for concurrent use, also if the reader
// is not. The zero value is ready to use.
type Source struct {
	mu      sync.Mutex
	scratch [16]byte
}

// Draw returns n random bytes, 1 to 16, as one big-endian integer in the low bits of hi
// and lo. If r is nil, it returns bits of [Word] and cannot fail.
func (s *Source) Draw(r io.Reader, n int) (hi, lo uint64, err error) {
	if r != nil {
		return s.read(r, n)
	}
	b := ready()
	if lo = b.take(); n > 8 {
		hi = b.take() >> (128 - 8*n)
	} else {
		lo >>= 64 - 8*n
	}
	streams.Put(b)
	return hi, lo, nil
}

func (s *Source) read(r io.Reader, n int) (hi, lo uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := io.ReadFull(r, s.scratch[:n]); err != nil {
		return 0, 0, err
	}
	hi, lo = join(s.scratch[:n])
	return hi, lo, nil
}

func join(p []byte) (hi, lo uint64) {
	switch n := len(p); {
	case n == 16:
		return binary.BigEndian.Uint64(p), binary.BigEndian.Uint64(p[8:])
	case n > 8:
		return tail(p[:n-8]), binary.BigEndian.Uint64(p[n-8:])
	}
	return 0, tail(p)
}

// tail returns up to eight bytes as an integer.
func tail(p []byte) (v uint64) {
	for _, c := range p {
		v = v<<8 | uint64(c)
	}
	return v
}
