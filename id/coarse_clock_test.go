package id_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// TestCoarseClock: generators keep their promises on a clock that stands still for
// 0.5 to 15.625 ms, as those of Windows do. IDs grow, their time is that of the clock or at most
// the promised 10 ms ahead, no ID waits for longer than one step of the clock, and an
// exhausted millisecond costs a step, not more. A field that begins at random holds fewer
// than the most: some 4,000 a tick for Ulid-Flake, and rarely a few hundred.
func TestCoarseClock(t *testing.T) {
	for _, step := range []time.Duration{500 * time.Microsecond, time.Millisecond, 15625 * time.Microsecond} {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			clock := func() time.Time { return time.Now().Truncate(step) }
			for name, run := range map[string]func(t *testing.T){
				"wiji":    onCoarseClock(step, 65_536, (&wiji.Generator{Clock: clock}).New),
				"ulid":    onCoarseClock(step, 100_000, (&ulid.Generator{Clock: clock}).New),
				"uuidv7":  onCoarseClock(step, 4_096, (&uuidv7.Generator{Clock: clock}).New),
				"scru160": onCoarseClock(step, 30_000, (&scru160.Generator{Clock: clock}).New),
				"ulidflake": func(t *testing.T) {
					time.Sleep(25 * 366 * 24 * time.Hour) // a bubble begins in 2000, before the epoch
					g := &ulidflake.Generator{Clock: clock}
					onCoarseClock(step, 100, func() (ulidflake.ID, error) { return g.NewWait(context.Background()) })(t)
				},
			} {
				t.Run(name, func(t *testing.T) { synctest.Test(t, run) })
			}
		})
	}
}

// onCoarseClock makes IDs for three ticks, or until there are more than a generator that never
// waits has to make.
func onCoarseClock[T timed[T]](step time.Duration, perStep int, next func() (T, error)) func(t *testing.T) {
	return func(t *testing.T) {
		const lead = 10 * time.Millisecond
		tick := max(step, time.Millisecond)
		time.Sleep(step - time.Duration(time.Now().UnixNano())%step) // the beginning of a step
		begun, n := time.Now(), 0
		var last T
		for time.Since(begun) < 3*tick && n < 4*perStep {
			before := time.Now()
			x, err := next()
			if err != nil || n > 0 && x.Compare(last) <= 0 {
				t.Fatalf("ID %d is %v, %v, after %v", n, x, err, last)
			}
			now := time.Now()
			if waited := now.Sub(before); waited > step+time.Millisecond {
				t.Fatalf("ID %d waited for %v", n, waited)
			}
			if at := x.Time(); at.Before(now.Truncate(step).Truncate(time.Millisecond)) || at.After(now.Add(lead)) {
				t.Fatalf("ID %d is of %v at %v", n, at, now)
			}
			last = x
			n++
		}
		t.Logf("%d IDs in %v", n, time.Since(begun))
		if ticks := int(time.Since(begun) / tick); n < perStep*ticks {
			t.Errorf("%d IDs in %d ticks of %v, want at least %d a tick", n, ticks, tick, perStep)
		}
	}
}
