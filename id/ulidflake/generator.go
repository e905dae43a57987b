package ulidflake

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/instance"
)

// Generator makes IDs in strictly increasing order (sections Components, Monotonicity
// and Overflow Error Handling). It draws a random field for the first ID of a
// millisecond, and adds a random step to it for each further ID. The zero value is
// ready to use and makes IDs of the stand-alone layout. A Generator is safe for
// concurrent use, and does not take a lock.
//
// If the clock stands still or goes back, the generator holds the last millisecond.
// If the next step does not fit the random field, New fails and [Generator.NewWait]
// waits for the next millisecond. If the process may have been copied ([id.Reseed]), the
// next step is a random part of the room in the millisecond.
//
// Set the exported fields before the first call and do not change them after it. A
// Generator must not be copied.
type Generator struct {
	// Scalable selects the layout with the scalability number.
	Scalable bool
	// Machine is the number of this generator, which the specification calls scalability:
	// 0 to MaxMachine. Generators with different numbers never make the same ID. It must
	// be set if Scalable is, and only then.
	Machine id.Node
	// EntropyBytes is the number of bytes from which a step is drawn: 1 to 3, or 1 to 2
	// with Scalable; 0 means 1. More bytes make the next ID harder to guess and fill a
	// millisecond sooner; the package's comment has the figures.
	EntropyBytes int
	// Clock returns the time; nil means the system clock. The generator calls it once
	// for each ID, and repeatedly while NewWait waits. It must be safe for concurrent
	// use.
	Clock func() time.Time
	// Rand is the source of randomness; nil means crypto/rand, expanded by ChaCha8. The
	// generator reads big-endian. For the first ID of a millisecond it reads three bytes
	// and uses the low 20 bits; with Scalable two bytes and 15 bits. For each further ID it
	// reads EntropyBytes bytes, and again while they are zero. For a [Block] it reads 16
	// bytes from which it derives the steps, and in a new millisecond those of a first ID.
	Rand io.Reader

	// state is the last ID with the bit started set, or 0 if there is none.
	state  atomic.Uint64
	mark   instance.Atomic // of the instance of the process that drew the millisecond's first ID
	source entropy.Source
}

// started is the bit of a generator's state where an ID has its sign bit.
const started = 1 << 63

// maxRedraws limits how often a step of zero is drawn again, in case the reader
// returns only zeros. A source of randomness never reaches it.
const maxRedraws = 64

// New returns a new ID, which is greater than all earlier IDs of the generator.
//
// It fails with a [*id.RangeError] if the clock shows a time before 2024 or after
// [MaxTimestamp], and with a [*id.GenerateError] if the step that was drawn does not
// fit the random field ([id.ErrOverflow]; a further call can draw a smaller one, and
// the next millisecond succeeds), if Rand fails ([id.ErrEntropy]), or if the settings
// contradict the specification ([id.ErrConfig]). A failed call leaves the generator
// unchanged.
func (g *Generator) New() (ID, error) {
	x, err := g.next(clock.Millis(g.Clock))
	if err != nil && errors.Is(err, clock.ErrFull) {
		return 0, g.fullFault("new ID", nil)
	}
	return x, err
}

// held returns the Unix time of the last ID in milliseconds. ok is false if there is
// none.
func (g *Generator) held() (millis int64, ok bool) {
	last := g.state.Load()
	return ID(last &^ started).UnixMillis(), last != 0
}

// next is New for a clock that shows now. It returns clock.ErrFull for an overflow.
// It draws once, however often another goroutine is faster.
func (g *Generator) next(now int64) (ID, error) {
	timestamp := uint64(now - EpochUnixMillis)
	shift, ok := g.shift()
	if timestamp > MaxTimestamp || !ok {
		return 0, g.refuse(now)
	}
	if !g.mark.Current() {
		return g.leaveCopies(timestamp, shift)
	}
	var fresh, step uint64
	var err error
	for {
		last := g.state.Load()
		var next uint64
		if isNew(timestamp, last) {
			if fresh == 0 {
				if fresh, err = g.firstState(timestamp, shift); err != nil {
					return 0, err
				}
			}
			next = fresh
		} else {
			if step == 0 {
				if step, err = g.step(); err != nil {
					return 0, err
				}
			}
			if next = last + step<<shift; next>>timeShift != last>>timeShift {
				return 0, clock.ErrFull
			}
		}
		if g.state.CompareAndSwap(last, next) {
			return ID(next &^ started), nil
		}
	}
}

// leaveCopies is next for the first ID in an instance of the process. In a millisecond that
// already has IDs it leaves those that a copy of the process makes next.
//
//go:noinline
func (g *Generator) leaveCopies(timestamp uint64, shift uint) (ID, error) {
	mark := instance.Now()
	random, err := g.random()
	if err != nil {
		return 0, err
	}
	for {
		last := g.state.Load()
		next := g.stateAt(timestamp, random, shift)
		if !isNew(timestamp, last) {
			values := uint64(1) << (timeShift - shift)
			least := last&MaxRandom>>shift + 1
			if least == values {
				return 0, clock.ErrFull
			}
			next = last + (1+scaled(random, values, values-least))<<shift
		}
		if g.state.CompareAndSwap(last, next) {
			g.mark.Store(mark)
			return ID(next &^ started), nil
		}
	}
}

// scaled turns the low bits of random, a number below values, into a number below n.
// values is a power of two, and n at most values.
func scaled(random, values, n uint64) uint64 { return random & (values - 1) * n / values }

// isNew reports whether the timestamp is after that of the state last. Before the
// first ID, the state lacks the bit started, so any timestamp is.
func isNew(timestamp, last uint64) bool { return timestamp|started>>timeShift > last>>timeShift }

// shift returns the position of the random field. ok is false if the settings
// contradict the specification.
func (g *Generator) shift() (n uint, ok bool) {
	number, isSet := g.Machine.Number()
	if g.Scalable {
		return scalableShift, isSet && uint(number) <= MaxMachine && uint(g.EntropyBytes) <= 2
	}
	return 0, !isSet && uint(g.EntropyBytes) <= 3
}

// firstState returns the state after the first ID of a millisecond.
func (g *Generator) firstState(timestamp uint64, shift uint) (uint64, error) {
	random, err := g.random()
	if err != nil {
		return 0, err
	}
	return g.stateAt(timestamp, random, shift), nil
}

// stateAt returns the state after an ID with the given fields.
func (g *Generator) stateAt(timestamp, random uint64, shift uint) uint64 {
	number, _ := g.Machine.Number()
	return started | timestamp<<timeShift | random<<shift&MaxRandom | uint64(number)
}

// random draws the random field of the first ID of a millisecond. It can have more
// bits than the field.
func (g *Generator) random() (uint64, error) {
	n := 3
	if g.Scalable {
		n = 2
	}
	_, random, err := g.source.Draw(g.Rand, n)
	if err != nil {
		return 0, fault.Rand(format, err)
	}
	return random, nil
}

// step draws the number that is added to the random field: EntropyBytes bytes that
// are not all zero.
func (g *Generator) step() (uint64, error) {
	n := max(g.EntropyBytes, 1)
	for range maxRedraws {
		_, step, err := g.source.Draw(g.Rand, n)
		if err != nil {
			return 0, fault.Rand(format, err)
		}
		if step != 0 {
			return step, nil
		}
	}
	return 0, fault.Rand(format, errZeros)
}

var errZeros = errors.New("it returns only zeros")

// fullFault returns the error of New for clock.ErrFull.
//
//go:noinline
func (g *Generator) fullFault(what string, cause error) error {
	millis, _ := g.held()
	return fault.Generate(format, what, id.ErrOverflow, "the random field of "+
		time.UnixMilli(millis).UTC().Format(time.RFC3339Nano)+" has no room: try again in the next millisecond, or use NewWait or NewBlock", cause)
}

// refuse returns the error for settings or a time that have no ID.
//
//go:noinline
func (g *Generator) refuse(now int64) error {
	most := 3
	if g.Scalable {
		most = 2
	}
	var complaint string
	switch number, isSet := g.Machine.Number(); {
	case isSet && !g.Scalable:
		complaint = "Machine is " + g.Machine.String() + " and Scalable is not set: set Scalable, too"
	case g.Scalable && !isSet:
		complaint = "Scalable is set and Machine is not: set it to id.NodeOf(n), " +
			"with another n from 0 to 31 for each generator that runs at the same time"
	case uint(number) > MaxMachine:
		complaint = "Machine is " + g.Machine.String() + ": use 0 to 31"
	case uint(g.EntropyBytes) > uint(most):
		complaint = "EntropyBytes is " + strconv.Itoa(g.EntropyBytes) + ": use 0 to " + strconv.Itoa(most)
	default:
		return rangeFault(time.UnixMilli(now))
	}
	return fault.Generate(format, "new ID", id.ErrConfig, complaint, nil)
}

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
