package uid11

import (
	"io"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/entropy"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/tick"
	"github.com/sortid/sortid/id/internal/unix"
)

// Generator makes IDs of a profile, for any number of goroutines and without a
// lock. The zero value is ready for use and makes xids (section 8.3).
//
// Snowish and TSSeqRand IDs of a generator are in strictly increasing order. The
// sequence begins with 0 in each millisecond. When the clock stands still or goes
// back, the last millisecond is held and the sequence goes on; when its 4,096
// numbers are used up, New waits for the clock to pass that millisecond. XID and
// FullRandom have no order to keep: a clock that goes back is followed.
//
// The exported fields are set before the first call and not changed after it. A
// Generator must not be copied.
type Generator struct {
	// Profile is what the bits mean.
	Profile Profile
	// Machine is this generator's number in the profile Snowish, 0 to MaxMachine:
	// of generators that run at the same time, each needs its own. It must be 0 in
	// the other profiles.
	Machine uint16
	// Epoch is where the timestamps of the profiles Snowish and TSSeqRand begin,
	// rounded down to a millisecond; the zero Time stands for the xid's epoch. Who
	// sets it has to give the same one to Profile.Time, MinAt and MaxAt.
	Epoch time.Time
	// Clock tells the time; nil means the system clock. It is called once an ID,
	// and repeatedly while New waits, and must be safe for concurrent use.
	// FullRandom does not call it.
	Clock func() time.Time
	// Rand is where random fields come from; nil means crypto/rand. They are read
	// big-endian, anew for each ID: XID reads three bytes, of which the low 22 bits
	// count, TSSeqRand two bytes and 10 bits, FullRandom eight bytes. Snowish reads
	// nothing.
	Rand io.Reader

	counter tick.Counter
	source  entropy.Source
}

// The counter's word holds 2^47 milliseconds, more than a timestamp.
var layout = tick.Layout{Bits: 16, Max: MaxSequence}

// New makes an ID.
//
// It fails with a [*id.RangeError] when the clock is outside the profile's
// lifetime, and with a [*id.GenerateError] when the sequence is used up and the
// clock does not pass the last millisecond within a second ([id.ErrExhausted]),
// when Rand fails ([id.ErrEntropy]), or when the settings do not fit the profile
// ([id.ErrConfig]). A failed call leaves the generator as it was.
func (g *Generator) New() (ID, error) {
	if g.Machine != 0 || g.Profile > XID || !g.Epoch.IsZero() {
		return g.other()
	}
	return g.xid()
}

// other is New with settings that are not those of the zero value.
func (g *Generator) other() (ID, error) {
	if complaint := g.complaint(); complaint != "" {
		return 0, fault.Generate(format, id.ErrConfig, complaint, nil)
	}
	switch g.Profile {
	case FullRandom:
		v, err := g.random(8)
		return ID(v), err
	case Snowish:
		return g.sequenced(uint64(g.Machine)<<machineShift, 0)
	case TSSeqRand:
		random, err := g.random(2)
		if err != nil {
			return 0, err
		}
		return g.sequenced(random&MaxTSSeqRandRandom, sequenceShift)
	}
	return g.xid()
}

// complaint says what is wrong with the settings, or nothing. What the profile has
// no place for is refused and not ignored: it would not do what it was set for.
func (g *Generator) complaint() string {
	switch c := g.Profile.complaint(g.Epoch); {
	case c != "":
		return "Profile is " + g.Profile.String() + ": " + c
	case g.Profile != Snowish && g.Machine != 0:
		return "Machine is set to " + strconv.Itoa(int(g.Machine)) + " and Profile is " + g.Profile.String() +
			": only Snowish has a place for it"
	case g.Machine > MaxMachine:
		return "Machine is " + strconv.Itoa(int(g.Machine)) + "; it must be 0 to 1023"
	}
	return ""
}

// millis reads the generator's clock.
func (g *Generator) millis() int64 {
	if g.Clock == nil {
		return tick.System.Millis()
	}
	return unix.Millis(g.Clock())
}

// random draws n bytes.
func (g *Generator) random(n int) (uint64, error) {
	_, v, err := g.source.Draw(g.Rand, n)
	if err != nil {
		return 0, fault.Generate(format, id.ErrEntropy, "reading the random field from Rand: mend it, or leave Rand nil for crypto/rand", err)
	}
	return v, nil
}

// xid makes an ID of section 8.3, which has no state.
func (g *Generator) xid() (ID, error) {
	now := g.millis()
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

// sequenced makes an ID with a sequence number shifted to its place, and with low
// in the other bits below the timestamp.
func (g *Generator) sequenced(low uint64, shift uint) (ID, error) {
	start, limit := startOf(g.Epoch), g.Profile.maxTimestamp()
	for now := g.millis(); ; {
		timestamp := uint64(now - start)
		if timestamp > limit {
			return 0, rangeFault(time.UnixMilli(now), start, limit)
		}
		at, sequence, ok := g.counter.Next(int64(timestamp), 0, layout)
		if ok {
			return ID(uint64(at)<<timeShift | sequence<<shift | low), nil
		}
		if now, ok = tick.Wait(g.millis, at+start, time.Millisecond); !ok {
			return 0, exhausted(at+start, now)
		}
	}
}

//go:noinline
func exhausted(last, now int64) error {
	return fault.Generate(format, id.ErrExhausted, "all 4,096 IDs of "+
		time.UnixMilli(last).UTC().Format(time.RFC3339Nano)+" are used up and the clock shows "+
		time.UnixMilli(now).UTC().Format(time.RFC3339Nano)+": set the clock right, or use a new Generator", nil)
}
