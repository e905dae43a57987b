package ulidflake_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
)

// clock is a clock that a test sets, in milliseconds since 2024.
type clock struct{ millis atomic.Int64 }

func (c *clock) set(millis int64) { c.millis.Store(millis) }
func (c *clock) read() time.Time  { return time.UnixMilli(c.millis.Load() + ulidflake.EpochUnixMillis) }

// must returns a function that takes what New returned, and wants no error.
func must(t *testing.T) func(ulidflake.ID, error) ulidflake.ID {
	return func(x ulidflake.ID, err error) ulidflake.ID {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// The random fields are read as the Generator's comment says: big-endian, and
// masked.
func TestRandConsumption(t *testing.T) {
	for _, c := range []struct {
		name     string
		g        *ulidflake.Generator
		rand     []byte
		want     []uint32 // the stand-alone random fields of the IDs
		overflow bool     // of the call after them
	}{
		{name: "stand-alone", g: &ulidflake.Generator{}, rand: []byte{0xF1, 0x23, 0x45, 0x01}, want: []uint32{0x1_2345, 0x1_2346}},
		{name: "two bytes", g: &ulidflake.Generator{EntropyBytes: 2}, rand: []byte{0, 0, 1, 0, 0, 0x01, 0x02}, want: []uint32{1, 0x103}},
		{name: "three bytes", g: &ulidflake.Generator{EntropyBytes: 3}, rand: []byte{0, 0, 1, 0, 0, 0, 0x0F, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF},
			want: []uint32{1, 0xF_FFFF}, overflow: true},
		{name: "scalable", g: &ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(3)}, rand: []byte{0x80, 0x01, 0x02}, want: []uint32{1<<5 | 3, 3<<5 | 3}},
		{name: "scalable two bytes", g: &ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(0), EntropyBytes: 2}, rand: []byte{0x00, 0x01, 0x7F, 0xFE, 0xFF, 0xFF},
			want: []uint32{1 << 5, 0x7FFF << 5}, overflow: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var now clock
			source := bytes.NewReader(c.rand)
			c.g.Clock, c.g.Rand = now.read, source
			for i, want := range c.want {
				x, err := c.g.New()
				if err != nil || x.Fields().Random != want || x.Timestamp() != 0 {
					t.Fatalf("ID %d is %+v, %v, want the random field %#x", i, x.Fields(), err, want)
				}
			}
			if x, err := c.g.New(); c.overflow && (!errors.Is(err, id.ErrOverflow) || x != 0) {
				t.Errorf("an ID past the end: %v, %v", x, err)
			}
			if source.Len() != 0 {
				t.Errorf("%d bytes are left over", source.Len())
			}
		})
	}
}

func TestConfig(t *testing.T) {
	for name, g := range map[string]*ulidflake.Generator{
		"scalability":         {Scalable: true, Scalability: id.NodeOf(32)},
		"not set":             {Scalable: true},
		"below 0":             {Scalable: true, Scalability: id.NodeOf(-1)},
		"not scalable, 0":     {Scalability: id.NodeOf(0)},
		"not scalable":        {Scalability: id.NodeOf(1)},
		"four bytes":          {EntropyBytes: 4},
		"three bytes of 15":   {Scalable: true, Scalability: id.NodeOf(0), EntropyBytes: 3},
		"negative":            {EntropyBytes: -1},
		"negative, scalable":  {Scalable: true, Scalability: id.NodeOf(0), EntropyBytes: -1},
		"least":               {EntropyBytes: math.MinInt},
		"greatest, scalable":  {Scalable: true, Scalability: id.NodeOf(0), EntropyBytes: math.MaxInt},
		"greatest everywhere": {Scalability: id.NodeOf(255), EntropyBytes: math.MaxInt},
	} {
		x, err := g.New()
		var generate *id.GenerateError
		if !errors.Is(err, id.ErrConfig) || !errors.As(err, &generate) || x != 0 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
		if x, err := g.NewWait(t.Context()); !errors.Is(err, id.ErrConfig) || x != 0 {
			t.Errorf("%s: NewWait: %v, %v", name, x, err)
		}
	}
	for _, g := range []*ulidflake.Generator{{}, {EntropyBytes: 3}, {Scalable: true, Scalability: id.NodeOf(31), EntropyBytes: 2}} {
		if _, err := g.New(); err != nil {
			t.Error(err)
		}
	}
}

func TestScalability(t *testing.T) {
	for sid := range uint8(ulidflake.MaxScalability + 1) {
		g := ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(int(sid))}
		for range 3 {
			if x := must(t)(g.NewWait(t.Context())); x.Scalable().Scalability != sid {
				t.Fatalf("generator %d makes %+v", sid, x.Scalable())
			}
		}
	}
}

func TestClockJumps(t *testing.T) {
	const decade = 10 * 365 * 24 * 3600 * 1000
	var now clock
	g := ulidflake.Generator{Clock: now.read, Rand: zerosThenOnes{}}
	var last ulidflake.ID
	for _, c := range []struct{ shows, held int64 }{
		{0, 0}, {0, 0}, {1, 1}, {0, 1}, {5 * decade, 5 * decade}, {5*decade - 1, 5 * decade}, {decade, 5 * decade},
		{0, 5 * decade}, {5 * decade, 5 * decade}, {5*decade + 1, 5*decade + 1}, {25 * decade, 25 * decade},
		{ulidflake.MaxTimestamp, ulidflake.MaxTimestamp}, {0, ulidflake.MaxTimestamp}, {ulidflake.MaxTimestamp, ulidflake.MaxTimestamp},
	} {
		now.set(c.shows)
		x := must(t)(g.New())
		if x.Timestamp() != c.held || x <= last && last != 0 {
			t.Errorf("at %d: %+v after %+v, want the time %d", c.shows, x.Fields(), last.Fields(), c.held)
		}
		last = x
	}
}

// zerosThenOnes reads as zeros for a first random field, and as ones for a step.
type zerosThenOnes struct{}

func (zerosThenOnes) Read(p []byte) (int, error) {
	clear(p)
	if len(p) == 1 {
		p[0] = 1
	}
	return len(p), nil
}

// A clock outside the lifetime is an error, and the generator none the worse.
func TestClockOutside(t *testing.T) {
	now := time.UnixMilli(ulidflake.EpochUnixMillis + 77)
	g := ulidflake.Generator{Clock: func() time.Time { return now }, Rand: zerosThenOnes{}}
	last := must(t)(g.New())
	good := now
	for _, bad := range []time.Time{
		{}, time.UnixMilli(0), time.UnixMilli(ulidflake.EpochUnixMillis - 1), time.UnixMilli(ulidflake.EpochUnixMillis).Add(-1),
		ulidflake.Max().Time().Add(time.Millisecond), time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0),
		time.Unix(math.MaxUint64/1000+1, 0).Add(good.Sub(time.UnixMilli(0))), // UnixMilli takes it for good
	} {
		now = bad
		x, err := g.New()
		var r *id.RangeError
		if !errors.As(err, &r) || !errors.Is(err, id.ErrOverflow) || !errors.Is(err, id.ErrRange) || x != 0 {
			t.Errorf("at %v: %v, %v", bad, x, err)
		}
		now = good
		if x = must(t)(g.New()); x != last+1 {
			t.Errorf("after %v: %v comes after %v", bad, x, last)
		}
		last = x
	}
	now = ulidflake.Max().Time().Add(time.Millisecond - 1) // still within the last millisecond
	if x := must(t)(g.New()); x.Timestamp() != ulidflake.MaxTimestamp {
		t.Errorf("at the end of the lifetime: %+v", x.Fields())
	}
}

func TestRandFails(t *testing.T) {
	broken := errors.New("broken")
	var now clock
	// Two IDs are served; then the source is at its end, or breaks.
	for name, source := range map[string]io.Reader{
		"eof":   bytes.NewReader([]byte{0, 0, 1, 1}),
		"error": io.MultiReader(bytes.NewReader([]byte{0, 0, 1, 1}), iotest.ErrReader(broken)),
	} {
		g := ulidflake.Generator{Clock: now.read, Rand: source}
		must(t)(g.New())
		must(t)(g.New())
		for _, millis := range []int64{now.millis.Load(), now.millis.Load() + 1} { // for a step, for a first field
			now.set(millis)
			x, err := g.New()
			if !errors.Is(err, id.ErrEntropy) || x != 0 || name == "error" && !errors.Is(err, broken) {
				t.Errorf("%s: %v, %v", name, x, err)
			}
		}
	}
}

// The state after a failed source is the state before it.
func TestRandRecovers(t *testing.T) {
	var now clock
	source := &switched{Reader: zerosThenOnes{}}
	g := ulidflake.Generator{Clock: now.read, Rand: source}
	last := must(t)(g.New())
	for range 3 {
		source.fails = true
		if _, err := g.New(); err == nil {
			t.Fatal("no error")
		}
		now.set(now.millis.Load() + 1)
		if _, err := g.New(); err == nil {
			t.Fatal("no error")
		}
		now.set(now.millis.Load() - 1)
		source.fails = false
		x := must(t)(g.New())
		if x != last+1 {
			t.Errorf("%v comes after %v", x, last)
		}
		last = x
	}
}

type switched struct {
	io.Reader
	fails bool
}

func (s *switched) Read(p []byte) (int, error) {
	if s.fails {
		return 0, io.ErrClosedPipe
	}
	return s.Reader.Read(p)
}

// A reader of zeros has no step to give, and must not be read for ever.
func TestRandOfZeros(t *testing.T) {
	var now clock
	g := ulidflake.Generator{Clock: now.read, Rand: zeros{}}
	must(t)(g.New())
	if x, err := g.New(); !errors.Is(err, id.ErrEntropy) || x != 0 {
		t.Errorf("%v, %v", x, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// All IDs of all goroutines are different, and each goroutine sees them grow.
func TestConcurrent(t *testing.T) {
	const goroutines, each = 8, 2000
	for name, g := range map[string]*ulidflake.Generator{
		"stand-alone": {}, "two bytes": {EntropyBytes: 2}, "scalable": {Scalable: true, Scalability: id.NodeOf(17)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var wg sync.WaitGroup
			out := make([][]ulidflake.ID, goroutines)
			count := each
			if name != "stand-alone" {
				count = each / 20 // they wait for the clock more than they make
			}
			for i := range out {
				wg.Go(func() {
					for range count {
						x, err := g.NewWait(t.Context())
						if err != nil {
							t.Error(err)
							return
						}
						out[i] = append(out[i], x)
					}
				})
			}
			wg.Wait()
			distinct(t, out)
		})
	}
}

func distinct(t *testing.T, out [][]ulidflake.ID) {
	t.Helper()
	seen := make(map[ulidflake.ID]bool)
	for _, ids := range out {
		for i, x := range ids {
			if seen[x] {
				t.Errorf("%v was made twice", x)
			}
			seen[x] = true
			if i > 0 && x <= ids[i-1] {
				t.Errorf("%v comes after %v", x, ids[i-1])
			}
		}
	}
}

// Goroutines that share a clock that stands still fill one millisecond without
// making an ID twice, and then all fail.
func TestConcurrentOverflow(t *testing.T) {
	var now clock
	g := ulidflake.Generator{Clock: now.read}
	out := make([][]ulidflake.ID, 4)
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() {
			for {
				x, err := g.New()
				if err != nil {
					if !errors.Is(err, id.ErrOverflow) {
						t.Error(err)
					}
					return
				}
				out[i] = append(out[i], x)
			}
		})
	}
	wg.Wait()
	distinct(t, out)
}

// NewWait passes over a full millisecond, and takes the next one.
func TestNewWait(t *testing.T) {
	var readings atomic.Int64
	// Every tenth reading is a new millisecond.
	g := ulidflake.Generator{Rand: ones{}, EntropyBytes: 2,
		Clock: func() time.Time { return time.UnixMilli(ulidflake.EpochUnixMillis + readings.Add(1)/10) }}
	var last ulidflake.ID
	for range 30 {
		x := must(t)(g.NewWait(t.Context()))
		if x <= last || x.Fields().Random != ulidflake.MaxRandom {
			t.Fatalf("%+v comes after %+v", x.Fields(), last.Fields())
		}
		last = x
	}
}

// ones reads as ones: the first random field of a millisecond is full already.
type ones struct{}

func (ones) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0xFF
	}
	return len(p), nil
}

func TestNewWaitEnds(t *testing.T) {
	var now clock
	g := ulidflake.Generator{Clock: now.read, Rand: ones{}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.NewWait(ctx); err != nil {
		t.Fatalf("a call that need not wait: %v", err)
	}
	for _, millis := range []int64{0, 0} {
		now.set(millis)
		if x, err := g.NewWait(ctx); !errors.Is(err, context.Canceled) || !errors.Is(err, id.ErrOverflow) || x != 0 {
			t.Errorf("%v, %v", x, err)
		}
	}
	now.set(3_600_000)
	must(t)(g.NewWait(ctx))
	now.set(0) // an hour back
	short, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if x, err := g.NewWait(short); !errors.Is(err, context.DeadlineExceeded) || x != 0 {
		t.Errorf("%v, %v", x, err)
	}
	now.set(3_600_001)
	if x := must(t)(g.NewWait(ctx)); x.Timestamp() != 3_600_001 {
		t.Errorf("after the clock has caught up: %+v", x.Fields())
	}
}
