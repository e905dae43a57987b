package ulidflake

import (
	"context"
	"time"
)

// The pauses between two looks at the clock: short when the next millisecond is
// near, longer when the clock went back and has far to go.
const (
	shortPause = 100 * time.Microsecond
	longPause  = 10 * time.Millisecond
)

// NewWait is New for callers who would rather wait than handle an overflow: when
// the random field is full, it waits for the clock to pass the millisecond, and
// makes the ID then.
//
// ctx bounds the waiting alone; a call that need not wait succeeds in any case.
// When ctx ends first, the error matches [id.ErrOverflow] and the error of ctx. A
// clock that went back is waited for until it has caught up, for hours if ctx
// allows it. Other errors are those of [Generator.New].
func (g *Generator) NewWait(ctx context.Context) (ID, error) {
	for {
		x, err := g.next(g.millis())
		if err != errFull {
			return x, err
		}
		if err := g.wait(ctx); err != nil {
			return 0, g.full(err)
		}
	}
}

// wait returns when the clock has passed the last millisecond, or ctx has ended.
func (g *Generator) wait(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		lead := g.held() - g.millis()
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
