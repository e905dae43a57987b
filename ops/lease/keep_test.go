package lease

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

func (r *rig) format() Format[uid11.ID, uid11.Block] {
	return Snowish(func(g *uid11.Generator) { g.Clock = r.now })
}

// times returns the times of the events of a kind, when they were observed.
func (r *rig) times(k Kind) []time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []time.Time
	for i, e := range r.log {
		if e.Kind == k {
			list = append(list, r.at[i])
		}
	}
	return list
}

// Renewals come after nine to ten tenths of the interval, at random, for as long as the process runs.
func TestPace(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		time.Sleep(time.Hour)
		synctest.Wait()
		renewals := r.times(Renewed)
		if len(renewals) < 1000 {
			r.t.Fatalf("%d renewals in an hour", len(renewals))
		}
		const network = 2 * time.Millisecond
		shortest, longest := time.Hour, time.Duration(0)
		for i, at := range renewals[1:] {
			gap := at.Sub(renewals[i]) - network
			shortest, longest = min(shortest, gap), max(longest, gap)
		}
		if interval := 3 * time.Second; shortest < interval*90/100 || shortest > interval*905/1000 || longest > interval || longest < interval*995/1000 {
			r.t.Errorf("renewals come after %v to %v, want 2.7s to 3s", shortest, longest)
		}
		r.close(g)
		time.Sleep(time.Minute)
		if n := len(r.times(Renewed)); n != len(renewals) {
			r.t.Errorf("%d renewals after Close", n-len(renewals))
		}
		if row := r.row(g); row.expires != 0 || row.renewal != int64(len(renewals))+1 {
			r.t.Errorf("%d renewals and a release leave the row %+v", len(renewals), row)
		}
	})
}

// However often New asks for a renewal, there is one each ten milliseconds. Close ends the wait for it.
func TestWake(t *testing.T) {
	inBubble(t, func(r *rig) {
		for range 10 {
			g := r.acquire()
			ask := func() {
				for range 5 {
					g.renewNow()
				}
			}
			before := len(r.times(Renewed))
			ask()
			time.Sleep(3 * time.Millisecond) // the renewal takes 2 ms
			ask()
			time.Sleep(100 * time.Millisecond)
			at := r.times(Renewed)[before:]
			if len(at) != 2 || at[1].Sub(at[0]) != 12*time.Millisecond {
				r.t.Fatalf("renewals at %v, want two, 12 ms apart", at)
			}
			ask()
			time.Sleep(3 * time.Millisecond)
			ask()
			begun := time.Now()
			r.close(g)
			if n := len(r.times(Renewed)) - before; n != 3 || time.Since(begun) != 2*time.Millisecond {
				r.t.Fatalf("%d renewals, and Close takes %v; want 3 and the release alone, 2ms", n, time.Since(begun))
			}
		}
	})
}

// Close waits for a renewal that is under way, and releases the number after it.
func TestCloseDuringRenewal(t *testing.T) {
	inBubble(t, func(r *rig) {
		slow := r.wire()
		slow.delay = func() time.Duration { return 500 * time.Millisecond }
		g, err := acquire(r.t.Context(), slow, r.format(), r.config)
		if err != nil {
			r.t.Fatal(err)
		}
		g.renewNow()
		time.Sleep(100 * time.Millisecond)
		begun := time.Now()
		r.close(g)
		if d := time.Since(begun); d != 1900*time.Millisecond {
			r.t.Errorf("Close takes %v, want the rest of a renewal and a release, 1.9s", d)
		}
		if row := r.row(g); row.expires != 0 || row.renewal != 2 || !slices.Equal(r.events, []Kind{Acquired, Renewed, Released}) {
			r.t.Errorf("the row %+v, events %v", row, r.events)
		}
	})
}

// The row that a claim, a renewal and a release leave, by a clock that stands at an instant.
func TestMarks(t *testing.T) {
	inBubble(t, func(r *rig) {
		begun := time.Now()
		start := begun.Add(epoch)
		var step atomic.Int64
		instant := func() time.Time { return start.Add(time.Duration(step.Load())) }
		format := Snowish(func(g *uid11.Generator) { g.Clock = instant })
		g, err := acquire(r.t.Context(), r.wire(), format, r.config)
		if err != nil {
			r.t.Fatal(err)
		}
		const ttl = 10_000
		server := begun.UnixMilli()
		claimed := r.server.now() - server - 2 // one millisecond after the statement, and one before the first ID
		if row, want := r.row(g), (memoryRow{token: 1, expires: server + claimed + ttl, mark: instant().UnixMilli() + ttl}); row != want {
			r.t.Errorf("the claim leaves %+v, want %+v", row, want)
		}
		step.Store(int64(time.Second))
		begun = time.Now()
		g.renewNow()
		time.Sleep(5 * time.Millisecond)
		if row, want := r.row(g), (memoryRow{token: 1, renewal: 1, expires: begun.UnixMilli() + 1 + ttl, mark: instant().UnixMilli() + ttl}); row != want {
			r.t.Errorf("the renewal leaves %+v, want %+v", row, want)
		}
		// The mark does not go back with the clock.
		mark := r.row(g).mark
		step.Store(0)
		time.Sleep(10 * time.Millisecond)
		g.renewNow()
		time.Sleep(5 * time.Millisecond)
		if row := r.row(g); row.renewal != 2 || row.mark != mark {
			r.t.Errorf("a renewal with an earlier clock leaves %+v, the mark was %d", row, mark)
		}
		last := r.new(g)
		r.close(g)
		if row, want := r.row(g), (memoryRow{token: 1, renewal: 3, mark: last.UnixMilli() + 1}); row != want {
			r.t.Errorf("the release leaves %+v, want %+v", row, want)
		}
	})
}

// A generator that cannot say how far it got leaves the mark as it was.
func TestReleaseWithoutProbe(t *testing.T) {
	inBubble(t, func(r *rig) {
		format, fails := r.format(), false
		open := format.open
		format.open = func(number id.Node) (source[uid11.ID, uid11.Block], int, error) {
			s, numbers, err := open(number)
			probe := s.probe
			s.probe = func() (uid11.ID, error) {
				if fails {
					return 0, errGiven
				}
				return probe()
			}
			return s, numbers, err
		}
		g, err := acquire(r.t.Context(), r.wire(), format, r.config)
		if err != nil {
			r.t.Fatal(err)
		}
		before := r.row(g)
		fails = true
		r.close(g)
		if row := r.row(g); row.expires != 0 || row.mark != before.mark {
			r.t.Errorf("the row was %+v and is %+v", before, row)
		}
	})
}

// Events carry the lease and the reason.
func TestEvents(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		first := g.Lease()
		held := g.held.Load()
		time.Sleep(4 * time.Second)
		r.setCut(requests)
		time.Sleep(10 * time.Second)
		r.setCut(whole)
		time.Sleep(5 * time.Second)
		r.server.mu.Lock()
		row := r.server.rows[first.Number]
		row.token, row.begins = row.token+1, row.mark
		r.server.mu.Unlock()
		time.Sleep(8 * time.Second)
		if held.limit.Load() != 0 {
			r.t.Error("the generator that lost its number has a limit")
		}
		second := g.Lease()
		if second.Number == first.Number || second.Token != 1 {
			r.t.Errorf("the leases are %+v and %+v", first, second)
		}
		r.setCut(requests)
		err := g.Close()
		if !errors.Is(err, errCut) {
			r.t.Errorf("Close returns %v", err)
		}
		reasons := map[Kind]error{RenewFailed: errCut, Refused: errLate, Lost: errGone, Released: errCut}
		var kinds []Kind
		lease := first
		r.mu.Lock()
		log := slices.Clone(r.log)
		r.mu.Unlock()
		for _, e := range log {
			if len(kinds) > 0 && kinds[len(kinds)-1] == e.Kind {
				continue // again
			}
			if kinds = append(kinds, e.Kind); e.Kind == Acquired && len(kinds) > 1 {
				lease = second
			}
			if e.Lease != lease || !errors.Is(e.Err, reasons[e.Kind]) {
				r.t.Errorf("%v of %+v: %v, want %+v, %v", e.Kind, e.Lease, e.Err, lease, reasons[e.Kind])
			}
		}
		if want := []Kind{Acquired, Renewed, RenewFailed, Refused, RenewFailed, Renewed, Lost, Acquired, Renewed, Released}; !slices.Equal(kinds, want) {
			r.t.Errorf("events: %v, want %v", kinds, want)
		}
	})
}

// slowClaim is a server whose answer to the first claim comes late.
type slowClaim struct {
	wire
	by     time.Duration
	claims int
}

func (s *slowClaim) claim(ctx context.Context, name string, row free, ttl time.Duration, mark int64) (bool, error) {
	ok, err := s.wire.claim(ctx, name, row, ttl, mark)
	if s.claims++; s.claims == 1 {
		time.Sleep(s.by)
	}
	return ok, err
}

// A claim counts from the time at which it was sent. Its first ID is before the mark, or the number is given back
// and another one claimed. After the usable time, the generator waits for a renewal.
func TestLateClaim(t *testing.T) {
	const (
		network = 2 * time.Millisecond
		first   = time.Millisecond // before the first ID
		usable  = 9 * time.Second
		ttl     = 10 * time.Second
	)
	for _, x := range []struct {
		by      time.Duration
		refused bool
		claims  int
	}{
		{0, false, 1},
		{usable - network - first - 1, false, 1},
		{usable - network - first, true, 1},
		{ttl - network - first - time.Millisecond, true, 1},
		{ttl - network - first, false, 2},
	} {
		inBubble(t, func(r *rig) {
			slow := &slowClaim{wire: r.wire(), by: x.by}
			g, err := acquire(r.t.Context(), slow, r.format(), r.config)
			if err != nil || slow.claims != x.claims {
				r.t.Fatalf("late by %v: %v, %d claims, want %d", x.by, err, slow.claims, x.claims)
			}
			defer r.close(g)
			if _, err := g.New(); errors.Is(err, ErrLost) != x.refused || errors.Is(err, errLate) != x.refused || (err != nil) != x.refused {
				r.t.Errorf("late by %v: %v, refused: %v", x.by, err, x.refused)
			}
			synctest.Wait()
			if x.refused && r.hasEvent(Refused) {
				r.t.Errorf("late by %v: it stops making IDs, and never began", x.by)
			}
			held := 0
			r.server.mu.Lock()
			for _, row := range r.server.rows {
				if row.expires != 0 {
					held++
				}
			}
			r.server.mu.Unlock()
			if held != 1 {
				r.t.Errorf("late by %v: %d numbers are held", x.by, held)
			}
			time.Sleep(r.config.interval() + time.Second)
			r.new(g)
		})
	}
}

// expire stops a generator at the end of the usable time, unless that was renewed, another number took over, or it is stopped.
func TestExpire(t *testing.T) {
	for name, x := range map[string]struct {
		change  func(g *Generator[uid11.ID, uid11.Block], held *grant[uid11.ID, uid11.Block])
		refuses bool
	}{
		"at the end": {func(_ *Generator[uid11.ID, uid11.Block], held *grant[uid11.ID, uid11.Block]) { held.ends = time.Now() }, true},
		"after it": {func(_ *Generator[uid11.ID, uid11.Block], held *grant[uid11.ID, uid11.Block]) {
			held.ends = time.Now().Add(-1)
		}, true},
		"before it": {func(_ *Generator[uid11.ID, uid11.Block], held *grant[uid11.ID, uid11.Block]) {
			held.ends = time.Now().Add(1)
		}, false},
		"stopped before": {func(_ *Generator[uid11.ID, uid11.Block], held *grant[uid11.ID, uid11.Block]) { held.limit.Store(0) }, false},
		"another's turn": {func(g *Generator[uid11.ID, uid11.Block], _ *grant[uid11.ID, uid11.Block]) {
			g.held.Store(&grant[uid11.ID, uid11.Block]{})
		}, false},
		"after a failure": {func(_ *Generator[uid11.ID, uid11.Block], held *grant[uid11.ID, uid11.Block]) { held.failure = errGiven }, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var events []Event
			g := &Generator[uid11.ID, uid11.Block]{renewed: make(chan struct{}), config: Config{Observe: func(e Event) { events = append(events, e) }}}
			held := &grant[uid11.ID, uid11.Block]{ends: time.Now(), claim: claim{Lease: Lease{"a", 5, 7}}}
			held.limit.Store(1000)
			g.held.Store(held)
			waits := g.renewed
			x.change(g, held)
			before := held.limit.Load()
			g.expire(held)
			if !x.refuses {
				if held.limit.Load() != before || g.refusal != nil || len(events) != 0 || g.renewed != waits {
					t.Errorf("%s: the limit %d was %d; %v, %v", name, held.limit.Load(), before, g.refusal, events)
				}
				return
			}
			const text = "lease: new ID: no node number: the generator claims one as soon as the server answers: try again later: " +
				"the server has not confirmed a renewal in time"
			want := text
			if held.failure != nil {
				want += ": the server's error"
			}
			if held.limit.Load() != 0 || !errors.Is(g.refusal, ErrLost) || g.refusal.Error() != want {
				t.Errorf("%s: the limit is %d; %v, want %s", name, held.limit.Load(), g.refusal, want)
			}
			if len(events) != 1 || events[0].Kind != Refused || events[0].Lease != held.claim.Lease || !errors.Is(events[0].Err, errLate) || errors.Is(events[0].Err, errGiven) != (held.failure != nil) {
				t.Errorf("%s: events %v", name, events)
			}
			select {
			case <-waits: // who waits for a renewal goes on
			default:
				t.Errorf("%s: who waits is not told", name)
			}
		})
	}
}

// extend lets IDs be made until the usable time that began at begun has passed, and forgets the last failure.
func TestExtend(t *testing.T) {
	for _, x := range []struct {
		ago    time.Duration
		usable bool
	}{{0, true}, {9*time.Second - 1, true}, {9 * time.Second, false}, {time.Hour, false}} {
		synctest.Test(t, func(t *testing.T) {
			var refused atomic.Int64
			g := &Generator[int, int]{renewed: make(chan struct{}), config: Config{TTL: 10 * time.Second, Margin: time.Second, Observe: func(Event) { refused.Add(1) }}}
			held := &grant[int, int]{claim: claim{mark: 1234}, failure: errGiven}
			g.held.Store(held)
			g.extend(held, time.Now().Add(-x.ago))
			want := int64(0)
			if x.usable {
				want = 1234
			}
			if _, _, refusal := g.currentGrant(); held.limit.Load() != want || (refusal == nil) != x.usable || held.failure != nil {
				t.Errorf("begun %v ago: the limit is %d, want %d; %v, %v", x.ago, held.limit.Load(), want, refusal, held.failure)
			}
			// Again, in time: from now on for the whole of it.
			g.extend(held, time.Now())
			time.Sleep(9*time.Second - time.Nanosecond)
			synctest.Wait()
			if _, _, refusal := g.currentGrant(); held.limit.Load() != 1234 || refusal != nil || refused.Load() != 0 {
				t.Errorf("begun %v ago: a renewal leaves the limit %d, %v, %d events", x.ago, held.limit.Load(), refusal, refused.Load())
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if _, _, refusal := g.currentGrant(); held.limit.Load() != 0 || !errors.Is(refusal, ErrLost) || refused.Load() != 1 {
				t.Errorf("begun %v ago: at the end the limit is %d, %v, %d events", x.ago, held.limit.Load(), refusal, refused.Load())
			}
		})
	}
}

// IDs may be ten seconds ahead of the clock. A generator that cannot say so is not ahead, unless it is exhausted.
func TestIsAhead(t *testing.T) {
	for _, x := range []struct {
		millis int64
		err    error
		want   bool
	}{
		{5000, nil, false}, {4000, nil, false}, {15_000, nil, false}, {15_001, nil, true},
		{0, id.ErrExhausted, true}, {0, id.ErrOverflow, true}, {90_000, errGiven, false},
	} {
		s := source[int64, int]{
			probe:  func() (int64, error) { return x.millis, x.err },
			millis: func(x int64) int64 { return x },
			clock:  func() time.Time { return time.UnixMilli(5000) },
		}
		if got := s.isAhead(); got != x.want {
			t.Errorf("%d, %v: %v", x.millis, x.err, got)
		}
	}
}

// The first ID of a number is not before the last holder's mark: the generator waits for its clock to reach it,
// and looks at it each ten milliseconds.
func TestFloor(t *testing.T) {
	const network = 2 * time.Millisecond // of the claim
	for name, x := range map[string]struct {
		mark  time.Duration // after the time of the claim
		jump  time.Duration // of the clock, after 4 milliseconds
		takes time.Duration // of the wait
	}{
		"never used":  {-time.Hour, 0, time.Millisecond},
		"just now":    {0, 0, time.Millisecond},
		"ahead":       {network + 5*time.Millisecond, 0, 5 * time.Millisecond},
		"far ahead":   {network + 35*time.Millisecond, 0, 35 * time.Millisecond},
		"ahead, jump": {network + 35*time.Millisecond, time.Second, 11 * time.Millisecond},
	} {
		inBubble(t, func(r *rig) {
			const number = 7
			r.server.rows[number] = &memoryRow{}
			// The number of free rows is read before.
			claimed := r.now().Add(network)
			mark := claimed.Add(x.mark)
			r.server.rows[number].mark = mark.UnixMilli()
			if x.jump > 0 {
				time.AfterFunc(2*network+4*time.Millisecond, func() { r.setClock(x.jump) })
			}
			begun := time.Now()
			g := r.acquire()
			defer r.close(g)
			if d := time.Since(begun) - 2*network; d != x.takes {
				r.t.Errorf("%s: the wait takes %v, want %v", name, d, x.takes)
			}
			if at := r.new(g); at.Before(mark) || g.Lease().Number != number {
				r.t.Errorf("%s: %v made an ID with the time %v, before the mark %v", name, g.Lease(), at, mark)
			}
		})
	}
}
