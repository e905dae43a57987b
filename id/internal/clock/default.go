package clock

import (
	"errors"
	"math"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/watch"
)

// MaxHold is how far the last timestamp of a default generator may be ahead of the
// system clock. Up to that, the generator holds the timestamp and IDs stay in
// order, for example after a small step of NTP. Beyond, the clock was wrong before,
// and holding on would date every further ID wrongly.
const MaxHold = 10 * time.Second

// Default is the default generator of a format, and the rule by which it recovers
// from a clock that was wrong: hold the last timestamp for up to MaxHold, then
// continue with a new generator, which draws fresh randomness.
//
// A format's New calls the present generator first. If that fails, or makes an ID
// that is Ahead of the clock, it calls Recover.
type Default[G any] struct {
	atomic.Pointer[G]
	Name string        // of the format's package
	Unit time.Duration // the duration of a tick
	Read func() int64  // the system clock in ticks
	// Held returns the tick of a generator's last ID. ok is false if it has made none.
	Held func(*G) (tick int64, ok bool)

	// Lead is how far the IDs of a generator can be ahead of a clock that never goes back.
	Lead time.Duration

	bubbles bubbles[G]
}

// Ahead reports whether the tick of an ID is further ahead of a clock that shows
// now than a default generator may hold it.
func Ahead(tick, now int64, unit time.Duration) bool { return tick-now > int64(MaxHold/unit) }

// ErrFull reports that a generator has no ID left in the tick that it holds. It is a
// single value, so that a generator that waits for the next tick does not allocate.
var ErrFull = errors.New("no ID is left in the present tick")

// passes reports whether err goes away when the clock passes the held tick.
func passes(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, id.ErrExhausted) || errors.Is(err, id.ErrOverflow) && !errors.Is(err, id.ErrRange)
}

// Recover calls take until it has made the IDs that a default generator could not
// make at once. take makes them with the generator g at the tick now. Recover waits
// while the held tick has no IDs left, and replaces the generator if the held tick
// is Ahead or if waiting takes longer than MaxHold. It returns errors that waiting
// does not resolve.
func (d *Default[G]) Recover(take func(g *G, now int64) error) error {
	met := watch.Event{Format: d.Name}
	for begun, first := time.Now(), true; ; first = false {
		g, now := d.Load(), d.Read()
		if now == InBubble {
			return d.inBubble(take)
		}
		held, ok := d.Held(g)
		if first && ok && held > now {
			met.Behind = d.duration(held, now)
		}
		// Unsigned: a clock at the far end of its range must not look near.
		if !ok || held <= now || uint64(held)-uint64(now) <= uint64(MaxHold/d.Unit) {
			err := take(g, now)
			if err == nil || !passes(err) {
				if !first {
					met.Waited = time.Since(begun)
					watch.Report(met)
				}
				return err
			}
			if time.Since(begun) < MaxHold {
				if _, ok := Wait(d.Read, held, d.Unit); !ok {
					time.Sleep(time.Millisecond)
				}
				continue
			}
		}
		// A time without IDs is an error of take, and no reason to replace g.
		fresh := new(G)
		if err := take(fresh, now); err != nil {
			return err
		}
		// Of goroutines that get here together, one replaces the generator. The
		// others use it, because two could make the same ID.
		if d.CompareAndSwap(g, fresh) {
			if ok { // else there was no order to lose
				met.Waited, met.Restarted = time.Since(begun), true
				watch.Report(met)
			}
			return nil
		}
	}
}

// duration returns the time between two ticks, at most the greatest duration.
func (d *Default[G]) duration(held, now int64) time.Duration {
	if uint64(held)-uint64(now) > uint64(math.MaxInt64/d.Unit) {
		return math.MaxInt64
	}
	return time.Duration(held-now) * d.Unit
}
