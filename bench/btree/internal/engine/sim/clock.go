package sim

import (
	"context"
	"sync/atomic"
	"time"
)

// clock is the virtual clock of one tree. It shows the time that a server would have
// reached: inserts move it, and so does each key that is made. It is safe for concurrent
// use.
type clock struct{ nanos atomic.Int64 } // since 1970

// keyTime is how long a generator takes for a key. The keys of a batch are made one right
// after the other, before their INSERTs.
const keyTime = 50 * time.Nanosecond

// newClock returns a clock that shows the system's time and stands still.
func newClock() *clock {
	c := new(clock)
	c.nanos.Store(time.Now().UnixNano())
	return c
}

// Now returns the time at which the next key is made.
func (c *clock) Now() time.Time { return time.Unix(0, c.nanos.Add(int64(keyTime))) }

// WaitUntil moves the clock to t, unless it shows a later time. It does not wait.
func (c *clock) WaitUntil(ctx context.Context, t time.Time) error {
	for {
		now := c.nanos.Load()
		if now >= t.UnixNano() || c.nanos.CompareAndSwap(now, t.UnixNano()) {
			return ctx.Err()
		}
	}
}

// advance moves the clock by d.
func (c *clock) advance(d time.Duration) { c.nanos.Add(int64(d)) }
