package lease

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// opened is what a format makes of the number 5.
type opened struct {
	name    string
	numbers int
	number  int   // in its IDs
	millis  int64 // of its clock, an ID, a probe and the first ID of a block, if they are the same
}

// openFormat opens a format, and makes IDs.
func openFormat[T, B any](f Format[T, B], number func(T) int) (o opened, err error) {
	s, numbers, err := f.open(id.NodeOf(5))
	o.name, o.numbers = f.name, numbers
	if err != nil {
		return o, err
	}
	x, millis, err := s.id()
	p, errProbe := s.probe()
	_, first, errBlock := s.reserve(3)
	if now := s.now(); now == millis && s.millis(p) == now && first == now {
		o.millis = now
	}
	o.number = number(x)
	return o, errors.Join(err, errProbe, errBlock)
}

func numberOfSnowish(x uid11.ID) int { f, _ := x.Snowish(); return int(f.Machine) }

func numberOfUlidFlake(x ulidflake.ID) int { return int(x.Scalable().Machine) }

// The formats: their names, how many numbers they have, and the number and the time of their IDs.
func TestFormats(t *testing.T) {
	const millis = 1_800_000_000_123
	clock := func() time.Time { return time.UnixMilli(millis) }
	small := bytes.NewReader(bytes.Repeat([]byte{1}, 100)) // so that the millisecond of a Ulid-Flake has room
	since := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, x := range map[string]struct {
		open func() (opened, error)
		want opened
	}{
		"snowish": {func() (opened, error) {
			return openFormat(Snowish(func(g *uid11.Generator) { g.Clock = clock }), numberOfSnowish)
		}, opened{"snowish", 1024, 5, millis}},
		"snowish since 2026": {func() (opened, error) {
			return openFormat(Snowish(func(g *uid11.Generator) { g.Clock = clock }, func(g *uid11.Generator) { g.Epoch = since }), numberOfSnowish)
		}, opened{"snowish", 1024, 5, millis}},
		"ulidflake": {func() (opened, error) {
			return openFormat(UlidFlake(func(g *ulidflake.Generator) { g.Clock, g.Rand = clock, small }), numberOfUlidFlake)
		}, opened{"ulidflake", 32, 5, millis}},
		"scru160": {func() (opened, error) {
			return openFormat(SCRU160(func(g *scru160.Generator) { g.Clock = clock }), func(x scru160.ID) int { return int(x.Extension() >> 6) })
		}, opened{"scru160", 1024, 5, millis}},
		"scru160 with 3 bits": {func() (opened, error) {
			return openFormat(SCRU160(func(g *scru160.Generator) { g.Clock, g.NodeBits = clock, 3 }), func(x scru160.ID) int { return int(x.Extension() >> 13) })
		}, opened{"scru160", 8, 5, millis}},
		"scru160 with 16 bits": {func() (opened, error) {
			return openFormat(SCRU160(func(g *scru160.Generator) { g.Clock, g.NodeBits = clock, 16 }), func(x scru160.ID) int { return int(x.Extension()) })
		}, opened{"scru160", 65_536, 5, millis}},
	} {
		if o, err := x.open(); err != nil || o != x.want {
			t.Errorf("%s: %+v, %v, want %+v", name, o, err, x.want)
		}
	}
}

// Settings that only Acquire may make, and those that leave no numbers, are refused.
func TestFormatRefuses(t *testing.T) {
	const (
		prefix = "lease: generator: invalid setting: "
		leave  = ": leave that to Acquire"
		bits   = prefix + "NodeBits is out of range: use 1 to 16"
	)
	snowish := func(set func(*uid11.Generator)) error { return noNumbers(openFormat(Snowish(set), numberOfSnowish)) }
	ulidFlake := func(set func(*ulidflake.Generator)) error {
		return noNumbers(openFormat(UlidFlake(set), numberOfUlidFlake))
	}
	scru := func(set func(*scru160.Generator)) error {
		return noNumbers(openFormat(SCRU160(set), func(scru160.ID) int { return 0 }))
	}
	for name, x := range map[string]struct {
		err  error
		want string
	}{
		"Machine of snowish":   {snowish(func(g *uid11.Generator) { g.Machine = id.NodeOf(0) }), prefix + "a function sets Machine or Profile" + leave},
		"Profile":              {snowish(func(g *uid11.Generator) { g.Profile = uid11.TSSeqRand }), prefix + "a function sets Machine or Profile" + leave},
		"Machine of ulidflake": {ulidFlake(func(g *ulidflake.Generator) { g.Machine = id.NodeOf(0) }), prefix + "a function sets Machine or Scalable" + leave},
		"Scalable":             {ulidFlake(func(g *ulidflake.Generator) { g.Scalable = false }), prefix + "a function sets Machine or Scalable" + leave},
		"Node":                 {scru(func(g *scru160.Generator) { g.Node = id.NodeOf(0) }), prefix + "a function sets Node" + leave},
		"NodeBits -1":          {scru(func(g *scru160.Generator) { g.NodeBits = -1 }), bits},
		"NodeBits 0":           {scru(func(g *scru160.Generator) { g.NodeBits = 0 }), bits},
		"NodeBits 17":          {scru(func(g *scru160.Generator) { g.NodeBits = 17 }), bits},
	} {
		if !errors.Is(x.err, id.ErrConfig) || x.err.Error() != x.want {
			t.Errorf("%s: %v, want %s", name, x.err, x.want)
		}
	}
	if _, _, err := Snowish(func(g *uid11.Generator) { g.Epoch = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }).open(id.NodeOf(0)); err == nil {
		t.Error("an epoch in the year 10000 is accepted")
	}
	if _, numbers, err := SCRU160(func(g *scru160.Generator) { g.NodeBits = 1 }).open(id.NodeOf(1)); numbers != 2 || err != nil {
		t.Errorf("one bit has %d numbers, %v", numbers, err)
	}
}

// noNumbers returns the error of a format, which has no numbers beside it.
func noNumbers(o opened, err error) error {
	if o.numbers != 0 {
		return fmt.Errorf("%d numbers beside %w", o.numbers, err)
	}
	return err
}

// A generator that fails makes no ID, no block and no time.
func TestSourceFails(t *testing.T) {
	early := func() time.Time { return time.UnixMilli(0) }
	s, _, err := Snowish(func(g *uid11.Generator) { g.Clock = early }).open(id.NodeOf(1))
	if err != nil {
		t.Fatal(err)
	}
	var e *id.RangeError
	if x, millis, err := s.id(); x != 0 || millis != 0 || !errors.As(err, &e) {
		t.Errorf("%v, %d, %v", x, millis, err)
	}
	if b, millis, err := s.reserve(3); b.Len() != 0 || millis != 0 || !errors.As(err, &e) {
		t.Errorf("%v, %d, %v", b, millis, err)
	}
	if _, millis, err := s.reserve(0); millis != 0 || !errors.Is(err, id.ErrRange) {
		t.Errorf("%d, %v", millis, err)
	}
	r, _, err := SCRU160(func(g *scru160.Generator) { g.Rand = iotest.ErrReader(errGiven) }).open(id.NodeOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.id(); !errors.Is(err, id.ErrEntropy) {
		t.Error(err)
	}
}

// A generator without a clock of its own has the system's.
func TestClockOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if at := clockOf(nil)(); !at.Equal(time.Now()) {
			t.Errorf("the clock shows %v", at)
		}
		if at := clockOf(func() time.Time { return time.UnixMilli(7) })(); at.UnixMilli() != 7 {
			t.Errorf("the clock shows %v", at)
		}
	})
}

// A probe of Ulid-Flake whose millisecond is full waits for the next one, for a tenth of a second at most.
func TestProbeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		stands := false
		clock := func() time.Time {
			if stands {
				return begun.Add(epoch)
			}
			return time.Now().Add(epoch)
		}
		// The first ID of each millisecond takes the last place.
		full := bytes.NewReader(bytes.Repeat([]byte{0xff}, 100))
		s, _, err := UlidFlake(func(g *ulidflake.Generator) { g.Clock, g.Rand = clock, full }).open(id.NodeOf(1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.new(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.new(); !errors.Is(err, id.ErrOverflow) {
			t.Fatalf("the millisecond has room: %v", err)
		}
		x, err := s.probe()
		if err != nil || s.millis(x) != begun.Add(epoch).UnixMilli()+1 {
			t.Errorf("%v, %v", x, err)
		}
		stands = true
		again := time.Now()
		if _, err := s.probe(); !errors.Is(err, id.ErrOverflow) || time.Since(again) != 100*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(again))
		}
	})
}
