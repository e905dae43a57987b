package ulidflake

import (
	"errors"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/tick"
	"github.com/sortid/sortid/id/internal/unix"
)

// Generator makes IDs in strictly increasing order, for any number of goroutines
// and without a lock ("Components", "Monotonicity and Overflow Error Handling").
// The zero value is ready for use and makes IDs of the stand-alone layout.
//
// The first ID of a millisecond has a random field that is drawn; each further
// one has that of the ID before, plus a step that is drawn as well. When the
// clock stands still or goes back, the last millisecond is held.
//
// The exported fields are set before the first call and not changed after it. A
// Generator must not be copied.
type Generator struct {
	// Scalable selects the layout with the scalability number.
	Scalable bool
	// Scalability is the number of this generator, 0 to MaxScalability. Generators
	// of different numbers never make the same ID. It must be 0 unless Scalable is
	// set.
	Scalability uint8
	// EntropyBytes is how many bytes a step is drawn from: 1 to 3, in the scalable
	// layout 1 or 2; 0 means 1. More bytes make the next ID harder to guess, and
	// overflow sooner: the package's comment has the figures.
	EntropyBytes int
	// Clock tells the time; nil means the system clock. It is called once an ID,
	// and repeatedly while NewWait waits, and must be safe for concurrent use.
	Clock func() time.Time
	// Rand is where random numbers come from; nil means crypto/rand. All of them
	// are read big-endian. For the first ID of a millisecond three bytes are read,
	// of which the low 20 bits count, in the scalable layout two bytes and 15 bits.
	// For each further ID EntropyBytes bytes are read, and read again while they
	// are zero.
	Rand io.Reader

	// state is the last ID with the bit started set, or 0 before the first one.
	state  atomic.Uint64
	source entropy.Source
}

// started is set in a generator's state, where an ID has its sign bit.
const started = 1 << 63

// maxRedraws is how often a step of zero is drawn anew. A source of randomness
// does not come near it; a reader of zeros would otherwise be read for ever.
const maxRedraws = 64

// errFull says that the random field cannot be incremented by the step that was
// drawn. It is made once: who waits for the next millisecond meets it often.
var errFull = errors.New("ulidflake: the random field is full")

// New makes an ID that is greater than all that the generator made before.
//
// It fails with a [*id.GenerateError] that matches [id.ErrOverflow] when the step
// that was drawn does not fit the random field: a further call may draw a smaller
// one, and succeeds when the millisecond has passed; [Generator.NewWait] waits for
// that. It fails with a [*id.RangeError] when the clock is before 2024 or past
// [MaxTimestamp], and with a [*id.GenerateError] when Rand fails ([id.ErrEntropy]) or
// when the settings contradict the specification ([id.ErrConfig]). A failed call
// leaves the generator as it was.
func (g *Generator) New() (ID, error) {
	x, err := g.next(g.millis())
	if err == errFull {
		return 0, g.full(nil)
	}
	return x, err
}

// millis reads the generator's clock.
func (g *Generator) millis() int64 {
	if g.Clock == nil {
		return tick.System.Millis()
	}
	return unix.Millis(g.Clock())
}

// held returns the Unix time of the last ID in milliseconds, or the one before the
// epoch if there is none.
func (g *Generator) held() int64 {
	last := g.state.Load()
	if last == 0 {
		return EpochUnixMillis - 1
	}
	return ID(last &^ started).UnixMillis()
}

// next is New for a clock that was read already, with errFull for an overflow.
// What is drawn is drawn once, however often another goroutine is faster.
func (g *Generator) next(now int64) (ID, error) {
	millis := uint64(now - EpochUnixMillis)
	shift, ok := g.shift()
	if millis > MaxTimestamp || !ok {
		return 0, g.refuse(now)
	}
	var fresh, step uint64
	var err error
	for {
		last := g.state.Load()
		var next uint64
		// Before the first ID, the bit that is missing makes any time a later one.
		if millis|started>>timeShift > last>>timeShift {
			if fresh == 0 {
				if fresh, err = g.first(millis, shift); err != nil {
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
				return 0, errFull
			}
		}
		if g.state.CompareAndSwap(last, next) {
			return ID(next &^ started), nil
		}
	}
}

// shift returns where the random field begins. ok is false if the settings
// contradict the specification.
func (g *Generator) shift() (n uint, ok bool) {
	if g.Scalable {
		return scalableShift, g.Scalability <= MaxScalability && uint(g.EntropyBytes) <= 2
	}
	return 0, g.Scalability == 0 && uint(g.EntropyBytes) <= 3
}

// first returns the state after the first ID of a millisecond.
func (g *Generator) first(millis uint64, shift uint) (uint64, error) {
	n := 3
	if g.Scalable {
		n = 2
	}
	_, random, err := g.source.Draw(g.Rand, n)
	if err != nil {
		return 0, randFault(err)
	}
	return started | millis<<timeShift | random<<shift&MaxRandom | uint64(g.Scalability), nil
}

// step draws what is added to the random field: any number of EntropyBytes bytes
// but zero.
func (g *Generator) step() (uint64, error) {
	n := max(g.EntropyBytes, 1)
	for range maxRedraws {
		_, step, err := g.source.Draw(g.Rand, n)
		if err != nil {
			return 0, randFault(err)
		}
		if step != 0 {
			return step, nil
		}
	}
	return 0, fault.Generate(format, id.ErrEntropy, "Rand returns nothing but zeros: mend it, or leave Rand nil for crypto/rand", nil)
}

func randFault(err error) error {
	return fault.Generate(format, id.ErrEntropy, "reading the random field from Rand: mend it, or leave Rand nil for crypto/rand", err)
}

// full makes an error of errFull.
//
//go:noinline
func (g *Generator) full(cause error) error {
	return fault.Generate(format, id.ErrOverflow, "no room for another step in the random field of "+
		time.UnixMilli(g.held()).UTC().Format(time.RFC3339Nano)+": try again in the next millisecond, or use NewWait", cause)
}

// refuse says why no ID can be made for the time now.
//
//go:noinline
func (g *Generator) refuse(now int64) error {
	most := 3
	if g.Scalable {
		most = 2
	}
	switch {
	case g.Scalability != 0 && !g.Scalable:
		return fault.Generate(format, id.ErrConfig, "Scalability is set to "+strconv.Itoa(int(g.Scalability))+
			" and Scalable is not set: the stand-alone layout has no place for it, so set Scalable as well", nil)
	case g.Scalability > MaxScalability:
		return fault.Generate(format, id.ErrConfig, "Scalability is "+strconv.Itoa(int(g.Scalability))+"; it must be 0 to 31", nil)
	case uint(g.EntropyBytes) > uint(most):
		return fault.Generate(format, id.ErrConfig, "EntropyBytes is "+strconv.Itoa(g.EntropyBytes)+
			"; it must be 0 (for 1) to 3, or to 2 with Scalable", nil)
	}
	return rangeFault(time.UnixMilli(now))
}
