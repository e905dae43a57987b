package ulid_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
)

// clock is set from outside, in milliseconds.
type clock struct{ millis atomic.Int64 }

func (c *clock) set(millis int64) { c.millis.Store(millis) }
func (c *clock) read() time.Time  { return time.UnixMilli(c.millis.Load()) }

func clockAt(millis int64) *clock {
	c := new(clock)
	c.set(millis)
	return c
}

func must(t testing.TB, g *ulid.Generator) ulid.ID {
	t.Helper()
	x, err := g.New()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// add128 returns x with n added to its random field.
func add128(x ulid.ID, n uint64) (y ulid.ID) {
	hi, lo := binary.BigEndian.Uint64(x[:8]), binary.BigEndian.Uint64(x[8:])
	if lo+n < lo {
		hi++
	}
	binary.BigEndian.PutUint64(y[:8], hi)
	binary.BigEndian.PutUint64(y[8:], lo+n)
	return y
}

// repeat is a source of randomness that gives the same byte for ever.
type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// TestMonotonic holds one millisecond for more IDs than a run has room for: each
// is the one before plus one, also where the low 64 bits carry.
func TestMonotonic(t *testing.T) {
	const carryAfter = 300_000
	random := append([]byte{0x12, 0x34}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-carryAfter)...)
	c := clockAt(1000)
	g := ulid.Generator{Clock: c.read, Rand: strings.NewReader(string(random))}
	first := must(t, &g)
	if first.Random() != [10]byte(random) || first.UnixMillis() != 1000 {
		t.Fatalf("the first ID is %v", first)
	}
	for i := range uint64(2 * carryAfter) {
		if i%1000 == 0 {
			c.set(int64(1000 - i%7)) // the clock going back is no matter
		}
		if x := must(t, &g); x != add128(first, i+1) {
			t.Fatalf("ID %d is %v, want %v", i+1, x, add128(first, i+1))
		}
	}
}

// TestOverflow: the last value is reached, calls beyond it fail without end and
// change nothing, and the next millisecond is as any other.
func TestOverflow(t *testing.T) {
	for _, room := range []uint64{0, 1, 2, 1<<19 - 1, 1 << 19} {
		random := append([]byte{0xFF, 0xFF}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-room)...)
		c := clockAt(5)
		g := ulid.Generator{Clock: c.read, Rand: io.MultiReader(strings.NewReader(string(random)), repeat(0))}
		for i := range room + 1 {
			if x := must(t, &g); x.UnixMillis() != 5 || binary.BigEndian.Uint64(x[8:]) != math.MaxUint64-room+i {
				t.Fatalf("room for %d: ID %d is %v", room, i, x)
			}
		}
		for range 100 {
			c.set(5 - c.millis.Load()%2)
			if x, err := g.New(); !errors.Is(err, id.ErrOverflow) || !x.IsZero() || !strings.Contains(err.Error(), "00.005Z") {
				t.Fatalf("room for %d: after the last ID comes %v, %v", room, x, err)
			}
		}
		c.set(6)
		if x := must(t, &g); x.String() != "00000000060000000000000000" {
			t.Errorf("room for %d: the next millisecond begins with %v", room, x)
		}
	}
}

// TestRandOncePerMillisecond: randomness is drawn for a new millisecond, ten
// bytes, and not otherwise.
func TestRandOncePerMillisecond(t *testing.T) {
	random := strings.NewReader(strings.Repeat("0123456789", 3))
	c := clockAt(0)
	g := ulid.Generator{Clock: c.read, Rand: random}
	for i, step := range []struct {
		millis int64
		left   int
	}{{0, 20}, {0, 20}, {7, 10}, {7, 10}, {6, 10}, {7, 10}, {1 << 47, 0}, {3, 0}, {1 << 47, 0}} {
		c.set(step.millis)
		must(t, &g)
		if random.Len() != step.left {
			t.Errorf("step %d: %d bytes are left, want %d", i, random.Len(), step.left)
		}
	}
}

func TestRandFails(t *testing.T) {
	broken := errors.New("no dice")
	for _, plain := range []bool{false, true} {
		g := ulid.Generator{Rand: iotest.ErrReader(broken), Plain: plain}
		if x, err := g.New(); !errors.Is(err, id.ErrEntropy) || !errors.Is(err, broken) || !x.IsZero() {
			t.Errorf("a broken Rand gives %v, %v", x, err)
		}
		// A short read must not pass for randomness.
		g = ulid.Generator{Rand: strings.NewReader("too short"), Plain: plain}
		if x, err := g.New(); !errors.Is(err, io.ErrUnexpectedEOF) || !x.IsZero() {
			t.Errorf("a short Rand gives %v, %v", x, err)
		}
	}
}

// sometimes is a source of randomness that fails as long as err is set.
type sometimes struct{ err error }

func (s *sometimes) Read(p []byte) (int, error) {
	if s.err != nil {
		return copy(p, "half"), s.err
	}
	return repeat(7).Read(p)
}

// TestRandFailsLater: a millisecond that could not begin leaves the one before as
// it was, and begins as soon as it can.
func TestRandFailsLater(t *testing.T) {
	c, random := clockAt(9), new(sometimes)
	g := ulid.Generator{Clock: c.read, Rand: random}
	first := must(t, &g)
	random.err = io.ErrNoProgress
	for i := range uint64(3) {
		c.set(10)
		if x, err := g.New(); !errors.Is(err, io.ErrNoProgress) || !x.IsZero() {
			t.Fatalf("a broken Rand gives %v, %v", x, err)
		}
		c.set(9)
		if x := must(t, &g); x != add128(first, i+1) {
			t.Fatalf("after a failure: %v, want %v", x, add128(first, i+1))
		}
	}
	random.err = nil
	c.set(10)
	if x := must(t, &g); x.UnixMillis() != 10 || x.Random() != first.Random() {
		t.Errorf("the next millisecond begins with %v", x)
	}
}

// TestPlain: time as the clock shows it, and randomness of its own for each ID.
func TestPlain(t *testing.T) {
	c := clockAt(0)
	random := strings.NewReader("0123456789abcdefghijABCDEFGHIJ")
	g := ulid.Generator{Clock: c.read, Rand: random, Plain: true}
	for _, want := range []ulid.Fields{
		{Timestamp: 1000, Random: [10]byte([]byte("0123456789"))},
		{Timestamp: 1000, Random: [10]byte([]byte("abcdefghij"))},
		{Timestamp: 999, Random: [10]byte([]byte("ABCDEFGHIJ"))},
	} {
		c.set(int64(want.Timestamp))
		if x := must(t, &g); x.Fields() != want {
			t.Errorf("at %d: %+v", want.Timestamp, x.Fields())
		}
	}
	c.set(-1)
	if x, err := g.New(); !errors.Is(err, id.ErrRange) || !x.IsZero() {
		t.Errorf("a clock before 1970 gives %v, %v", x, err)
	}
	g = ulid.Generator{Clock: clockAt(5).read, Plain: true}
	seen := make(map[ulid.ID]bool)
	for range 10_000 {
		seen[must(t, &g)] = true
	}
	if len(seen) != 10_000 {
		t.Errorf("10000 plain IDs of a millisecond have %d values", len(seen))
	}
}

// TestClockOutside: the ends of the lifetime, and of time itself.
func TestClockOutside(t *testing.T) {
	for _, tt := range []struct {
		name   string
		at     time.Time
		reason id.Reason
	}{
		{"before 1970", time.UnixMilli(-1), id.ErrRange},
		{"the zero time", time.Time{}, id.ErrRange},
		{"the far past", time.Unix(math.MinInt64, 0), id.ErrRange},
		{"past the last millisecond", time.UnixMilli(ulid.MaxTimestamp + 1), id.ErrOverflow},
		// 2^61 seconds are a multiple of 2^64 milliseconds: wrapped, they are 0.
		{"the far future", time.Unix(1<<61, 0), id.ErrOverflow},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := tt.at
			g := ulid.Generator{Clock: func() time.Time { return now }, Rand: strings.NewReader("0123456789")}
			x, err := g.New()
			var r *id.RangeError
			if !errors.As(err, &r) || !errors.Is(err, id.ErrRange) || !errors.Is(err, tt.reason) || !x.IsZero() {
				t.Errorf("New = %v, %v", x, err)
			}
			if tt.reason != id.ErrOverflow && errors.Is(err, id.ErrOverflow) {
				t.Errorf("a time before the lifetime is called an overflow: %v", err)
			}
			if x, err := ulid.MinAt(tt.at); !errors.Is(err, tt.reason) || !x.IsZero() {
				t.Errorf("MinAt = %v, %v", x, err)
			}
			// Nothing was drawn, and nothing held: the generator is as new.
			now = time.UnixMilli(ulid.MaxTimestamp)
			if x, err := g.New(); err != nil || x.UnixMillis() != ulid.MaxTimestamp || string(x[6:]) != "0123456789" {
				t.Errorf("after that: %v, %v", x, err)
			}
		})
	}
}

// TestConcurrentHold lets goroutines draw from one millisecond for several runs.
func TestConcurrentHold(t *testing.T) {
	const goroutines, each = 4, 300_000
	g := ulid.Generator{Clock: clockAt(1).read, Rand: repeat(0x55)}
	first := must(t, &g)
	base := binary.BigEndian.Uint64(first[8:])
	ids := make([][]uint64, goroutines)
	var wg sync.WaitGroup
	for i := range ids {
		ids[i] = make([]uint64, each)
		wg.Go(func() {
			for n := range ids[i] {
				x, err := g.New()
				if err != nil || x.UnixMillis() != 1 {
					t.Errorf("%v, %v", x, err)
					return
				}
				ids[i][n] = binary.BigEndian.Uint64(x[8:]) - base
			}
		})
	}
	wg.Wait()
	// A goroutine that is overtaken by the end of a run may lose its place in it.
	seen := make([]bool, 2*goroutines*each)
	for _, list := range ids {
		last := uint64(0)
		for _, n := range list {
			if n <= last || n >= uint64(len(seen)) || seen[n] {
				t.Fatalf("place %d comes after %d, or is taken twice", n, last)
			}
			seen[n], last = true, n
		}
	}
}

// TestConcurrentJumps lets goroutines draw while the clock jumps forth and back by
// decades under them.
func TestConcurrentJumps(t *testing.T) {
	c := clockAt(1)
	g := ulid.Generator{Clock: c.read}
	const goroutines, each = 4, 20_000
	ids := make([][]ulid.ID, goroutines)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			for n := range each {
				switch {
				case n%500 == 0:
					c.millis.Add(int64(i+1) * 1e10) // a third of a year and more
				case n%500 == 250:
					c.millis.Add(-5e9)
				case n%10 == 0:
					c.millis.Add(1)
				}
				x, err := g.New()
				if err != nil {
					t.Error(err)
					return
				}
				ids[i] = append(ids[i], x)
			}
		})
	}
	wg.Wait()
	seen := make(map[ulid.ID]bool)
	for _, list := range ids {
		for i, x := range list {
			if seen[x] || i > 0 && list[i-1].Compare(x) >= 0 {
				t.Fatalf("%v is made twice, or after a greater one", x)
			}
			seen[x] = true
		}
	}
}

func TestFromFields(t *testing.T) {
	for _, millis := range []uint64{ulid.MaxTimestamp + 1, math.MaxUint64} {
		x, err := ulid.FromFields(ulid.Fields{Timestamp: millis})
		if !errors.Is(err, id.ErrRange) || !x.IsZero() || !strings.Contains(err.Error(), "281474976710655") {
			t.Errorf("FromFields of %d ms = %v, %v", millis, x, err)
		}
	}
	a, b := ulid.New(), ulid.New()
	if ulid.Compare(a, b) != -1 || ulid.Compare(b, a) != 1 || ulid.Compare(a, a) != 0 {
		t.Error("Compare is wrong")
	}
}
