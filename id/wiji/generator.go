package wiji

import (
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
// and without a lock (sections 3.1 to 3.4, and the factory of section 9). Each
// generator draws a random field of its own when it makes its first ID, and keeps
// it. The zero value is ready for use.
//
// When the clock stands still or goes back, the last timestamp is held and the
// sequence goes on. When the 65,536 IDs of that microsecond are used up, New
// waits for the clock to pass it.
//
// The exported fields are set before the first call and not changed after it. A
// Generator must not be copied.
type Generator struct {
	// Clock tells the time; nil means the system clock. It is called once an ID,
	// and repeatedly while New waits, and must be safe for concurrent use.
	Clock func() time.Time
	// Rand is where the random field comes from: seven bytes, read once, of which
	// the low 52 bits count. Nil means crypto/rand. Section 3.4 asks for a
	// cryptographically secure source.
	Rand io.Reader

	low     atomic.Uint64 // version and random field; 0 until it is drawn
	counter tick.Counter
	source  entropy.Source
}

// The counter's word holds 2^43 microseconds, some 101 days, before it takes a
// new base.
func layout() tick.Layout { return tick.Layout{Bits: 20, Max: MaxSequence} }

// New makes an ID that is greater than all that the generator made before.
//
// It fails with a [*id.RangeError] when the clock is before 1970 or past
// [MaxTextTimestamp], and with a [*id.GenerateError] when the sequence is used up
// and the clock does not pass the last timestamp within a second
// ([id.ErrExhausted]), or when Rand fails ([id.ErrEntropy]). A failed call
// leaves the generator as it was.
func (g *Generator) New() (x ID, err error) {
	hi, lo, err := g.at(g.micros())
	if err != nil {
		return ID{}, err
	}
	x.set(hi, lo)
	return x, nil
}

// micros reads the generator's clock.
func (g *Generator) micros() int64 {
	if g.Clock == nil {
		return tick.System.Micros()
	}
	return unix.Micros(g.Clock())
}

// at is New for a clock that was read already. It returns the words of the ID,
// which stay in registers.
func (g *Generator) at(now int64) (hi, lo uint64, err error) {
	low := g.low.Load()
	if low == 0 || uint64(now) > MaxTextTimestamp {
		if low, err = g.prepare(now); err != nil {
			return 0, 0, err
		}
	}
	micros, sequence, ok := g.counter.Take(now, layout())
	if !ok {
		return g.reserve(now, 1)
	}
	hi, lo = words(uint64(micros), sequence, low)
	return hi, lo, nil
}

// reserve takes n IDs of one microsecond that follow one another, and returns the
// words of the first. n is 1 to MaxBlock.
func (g *Generator) reserve(now int64, n uint64) (hi, lo uint64, err error) {
	for {
		low := g.low.Load()
		if low == 0 || uint64(now) > MaxTextTimestamp {
			if low, err = g.prepare(now); err != nil {
				return 0, 0, err
			}
		}
		micros, sequence, ok := g.counter.Reserve(now, 0, n, layout())
		if ok {
			hi, lo = words(uint64(micros), sequence, low)
			return hi, lo, nil
		}
		if now, err = g.wait(micros, n); err != nil {
			return 0, 0, err
		}
	}
}

// prepare refuses a time that has no ID, and draws the random field.
func (g *Generator) prepare(now int64) (low uint64, err error) {
	if uint64(now) > MaxTextTimestamp {
		return 0, fault.Range(format, time.UnixMicro(now), minTime, maxTime, id.ErrRange)
	}
	_, random, err := g.source.Draw(g.Rand, 7)
	if err != nil {
		return 0, fault.Generate(format, id.ErrEntropy, "reading the random field from Rand: mend it, or leave Rand nil for crypto/rand", err)
	}
	// Of goroutines that draw at once, the first decides.
	g.low.CompareAndSwap(0, Version<<52|random&MaxRandom)
	return g.low.Load(), nil
}

// wait returns the time when it is past the microsecond last, which has not n
// sequence numbers left (section 3.2, rule 3).
func (g *Generator) wait(last int64, n uint64) (now int64, err error) {
	now, ok := tick.Wait(g.micros, last, time.Microsecond)
	if !ok {
		left := "none"
		if n > 1 {
			left = "fewer than " + strconv.FormatUint(n, 10)
		}
		return 0, fault.Generate(format, id.ErrExhausted, "of the 65,536 IDs of "+
			time.UnixMicro(last).UTC().Format(time.RFC3339Nano)+" "+left+" are left and the clock shows "+
			time.UnixMicro(now).UTC().Format(time.RFC3339Nano)+": set the clock right, or use a new Generator", nil)
	}
	return now, nil
}
