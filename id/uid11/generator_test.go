package uid11_test

import (
	"bytes"
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
	"github.com/sortid/sortid/id/uid11"
)

// clock is a clock that a test sets, in milliseconds since the xid's epoch.
type clock struct{ millis atomic.Int64 }

func (c *clock) set(millis int64) { c.millis.Store(millis) }
func (c *clock) read() time.Time  { return time.UnixMilli(c.millis.Load() + uid11.EpochUnixMillis) }

// must returns a function that takes what New returned, and wants no error.
func must(t *testing.T) func(uid11.ID, error) uid11.ID {
	return func(x uid11.ID, err error) uid11.ID {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// ones reads as ones.
type ones struct{}

func (ones) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 0xFF
	}
	return len(p), nil
}

// zeros reads as zeros: the sequence of TSSeqRand begins with 0.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// randOf returns the source with which the sequence of a profile begins with 0.
func randOf(p uid11.Profile) io.Reader {
	if p == uid11.TSSeqRand {
		return zeros{}
	}
	return nil
}

// machineOf returns a machine number for a profile that needs one.
func machineOf(p uid11.Profile) (machine id.Node) {
	if p == uid11.Snowish {
		return id.NodeOf(0)
	}
	return machine
}

// The random fields are read as the Generator's comment says: big-endian, masked,
// and once for each ID.
func TestRandConsumption(t *testing.T) {
	var now clock
	now.set(5)
	for _, c := range []struct {
		profile uid11.Profile
		rand    []byte
		want    []uid11.ID
	}{
		{uid11.XID, []byte{0xC1, 0x02, 0x03, 0, 0, 1}, []uid11.ID{5<<22 | 0x01_0203, 5<<22 | 1}},
		{uid11.FullRandom, []byte{1, 2, 3, 4, 5, 6, 7, 8}, []uid11.ID{0x0102_0304_0506_0708}},
		{uid11.TSSeqRand, []byte{0xE0, 0x15, 0x02, 0xFF, 0, 1}, []uid11.ID{5<<22 | 5<<10 | 0x102, 5<<22 | 6<<10 | 1}},
		{uid11.Snowish, nil, []uid11.ID{5 << 22, 5<<22 | 1}},
	} {
		source := bytes.NewReader(c.rand)
		g := uid11.Generator{Profile: c.profile, Machine: machineOf(c.profile), Clock: now.read, Rand: source}
		for i, want := range c.want {
			if x, err := g.New(); err != nil || x != want {
				t.Errorf("%v: ID %d is %#x, %v, want %#x", c.profile, i, uint64(x), err, uint64(want))
			}
		}
		if source.Len() != 0 {
			t.Errorf("%v: %d bytes are left over", c.profile, source.Len())
		}
	}
}

func TestMachine(t *testing.T) {
	for _, machine := range []uint16{0, 1, 512, uid11.MaxMachine} {
		g := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(int(machine))}
		for range 3 {
			if f, err := must(t)(g.New()).Snowish(); err != nil || f.Machine != machine {
				t.Errorf("generator %d makes %+v, %v", machine, f, err)
			}
		}
	}
}

func TestConfig(t *testing.T) {
	for name, g := range map[string]*uid11.Generator{
		"machine beyond":        {Profile: uid11.Snowish, Machine: id.NodeOf(uid11.MaxMachine + 1)},
		"no machine":            {Profile: uid11.Snowish},
		"machine below":         {Profile: uid11.Snowish, Machine: id.NodeOf(-1)},
		"machine 0 of xid":      {Machine: id.NodeOf(0)},
		"machine of xid":        {Machine: id.NodeOf(1)},
		"machine of fullrand":   {Profile: uid11.FullRandom, Machine: id.NodeOf(1)},
		"machine of tsseqrand":  {Profile: uid11.TSSeqRand, Machine: id.NodeOf(1)},
		"epoch of xid":          {Epoch: unixTime},
		"epoch of fullrand":     {Profile: uid11.FullRandom, Epoch: xidEpoch},
		"unknown profile":       {Profile: unknown},
		"all of it":             {Profile: 255, Machine: id.NodeOf(math.MaxUint16), Epoch: time.Unix(math.MaxInt64, 0)},
		"epoch past the years":  {Profile: uid11.Snowish, Epoch: time.Unix(math.MinInt64, 0)},
		"epoch before the year": {Profile: uid11.TSSeqRand, Epoch: time.Time{}.Add(-1)},
	} {
		x, err := g.New()
		var generate *id.GenerateError
		if !errors.Is(err, id.ErrConfig) || !errors.As(err, &generate) || x != 0 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
	}
}

func TestEpoch(t *testing.T) {
	now := time.Date(2026, 11, 21, 1, 2, 3, 4_999_999, time.UTC)
	for _, c := range lifetimes {
		g := uid11.Generator{Profile: c.profile, Machine: machineOf(c.profile), Epoch: c.epoch, Clock: func() time.Time { return now }}
		now := now
		if now.After(c.last) {
			now = c.last
			g.Clock = func() time.Time { return c.last }
		}
		x := must(t)(g.New())
		at, err := c.profile.Time(x, c.epoch)
		if err != nil || !at.Equal(now.Truncate(time.Millisecond)) {
			t.Errorf("%v, epoch %v: made at %v, its time is %v, %v", c.profile, c.epoch, now, at, err)
		}
		lo := must(t)(c.profile.MinAt(now, c.epoch))
		hi := must(t)(c.profile.MaxAt(now, c.epoch))
		if x < lo || x > hi {
			t.Errorf("%v, epoch %v: %v is not between %v and %v", c.profile, c.epoch, x, lo, hi)
		}
	}
}

var sequenced = []uid11.Profile{uid11.Snowish, uid11.TSSeqRand}

func sequenceOf(t *testing.T, p uid11.Profile, x uid11.ID) uint16 {
	t.Helper()
	if p == uid11.TSSeqRand {
		return x.TSSeqRand().Sequence
	}
	f, err := x.Snowish()
	if err != nil {
		t.Error(err)
	}
	return f.Sequence
}

// A clock that jumps both ways, by milliseconds and by decades: the time follows
// it forwards and is held when it goes back.
func TestClockJumps(t *testing.T) {
	const decade = 10 * 365 * 24 * 3600 * 1000
	for _, p := range sequenced {
		end := int64(uid11.MaxTimestamp)
		if p == uid11.Snowish {
			end = uid11.MaxSnowishTimestamp
		}
		var now clock
		g := uid11.Generator{Profile: p, Machine: machineOf(p), Clock: now.read, Rand: randOf(p)}
		last := uid11.ID(0)
		for i, c := range []struct {
			shows, held int64
			sequence    uint16
		}{
			{0, 0, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, 1}, {5 * decade, 5 * decade, 0}, {5*decade - 1, 5 * decade, 1},
			{decade, 5 * decade, 2}, {0, 5 * decade, 3}, {5 * decade, 5 * decade, 4}, {5*decade + 1, 5*decade + 1, 0},
			{end, end, 0}, {0, end, 1}, {end, end, 2},
		} {
			now.set(c.shows)
			x := must(t)(g.New())
			if x.Timestamp() != c.held || sequenceOf(t, p, x) != c.sequence || i > 0 && x <= last {
				t.Errorf("%v at %d: %d, %d after %v, want %d, %d", p, c.shows, x.Timestamp(), sequenceOf(t, p, x), last, c.held, c.sequence)
			}
			last = x
		}
	}
}

// An xid carries the time that the clock shows, also when that goes back.
func TestXIDFollowsClock(t *testing.T) {
	var now clock
	g := uid11.Generator{Clock: now.read}
	for _, millis := range []int64{0, uid11.MaxTimestamp, 0, 1 << 41, 7} {
		now.set(millis)
		if x := must(t)(g.New()); x.Timestamp() != millis {
			t.Errorf("at %d: %+v", millis, x.Fields())
		}
	}
}

// A clock outside the lifetime is an error, and the generator none the worse.
func TestClockOutside(t *testing.T) {
	good := time.UnixMilli(uid11.EpochUnixMillis + 77)
	for _, p := range []uid11.Profile{uid11.XID, uid11.Snowish, uid11.TSSeqRand} {
		now := good
		g := uid11.Generator{Profile: p, Machine: machineOf(p), Clock: func() time.Time { return now }}
		last := must(t)(g.New())
		outside := []time.Time{{}, unixTime, xidEpoch.Add(-1), uid11.Max().Time().Add(time.Millisecond),
			time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0)}
		if p == uid11.Snowish {
			outside = append(outside, xidEpoch.Add((uid11.MaxSnowishTimestamp+1)*time.Millisecond))
		}
		for _, bad := range outside {
			now = bad
			x, err := g.New()
			var r *id.RangeError
			if !errors.As(err, &r) || x != 0 {
				t.Errorf("%v at %v: %v, %v", p, bad, x, err)
			}
			now = good
			x = must(t)(g.New())
			if x.Timestamp() != 77 || p != uid11.XID && sequenceOf(t, p, x) != sequenceOf(t, p, last)+1 {
				t.Errorf("%v after %v: %v comes after %v", p, bad, x, last)
			}
			last = x
		}
	}
	// FullRandom does not read the clock.
	g := uid11.Generator{Profile: uid11.FullRandom, Clock: func() time.Time { return time.Time{} }, Rand: ones{}}
	if x := must(t)(g.New()); x != uid11.Max() {
		t.Errorf("FullRandom: %v", x)
	}
}

func TestRandFails(t *testing.T) {
	broken := errors.New("broken")
	for _, p := range []uid11.Profile{uid11.XID, uid11.FullRandom, uid11.TSSeqRand} {
		for name, source := range map[string]io.Reader{
			"empty": bytes.NewReader(nil), "short": bytes.NewReader([]byte{1}), "error": iotest.ErrReader(broken),
		} {
			g := uid11.Generator{Profile: p, Machine: machineOf(p), Rand: source}
			x, err := g.New()
			if !errors.Is(err, id.ErrEntropy) || x != 0 || name == "error" && !errors.Is(err, broken) {
				t.Errorf("%v, %s: %v, %v", p, name, x, err)
			}
		}
	}
	// A failed call does not take a sequence number.
	var now clock
	g := uid11.Generator{Profile: uid11.TSSeqRand, Clock: now.read, Rand: iotest.TimeoutReader(ones{})}
	must(t)(g.New()) // the second reading fails
	if x, err := g.New(); !errors.Is(err, iotest.ErrTimeout) || x != 0 {
		t.Fatalf("%v, %v", x, err)
	}
	if f := must(t)(g.New()).TSSeqRand(); f.Sequence != 2048 || f.Random != uid11.MaxTSSeqRandRandom {
		t.Errorf("after the failure: %+v", f)
	}
}

// The 4,096 numbers of a millisecond are used up, and New waits for the next one
// that the clock shows; a clock that stands still or is far back is an error.
func TestExhausted(t *testing.T) {
	for _, p := range sequenced {
		var now clock
		now.set(10_000)
		g := uid11.Generator{Profile: p, Machine: machineOf(p), Clock: now.read, Rand: randOf(p)}
		for i := range uid11.MaxSequence + 1 {
			if x := must(t)(g.New()); x.Timestamp() != 10_000 || int(sequenceOf(t, p, x)) != i {
				t.Fatalf("%v: ID %d is %d, %d", p, i, x.Timestamp(), sequenceOf(t, p, x))
			}
		}
		now.set(0) // ten seconds back: no wait of a second can help
		for range 3 {
			x, err := g.New()
			if !errors.Is(err, id.ErrExhausted) || x != 0 {
				t.Errorf("%v: %v, %v", p, x, err)
			}
			// A new generator with the same settings repeats IDs.
			advice := "wait until it has passed that time"
			if p == uid11.Snowish {
				advice += ", or use a new Generator with another Machine"
			}
			if err != nil && !strings.HasSuffix(err.Error(), advice) {
				t.Errorf("%v: %v", p, err)
			}
		}
		now.set(10_000)
		done := make(chan uid11.ID)
		go func() {
			x, err := g.New()
			if err != nil {
				t.Error(err)
			}
			done <- x
		}()
		now.set(10_001)
		if x := <-done; x.Timestamp() != 10_001 || sequenceOf(t, p, x) != 0 {
			t.Errorf("%v: after the wait: %d, %d", p, x.Timestamp(), sequenceOf(t, p, x))
		}
	}
}

// TestTSSeqRandStart: generators that make one ID each in a millisecond begin at all of the
// 2,048 numbers, a millisecond has as many at least, and one that follows an exhausted one
// has all 4,096.
func TestTSSeqRandStart(t *testing.T) {
	var now clock
	seen := map[uint16]bool{}
	for range 40_000 {
		g := uid11.Generator{Profile: uid11.TSSeqRand, Clock: now.read}
		sequence := must(t)(g.New()).TSSeqRand().Sequence
		if sequence >= 2048 {
			t.Fatalf("a sequence begins with %d", sequence)
		}
		seen[sequence] = true
	}
	// 40,000 draws miss one of the 2,048 numbers with a probability of 1 in 150,000.
	if len(seen) != 2048 {
		t.Errorf("sequences begin with %d different numbers", len(seen))
	}
	g := uid11.Generator{Profile: uid11.TSSeqRand, Rand: ones{}, Clock: now.read}
	if first := must(t)(g.New()).TSSeqRand().Sequence; first != 2047 {
		t.Errorf("the last sequence begins with %d", first)
	}
	for range 2048 {
		must(t)(g.New())
	}
	next := make(chan uint16)
	go func() {
		x, err := g.New() // waits
		if err != nil {
			t.Error(err)
		}
		next <- x.TSSeqRand().Sequence
	}()
	now.set(1)
	if sequence := <-next; sequence != 0 && sequence != 2047 { // 2047 if the clock moved before the call
		t.Errorf("after an exhausted millisecond comes %d", sequence)
	}
	for _, n := range []int{1, 1000, uid11.MaxBlock} {
		g := uid11.Generator{Profile: uid11.TSSeqRand, Clock: now.read}
		block, err := g.Block(n)
		if x, ok := block.Next(); err != nil || !ok || int(x.TSSeqRand().Sequence) > uid11.MaxBlock-n {
			t.Errorf("a block of %d begins with %v, %v", n, x, err)
		}
	}
}

// A clock that stands still ends in an error, and not in a wait without end.
func TestClockStandsStill(t *testing.T) {
	var now clock
	g := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(0), Clock: now.read}
	for range uid11.MaxSequence + 1 {
		must(t)(g.New())
	}
	if x, err := g.New(); !errors.Is(err, id.ErrExhausted) || x != 0 {
		t.Errorf("%v, %v", x, err)
	}
	now.set(1)
	if x := must(t)(g.New()); x != 1<<22 {
		t.Errorf("after the clock has moved on: %v", x)
	}
}

// All IDs of all goroutines are different, and each goroutine sees them grow.
func TestConcurrent(t *testing.T) {
	const goroutines, each = 8, 3000
	for _, p := range sequenced {
		g := &uid11.Generator{Profile: p, Machine: machineOf(p)}
		out := make([][]uid11.ID, goroutines)
		var wg sync.WaitGroup
		for i := range out {
			wg.Go(func() {
				for range each {
					x, err := g.New()
					if err != nil {
						t.Error(err)
						return
					}
					out[i] = append(out[i], x)
				}
			})
		}
		wg.Wait()
		seen := make(map[uid11.ID]bool)
		for _, ids := range out {
			for i, x := range ids {
				// Without the random bits, too: the sequence alone keeps them apart.
				key := x
				if p == uid11.TSSeqRand {
					key = x &^ uid11.MaxTSSeqRandRandom
				}
				if seen[key] {
					t.Errorf("%v: %v was made twice", p, x)
				}
				seen[key] = true
				if i > 0 && x <= ids[i-1] {
					t.Errorf("%v: %v comes after %v", p, x, ids[i-1])
				}
			}
		}
	}
}

// Profiles without a state are safe for concurrent use as well, with a reader of
// the application's, too.
func TestConcurrentRand(t *testing.T) {
	for _, g := range []*uid11.Generator{{}, {Rand: ones{}}, {Profile: uid11.FullRandom}, {Profile: uid11.TSSeqRand, Rand: ones{}}} {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 500 {
					if _, err := g.New(); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	}
}

func TestGenerate(t *testing.T) {
	before := time.Now().Truncate(time.Millisecond)
	var x uid11.ID
	if err := x.Generate(); err != nil || x.Time().Before(before) {
		t.Errorf("%v, %v", x, err)
	}
	if y := uid11.New(); y.Time().Before(before) {
		t.Errorf("%v", y.Time())
	}
}
