package tick

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Counter hands out (tick, sequence) pairs in strictly increasing order to any
// number of goroutines. The tick never decreases: when the clock stands still or
// goes back, the sequence of the last tick is continued.
//
// The state is one word, and the fast path is one atomic addition to it: unlike
// a loop of load and compare-and-swap it moves the cache line between cores once
// an identifier. The word holds the tick relative to a base:
//
//	 63 62                     bits bits-1                 0
//	+--+---------------------------+------------------------+
//	|f | tick - base               | sequence               |
//	+--+---------------------------+------------------------+
//
// bits is some bits wider than the sequence, so that the additions of goroutines
// that find the sequence exhausted do not carry into the tick. A clock that moves
// out of the word's range, as the clock of a machine does that boots in 1970 and
// learns the time later, freezes the word (f) and goes on with another base.
//
// The zero value is ready for use.
type Counter struct {
	word atomic.Pointer[word]
	mu   sync.Mutex // held while a word is replaced
}

type word struct {
	base  int64
	_     [56]byte // the base is read by all, and must not share the state's cache line
	state atomic.Uint64
	_     [56]byte
}

const frozen = 1 << 63

// Layout says how a counter packs its state. Bits is the width of the sequence
// with its guard; Max is the greatest sequence number that may be handed out, and
// must be less than half of what Bits holds.
type Layout struct {
	Bits uint8
	Max  uint64
}

// Next returns the next pair for a clock that shows now, in ticks. A tick that
// is new begins with the sequence number first, which must be at most l.Max. ok
// is false when the sequence of tick is exhausted: then the caller waits for the
// clock to pass that tick and calls again.
func (c *Counter) Next(now int64, first uint64, l Layout) (tick int64, sequence uint64, ok bool) {
	if tick, sequence, ok = c.Take(now, l); ok {
		return tick, sequence, true
	}
	return c.Begin(now, first, l)
}

// Take is the fast path of Next, small enough to become a part of its caller. When
// ok is false, the caller goes on with Begin.
func (c *Counter) Take(now int64, l Layout) (tick int64, sequence uint64, ok bool) {
	w := c.word.Load()
	if w == nil {
		return 0, 0, false
	}
	s := w.state.Add(1)
	// A frozen word shows a tick that is beyond every clock's.
	tick, sequence = w.base+int64(s>>l.Bits), s&(1<<l.Bits-1)
	return tick, sequence, tick >= now && sequence <= l.Max && int64(s) > 0
}

// Begin is the slow path of Next, and a whole one: what Take added to the
// sequence is a gap in a tick that has passed or is exhausted.
func (c *Counter) Begin(now int64, first uint64, l Layout) (tick int64, sequence uint64, ok bool) {
	return c.Reserve(now, first, 1, l)
}

// Reserve is Next for n pairs of one tick at once, whose sequence numbers follow
// one another: it returns the first of them. n must be at least 1, and first+n-1
// at most l.Max. ok is false when the tick has fewer than n pairs left; those can
// still be had.
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
			runtime.Gosched() // another goroutine is about to publish the next word
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
			// Taken back to the limit, or calls that fail would reach the tick.
			if last <= l.Max || w.state.CompareAndSwap(s, s-last+l.Max) {
				return w.base + at, 0, false
			}
		}
	}
}

// replace puts a word in the place of old that has handed out the pairs of now up
// to sequence, unless another goroutine has replaced old already. The caller has
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
