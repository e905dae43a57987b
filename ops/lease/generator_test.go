package lease

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// rig is a server in memory and a process with a clock that can be set.
type rig struct {
	t      *testing.T
	server *memory
	config Config

	mu     sync.Mutex
	step   time.Duration // of the process's clock
	cut    cut
	events []Kind
	log    []Event // the same, with what they carry
	at     []time.Time
}

func newRig(t *testing.T) *rig {
	r := &rig{t: t, server: &memory{rows: map[int]*memoryRow{}}}
	var err error
	if r.config, err = (Config{TTL: 10 * time.Second, Observe: r.observe}).complete("snowish"); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) observe(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e.Kind)
	r.log, r.at = append(r.log, e), append(r.at, time.Now())
}

func (r *rig) hasEvent(k Kind) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(r.events, k)
}

func (r *rig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Add(epoch + r.step)
}

func (r *rig) setClock(step time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.step = step
}

func (r *rig) setCut(c cut) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cut = c
}

func (r *rig) wire() wire {
	return wire{memory: r.server, delay: func() time.Duration { return time.Millisecond }, cut: func() cut {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.cut
	}}
}

func (r *rig) acquire() *Generator[uid11.ID, uid11.Block] {
	r.t.Helper()
	g, err := acquire(r.t.Context(), r.wire(), Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config)
	if err != nil {
		r.t.Fatal(err)
	}
	return g
}

// new makes an ID, and returns its time.
func (r *rig) new(g *Generator[uid11.ID, uid11.Block]) time.Time {
	r.t.Helper()
	x, err := g.New()
	if err != nil {
		r.t.Fatal(err)
	}
	return x.Time()
}

func (r *rig) close(g *Generator[uid11.ID, uid11.Block]) {
	r.t.Helper()
	if err := g.Close(); err != nil {
		r.t.Error(err)
	}
}

// row returns the row of a generator's number.
func (r *rig) row(g *Generator[uid11.ID, uid11.Block]) memoryRow {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return *r.server.rows[g.Lease().Number]
}

// inBubble runs a test with virtual time.
func inBubble(t *testing.T, test func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(newRig(t)) })
}

// Generators and blocks make many IDs at an instant of a clock that moves only in a sleep.
func TestInstant(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		defer r.close(g)
		begun := time.Now()
		var last uid11.ID
		for range 50_000 {
			x, err := g.New()
			if err != nil || x <= last {
				t.Fatalf("%v, %v, after %v", x, err, last)
			}
			last = x
		}
		for range 200 {
			b, err := g.Block(250)
			if err != nil {
				t.Fatal(err)
			}
			for x := range b.All() {
				if x <= last {
					t.Fatalf("%v comes after %v", x, last)
				}
				last = x
			}
		}
		if d := time.Since(begun); d > 50*time.Millisecond {
			t.Errorf("100,000 IDs take %v", d)
		}
	})
}

// A generator that cannot renew its claim stops before the claim expires, and goes on with the
// same number if nobody claimed it.
func TestRefusal(t *testing.T) {
	for _, c := range []cut{requests, answers} {
		inBubble(t, func(r *rig) {
			g := r.acquire()
			defer r.close(g)
			before := g.Lease()
			time.Sleep(time.Minute)
			r.new(g)
			r.setCut(c)
			// A renewal whose answer is lost counts for the server and not for the holder.
			time.Sleep(r.config.interval())
			expires := r.row(g).expires
			for {
				_, err := g.New()
				if err == nil {
					if r.server.now() >= expires-r.config.Margin.Milliseconds() && c == requests {
						t.Fatal("an ID was made within the margin")
					}
					time.Sleep(10 * time.Millisecond)
					continue
				}
				var e *id.GenerateError
				if !errors.Is(err, ErrLost) || !errors.As(err, &e) || e.Format != "lease" || !strings.Contains(err.Error(), "try again") {
					t.Fatal(err)
				}
				break
			}
			if left := r.row(g).expires - r.server.now(); left < r.config.Margin.Milliseconds()-10 {
				t.Errorf("the generator refused %d ms before the claim expires", left)
			}
			if !r.hasEvent(RenewFailed) || !r.hasEvent(Refused) {
				t.Errorf("events: %v", r.events)
			}
			r.setCut(whole)
			time.Sleep(r.config.interval())
			r.new(g)
			if g.Lease() != before {
				t.Errorf("the lease was %v and is %v", before, g.Lease())
			}
		})
	}
}

// A process whose number was claimed by another one gets another number.
func TestLost(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		defer r.close(g)
		before := g.Lease()
		r.server.mu.Lock()
		row := r.server.rows[before.Number]
		row.token, row.begins = row.token+1, row.mark
		r.server.mu.Unlock()
		time.Sleep(r.config.interval() + time.Second)
		r.new(g)
		if after := g.Lease(); after.Number == before.Number || !r.hasEvent(Lost) {
			t.Errorf("the lease was %v and is %v, events %v", before, after, r.events)
		}
	})
}

// A number is lost once, however often the claim of another one fails.
func TestLostOnce(t *testing.T) {
	inBubble(t, func(r *rig) {
		failing := &failures{wire: r.wire()}
		g, err := acquire(r.t.Context(), failing, Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config)
		if err != nil {
			r.t.Fatal(err)
		}
		defer r.close(g)
		r.server.mu.Lock()
		row := r.server.rows[g.Lease().Number]
		row.token, row.begins = row.token+1, row.mark
		r.server.mu.Unlock()
		failing.left.Store(3 * maxFailures)
		time.Sleep(time.Minute)
		r.new(g)
		r.mu.Lock()
		defer r.mu.Unlock()
		var lost, failed int
		for _, k := range r.events {
			switch k {
			case Lost:
				lost++
			case AcquireFailed:
				failed++
			}
		}
		if lost != 1 || failed == 0 {
			t.Errorf("%d events Lost and %d AcquireFailed: %v", lost, failed, r.events)
		}
	})
}

// Of two copies of a process, one loses the number when the other has renewed it.
func TestCopies(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		defer r.close(g)
		copied := claim{Lease: g.Lease()}
		time.Sleep(r.config.interval() + time.Second)
		other := copied
		if err := r.wire().renew(r.t.Context(), &other, r.config.TTL, 0); !errors.Is(err, errGone) {
			t.Errorf("a copy renews with %v", err)
		}
		other = copied
		if err := r.wire().release(r.t.Context(), &other, 0); !errors.Is(err, errGone) {
			t.Errorf("a copy releases with %v", err)
		}
	})
}

// The clock goes forward by hours: the generator asks the server first, and New waits for that.
// Without an answer it fails.
func TestForward(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		defer r.close(g)
		r.setClock(5 * time.Hour)
		if at := r.new(g); at.Before(r.now().Add(-time.Second)) {
			t.Errorf("an ID has the time %v, the clock shows %v", at, r.now())
		}
		if mark := r.row(g).mark; mark <= r.now().UnixMilli() {
			t.Errorf("the mark is %d, the clock shows %d", mark, r.now().UnixMilli())
		}
		r.setCut(requests)
		r.setClock(10 * time.Hour)
		begun := time.Now()
		if _, err := g.New(); !errors.Is(err, ErrAhead) || time.Since(begun) != maxWait {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		if _, err := g.Block(10); !errors.Is(err, ErrAhead) {
			t.Error(err)
		}
		r.setCut(whole)
	})
}

// The clock goes back by hours: another number makes IDs with the right time. The next holder of
// the old number must have reached its times.
func TestBack(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.setClock(2 * time.Hour)
		g := r.acquire()
		defer r.close(g)
		last := r.new(g)
		before := g.Lease()
		r.setClock(0)
		time.Sleep(r.config.interval() + time.Second)
		if at := r.new(g); at.After(r.now().Add(time.Second)) || g.Lease().Number == before.Number {
			t.Errorf("the lease %v, was %v; an ID has the time %v, the clock shows %v", g.Lease(), before, at, r.now())
		}
		row := r.server.rows[before.Number]
		if row.mark != last.UnixMilli()+1 && row.mark <= last.UnixMilli() || row.expires != 0 {
			t.Errorf("the old number is marked until %d and expires at %d; its last ID has the time %d", row.mark, row.expires, last.UnixMilli())
		}
	})
}

// A small step back is held, and makes no difference to the number.
func TestSmallStep(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		defer r.close(g)
		before := g.Lease()
		last := r.new(g)
		r.setClock(-5 * time.Second)
		for range 10 {
			at := r.new(g)
			if at.Before(last) {
				t.Errorf("%v after %v", at, last)
			}
			last = at
			time.Sleep(time.Second)
		}
		if g.Lease() != before {
			t.Errorf("the lease was %v and is %v", before, g.Lease())
		}
	})
}

// A process starts again with a clock that is behind: it does not take the number that it had.
// If no other is free, the error says so. If the clock is behind by little, it waits.
func TestClockBehind(t *testing.T) {
	inBubble(t, func(r *rig) {
		for n := range uid11.MaxMachine + 1 {
			r.server.rows[n] = &memoryRow{mark: r.now().UnixMilli() + time.Hour.Milliseconds()}
		}
		const free = 77
		r.server.rows[free].mark = 0
		g := r.acquire()
		last := r.new(g)
		r.close(g)
		r.setClock(-time.Minute)
		_, err := acquire(r.t.Context(), r.wire(), Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config)
		var taken *TakenError
		if !errors.As(err, &taken) || taken.Held != 0 || taken.Numbers != 1024 || taken.Wait != 0 || !strings.Contains(err.Error(), "the clock here has not reached") {
			t.Errorf("%+v, %v", taken, err)
		}
		r.setClock(-r.config.Margin / 2)
		g = r.acquire()
		defer r.close(g)
		if at := r.new(g); g.Lease().Number != free || !at.After(last) {
			t.Errorf("%v made an ID with the time %v after %v", g.Lease(), at, last)
		}
	})
}

// Close while goroutines make IDs: none of these is at or after the mark that Close leaves.
func TestClose(t *testing.T) {
	r := newRig(t)
	for range 10 {
		g := r.acquire()
		var all sync.WaitGroup
		var mu sync.Mutex
		var greatest uid11.ID
		for range 4 {
			all.Go(func() {
				for {
					x, err := g.New()
					if err != nil {
						if !errors.Is(err, ErrClosed) {
							t.Error(err)
						}
						return
					}
					mu.Lock()
					greatest = max(greatest, x)
					mu.Unlock()
				}
			})
		}
		time.Sleep(2 * time.Millisecond)
		r.close(g)
		all.Wait()
		if row, last := r.row(g), greatest.Time().UnixMilli(); row.expires != 0 || row.mark <= last || row.mark > r.now().UnixMilli()+1000 {
			t.Fatalf("the row %+v, the greatest ID has the time %d", row, last)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
		if _, err := g.Block(2); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	}
}

// Close of a generator whose number was claimed by another process before it noticed has nothing
// to give back. If a copy of the process has the claim, Close fails: IDs can have been made twice.
func TestCloseLost(t *testing.T) {
	for name, x := range map[string]struct {
		change func(row *memoryRow)
		want   error
		event  Kind
	}{
		"claimed": {func(row *memoryRow) { row.token, row.begins, row.mark = row.token+1, row.mark, row.mark+1 }, nil, Lost},
		"copied":  {func(row *memoryRow) { row.renewal += 2 }, errCopied, Released},
	} {
		inBubble(t, func(r *rig) {
			g := r.acquire()
			r.new(g)
			r.server.mu.Lock()
			row := r.server.rows[g.Lease().Number]
			x.change(row)
			left := *row
			r.server.mu.Unlock()
			if err := g.Close(); !errors.Is(err, x.want) || !r.hasEvent(x.event) {
				r.t.Errorf("%s: %v, events %v", name, err, r.events)
			}
			if after := r.row(g); after != left {
				r.t.Errorf("%s: Close changed the row from %+v to %+v", name, left, after)
			}
		})
	}
}

// The zero value makes no IDs.
func TestZero(t *testing.T) {
	var g Generator[ulidflake.ID, ulidflake.Block]
	_, err := g.New()
	_, errBlock := g.Block(1)
	if !errors.Is(err, ErrClosed) || !errors.Is(errBlock, ErrClosed) || g.Lease() != (Lease{}) || g.Close() != nil {
		t.Error(err, errBlock)
	}
}

// A statement that fails is sent again a few times, and then its error is returned.
func TestFailures(t *testing.T) {
	inBubble(t, func(r *rig) {
		failing := &failures{wire: r.wire()}
		failing.left.Store(19)
		g, err := acquire(r.t.Context(), failing, Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config)
		if err != nil {
			t.Fatal(err)
		}
		r.close(g)
		failing.left.Store(20)
		if _, err := acquire(r.t.Context(), failing, Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config); !errors.Is(err, errConflict) {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(r.t.Context())
		cancel()
		failing.left.Store(1)
		if _, err := acquire(ctx, failing, Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config); err == nil {
			t.Error("a claim succeeds after its context has ended")
		}
	})
}

// failures is a server whose next claims fail when they are committed.
type failures struct {
	wire
	left atomic.Int64
}

var errConflict = errors.New("Error 1213 (40001)")

func (f *failures) claim(ctx context.Context, name string, row free, ttl time.Duration, mark int64) (bool, error) {
	if f.left.Add(-1) >= 0 {
		return false, errConflict
	}
	return f.wire.claim(ctx, name, row, ttl, mark)
}

// A claim whose answer comes after the TTL is given back, and Acquire claims again a few times.
func TestSlowClaim(t *testing.T) {
	inBubble(t, func(r *rig) {
		late := &lateAnswers{wire: r.wire(), left: 19}
		open := func() (*Generator[uid11.ID, uid11.Block], error) {
			return acquire(r.t.Context(), late, Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config)
		}
		g, err := open()
		if err != nil {
			r.t.Fatal(err)
		}
		r.new(g)
		r.close(g)
		late.left = 20
		if _, err := open(); !errors.Is(err, ErrAhead) || !strings.Contains(err.Error(), "longer than the TTL of 10s") {
			r.t.Error(err)
		}
		for n, row := range r.server.rows {
			if row.expires != 0 {
				r.t.Errorf("the number %d is still held", n)
			}
		}
	})
}

// lateAnswers is a server whose next answers to a claim come after the TTL.
type lateAnswers struct {
	wire
	left int
}

func (l *lateAnswers) claim(ctx context.Context, name string, row free, ttl time.Duration, mark int64) (bool, error) {
	ok, err := l.wire.claim(ctx, name, row, ttl, mark)
	if ok && l.left > 0 {
		l.left--
		time.Sleep(ttl)
	}
	return ok, err
}

func TestKinds(t *testing.T) {
	for k, want := range map[Kind]string{Acquired: "acquired", Released: "released", AcquireFailed: "acquire failed", 0: "Kind(0)", 9: "Kind(9)", 99: "Kind(99)"} {
		if k.String() != want {
			t.Errorf("%d is %q, want %q", k, k, want)
		}
	}
}

// early reads the free numbers before another process has added their rows.
type early struct {
	table
	read bool
}

func (e *early) free(ctx context.Context, name string, numbers int, before int64) ([]free, error) {
	if !e.read {
		e.read = true
		return nil, e.grow(ctx, name, numbers)
	}
	return e.table.free(ctx, name, numbers, before)
}

// Numbers that became free between two statements of a claim are not taken.
func TestRowsOfAnotherProcess(t *testing.T) {
	inBubble(t, func(r *rig) {
		g, err := acquire(r.t.Context(), &early{table: r.wire()}, Snowish(func(g *uid11.Generator) { g.Clock = r.now }), r.config)
		if err != nil {
			r.t.Fatal(err)
		}
		r.close(g)
	})
}
