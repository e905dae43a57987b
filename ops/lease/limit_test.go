package lease

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
)

// tickets is a generator whose IDs are the times of its clock, or errors.
type tickets struct {
	millis int64
	err    error
	calls  int
}

func (s *tickets) new() (int64, error) { s.calls++; return s.millis, s.err }

func (s *tickets) source() source[int64, []int64] {
	return source[int64, []int64]{
		new: s.new, probe: s.new, millis: func(x int64) int64 { return x },
		block: func(n int) ([]int64, error) {
			x, err := s.new()
			return []int64{x, x, x}[:n], err
		},
		first: slices.Values[[]int64],
		clock: func() time.Time { return time.UnixMilli(s.millis) },
	}
}

// limited returns a generator whose IDs must not reach a time, without a goroutine that renews.
func limited(s *tickets, limit int64) *Generator[int64, []int64] {
	g := &Generator[int64, []int64]{wake: make(chan struct{}, 1), renewed: make(chan struct{})}
	held := &grant[int64, []int64]{source: s.source()}
	held.limit.Store(limit)
	g.held.Store(held)
	return g
}

// The limit is the first time that an ID must not have. Without a claim, the refusal is the error.
func TestLimit(t *testing.T) {
	for _, x := range []struct {
		limit, millis int64
		ok            bool
	}{{1000, 998, true}, {1000, 999, true}, {1000, 1000, false}, {1000, 1001, false}, {0, 1, false}} {
		s := &tickets{millis: x.millis}
		g := limited(s, x.limit)
		g.refusal = errGiven
		got, err := g.New()
		if x.ok && (got != x.millis || err != nil || s.calls != 1) || !x.ok && (got != 0 || !errors.Is(err, errGiven)) {
			t.Errorf("New at %d with the limit %d: %d, %v, %d calls", x.millis, x.limit, got, err, s.calls)
		}
		b, err := g.Block(2)
		if x.ok && (fmt.Sprint(b) != fmt.Sprint([]int64{x.millis, x.millis}) || err != nil) || !x.ok && (b != nil || !errors.Is(err, errGiven)) {
			t.Errorf("Block at %d with the limit %d: %v, %v", x.millis, x.limit, b, err)
		}
	}
}

// An error of the format's generator is returned, and nothing is made again. If the sequence is exhausted, the
// clock can have gone back, and another number helps: the claim is renewed now.
func TestSourceErrors(t *testing.T) {
	for _, x := range []struct {
		err   error
		wakes int
	}{{errGiven, 0}, {id.ErrExhausted, 1}, {id.ErrOverflow, 0}} {
		s := &tickets{err: x.err}
		g := limited(s, 1000)
		if _, err := g.New(); !errors.Is(err, x.err) || s.calls != 1 || len(g.wake) != x.wakes {
			t.Errorf("New: %v after %d calls, %d wakes, want %v, 1, %d", err, s.calls, len(g.wake), x.err, x.wakes)
		}
		g = limited(s, 1000)
		if _, err := g.Block(2); !errors.Is(err, x.err) || s.calls != 2 || len(g.wake) != x.wakes {
			t.Errorf("Block: %v after %d calls, %d wakes, want %v, 2, %d", err, s.calls, len(g.wake), x.err, x.wakes)
		}
	}
}

// What is beyond the limit waits for a renewal, for a second. If another claim took over meanwhile, its generator is
// asked.
func TestWithinLimit(t *testing.T) {
	const text = "lease: new ID: clock ahead of the lease: the clock shows 1970-01-01T00:00:02.5Z, " +
		"and the server has not confirmed that time: set the clock right, or try again"
	for name, x := range map[string]struct {
		during func(g *Generator[int64, []int64]) // the first call of the generator
		later  func(g *Generator[int64, []int64]) // half a second later
		want   int64
		takes  time.Duration
		calls  int
		wakes  int
	}{
		"no renewal": {takes: time.Second, calls: 2, wakes: 1},
		"a renewal": {
			later: func(g *Generator[int64, []int64]) { g.set(g.held.Load(), 5000, nil) },
			want:  2500, takes: time.Second / 2, calls: 3, wakes: 1,
		},
		"a renewal that is not enough": {
			later: func(g *Generator[int64, []int64]) { g.set(g.held.Load(), 2500, nil) }, takes: time.Second, calls: 3, wakes: 1,
		},
		"another number at once": {
			during: func(g *Generator[int64, []int64]) { g.held.Store(limited(&tickets{millis: 2400}, 5000).held.Load()) },
			want:   2400, calls: 2,
		},
		"another number later": {
			later: func(g *Generator[int64, []int64]) {
				g.held.Store(limited(&tickets{millis: 2400}, 5000).held.Load())
				g.set(g.held.Load(), 5000, nil)
			},
			want: 2400, takes: time.Second / 2, calls: 2, wakes: 1,
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &tickets{millis: 2500}
			g := limited(s, 1000)
			calls := 0
			held := g.held.Load()
			made := held.source.new
			held.source.new = func() (int64, error) {
				if calls++; calls == 2 && x.during != nil { // the first call is the one that New makes by itself
					x.during(g)
				}
				return made()
			}
			if x.later != nil {
				time.AfterFunc(time.Second/2, func() {
					g.mu.Lock()
					defer g.mu.Unlock()
					x.later(g)
				})
			}
			begun := time.Now()
			got, err := g.New()
			if got != x.want || (err == nil) != (x.want > 0) || err != nil && (!errors.Is(err, ErrAhead) || err.Error() != text) {
				t.Errorf("%s: %d, %v, want %d", name, got, err, x.want)
			}
			if time.Since(begun) != x.takes || calls != x.calls || len(g.wake) != x.wakes {
				t.Errorf("%s: after %v, %d calls, %d wakes; want %v, %d, %d", name, time.Since(begun), calls, len(g.wake), x.takes, x.calls, x.wakes)
			}
		})
	}
}
