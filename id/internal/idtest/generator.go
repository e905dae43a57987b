package idtest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
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

// clockAt is a clock that is set from outside.
type clockAt struct{ now atomic.Pointer[time.Time] }

func (c *clockAt) set(t time.Time) { c.now.Store(&t) }
func (c *clockAt) read() time.Time { return *c.now.Load() }

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
	var clock clockAt
	next := s.Generator(clock.read)
	var last T
	for i, at := range s.stops() {
		clock.set(at)
		for range 3 {
			x, err := next()
			if isExhausted(err) {
				continue
			}
			if err != nil {
				t.Fatalf("at %v: %v", at, err)
			}
			if lo := first(s.MinAt(at)); !x.Time().Equal(lo.Time()) {
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
		var clock clockAt
		next := s.Generator(clock.read)
		top := s.Last.Add(-time.Second)
		clock.set(top)
		last, err := next()
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []time.Time{top.Add(-s.Resolution), top.Add(-time.Second), back, top.Add(-s.Resolution), top} {
			clock.set(at)
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
		clock.set(top.Add(s.Resolution))
		if x, err := next(); err != nil || s.Monotonic && (x.Compare(last) <= 0 || !x.Time().After(last.Time())) {
			t.Errorf("after the clock has caught up: %v, %v after %v", x, err, last)
		}
	}
}

// clockOutside shows times that the format cannot carry, and then one it can: the
// generator is none the worse for it.
func (s suite[T, P]) clockOutside(t *testing.T) {
	var clock clockAt
	next := s.Generator(clock.read)
	good := s.stops()[1]
	for _, bad := range []time.Time{s.First.AddDate(-500, 0, 0), s.Last.AddDate(9000, 0, 0)} {
		clock.set(bad)
		x, err := next()
		s.outOfRange(t, "a generator at "+bad.String(), x, err)
		clock.set(good)
		if x, err = next(); err != nil || !x.Time().Equal(first(s.MinAt(good)).Time()) {
			t.Errorf("after a bad clock: %v, %v", x, err)
		}
	}
}
