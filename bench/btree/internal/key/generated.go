package key

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
)

// generated takes its keys from a generator that is safe for concurrent use.
type generated[T any] struct {
	name string
	make func() (T, error)
	wrap func(T) driver.Valuer
	// tick is the unit of the format's clock: where a generator has no key left,
	// the next tick brings new ones.
	tick  time.Duration
	waits atomic.Int64
}

// A generator that stays exhausted for so many ticks will not recover.
const maxTicks = 1000

// Next makes a key. A format whose specification has the application wait for
// the next tick gets that wait here, as an application would do it, and the time
// it takes is part of the time that is measured.
func (g *generated[T]) Next(ctx context.Context) (driver.Valuer, error) {
	for range maxTicks {
		v, err := g.make()
		if err == nil {
			return g.wrap(v), nil
		}
		if !exhausted(err) {
			return nil, fmt.Errorf("key %s: %w", g.name, err)
		}
		g.waits.Add(1)
		if err := sleepToTick(ctx, g.tick); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("key %s: the generator had no key left in %d ticks of %v one after the other: is the clock standing still?", g.name, maxTicks, g.tick)
}

// Waits returns how often Next waited for the next tick. A generator that waits by
// itself does not tell, and is not in the count; its waiting is in the time.
func (g *generated[T]) Waits() int { return int(g.waits.Load()) }

// exhausted reports whether the generator has no key left in this tick, so that
// the same call succeeds in a later one. A time past the format's end is called
// an overflow too, and does not go away by waiting.
func exhausted(err error) bool {
	var end *id.RangeError
	return (errors.Is(err, id.ErrOverflow) || errors.Is(err, id.ErrExhausted)) && !errors.As(err, &end)
}

// sleepToTick sleeps until the wall clock reaches the next multiple of tick, or
// ctx ends.
func sleepToTick(ctx context.Context, tick time.Duration) error {
	now := time.Now()
	t := time.NewTimer(now.Truncate(tick).Add(tick).Sub(now))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// clock returns a clock that is so far ahead of the system's, for a generator that
// takes nil for the system's own.
func clock(ahead time.Duration) func() time.Time {
	if ahead == 0 {
		return nil
	}
	return func() time.Time { return time.Now().Add(ahead) }
}
