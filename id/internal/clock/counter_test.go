package clock

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var small = Layout{Bits: 5, Max: 7}

type step struct {
	now      int64
	first    uint64
	tick     int64
	sequence uint64
	ok       bool
}

func TestCounter(t *testing.T) {
	var c Counter
	for i, s := range []step{
		{10, 0, 10, 0, true},
		{10, 5, 10, 1, true}, // first applies only to a new tick
		{9, 0, 10, 2, true},
		{-1 << 60, 0, 10, 3, true},
		{11, 6, 11, 6, true},
		{11, 0, 11, 7, true},
		{11, 0, 11, 0, false},
		{10, 0, 11, 0, false},
		{12, 1, 12, 1, true},
		{1 << 60, 2, 1 << 60, 2, true}, // out of the word's range
		{12, 0, 1 << 60, 3, true},
		{1<<60 + 1, 0, 1<<60 + 1, 0, true},
		{1<<60 + 1<<57, 0, 1<<60 + 1<<57, 0, true},
		{1<<60 + 1<<57 + 1<<58, 0, 1<<60 + 1<<57 + 1<<58, 0, true},
		{0, 0, 1<<60 + 1<<57 + 1<<58, 1, true},
	} {
		tick, sequence, ok := c.Next(s.now, s.first, small)
		if tick != s.tick || sequence != s.sequence || ok != s.ok {
			t.Errorf("step %d: Next(%d, %d) = %d, %d, %v, want %d, %d, %v", i, s.now, s.first, tick, sequence, ok, s.tick, s.sequence, s.ok)
		}
	}
}

// TestCounterFails: calls that fail never reach the tick.
func TestCounterFails(t *testing.T) {
	var c Counter
	for range 8 {
		c.Next(3, 0, small)
	}
	for range 100_000 {
		if tick, _, ok := c.Next(3, 0, small); ok || tick != 3 {
			t.Fatalf("an exhausted tick gives %d, %v", tick, ok)
		}
	}
	if tick, sequence, ok := c.Next(4, 0, small); tick != 4 || sequence != 0 || !ok {
		t.Errorf("the next tick gives %d, %d, %v", tick, sequence, ok)
	}
}

// TestHeld: a counter holds the tick of its last pair, also one that it could not give, and none at first.
func TestHeld(t *testing.T) {
	var c Counter
	if tick, ok := c.Held(small); tick != 0 || ok {
		t.Errorf("a new counter holds %d, %v", tick, ok)
	}
	for _, now := range []int64{10, 11, 11, 5, 1 << 60} {
		c.Next(now, 7, small)
		want := max(now, 11)
		if now == 10 {
			want = 10
		}
		if tick, ok := c.Held(small); tick != want || !ok {
			t.Errorf("after %d, the counter holds %d, %v, want %d", now, tick, ok, want)
		}
	}
}

// TestFrozen: a word that was replaced gives no pair any more.
func TestFrozen(t *testing.T) {
	var c Counter
	c.Next(10, 0, small)
	old := c.word.Load()
	c.Next(1<<60, 0, small) // out of the word's range
	c.word.Store(old)
	if tick, sequence, ok := c.Take(10, small); ok {
		t.Errorf("a frozen word gives %d, %d", tick, sequence)
	}
	if c.replace(&word{}, 11, 0) || c.word.Load() != old {
		t.Error("a word is replaced that another goroutine has replaced")
	}
	if !c.mu.TryLock() {
		t.Error("the lock is held")
	}
}

// TestReserve: what is reserved follows what came before, in one tick, and a tick
// without room for it keeps what it has.
func TestReserve(t *testing.T) {
	var c Counter
	for i, s := range []struct {
		now      int64
		first, n uint64
		tick     int64
		sequence uint64
		ok       bool
	}{
		{10, 2, 3, 10, 2, true},
		{10, 0, 2, 10, 5, true},
		{10, 0, 2, 10, 0, false},
		{9, 0, 1, 10, 7, true},
		{10, 0, 1, 10, 0, false},
		{11, 0, 8, 11, 0, true},
		{11, 0, 8, 11, 0, false},
		{1 << 60, 0, 8, 1 << 60, 0, true}, // out of the word's range
		{12, 0, 1, 1 << 60, 0, false},
		{1<<60 + 1, 7, 1, 1<<60 + 1, 7, true},
	} {
		tick, sequence, ok := c.Reserve(s.now, s.first, s.n, small)
		if tick != s.tick || sequence != s.sequence || ok != s.ok {
			t.Errorf("step %d: Reserve(%d, %d, %d) = %d, %d, %v, want %d, %d, %v",
				i, s.now, s.first, s.n, tick, sequence, ok, s.tick, s.sequence, s.ok)
		}
	}
}

// TestWordStays: ticks that a word has room for need no other one, which is memory.
func TestWordStays(t *testing.T) {
	const base = 1 << 57 // greater than the ticks of a word
	var c Counter
	c.Reserve(base, 0, 1, small)
	word := c.word.Load()
	for _, now := range []int64{base + 1, base + 1000, base - 1, base + 1<<40} {
		if c.Reserve(now, 0, 1, small); c.word.Load() != word {
			t.Fatalf("tick %d, after a word of tick %d, has its own", now, int64(base))
		}
	}
}

// TestReserveConcurrent: reserved pairs and single ones are unique.
func TestReserveConcurrent(t *testing.T) {
	var c Counter
	var clock atomic.Int64
	l := Layout{Bits: 20, Max: 1<<16 - 1}
	type pair struct {
		tick     int64
		sequence uint64
	}
	const goroutines, each = 4, 3000
	out := make([][]pair, goroutines)
	var wg sync.WaitGroup
	for g := range out {
		wg.Go(func() {
			for i := range each {
				now, n := clock.Load(), uint64(1)
				if i%2 == 0 {
					n = uint64(1 + i%50)
				}
				var tick int64
				var sequence uint64
				var ok bool
				if n == 1 {
					tick, sequence, ok = c.Next(now, 0, l)
				} else {
					tick, sequence, ok = c.Reserve(now, 0, n, l)
				}
				if !ok {
					clock.CompareAndSwap(now, now+1)
					continue
				}
				for j := range n {
					out[g] = append(out[g], pair{tick, sequence + j})
				}
			}
		})
	}
	wg.Wait()
	seen := make(map[pair]bool)
	for _, list := range out {
		for _, p := range list {
			if seen[p] || p.sequence > l.Max {
				t.Fatalf("%v came twice, or is beyond the limit", p)
			}
			seen[p] = true
		}
	}
}

// TestCounterConcurrent: pairs are unique, and grow for each goroutine, also while
// the clock leaves the word's range again and again.
func TestCounterConcurrent(t *testing.T) {
	var c Counter
	var clock atomic.Int64
	l := Layout{Bits: 40, Max: 1<<39 - 1} // 2^23 ticks
	const goroutines, each = 4, 20_000
	type pair struct {
		tick     int64
		sequence uint64
	}
	out := make([][]pair, goroutines)
	var wg sync.WaitGroup
	for g := range out {
		wg.Go(func() {
			for i := range each {
				if i%97 == 0 {
					clock.Add(1 << 22)
				}
				tick, sequence, ok := c.Next(clock.Load(), 0, l)
				if !ok {
					t.Error("exhausted")
					return
				}
				out[g] = append(out[g], pair{tick, sequence})
			}
		})
	}
	wg.Wait()
	seen := make(map[pair]bool)
	for _, list := range out {
		for i, p := range list {
			if seen[p] {
				t.Fatalf("%v came twice", p)
			}
			seen[p] = true
			if i > 0 && (p.tick < list[i-1].tick || p.tick == list[i-1].tick && p.sequence <= list[i-1].sequence) {
				t.Fatalf("%v came after %v", p, list[i-1])
			}
		}
	}
}

func TestWait(t *testing.T) {
	readings := []int64{4000, 4500, 5000, 5001}
	read := func() int64 {
		now := readings[0]
		readings = readings[1:]
		return now
	}
	if now, ok := Wait(read, 5000, time.Microsecond); now != 5001 || !ok {
		t.Errorf("Wait = %d, %v", now, ok)
	}
	// Wait does not wait for a tick that cannot come in time.
	polls := 0
	if now, ok := Wait(func() int64 { polls++; return 0 }, 1<<40, time.Millisecond); now != 0 || ok || polls != 1 {
		t.Errorf("Wait = %d, %v after %d readings", now, ok, polls)
	}
}

// TestWaitEnds: Wait does not wait without end for a clock that stands still, and it waits for a tick that comes in
// MaxWait, but for none after it.
func TestWaitEnds(t *testing.T) {
	for _, c := range []struct {
		name   string
		lead   int64
		ok     bool
		waited time.Duration
	}{
		{"the next tick", 0, true, time.Millisecond},
		{"a tick within MaxWait", 999, true, time.Second},
		{"the last tick that comes in time", 1000, true, time.Second + time.Millisecond},
		{"a tick too late", 1001, false, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			now, ok := Wait(func() int64 { return time.Since(begun).Milliseconds() }, c.lead, time.Millisecond)
			if waited := time.Since(begun); ok != c.ok || waited != c.waited || now != c.waited.Milliseconds() {
				t.Errorf("%s: Wait = %d, %v after %v, want %v after %v", c.name, now, ok, waited, c.ok, c.waited)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		now, ok := Wait(func() int64 { return 7 }, 7, time.Millisecond)
		if waited := time.Since(begun); now != 7 || ok || waited != MaxWait+time.Millisecond {
			t.Errorf("a clock that stands still: Wait = %d, %v after %v", now, ok, waited)
		}
	})
}

// TestReplacedMeanwhile: a goroutine that finds that another one has replaced the word takes its pairs from that.
func TestReplacedMeanwhile(t *testing.T) {
	for range 20 {
		var c Counter
		c.mu.Lock()
		var all sync.WaitGroup
		all.Go(func() {
			if tick, sequence, ok := c.Reserve(10, 0, 2, small); tick != 10 || sequence != 4 || !ok {
				t.Errorf("Reserve gives %d, %d, %v of a word that is replaced", tick, sequence, ok)
			}
		})
		for range 20 {
			runtime.Gosched() // so that it waits for the lock
		}
		w := &word{base: 10}
		w.state.Store(3)
		c.word.Store(w)
		c.mu.Unlock()
		all.Wait()
	}
}

// TestFrozenWaits: a goroutine that finds a frozen word waits for the one that replaces it.
func TestFrozenWaits(t *testing.T) {
	for range 20 {
		var c Counter
		c.Next(10, 0, small)
		c.word.Load().state.Store(frozen)
		var all sync.WaitGroup
		all.Go(func() {
			if tick, sequence, ok := c.Reserve(10, 0, 2, small); tick != 20 || sequence != 4 || !ok {
				t.Errorf("Reserve gives %d, %d, %v of a word that is replaced", tick, sequence, ok)
			}
		})
		all.Go(func() {
			if tick, ok := c.Held(small); tick != 20 || !ok {
				t.Errorf("Held gives %d, %v of a word that is replaced", tick, ok)
			}
		})
		for range 20 {
			runtime.Gosched()
		}
		w := &word{base: 20}
		w.state.Store(3)
		c.word.Store(w)
		all.Wait()
	}
}
