package idtesting

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"time"
)

// tick is how far a Source's clock moves at each reading: no format needs to wait.
const tick = time.Millisecond

// Source is a clock that moves and a source of random bytes, which are the same in each run.
// It is for the fields Clock and Rand of one generator. It is safe for concurrent use, but
// goroutines get their IDs in no order that repeats. [NewSource] makes one.
type Source struct {
	mu   sync.Mutex
	now  time.Time
	rand *rand.ChaCha8
}

// NewSource returns a source that begins at a time, for a seed. Sources of one seed and time
// return the same.
func NewSource(seed uint64, begin time.Time) *Source {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return &Source{now: begin, rand: rand.NewChaCha8(key)}
}

// Now returns the time, which is a millisecond later at each call.
func (s *Source) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now
	s.now = now.Add(tick)
	return now
}

// Set makes t the time of the next call of Now. An earlier time is a clock that goes back.
func (s *Source) Set(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = t
}

// Read fills p with random bytes. It does not fail.
func (s *Source) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rand.Read(p)
}
