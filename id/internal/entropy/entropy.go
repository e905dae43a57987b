// Package entropy hands out random integers from crypto/rand, or from a reader
// that the application sets, without an allocation a call.
package entropy

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	"sync"
)

// blockSize is how much is read from crypto/rand at once: a system call costs
// as much as some forty identifiers, and this serves sixty-four or more.
const blockSize = 1024

type block struct {
	bytes [blockSize]byte
	next  int
}

// blocks are per processor, so that goroutines do not wait for each other.
var blocks = sync.Pool{New: func() any { return &block{next: blockSize} }}

// Source draws random integers. The zero value reads crypto/rand, and is safe
// for concurrent use; so is one with a reader, whose calls it puts in a row.
type Source struct {
	mu      sync.Mutex
	scratch [16]byte
}

// Draw returns n random bytes, 1 to 16, as one big-endian integer in the low
// bits of hi and lo. With a nil reader it cannot fail: crypto/rand ends the
// process when the system has no randomness to give.
func (s *Source) Draw(r io.Reader, n int) (hi, lo uint64, err error) {
	if r != nil {
		return s.read(r, n)
	}
	b := blocks.Get().(*block)
	if b.next+n > blockSize {
		rand.Read(b.bytes[:]) // never fails since Go 1.24
		b.next = 0
	}
	hi, lo = join(b.bytes[b.next : b.next+n])
	// What was handed out is not kept: a dump of the memory must not show it.
	clear(b.bytes[b.next : b.next+n])
	b.next += n
	blocks.Put(b)
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

// tail reads up to eight bytes.
func tail(p []byte) (v uint64) {
	for _, c := range p {
		v = v<<8 | uint64(c)
	}
	return v
}
