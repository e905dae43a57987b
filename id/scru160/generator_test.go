package scru160_test

import (
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
	"github.com/sortid/sortid/id/scru160"
)

// clock is set from outside, in microseconds.
type clock struct{ micros atomic.Int64 }

func (c *clock) set(micros int64) { c.micros.Store(micros) }
func (c *clock) read() time.Time  { return time.UnixMicro(c.micros.Load()) }

func clockAt(micros int64) *clock {
	c := new(clock)
	c.set(micros)
	return c
}

func must(t testing.TB, g *scru160.Generator) scru160.ID {
	t.Helper()
	x, err := g.New()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// repeat is a source of randomness that gives the same byte for ever.
type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// TestRandomIsFresh: the counter counts, and all else is random in each ID.
func TestRandomIsFresh(t *testing.T) {
	g := scru160.Generator{Clock: clockAt(5000).read}
	random80, random16 := make(map[[10]byte]bool), make(map[uint16]bool)
	first := must(t, &g)
	for i := range uint16(5000) {
		x := must(t, &g)
		if x.Counter() != first.Counter()+i+1 || x.UnixMillis() != 5 {
			t.Fatalf("ID %d has the counter %d after %d", i, x.Counter(), first.Counter())
		}
		random80[x.Random()], random16[x.Extension()] = true, true
	}
	if len(random80) != 5000 || len(random16) < 4000 {
		t.Errorf("5000 IDs have %d values of random80 and %d of random16", len(random80), len(random16))
	}
}

// TestInitialValue: the counter begins at 15 random bits in each millisecond.
func TestInitialValue(t *testing.T) {
	c := clockAt(0)
	g := scru160.Generator{Clock: c.read}
	var or, and uint16 = 0, math.MaxUint16
	for i := range int64(1000) {
		c.set(1000 * (i + 1))
		x := must(t, &g)
		or, and = or|x.Counter(), and&x.Counter()
	}
	if or != 1<<15-1 || and != 0 {
		t.Errorf("of 1000 initial values, the bits that were ever set are %016b, those that always were %016b", or, and)
	}
}

// TestRandOrder pins which of the 16 bytes go where.
func TestRandOrder(t *testing.T) {
	g := scru160.Generator{Clock: clockAt(1000).read, Rand: strings.NewReader("\xff\xff\x92\x34ABabcdefghij\x00\x00\x00\x00CDklmnopqrst")}
	want := scru160.Fields{Timestamp: 1, Counter: 0x1234, Extension: 'A'<<8 | 'B', Random: [10]byte([]byte("abcdefghij"))}
	if x := must(t, &g); x.Fields() != want {
		t.Errorf("the first ID is %+v, want %+v", x.Fields(), want)
	}
	want = scru160.Fields{Timestamp: 1, Counter: 0x1235, Extension: 'C'<<8 | 'D', Random: [10]byte([]byte("klmnopqrst"))}
	if x := must(t, &g); x.Fields() != want {
		t.Errorf("the second ID is %+v, want %+v", x.Fields(), want)
	}
}

func TestRandFails(t *testing.T) {
	broken := errors.New("no dice")
	g := scru160.Generator{Rand: iotest.ErrReader(broken)}
	if x, err := g.New(); !errors.Is(err, id.ErrEntropy) || !errors.Is(err, broken) || !x.IsZero() {
		t.Errorf("a broken Rand gives %v, %v", x, err)
	}
	// A short read must not pass for randomness.
	g = scru160.Generator{Rand: strings.NewReader("only 15 bytes..")}
	if x, err := g.New(); !errors.Is(err, io.ErrUnexpectedEOF) || !x.IsZero() {
		t.Errorf("a short Rand gives %v, %v", x, err)
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

// TestRandFailsLater: failed calls move neither the counter nor the timestamp.
func TestRandFailsLater(t *testing.T) {
	c, random := clockAt(9000), new(sometimes)
	g := scru160.Generator{Clock: c.read, Rand: random}
	first := must(t, &g)
	for i := range uint16(3) {
		random.err = io.ErrNoProgress
		for _, micros := range []int64{9000, 10_000} {
			c.set(micros)
			if x, err := g.New(); !errors.Is(err, io.ErrNoProgress) || !x.IsZero() {
				t.Fatalf("a broken Rand gives %v, %v", x, err)
			}
		}
		random.err = nil
		c.set(9000)
		if x := must(t, &g); x.UnixMillis() != 9 || x.Counter() != first.Counter()+i+1 {
			t.Fatalf("after failures: %+v", x.Fields())
		}
	}
}

// TestExhausted: a clock that stands still ends in an error, not in a wait without
// end, and the generator goes on when the clock does.
func TestExhausted(t *testing.T) {
	for _, micros := range []bool{false, true} {
		// A day back is more than New waits for; so it fails at once.
		const start, day = 86_400_000_000, 86_400_000_000
		c := clockAt(2 * start)
		g := scru160.Generator{Clock: c.read, Micros: micros, CounterBits: 1}
		last := must(t, &g)
		c.set(2*start - day)
		var err error
		for err == nil {
			var x scru160.ID
			if x, err = g.New(); err == nil {
				if x.Compare(last) <= 0 || !x.Time().Equal(last.Time()) {
					t.Fatalf("while holding: %v comes after %v", x, last)
				}
				last = x
			}
		}
		if c, r := last.Counter(), last.Extension()>>15; r != 1 || c != 0xFFFF && !micros || micros && c != 63 {
			t.Errorf("the last ID has the counter %d and then %d", c, r)
		}
		for range 1000 {
			if x, err := g.New(); !errors.Is(err, id.ErrExhausted) || !x.IsZero() || !strings.Contains(err.Error(), "Generator") {
				t.Fatalf("an exhausted counter gives %v, %v", x, err)
			}
		}
		c.set(2*start + 1000)
		if x := must(t, &g); x.Compare(last) <= 0 || x.UnixMillis() != (2*start+1000)/1000 {
			t.Errorf("after the clock went on: %+v", x.Fields())
		}
	}
}

// TestMicros: the alternative usage, over the end of a millisecond and back.
func TestMicros(t *testing.T) {
	const base = 1_631_540_490_683_000
	c := clockAt(0)
	random := new(initial)
	g := scru160.Generator{Clock: c.read, Rand: random, Micros: true}
	var last scru160.ID
	for i, step := range []struct {
		at      int64
		initial uint32
		micros  uint16
		counter uint8
	}{
		{base + 205, 21, 205, 21}, {base + 205, 9, 205, 22}, {base + 204, 9, 205, 23}, {base - 5e15/4, 9, 205, 24},
		{base + 206, 31, 206, 31}, {base + 206, 0, 206, 32}, {base + 999, 32, 999, 0}, // 32 is a bit too wide
		{base + 1000, 1, 0, 1}, {base + 999, 3, 0, 2}, {base + 1001, 0, 1, 0}, {base + 1001, 5, 1, 1},
	} {
		c.set(step.at)
		random.value = step.initial
		x := must(t, &g)
		micros, counter, ok := x.AltCounter()
		if micros != step.micros || counter != step.counter || !ok || x.Compare(last) <= 0 {
			t.Errorf("step %d: %+v, microsecond %d, counter %d, %v", i, x.Fields(), micros, counter, ok)
		}
		last = x
	}
	if last.UnixMillis() != base/1000+1 {
		t.Errorf("the timestamp is %d", last.UnixMillis())
	}
}

// TestMicrosWaits: 64 IDs a microsecond at most, then the next microsecond.
func TestMicrosWaits(t *testing.T) {
	var readings atomic.Int64
	g := scru160.Generator{
		Clock:  func() time.Time { return time.UnixMicro(5_000 + readings.Add(1)/1000) },
		Rand:   repeat(0xFF), // the greatest initial value, 31
		Micros: true,
	}
	for i := range 33 * 3 {
		micros, counter, ok := must(t, &g).AltCounter()
		if int(micros) != i/33 || int(counter) != 31+i%33 || !ok {
			t.Fatalf("ID %d has the microsecond %d and the counter %d", i, micros, counter)
		}
	}
}

// TestMicrosRoom: a microsecond has room for 33 to 64 IDs. Behind a clock that went back
// or stands still New fails then, and continues when the clock has passed it.
func TestMicrosRoom(t *testing.T) {
	least, most := 64, 33
	for range 300 {
		c := clockAt(5_000_000)
		g := scru160.Generator{Clock: c.read, Micros: true}
		last := must(t, &g)
		c.micros.Add(-2_000_000) // New cannot wait so long
		ids := 1
		for {
			x, err := g.New()
			if errors.Is(err, id.ErrExhausted) && x.IsZero() {
				break
			}
			if err != nil || x.Compare(last) <= 0 || x.UnixMillis() != 5_000 {
				t.Fatalf("ID %d is %v, %v, after %v", ids, x, err, last)
			}
			last = x
			ids++
		}
		least, most = min(least, ids), max(most, ids)
		if ids < 33 || ids > 64 {
			t.Fatalf("a microsecond has room for %d IDs", ids)
		}
		c.micros.Add(2_000_001)
		if x := must(t, &g); x.Compare(last) <= 0 {
			t.Fatalf("%v comes after %v", x, last)
		}
	}
	// Of 300 initial values, which are 0 to 31, some are near each end.
	if least > 34 || most < 63 {
		t.Errorf("a microsecond has room for %d to %d IDs", least, most)
	}
}

// TestMicrosCoarse: with a clock that moves once a millisecond, New waits for it after
// 64 IDs at most, and fails never.
func TestMicrosCoarse(t *testing.T) {
	coarse := func() time.Time { return time.Now().Truncate(time.Millisecond) }
	g := scru160.Generator{Clock: coarse, Micros: true}
	first, last := must(t, &g), scru160.ID{}
	ids := 640
	for range ids {
		if x := must(t, &g); x.Compare(last) > 0 {
			last = x
			continue
		}
		t.Fatalf("%v is made after a greater one", last)
	}
	if d := last.UnixMillis() - first.UnixMillis(); d < int64(ids/64)-1 {
		t.Errorf("%d IDs take %d milliseconds", ids, d)
	}
}

// TestClockOutside: the ends of the lifetime, of time itself, and what is reserved.
func TestClockOutside(t *testing.T) {
	for _, tt := range []struct {
		name   string
		at     time.Time
		reason id.Reason
	}{
		{"before 1970", time.Unix(0, -1), id.ErrRange},
		{"the zero time", time.Time{}, id.ErrRange},
		{"the far past", time.Unix(math.MinInt64, 0), id.ErrRange},
		{"1970", time.Unix(0, 0), id.ErrReserved},
		{"the end of the first millisecond", time.Unix(0, 999_999), id.ErrReserved},
		{"the last millisecond", time.UnixMilli(scru160.MaxTimestamp), id.ErrReserved},
		{"the end of the last millisecond", time.UnixMilli(scru160.MaxTimestamp).Add(999_999), id.ErrReserved},
		{"past the last millisecond", time.UnixMilli(scru160.MaxTimestamp + 1), id.ErrRange},
		// 2^61 seconds are a multiple of 2^64 milliseconds: wrapped, they are 0.
		{"the far future", time.Unix(1<<61, 0), id.ErrRange},
	} {
		for _, micros := range []bool{false, true} {
			now := tt.at
			g := scru160.Generator{Clock: func() time.Time { return now }, Micros: micros, Rand: strings.NewReader("0123456789abcdef")}
			if x, err := g.New(); !errors.Is(err, tt.reason) || !x.IsZero() {
				t.Errorf("%s: New = %v, %v", tt.name, x, err)
			}
			bound, err := scru160.MaxAt(tt.at)
			if tt.reason == id.ErrRange && (!errors.Is(err, id.ErrRange) || !bound.IsZero()) ||
				tt.reason == id.ErrReserved && (err != nil || !bound.IsReserved()) {
				t.Errorf("%s: MaxAt = %v, %v", tt.name, bound, err)
			}
			// Nothing was drawn, and nothing held: the generator is as new.
			now = time.UnixMilli(1)
			if x, err := g.New(); err != nil || x.UnixMillis() != 1 || string(x[10:]) != "6789abcdef" {
				t.Errorf("%s: after that %v, %v", tt.name, x, err)
			}
			g = scru160.Generator{Clock: func() time.Time { return now }, Micros: micros}
			now = time.UnixMilli(scru160.MaxTimestamp).Add(-1)
			if x, err := g.New(); err != nil || x.UnixMillis() != scru160.MaxTimestamp-1 {
				t.Errorf("the last timestamp that is not reserved: %v, %v", x, err)
			}
		}
	}
}

// TestConcurrentJumps lets goroutines draw while the clock jumps forth and back by
// years, so that the counter changes its base under them.
func TestConcurrentJumps(t *testing.T) {
	for name, set := range settings {
		t.Run(name, func(t *testing.T) {
			c := clockAt(1000)
			g := scru160.Generator{Clock: c.read}
			set(&g)
			const goroutines, each = 4, 5000
			ids := make([][]scru160.ID, goroutines)
			var wg sync.WaitGroup
			for i := range ids {
				wg.Go(func() {
					for n := range each {
						switch n % 500 {
						case 0:
							c.micros.Add(int64(i+1) * 1e14) // three years and more
						case 400:
							c.micros.Add(-1e14)
						default:
							c.micros.Add(1)
						}
						x, err := g.New()
						if errors.Is(err, id.ErrExhausted) && g.Micros {
							continue // held for more IDs than a microsecond has
						}
						if err != nil {
							t.Error(err)
							return
						}
						ids[i] = append(ids[i], x)
					}
				})
			}
			wg.Wait()
			seen := make(map[scru160.ID]bool)
			for _, list := range ids {
				for i, x := range list {
					if seen[x] || i > 0 && list[i-1].Compare(x) >= 0 || x.IsReserved() {
						t.Fatalf("%v is made twice, or after a greater one", x)
					}
					seen[x] = true
				}
			}
			if len(seen) < goroutines*each/2 && !g.Micros {
				t.Errorf("%d IDs", len(seen))
			}
		})
	}
}

// TestAtReserved: generators must not use the first and the last millisecond.
func TestAtReserved(t *testing.T) {
	for _, at := range []time.Time{time.UnixMilli(0), time.UnixMilli(scru160.MaxTimestamp)} {
		if x, err := scru160.At(at); !errors.Is(err, id.ErrReserved) || !x.IsZero() {
			t.Errorf("At(%v) = %v, %v", at, x, err)
		}
	}
	at := time.UnixMilli(1_700_000_000_000)
	counters := make(map[uint16]bool)
	for range 1000 {
		x, err := scru160.At(at)
		if err != nil || x.Counter() > 1<<15-1 {
			t.Fatalf("At(%v) = %v with the counter %d, %v", at, x, x.Counter(), err)
		}
		counters[x.Counter()] = true
	}
	if len(counters) < 900 {
		t.Errorf("%d initial values of the counter in 1000 IDs", len(counters))
	}
}
