package ulid

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/instance"
)

func TestDefault(t *testing.T) {
	idtest.Default[*ID](t, idtest.DefaultGenerator[Generator, ID]{
		Standard: &standard, New: New, NewBlock: NewBlock, MaxBlock: MaxBlock,
		Typed: new(For[idtest.User]).Generate,
		Fresh: func() *Generator { return new(Generator) },
		At: func(g *Generator, now int64) (x ID, err error) {
			hi, lo, err := g.next(now)
			x.set(hi, lo)
			return x, err
		},
		Broken: func(rand io.Reader) *Generator { return &Generator{Rand: rand} },
		Exhaust: func(g *Generator) {
			g.counter.mu.Lock()
			defer g.counter.mu.Unlock()
			hi := g.counter.currentRun().hi.Load()
			g.counter.publish(hi|maxHead, maxTail)
		},
	})
}

// TestOverflowCountsNothing: calls that fail do not add up to anything, however
// many there are.
func TestOverflowCountsNothing(t *testing.T) {
	for _, room := range []uint64{0, 1, 5} {
		var g Generator
		g.counter.publish(5<<16|maxHead, maxTail-room)
		g.counter.mark.Store(instance.Now())
		for range room {
			if _, _, err := g.next(5); err != nil {
				t.Fatal(err)
			}
		}
		fails := func() {
			if hi, lo, err := g.next(5); err == nil {
				t.Fatalf("an overflow gives %x, %x", hi, lo)
			}
		}
		fails()
		number, state := g.counter.current.Load(), g.counter.state.Load()
		for range 10 {
			fails()
		}
		if g.counter.current.Load() != number || g.counter.state.Load() != state {
			t.Errorf("run %d, state %x have become run %d, state %x", number, state, g.counter.current.Load(), g.counter.state.Load())
		}
	}
}

// TestResume: with the lock held, all values that are left are given out, and then none.
func TestResume(t *testing.T) {
	for _, room := range []uint64{0, 1, 2, 5} {
		var c counter
		c.publish(5<<16|maxHead, maxTail-room)
		for left := room; left > 0; left-- {
			if hi, lo, ok := c.resume(); hi != 5<<16|maxHead || lo != maxTail-left+1 || !ok {
				t.Errorf("with %d of %d values left: %x, %x, %v", left, room, hi, lo, ok)
			}
		}
		if hi, lo, ok := c.resume(); ok {
			t.Errorf("after all %d values: %x, %x", room, hi, lo)
		}
	}
}

// TestOvertaken: a goroutine that has read a run's first value, and takes a value after
// the next run has begun, must not combine the two.
func TestOvertaken(t *testing.T) {
	var c counter
	c.publish(5<<16, 100)
	stale := c.current.Load()
	c.publish(6<<16, 200)
	c.mark.Store(instance.Now())
	c.current.Store(stale)
	if hi, lo, ok := c.next(5); ok {
		t.Errorf("a value of run %d becomes %x, %d", c.state.Load()>>runBits, hi, lo)
	}
}

// TestRunNumberWraps goes past the greatest number of a run: the run after it has
// another place than its own.
func TestRunNumberWraps(t *testing.T) {
	var c counter
	c.mark.Store(instance.Now())
	c.current.Store(lastRun - 2)
	for i := range uint64(6) {
		before := c.current.Load()
		c.publish(i<<16, 10*i)
		if after := c.current.Load(); after == 0 || after > lastRun || after&1 == before&1 {
			t.Fatalf("run %d comes after run %d", after, before)
		}
		for n := range uint64(3) {
			if hi, lo, ok := c.next(int64(i)); !ok || hi != i<<16 || lo != 10*i+n+1 {
				t.Fatalf("run %d: value %d is %x, %d, %v", c.current.Load(), n, hi, lo, ok)
			}
		}
	}
}

// TestRunRoom: a run never has room beyond the random field, nor for as many values
// as would reach its number.
func TestRunRoom(t *testing.T) {
	for _, v := range []struct{ hi, lo, room uint64 }{
		{0, 0, runRoom},
		{0, maxTail, runRoom},
		{5<<16 | maxHead, maxTail, 0},
		{5<<16 | maxHead, maxTail - 1, 1},
		{5<<16 | maxHead, maxTail - runRoom, runRoom},
		{5<<16 | maxHead, 0, runRoom},
		{5<<16 | maxHead - 1, maxTail, runRoom},
	} {
		var c counter
		c.publish(v.hi, v.lo)
		if got := c.currentRun().room.Load(); got != v.room || 2*got > runMask {
			t.Errorf("from %x, %x a run has room for %d, want %d", v.hi, v.lo, got, v.room)
		}
	}
	var x ID
	x.set(add128(0, maxTail, 1))
	if binary.BigEndian.Uint64(x[:8]) != 1 || binary.BigEndian.Uint64(x[8:]) != 0 {
		t.Errorf("the carry is lost: %v", x)
	}
}

// TestLeap: a copy of the process leaves the values that another copy returns next, at
// every distance from the end of the random field.
func TestLeap(t *testing.T) {
	const millis = 5 << 16
	for _, c := range []struct{ hi, lo, randomHi, randomLo, wantHi, wantLo uint64 }{
		{0, 7, 3, 9, 3, 16},
		{1, maxTail, 0, 1, 2, 0},
		{1, maxTail, 0, 0, 1, maxTail},
		{maxHead - 1, 0, 1, maxTail, maxHead, maxTail},
		{maxHead - 1, 1, 1, maxTail, maxHead, 0}, // halved: 2^64 - 1
		{maxHead, maxTail - 4, maxHead, maxTail, maxHead, maxTail - 1},
		{maxHead, maxTail - 1, maxHead, 0, maxHead, maxTail},
		{maxHead, maxTail, maxHead, maxTail, maxHead, maxTail},
	} {
		var n counter
		n.publish(millis|c.hi, c.lo)
		n.skipAhead(c.randomHi, c.randomLo)
		r := n.currentRun()
		if hi, lo := r.hi.Load(), r.lo.Load(); hi != millis|c.wantHi || lo != c.wantLo {
			t.Errorf("from %x, %x by %x, %x: %x, %x, want %x, %x", c.hi, c.lo, c.randomHi, c.randomLo, hi, lo, millis|c.wantHi, c.wantLo)
		}
	}
}

// TestLeaveOnce: a copy of the process leaves the values of the other one once, and then counts up again.
func TestLeaveOnce(t *testing.T) {
	random := make([]byte, 30)
	random[19] = 100 // the last byte of the second random field
	r := bytes.NewReader(random)
	g := Generator{Rand: r}
	for i, want := range []uint64{0, 1, 102, 103, 104} {
		if i == 2 {
			instance.Renew()
		}
		if hi, lo, err := g.next(5); hi != 5<<16 || lo != want || err != nil {
			t.Errorf("ID %d is %x, %d, %v, want %d", i, hi, lo, err, want)
		}
	}
	if r.Len() != 10 {
		t.Errorf("%d bytes are left of 30", r.Len())
	}
	r.Reset(nil)
	instance.Renew()
	if hi, lo, err := g.next(5); !errors.Is(err, id.ErrEntropy) {
		t.Errorf("without randomness, a copy has %x, %d, %v", hi, lo, err)
	}
}
