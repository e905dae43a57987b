package idtest

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
)

func (s suite[T, P]) generate(t *testing.T) {
	var x T
	if err := P(&x).Generate(); err != nil || x.IsZero() || !x.IsValid() {
		t.Fatalf("Generate gives %v, %v", x, err)
	}
	y := x
	if err := P(&y).Generate(); err != nil || y == x {
		t.Fatalf("Generate gives %v again, %v", y, err)
	}
	if d := time.Since(x.Time()); d < -time.Minute || d > time.Minute {
		t.Errorf("an ID made now carries the time %v", x.Time())
	}
}

// concurrent draws from one generator on many goroutines: all IDs are different,
// and each goroutine sees them grow.
func (s suite[T, P]) concurrent(t *testing.T) {
	const goroutines, each = 8, 1000
	out := make([][]T, goroutines)
	var wg sync.WaitGroup
	for g := range out {
		out[g] = make([]T, each)
		wg.Go(func() {
			for i := range out[g] {
				out[g][i] = s.New()
			}
		})
	}
	wg.Wait()
	seen := make(map[T]bool, goroutines*each)
	same := 0
	for _, ids := range out {
		for i, x := range ids {
			if seen[x] {
				same++
			}
			seen[x] = true
			if s.Monotonic && i > 0 && ids[i-1].Compare(x) >= 0 {
				t.Fatalf("%v comes after %v", x, ids[i-1])
			}
		}
	}
	// Without a sequence, IDs of one tick differ by chance alone. If xids, with 22 random
	// bits, are all made in one millisecond, 7.6 of these are expected twice; more than 40
	// are less likely than 1 in 10^14.
	if same > 0 && (s.Monotonic || same > 40) {
		t.Errorf("%d IDs of %d were made twice", same, goroutines*each)
	}
}

// stops returns times within the lifetime, decades apart where it is long enough.
func (s suite[T, P]) stops() []time.Time {
	out := []time.Time{s.First.Add(time.Second)}
	for out[len(out)-1].AddDate(23, 0, 0).Before(s.Last) && len(out) < 5 {
		out = append(out, out[len(out)-1].AddDate(23, 0, 0).Add(s.Resolution))
	}
	return append(out, s.Last)
}

// isExhausted reports whether a random field was near its end, which is the rule of some
// formats and no failure.
func isExhausted(err error) bool {
	var outside *id.RangeError
	return errors.Is(err, id.ErrOverflow) && !errors.As(err, &outside)
}

// clockForward moves the clock by a tick and by decades: a machine that boots in
// 1970 and learns the time later must not date IDs wrongly.
func (s suite[T, P]) clockForward(t *testing.T) {
	clock := NewClock(time.Time{})
	next := s.Generator(clock.Read, nil).New
	var last T
	for i, at := range s.stops() {
		clock.Set(at)
		for range 3 {
			x, err := next()
			if isExhausted(err) {
				continue
			}
			if err != nil {
				t.Fatalf("at %v: %v", at, err)
			}
			if lo := Must(s.MinAt(at)); !x.Time().Equal(lo.Time()) {
				t.Errorf("an ID made at %v carries the time %v", at, x.Time())
			}
			if s.Monotonic && i > 0 && x.Compare(last) <= 0 {
				t.Errorf("%v comes after %v", x, last)
			}
			last = x
		}
	}
}

// clockBack moves the clock back by a tick and by decades: a monotonic generator
// holds its last tick.
func (s suite[T, P]) clockBack(t *testing.T) {
	for _, back := range s.stops()[:len(s.stops())-1] {
		clock := NewClock(time.Time{})
		next := s.Generator(clock.Read, nil).New
		top := s.Last.Add(-time.Second)
		clock.Set(top)
		last, err := next()
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []time.Time{top.Add(-s.Resolution), top.Add(-time.Second), back, top.Add(-s.Resolution), top} {
			clock.Set(at)
			x, err := next()
			if isExhausted(err) {
				continue
			}
			if err != nil {
				t.Fatalf("clock back at %v: %v", at, err)
			}
			if s.Monotonic && (x.Compare(last) <= 0 || !x.Time().Equal(last.Time())) {
				t.Errorf("clock back at %v: %v comes after %v", at, x, last)
			}
			last = x
		}
		clock.Set(top.Add(s.Resolution))
		if x, err := next(); err != nil || s.Monotonic && (x.Compare(last) <= 0 || !x.Time().After(last.Time())) {
			t.Errorf("after the clock has caught up: %v, %v after %v", x, err, last)
		}
	}
}

// clockOutside shows times that the format cannot carry, and in between one it can: the
// generator makes the IDs of one that never saw the former.
func (s suite[T, P]) clockOutside(t *testing.T) {
	good := s.stops()[1]
	clock := NewClock(good)
	g, undisturbed := s.Generator(clock.Read, Repeat(1)), s.Generator(NewClock(good).Read, Repeat(1))
	for _, bad := range []time.Time{
		{}, s.First.AddDate(-500, 0, 0), s.First.Add(-2 * s.Resolution), s.Last.Add(2 * s.Resolution), s.Last.AddDate(9000, 0, 0),
		time.Unix(math.MinInt64, 0), time.Unix(math.MaxInt64, 0),
		// A number of 64 bits, of milliseconds or microseconds, takes these for good.
		time.Unix(math.MaxUint64/1000+1, 0).Add(good.Sub(time.Unix(0, 0))), time.Unix(math.MaxUint64/1_000_000+1, 0).Add(good.Sub(time.Unix(0, 0))),
		time.Unix(1<<61, 0),
	} {
		clock.Set(bad)
		x, err := g.New()
		s.outOfRange(t, "a generator at "+bad.String(), x, err)
		if s.MaxBlock > 0 {
			if b, err := g.Block(1); !errors.Is(err, id.ErrRange) || b != (blocks.Block[T]{}) {
				t.Errorf("a generator at %v: a block of %d, %v", bad, b.Len(), err)
			}
		}
		clock.Set(good)
		x, err = g.New()
		want, err2 := undisturbed.New()
		if x != want || err != nil || err2 != nil || !x.Time().Equal(Must(s.MinAt(good)).Time()) {
			t.Errorf("after %v: %v, %v, want %v, %v", bad, x, err, want, err2)
		}
	}
}

// clockJumps lets goroutines draw while the clock jumps forth and back by years under them. The
// randomness is always the same, so that the counters alone keep the IDs apart.
func (s suite[T, P]) clockJumps(t *testing.T) {
	const goroutines, each, days = 4, 5000, 24 * time.Hour
	if !s.Monotonic {
		t.Skip("IDs differ by chance")
	}
	clock := NewClock(s.stops()[1])
	g := s.Generator(clock.Read, Repeat(1))
	ids := make([][]T, goroutines)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			for n := range each {
				switch {
				case n%500 == 0:
					clock.Add(time.Duration(i+1) * 100 * days)
				case n%500 == 250:
					clock.Add(-50 * days)
				case n%10 == 0:
					clock.Add(s.Resolution)
				}
				x, err := g.New()
				if err == nil {
					ids[i] = append(ids[i], x)
				} else if s.Room == 0 || s.Room > each || !errors.Is(err, id.ErrOverflow) && !errors.Is(err, id.ErrExhausted) {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	s.distinct(t, ids)
	if n := len(slices.Concat(ids...)); n < goroutines*each/4 {
		t.Errorf("%d IDs", n)
	}
}

// distinct tests that all IDs are different, and that those of each goroutine grow.
func (s suite[T, P]) distinct(t *testing.T, ids [][]T) {
	t.Helper()
	seen := make(map[T]bool)
	for _, list := range ids {
		for i, x := range list {
			if seen[x] || i > 0 && list[i-1].Compare(x) >= 0 {
				t.Fatalf("%v is made twice, or after a greater one", x)
			}
			seen[x] = true
		}
	}
}

// waiting returns functions that draw from a new generator. They wait for the next tick if the
// rule of the format is to fail in a tick without room.
func (s suite[T, P]) waiting() (newID func() T, newBlock func(n int) (blocks.Block[T], error)) {
	var random io.Reader
	if s.Monotonic {
		random = Repeat(1) // the counter alone keeps the IDs apart
	}
	g := s.Generator(nil, random)
	newID = func() T {
		for {
			if x, err := g.New(); !isExhausted(err) {
				return Must(x, err)
			}
			time.Sleep(s.Resolution / 10)
		}
	}
	if s.MaxBlock == 0 {
		return newID, nil
	}
	return newID, func(n int) (blocks.Block[T], error) {
		for {
			if b, err := g.Block(n); !isExhausted(err) {
				return b, err
			}
			time.Sleep(s.Resolution / 10)
		}
	}
}

// randFails: a source that fails, or ends within the bytes of an ID, must not pass for
// randomness.
func (s suite[T, P]) randFails(t *testing.T) {
	broken := errors.New("no dice")
	for n := range s.Draws {
		for _, end := range []error{io.EOF, broken} {
			source := func() io.Reader { return io.MultiReader(bytes.NewReader(make([]byte, n)), iotest.ErrReader(end)) }
			want := end
			if n > 0 && end == io.EOF {
				want = io.ErrUnexpectedEOF
			}
			x, err := s.Generator(nil, source()).New()
			if !errors.Is(err, id.ErrEntropy) || !errors.Is(err, want) || !x.IsZero() {
				t.Errorf("%d bytes and %v give %v, %v", n, end, x, err)
			}
			if s.MaxBlock == 0 {
				continue
			}
			if b, err := s.Generator(nil, source()).Block(1); !errors.Is(err, id.ErrEntropy) || end == broken && !errors.Is(err, broken) || b != (blocks.Block[T]{}) {
				t.Errorf("%d bytes and %v give a block of %d, %v", n, end, b.Len(), err)
			}
		}
	}
	all := bytes.NewReader(make([]byte, s.Draws))
	if x, err := s.Generator(nil, all).New(); err != nil || all.Len() > 0 {
		t.Errorf("%d bytes give %v, %v, and %d are left", s.Draws, x, err, all.Len())
	}
}

// randRecovers: calls that fail for want of randomness change nothing: afterwards a generator
// makes the IDs of one that never failed.
func (s suite[T, P]) randRecovers(t *testing.T) {
	clock, source := NewClock(s.stops()[1]), &Switch{Reader: Repeat(1)}
	g, undisturbed := s.Generator(clock.Read, source), s.Generator(clock.Read, Repeat(1))
	failed := 0
	for i := range 60 {
		source.Err = nil
		if i%2 == 0 {
			source.Err = io.ErrNoProgress
		}
		// It fails in a new tick and succeeds in the old one, fails there and succeeds in a new one.
		clock.Add([]time.Duration{s.Resolution, -s.Resolution, 0, s.Resolution}[i%4])
		x, err := g.New()
		if errors.Is(err, id.ErrEntropy) && errors.Is(err, source.Err) && x.IsZero() {
			if failed++; s.MaxBlock > 0 {
				if b, err := g.Block(2); err == nil || b.Len() > 0 {
					t.Fatalf("call %d: a block of %d, %v", i, b.Len(), err)
				}
			}
			continue
		}
		if want, err2 := undisturbed.New(); x != want || err != nil || err2 != nil {
			t.Fatalf("call %d gives %v, %v, want %v, %v", i, x, err, want, err2)
		}
	}
	if failed == 0 && s.Draws > 0 {
		t.Error("no call failed")
	}
}

// exhausted takes all IDs of a tick. Then calls fail without a change, however many there are,
// until the clock has passed the tick.
func (s suite[T, P]) exhausted(t *testing.T) {
	clock := NewClock(s.stops()[1])
	g := s.Generator(clock.Read, Repeat(0xFF))
	var last T
	for i := range s.Room {
		x, err := g.New()
		if err != nil || i > 0 && x.Compare(last) <= 0 || x.Time().Sub(clock.Read()) > 10*time.Millisecond {
			t.Fatalf("ID %d is %v, %v, after %v", i, x, err, last)
		}
		last = x
	}
	clock.Add(-time.Hour) // no generator waits so long
	for i := range 1000 {
		if i == 500 {
			id.Reseed() // leaves no room either
		}
		x, err := g.New()
		var refused *id.GenerateError
		if !errors.As(err, &refused) || !errors.Is(err, id.ErrOverflow) && !errors.Is(err, id.ErrExhausted) || !x.IsZero() {
			t.Fatalf("after %d IDs of a tick comes %v, %v", s.Room, x, err)
		}
		if text := err.Error(); !strings.HasSuffix(text, s.Full) || !strings.Contains(text, last.Time().Format("2006-01-02T15:04:05")) {
			t.Fatalf("the error is %v", err)
		}
		if s.MaxBlock == 0 {
			continue
		}
		if b, err := g.Block(1); !errors.Is(err, refused.Reason) || b.Len() > 0 {
			t.Fatalf("after %d IDs of a tick comes a block of %d, %v", s.Room, b.Len(), err)
		}
		if _, err := g.Block(2); err == nil || !strings.Contains(err.Error(), "block of 2 IDs") {
			t.Fatalf("the error of a block of two is %v", err)
		}
	}
	clock.Set(last.Time().Add(s.Resolution))
	if x, err := g.New(); err != nil || x.Compare(last) <= 0 || !x.Time().Equal(Must(s.MinAt(clock.Read())).Time()) {
		t.Errorf("in the next tick: %v, %v, after %v", x, err, last)
	}
}
