package entropy

import (
	"crypto/rand"
	"io"
	rand2 "math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/id/internal/instance"
)

// streamSize is how many words a stream makes of one seed.
const streamSize = 256

// stream is a buffer of random words. crypto/rand alone takes 20 ns for each word of a
// long buffer; ChaCha8, a cryptographically strong generator, makes the words of a seed
// of 32 bytes from crypto/rand in a third of that. A seed serves one buffer.
type stream struct {
	next  int
	mark  instance.Mark // of the instance that filled the buffer
	words [streamSize]uint64
	seed  [32]byte
	rand  rand2.ChaCha8
}

// streams holds one per processor, so that goroutines do not wait for each other.
var streams = sync.Pool{New: func() any { return &stream{next: streamSize} }}

// Word returns 64 random bits. If r is not nil, it reads eight bytes, big-endian.
// Otherwise it cannot fail.
func (s *Source) Word(r io.Reader) (uint64, error) {
	if r != nil {
		_, w, err := s.read(r, 8)
		return w, err
	}
	return Word(), nil
}

// Word returns 64 random bits. It is safe for concurrent use and cannot fail: crypto/rand
// ends the process if the system has no randomness. It never returns bits that an earlier
// instance of the process buffered.
func Word() uint64 {
	b := ready()
	w := b.take()
	streams.Put(b)
	return w
}

// ready returns a stream of this instance of the process that has two words or more.
func ready() *stream {
	b := streams.Get().(*stream)
	if b.next > streamSize-2 || !b.mark.Current() {
		b.fill()
	}
	return b
}

// take returns the next word and erases it: a memory dump must not show what was
// returned.
func (b *stream) take() uint64 {
	w := b.words[b.next]
	b.words[b.next] = 0
	b.next++
	return w
}

//go:noinline
func (b *stream) fill() {
	b.mark = instance.Now()
	readFor(b.mark, b.seed[:])
	b.rand.Seed(b.seed)
	for i := range b.words {
		b.words[i] = b.rand.Uint64()
	}
	b.next = 0
	// Neither the seed nor the generator's state may show the words.
	clear(b.seed[:])
	b.rand.Seed(b.seed)
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

// NewCounter returns a counter that begins at a random number.
func NewCounter() *atomic.Uint64 {
	n := new(atomic.Uint64)
	n.Store(Word())
	return n
}
