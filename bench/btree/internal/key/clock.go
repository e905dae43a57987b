package key

import (
	"context"
	"time"
)

// Clock is what sources take the time from, and what they wait for. It is safe for
// concurrent use.
type Clock interface {
	// Now returns the time.
	Now() time.Time
	// WaitUntil returns nil once Now has reached t, or ctx's error once ctx has ended.
	WaitUntil(ctx context.Context, t time.Time) error
}

// System is the system's clock.
var System Clock = system{}

type system struct{}

// Now returns the wall-clock time.
func (system) Now() time.Time { return time.Now() }

// WaitUntil sleeps until the wall clock shows t, or ctx ends.
func (system) WaitUntil(ctx context.Context, t time.Time) error {
	timer := time.NewTimer(time.Until(t.Round(0)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// clock returns the sources' clock.
func (o Options) clock() Clock {
	if o.Clock == nil {
		return System
	}
	return o.Clock
}

// now returns the function that reads a source's clock.
func (o Options) now() func() time.Time { return o.clock().Now }

// generatorClock returns now for a generator's field Clock. It is nil for the system's
// clock, which generators read at less cost.
func (o Options) generatorClock() func() time.Time {
	if o.Clock == nil {
		return nil
	}
	return o.now()
}
