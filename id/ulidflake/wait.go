package ulidflake

import (
	"context"
	"errors"
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

// The pauses between two readings of the clock: short if the next millisecond is
// near, longer if the clock went back further.
const (
	shortPause = 100 * time.Microsecond
	longPause  = 10 * time.Millisecond
)

// NewWait is [Generator.New], but if the random field is full, it waits for the clock
// to pass the millisecond.
//
// ctx limits only the waiting; a call that does not need to wait succeeds in any case.
// If ctx ends first, the error matches [id.ErrOverflow] and the error of ctx. If the
// clock went back, NewWait waits until it has caught up, for hours if ctx allows it.
// Other errors are those of [Generator.New].
func (g *Generator) NewWait(ctx context.Context) (ID, error) {
	for {
		x, err := g.next(clock.Millis(g.Clock))
		if err == nil || !errors.Is(err, clock.ErrFull) {
			return x, err
		}
		if err := g.wait(ctx); err != nil {
			return 0, g.fullFault("new ID", err)
		}
	}
}

// wait returns when the clock has passed the last millisecond or ctx has ended.
func (g *Generator) wait(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		held, _ := g.held()
		lead := held - clock.Millis(g.Clock)
		if lead < 0 {
			return nil
		}
		if lead > int64(longPause/time.Millisecond) {
			timer.Reset(longPause)
		} else {
			timer.Reset(shortPause)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
	}
}
