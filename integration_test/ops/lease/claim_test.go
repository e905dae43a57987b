package lease_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/ops/lease"
)

// must returns the value beside a nil error.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// newFlake returns a new ID. A millisecond of Ulid-Flake may have no room for it, by chance.
func newFlake(t *testing.T, g *lease.Generator[ulidflake.ID, ulidflake.Block]) ulidflake.ID {
	t.Helper()
	for {
		x, err := g.New()
		if errors.Is(err, id.ErrOverflow) {
			time.Sleep(time.Millisecond)
			continue
		}
		return must[ulidflake.ID](t)(x, err)
	}
}

// Generators of each format have different numbers, and their IDs contain them.
func TestNumbers(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		numbers := map[int]bool{}
		for range 5 {
			g := must[*lease.Generator[uid11.ID, uid11.Block]](t)(lease.Acquire(t.Context(), d.db, lease.Snowish(), lease.Config{}))
			defer g.Close()
			x := must[uid11.ID](t)(g.New())
			f := must[uid11.SnowishFields](t)(x.Snowish())
			if int(f.Machine) != g.Lease().Number || numbers[g.Lease().Number] {
				t.Errorf("an ID has the machine %d, the lease is %v, and %v were taken", f.Machine, g.Lease(), numbers)
			}
			numbers[g.Lease().Number] = true
			b := must[uid11.Block](t)(g.Block(100))
			if b.Len() != 100 {
				t.Errorf("a block has %d IDs", b.Len())
			}
		}
		flake := must[*lease.Generator[ulidflake.ID, ulidflake.Block]](t)(lease.Acquire(t.Context(), d.db, lease.UlidFlake(), lease.Config{}))
		defer flake.Close()
		if x := newFlake(t, flake); int(x&ulidflake.MaxMachine) != flake.Lease().Number {
			t.Errorf("%v does not have the number of %v", x, flake.Lease())
		}
		scru := must[*lease.Generator[scru160.ID, scru160.Block]](t)(lease.Acquire(t.Context(), d.db, lease.SCRU160(), lease.Config{}))
		defer scru.Close()
		if x := must[scru160.ID](t)(scru.New()); int(x.Extension()>>6) != scru.Lease().Number {
			t.Errorf("%v does not have the number of %v", x, scru.Lease())
		}
	})
}

// Ulid-Flake has 32 numbers. The 33rd generator learns when the first claim expires. A number
// that was given back can be claimed at once, and its IDs continue.
func TestTaken(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		var all []*lease.Generator[ulidflake.ID, ulidflake.Block]
		for range 32 {
			g := must[*lease.Generator[ulidflake.ID, ulidflake.Block]](t)(lease.Acquire(t.Context(), d.db, lease.UlidFlake(), lease.Config{}))
			defer g.Close()
			all = append(all, g)
		}
		_, err := lease.Acquire(t.Context(), d.db, lease.UlidFlake(), lease.Config{})
		var taken *lease.TakenError
		if !errors.As(err, &taken) || !errors.Is(err, lease.ErrTaken) {
			t.Fatalf("the 33rd claim: %v", err)
		}
		if taken.Name != "ulidflake" || taken.Numbers != 32 || taken.Held != 32 || taken.Wait <= 0 || taken.Wait > lease.DefaultTTL {
			t.Errorf("%+v", taken)
		}
		// Another name has its own numbers.
		other := must[*lease.Generator[ulidflake.ID, ulidflake.Block]](t)(lease.Acquire(t.Context(), d.db, lease.UlidFlake(), lease.Config{Name: "other"}))
		defer other.Close()

		before := all[7].Lease()
		last := newFlake(t, all[7])
		if err := all[7].Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := all[7].New(); !errors.Is(err, lease.ErrClosed) {
			t.Errorf("New after Close: %v", err)
		}
		next := must[*lease.Generator[ulidflake.ID, ulidflake.Block]](t)(lease.Acquire(t.Context(), d.db, lease.UlidFlake(), lease.Config{}))
		defer next.Close()
		if got := next.Lease(); got.Number != before.Number || got.Token <= before.Token {
			t.Errorf("the next holder has %+v after %+v", got, before)
		}
		if x := newFlake(t, next); x.UnixMillis() <= last.UnixMillis() {
			t.Errorf("the next holder made %v after %v", x, last)
		}
	})
}

// A claim that is not renewed expires, and not before. A claim that is renewed does not.
func TestExpiry(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		const ttl = 600 * time.Millisecond
		var mu sync.Mutex
		count := map[lease.Kind]int{}
		g := must[*lease.Generator[uid11.ID, uid11.Block]](t)(lease.Acquire(t.Context(), d.db, lease.Snowish(),
			lease.Config{TTL: ttl, Observe: func(e lease.Event) { mu.Lock(); defer mu.Unlock(); count[e.Kind]++ }}))
		defer g.Close()
		seen := func(k lease.Kind) int { mu.Lock(); defer mu.Unlock(); return count[k] }
		await.Until(t, "five renewals", func() bool { return seen(lease.Renewed) >= 5 })
		makes := func() bool { _, err := g.New(); return err == nil } // a slow server refuses for a while
		await.Until(t, "an ID", makes)
		// Another process takes the number, as after an outage.
		before := g.Lease()
		d.exec(t, "UPDATE sortid_lease SET token = token + 1, begins = mark, mark = mark + 1, expires = expires + 3600000 WHERE name = 'snowish' AND token > 0")
		await.Until(t, "another number", func() bool { return seen(lease.Acquired) >= 2 })
		if seen(lease.Lost) == 0 {
			t.Error("there was no event Lost")
		}
		if after := g.Lease(); after.Number == before.Number {
			t.Errorf("after the loss of %v the generator has %v", before, after)
		}
		await.Until(t, "an ID", makes)
		// Renewals fail: the generator stops in time, and recovers.
		d.exec(t, "ALTER TABLE sortid_lease RENAME TO away")
		await.Until(t, "a refusal", func() bool { _, err := g.New(); return errors.Is(err, lease.ErrLost) })
		await.Until(t, "events", func() bool { return seen(lease.Refused) > 0 && seen(lease.RenewFailed) > 0 })
		d.exec(t, "ALTER TABLE away RENAME TO sortid_lease")
		await.Until(t, "recovery", makes)
	})
}

// A database without the table is an error that says what to do.
func TestNoTable(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		d.exec(t, "ALTER TABLE sortid_lease RENAME TO away")
		if _, err := lease.Acquire(t.Context(), d.db, lease.Snowish(), lease.Config{}); err == nil || !strings.Contains(err.Error(), "sortid_lease") {
			t.Errorf("%v", err)
		}
	})
}
