package uid11

import (
	"io"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
)

// Generator makes IDs of a profile. The zero value is ready to use and makes xids
// (section 8.3); the profile Snowish needs a machine number. A Generator is safe for concurrent use, and does not take a lock.
//
// Snowish and TSSeqRand IDs of a generator are in strictly increasing order. In each
// millisecond, the sequence of Snowish begins with 0, and that of TSSeqRand with a random
// number below 2,048, or with 0 if the millisecond before was exhausted. If the clock
// stands still or goes back, the generator holds the last millisecond and increments the
// sequence. If it is exhausted at 4,095, the generator waits for the clock to pass that
// millisecond. XID and FullRandom IDs have no order; the generator follows a clock that
// goes back.
//
// Set the exported fields before the first call and do not change them after it. A
// Generator must not be copied.
type Generator struct {
	// Profile is the layout of the IDs.
	Profile Profile
	// Machine is the number of this generator in the profile Snowish, 0 to MaxMachine.
	// Generators that run at the same time need different numbers. It must be set for
	// Snowish, and only then.
	Machine id.Node
	// Epoch is the time from which the timestamps of Snowish and TSSeqRand count,
	// rounded down to a millisecond; the zero Time means the xid's epoch. If you set it,
	// pass the same epoch to Profile.Time, Profile.MinAt and Profile.MaxAt.
	Epoch time.Time
	// Clock returns the time; nil means the system clock. The generator calls it once
	// for each ID, and repeatedly while it waits; for FullRandom it does not call it. It
	// must be safe for concurrent use.
	Clock func() time.Time
	// Rand is the source of randomness; nil means crypto/rand, expanded by ChaCha8. The
	// generator reads big-endian, for each ID: for XID three bytes, of which it uses the
	// low 22 bits, for TSSeqRand three bytes, whose low 10 bits are the random field and
	// whose next 11 bits begin the sequence of a new millisecond, for FullRandom eight
	// bytes, for Snowish nothing. For a [Block] of TSSeqRand it reads 16 bytes, from which
	// it derives both.
	Rand io.Reader

	counter clock.Counter
	source  entropy.Source
}

// The counter's word holds 2^47 milliseconds, more than a timestamp.
var layout = clock.Layout{Bits: 16, Max: MaxSequence}

// New returns a new ID.
//
// It fails with a [*id.RangeError] if the clock is outside the profile's lifetime, and
// with a [*id.GenerateError] if the sequence is exhausted and the clock does not pass
// the last millisecond within a second ([id.ErrExhausted]), if Rand fails
// ([id.ErrEntropy]), or if the settings contradict the profile ([id.ErrConfig]). A
// failed call leaves the generator unchanged.
func (g *Generator) New() (ID, error) {
	if g.Machine != (id.Node{}) || g.Profile > XID || !g.Epoch.IsZero() {
		return g.newOfProfile()
	}
	return g.xid()
}

// newOfProfile is New with settings that differ from those of the zero value.
func (g *Generator) newOfProfile() (ID, error) {
	if complaint := g.complaint(); complaint != "" {
		return 0, fault.Generate(format, "new ID", id.ErrConfig, complaint, nil)
	}
	clock.System.Watch() // before the randomness is drawn; the profile can be one without a clock
	switch g.Profile {
	case FullRandom:
		v, err := g.random(8)
		return ID(v), err
	case Snowish:
		return g.sequenced(0, 1, g.machine()<<machineShift, 0)
	case TSSeqRand:
		random, err := g.random(3)
		if err != nil {
			return 0, err
		}
		return g.sequenced(random>>sequenceShift&maxStart, 1, random&MaxTSSeqRandRandom, sequenceShift)
	}
	return g.xid()
}

// complaint returns what is wrong with the settings, or "". A setting that the profile
// does not use is wrong, too, because it would have no effect.
func (g *Generator) complaint() string {
	number, isSet := g.Machine.Number()
	switch c := g.Profile.complaint(g.Epoch); {
	case c != "":
		return "Profile is " + g.Profile.String() + ": " + c
	case g.Profile != Snowish && isSet:
		return "Machine is " + g.Machine.String() + " and Profile is " + g.Profile.String() +
			": do not set Machine, or use Snowish"
	case g.Profile == Snowish && !isSet:
		return "Profile is snowish and Machine is not set: set it to id.NodeOf(n), with another n from 0 to 1023 " +
			"for each generator that runs at the same time"
	case uint(number) > MaxMachine:
		return "Machine is " + g.Machine.String() + ": use 0 to 1023"
	}
	return ""
}

// machine returns the machine number, which complaint has checked.
func (g *Generator) machine() uint64 {
	number, _ := g.Machine.Number()
	return uint64(number)
}

// remedyForWait returns what can be done instead of waiting for the clock. A new generator of
// TSSeqRand could repeat IDs: it takes other sequence numbers of the same millisecond.
func (g *Generator) remedyForWait() string {
	if g.Profile == Snowish {
		return "use a new Generator with another Machine"
	}
	return ""
}

// random draws n bytes.
func (g *Generator) random(n int) (uint64, error) {
	_, v, err := g.source.Draw(g.Rand, n)
	if err != nil {
		return 0, fault.Rand(format, err)
	}
	return v, nil
}

// xid makes an ID of section 8.3, which needs no state.
func (g *Generator) xid() (ID, error) {
	now := clock.Millis(g.Clock)
	timestamp := uint64(now - EpochUnixMillis)
	if timestamp > MaxTimestamp {
		return 0, rangeFault(time.UnixMilli(now), EpochUnixMillis, MaxTimestamp)
	}
	random, err := g.random(3)
	if err != nil {
		return 0, err
	}
	return ID(timestamp<<timeShift | random&MaxRandom), nil
}

// maxStart is the greatest random number with which the sequence of TSSeqRand begins in a
// millisecond. Two generators that make an ID each in one millisecond then make the same
// one with a probability of 1 in 2,097,152, and a millisecond still has 2,048 numbers.
const maxStart = MaxSequence >> 1

// take takes n consecutive sequence numbers of a millisecond, and returns the first.
func (g *Generator) take(timestamp int64, start, n uint64) (at int64, sequence uint64, ok bool) {
	if n == 1 {
		return g.counter.Next(timestamp, start, layout)
	}
	return g.counter.Reserve(timestamp, min(start, MaxSequence+1-n), n, layout)
}

// sequenced takes n consecutive sequence numbers of one millisecond, and returns the
// ID with the first of them. A new millisecond begins with the number start, as far as n
// allows. The number is shifted to its place; low has the other bits below the timestamp.
func (g *Generator) sequenced(start, n, low uint64, shift uint) (ID, error) {
	read := func() int64 { return clock.Millis(g.Clock) }
	epoch, limit := startOf(g.Epoch), g.Profile.maxTimestamp()
	for now := read(); ; {
		timestamp := uint64(now - epoch)
		if timestamp > limit {
			return 0, rangeFault(time.UnixMilli(now), epoch, limit)
		}
		at, sequence, ok := g.take(int64(timestamp), start, n)
		if ok {
			return ID(uint64(at)<<timeShift | sequence<<shift | low), nil
		}
		start = 0 // a generator that exhausts milliseconds needs all numbers of the next
		if now, ok = clock.Wait(read, at+epoch, time.Millisecond); !ok {
			return 0, fault.Exhausted(format, n, time.UnixMilli(at+epoch), time.UnixMilli(now), g.remedyForWait())
		}
	}
}

// standard is the default generator. It makes xids, which have no state that a wrong
// clock could spoil.
var standard Generator

// New returns a new xid of the package's default generator, which is safe for
// concurrent use (section 8.3). It does not allocate. Within a millisecond, xids have
// no order. They have no sequence either, so only a [Generator] of another profile
// has blocks of consecutive IDs ([Generator.Block]).
//
// New panics if the system clock shows a time before 2011-11-11T11:11:11.111Z or
// after [MaxTimestamp]. [ID.Generate] and [Generator.New] return that as an error.
func New() ID {
	x, err := standard.xid()
	if err != nil {
		panic(err)
	}
	return x
}

// Generate sets x to a new ID of the default generator. It returns the errors with which [New]
// panics, and then sets x to the zero ID.
func (x *ID) Generate() (err error) {
	*x, err = standard.xid()
	return err
}
