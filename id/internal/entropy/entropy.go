// Package entropy returns random integers from crypto/rand, or from a reader that
// the application sets. It does not allocate.
package entropy

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	"sync"

	"github.com/sortid/sortid/id/internal/instance"
)

// bufferSize is how many bytes are read from crypto/rand at once. A system call
// costs as much as forty IDs, and a buffer serves sixty-four or more.
const bufferSize = 1024

type buffer struct {
	bytes [bufferSize]byte
	next  int
	mark  instance.Mark // of the instance that filled the buffer
}

// buffers holds one per processor, so that goroutines do not wait for each other.
var buffers = sync.Pool{New: func() any { return &buffer{next: bufferSize} }}

// Source draws random integers. It is safe for concurrent use, also if the reader
// is not. The zero value is ready to use.
type Source struct {
	mu      sync.Mutex
	scratch [16]byte
}

// Draw returns n random bytes, 1 to 16, as one big-endian integer in the low bits
// of hi and lo. If r is nil, it reads crypto/rand and cannot fail: crypto/rand ends
// the process if the system has no randomness. It never returns bytes that an earlier
// instance of the process buffered.
func (s *Source) Draw(r io.Reader, n int) (hi, lo uint64, err error) {
	if r != nil {
		return s.read(r, n)
	}
	b := buffers.Get().(*buffer)
	if b.next+n > bufferSize || !b.mark.Current() {
		b.fill()
	}
	hi, lo = join(b.bytes[b.next : b.next+n])
	// A memory dump must not show what was returned.
	clear(b.bytes[b.next : b.next+n])
	b.next += n
	buffers.Put(b)
	return hi, lo, nil
}

// fill reads a buffer for this instance of the process.
func (b *buffer) fill() {
	b.mark = instance.Now()
	readFor(b.mark, b.bytes[:])
	b.next = 0
}

// readFor reads random bytes for an instance of the process. The length of p is a
// multiple of 8.
func readFor(mark instance.Mark, p []byte) {
	read(p)
	if !mark.First() {
		saltOf(mark).mix(p)
	}
}

// read reads crypto/rand, except in a test.
var read = func(p []byte) { rand.Read(p) } // never fails since Go 1.24

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
