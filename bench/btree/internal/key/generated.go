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
	name  string
	make  func() (T, error)
	wrap  func(T) driver.Valuer
	clock Clock
	// tick is the unit of the format's clock: a generator that has no key left has new
	// ones at the next tick.
	tick  time.Duration
	waits atomic.Int64
}

// maxTicks is the number of ticks after which an exhausted generator will not recover.
const maxTicks = 1000

// Next makes a key. If the format's specification requires the application to wait for the
// next tick, Next waits, and the trial's time includes that.
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
		if err := g.clock.WaitUntil(ctx, g.clock.Now().Truncate(g.tick).Add(g.tick)); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("key %s: the generator had no key left in %d consecutive ticks of %v: check that the clock advances", g.name, maxTicks, g.tick)
}

// Waits returns how often Next waited for the next tick. It does not count generators that
// wait by themselves.
func (g *generated[T]) Waits() int { return int(g.waits.Load()) }

// exhausted reports whether the generator has no key left in this tick but will have one in
// a later one. A time past the format's end is an overflow, too, and waiting does not help.
func exhausted(err error) bool {
	var end *id.RangeError
	return (errors.Is(err, id.ErrOverflow) || errors.Is(err, id.ErrExhausted)) && !errors.As(err, &end)
}
