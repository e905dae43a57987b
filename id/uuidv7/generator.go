package uuidv7

import (
	"io"
	"time"

	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// Generator makes IDs in strictly increasing order (section 6.2, method 3): rand_a
// continues the timestamp with the time within the millisecond, in steps of 1/4096 ms,
// and rand_b is drawn for each ID. The zero value is ready to use. A Generator is safe
// for concurrent use, and does not take a lock.
//
// If the clock stands still or goes back, or if the last ID is of the same step, the
// generator uses the step after the last one. It runs at most 10 ms ahead of the clock,
// or of the time from which the clock went back; then it waits. So it makes 40,960 IDs in
// a burst, at any speed, and 4,096,000 a second without end.
//
// Set the exported fields before the first call and do not change them after it. A
// Generator must not be copied.
type Generator struct {
	// Clock returns the time; nil means the system clock. The generator calls it once
	// for each ID, and repeatedly while it waits. It must be safe for concurrent use.
	Clock func() time.Time
	// Rand is the source of randomness; nil means crypto/rand, expanded by ChaCha8. The
	// generator reads eight bytes for each ID, big-endian, and uses the high 62 bits;
	// for a block it reads sixteen. Reads do not overlap.
	Rand io.Reader

	source  entropy.Source
	counter counter
}

// New returns a new ID, which is greater than all earlier IDs of the generator.
//
// It fails with a [*github.com/sortid/sortid/id.RangeError] if the clock shows a time
// before 1970 or after [MaxTimestamp], and with a
// [*github.com/sortid/sortid/id.GenerateError] if the IDs are 10 ms ahead and the clock
// does not follow within a second ([github.com/sortid/sortid/id.ErrExhausted]), or if
// Rand fails ([github.com/sortid/sortid/id.ErrEntropy]). A failed call leaves the
// generator unchanged.
func (g *Generator) New() (x ID, err error) {
	hi, lo, err := g.next(clock.Steps(g.Clock))
	if err != nil {
		return ID{}, err
	}
	x.set(hi, lo)
	return x, nil
}

// next is New for a clock that shows now. It returns the words of the ID, which stay in
// registers.
func (g *Generator) next(now int64) (hi, lo uint64, err error) {
	// Before the counter, which a failure must not move.
	random, err := g.source.Word(g.Rand)
	if err != nil {
		return 0, 0, fault.Rand(format, err)
	}
	first, ok := g.counter.take(uint64(now))
	if !ok {
		if first, err = g.reserve(now, 1, 1); err != nil {
			return 0, 0, err
		}
	}
	hi, lo = words(first, random>>2)
	return hi, lo, nil
}

// reserve takes n steps of one millisecond for a number of IDs, and returns the first
// step. n is 1 to stepsMilli.
//
//go:noinline
func (g *Generator) reserve(now int64, n, ids uint64) (first uint64, err error) {
	waits := false
	for {
		if uint64(now) > maxStep {
			return 0, rangeFault(time.UnixMilli(now >> clock.StepBits))
		}
		first, until, ok := g.counter.reserve(uint64(now), n)
		if ok {
			return first, nil
		}
		if n > 1 && !waits {
			waits = true
			g.counter.waiting.Add(1)
			defer g.counter.waiting.Add(-1)
		}
		if now, err = g.wait(int64(until), ids); err != nil {
			return 0, err
		}
	}
}

// wait returns the time when the clock shows until or later.
func (g *Generator) wait(until int64, ids uint64) (now int64, err error) {
	now, ok := clock.Wait(func() int64 { return clock.Steps(g.Clock) }, until-1, step)
	if !ok {
		return 0, fault.Exhausted(format, ids, time.UnixMilli((until+maxLead)>>clock.StepBits), time.UnixMilli(now>>clock.StepBits), "use a new Generator")
	}
	return now, nil
}

// held returns the timestamp of the last ID. ok is false if there is none.
func (g *Generator) held() (millis int64, ok bool) {
	last, ok := g.counter.held()
	return int64(last >> clock.StepBits), ok
}
