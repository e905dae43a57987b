package clock

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Counter hands out (tick, sequence) pairs in strictly increasing order to any
// number of goroutines. The tick never decreases: when the clock stands still or
// goes back, Counter continues the sequence of the last tick.
//
// The state is one word, and the fast path adds to it atomically once. Unlike a
// loop of load and compare-and-swap, that moves the cache line between cores once
// per ID. The word holds the tick relative to a base:
//
//	 63 62                     bits bits-1                 0
//	+--+---------------------------+------------------------+
//	|f | tick - base               | sequence               |
//	+--+---------------------------+------------------------+
//
// bits is some bits wider than the sequence, so that the additions of goroutines
// that find the sequence exhausted do not carry into the tick. When the clock moves
// out of the word's range, for example because a machine boots in 1970 and learns
// the time later, Counter freezes the word (f) and continues with another base.
//
// The zero value is ready to use.
type Counter struct {
	word atomic.Pointer[word]
	mu   sync.Mutex // held while a word is replaced
}

type word struct {
	base  int64
	_     [56]byte // goroutines that only read the base must not share the state's cache line
	state atomic.Uint64
	_     [56]byte
}

const frozen = 1 << 63

// Layout is how a counter packs its state. Bits is the width of the sequence with
// its guard. Max is the greatest sequence number that Counter hands out; it must be
// less than half of what Bits holds.
type Layout struct {
	Bits uint8
	Max  uint64
}

// Next returns the next pair for a clock that shows the tick now. A new tick begins
// with the sequence number first, which must be at most l.Max. If the sequence of
// tick is exhausted, ok is false; the caller waits for the clock to pass that tick
// and calls Next again.
func (c *Counter) Next(now int64, first uint64, l Layout) (tick int64, sequence uint64, ok bool) {
	if tick, sequence, ok = c.Take(now, l); ok {
		return tick, sequence, true
	}
	return c.Begin(now, first, l)
}

// Take is the fast path of Next. It is small enough to be inlined. If ok is false,
// the caller continues with Begin.
func (c *Counter) Take(now int64, l Layout) (tick int64, sequence uint64, ok bool) {
	w := c.word.Load()
	if w == nil {
		return 0, 0, false
	}
	s := w.state.Add(1)
	// The tick of a frozen word is later than that of any clock.
	tick, sequence = w.base+int64(s>>l.Bits), s&(1<<l.Bits-1)
	return tick, sequence, tick >= now && sequence <= l.Max && int64(s) > 0
}

// Begin is the slow path of Next. It does not need the number that Take took, which
// becomes a gap in a tick that has passed or is exhausted.
func (c *Counter) Begin(now int64, first uint64, l Layout) (tick int64, sequence uint64, ok bool) {
	return c.Reserve(now, first, 1, l)
}

// Reserve is Next for n pairs of one tick with consecutive sequence numbers. It
// returns the first of them. n must be at least 1, and first+n-1 at most l.Max. If
// the tick has fewer than n pairs left, ok is false and they remain available.
func (c *Counter) Reserve(now int64, first, n uint64, l Layout) (tick int64, sequence uint64, ok bool) {
	for {
		w := c.word.Load()
		if w == nil || uint64(now-w.base) >= frozen>>l.Bits && now > w.base {
			if c.replace(w, now, first+n-1) {
				return now, first, true
			}
			continue
		}
		s := w.state.Load()
		if s >= frozen {
			runtime.Gosched() // until another goroutine publishes the next word
			continue
		}
		at, last := int64(s>>l.Bits), s&(1<<l.Bits-1)
		switch rel := now - w.base; {
		case at < rel:
			if w.state.CompareAndSwap(s, uint64(rel)<<l.Bits|(first+n-1)) {
				return now, first, true
			}
		case last+n <= l.Max:
			if w.state.CompareAndSwap(s, s+n) {
				return w.base + at, last + 1, true
			}
		default:
			// Back to the limit: failing calls must not add up to the tick.
			if last <= l.Max || w.state.CompareAndSwap(s, s-last+l.Max) {
				return w.base + at, 0, false
			}
		}
	}
}

// Held returns the tick of the last pair. ok is false if there was none.
func (c *Counter) Held(l Layout) (tick int64, ok bool) {
	for {
		w := c.word.Load()
		if w == nil {
			return 0, false
		}
		if s := w.state.Load(); s < frozen {
			return w.base + int64(s>>l.Bits), true
		}
		runtime.Gosched() // until another goroutine publishes the next word
	}
}

// replace replaces old by a word that has handed out the pairs of now up to
// sequence, unless another goroutine has replaced old already. The caller has
// found now to be after every tick of old.
func (c *Counter) replace(old *word, now int64, sequence uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.word.Load() != old {
		return false
	}
	w := &word{base: now}
	w.state.Store(sequence)
	if old != nil {
		old.state.Store(frozen)
	}
	c.word.Store(w)
	return true
}
