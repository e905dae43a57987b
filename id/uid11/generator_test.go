package uid11_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uid11"
)

// sinceEpoch returns the time that many milliseconds after the xid's epoch.
func sinceEpoch(millis int64) time.Time { return time.UnixMilli(millis + uid11.EpochUnixMillis) }

func newClock(millis int64) *idtest.Clock { return idtest.NewClock(sinceEpoch(millis)) }

// randOf returns the source with which the sequence of a profile begins with 0.
func randOf(p uid11.Profile) io.Reader {
	if p == uid11.TSSeqRand {
		return idtest.Repeat(0)
	}
	return nil
}

// machineOf returns a machine number for a profile that needs one.
func machineOf(p uid11.Profile) (machine id.Node) {
	if p == uid11.Snowish {
		return id.NodeOf(0)
	}
	return machine
}

// The random fields are read as the Generator's comment says: big-endian, masked,
// and once for each ID.
func TestRandConsumption(t *testing.T) {
	now := newClock(5)
	for _, c := range []struct {
		profile uid11.Profile
		rand    []byte
		want    []uid11.ID
	}{
		{uid11.XID, []byte{0xC1, 0x02, 0x03, 0, 0, 1}, []uid11.ID{5<<22 | 0x01_0203, 5<<22 | 1}},
		{uid11.FullRandom, []byte{1, 2, 3, 4, 5, 6, 7, 8}, []uid11.ID{0x0102_0304_0506_0708}},
		{uid11.TSSeqRand, []byte{0xE0, 0x15, 0x02, 0xFF, 0, 1}, []uid11.ID{5<<22 | 5<<10 | 0x102, 5<<22 | 6<<10 | 1}},
		{uid11.Snowish, nil, []uid11.ID{5 << 22, 5<<22 | 1}},
	} {
		source := bytes.NewReader(c.rand)
		g := uid11.Generator{Profile: c.profile, Machine: machineOf(c.profile), Clock: now.Read, Rand: source}
		for i, want := range c.want {
			if x, err := g.New(); err != nil || x != want {
				t.Errorf("%v: ID %d is %#x, %v, want %#x", c.profile, i, uint64(x), err, uint64(want))
			}
		}
		if source.Len() != 0 {
			t.Errorf("%v: %d bytes are left over", c.profile, source.Len())
		}
	}
}

func TestConfig(t *testing.T) {
	for name, g := range map[string]*uid11.Generator{
		"machine beyond":        {Profile: uid11.Snowish, Machine: id.NodeOf(uid11.MaxMachine + 1)},
		"no machine":            {Profile: uid11.Snowish},
		"machine below":         {Profile: uid11.Snowish, Machine: id.NodeOf(-1)},
		"machine 0 of xid":      {Machine: id.NodeOf(0)},
		"machine of xid":        {Machine: id.NodeOf(1)},
		"machine of fullrand":   {Profile: uid11.FullRandom, Machine: id.NodeOf(1)},
		"machine of tsseqrand":  {Profile: uid11.TSSeqRand, Machine: id.NodeOf(1)},
		"epoch of xid":          {Epoch: unixTime},
		"epoch of fullrand":     {Profile: uid11.FullRandom, Epoch: xidEpoch},
		"unknown profile":       {Profile: unknown},
		"all of it":             {Profile: 255, Machine: id.NodeOf(math.MaxUint16), Epoch: time.Unix(math.MaxInt64, 0)},
		"epoch past the years":  {Profile: uid11.Snowish, Epoch: time.Unix(math.MinInt64, 0)},
		"epoch before the year": {Profile: uid11.TSSeqRand, Epoch: time.Time{}.Add(-1)},
	} {
		x, err := g.New()
		var generate *id.GenerateError
		if !errors.Is(err, id.ErrConfig) || !errors.As(err, &generate) || x != 0 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
	}
}

func TestEpoch(t *testing.T) {
	now := time.Date(2026, 11, 21, 1, 2, 3, 4_999_999, time.UTC)
	for _, c := range lifetimes {
		g := uid11.Generator{Profile: c.profile, Machine: machineOf(c.profile), Epoch: c.epoch, Clock: func() time.Time { return now }}
		now := now
		if now.After(c.last) {
			now = c.last
			g.Clock = func() time.Time { return c.last }
		}
		x := idtest.Must(g.New())
		at, err := c.profile.Time(x, c.epoch)
		if err != nil || !at.Equal(now.Truncate(time.Millisecond)) {
			t.Errorf("%v, epoch %v: made at %v, its time is %v, %v", c.profile, c.epoch, now, at, err)
		}
		lo := idtest.Must(c.profile.MinAt(now, c.epoch))
		hi := idtest.Must(c.profile.MaxAt(now, c.epoch))
		if x < lo || x > hi {
			t.Errorf("%v, epoch %v: %v is not between %v and %v", c.profile, c.epoch, x, lo, hi)
		}
	}
}

func sequenceOf(t *testing.T, p uid11.Profile, x uid11.ID) uint16 {
	t.Helper()
	if p == uid11.TSSeqRand {
		return x.TSSeqRand().Sequence
	}
	f, err := x.Snowish()
	if err != nil {
		t.Error(err)
	}
	return f.Sequence
}

// An xid carries the time that the clock shows, also when that goes back.
func TestXIDFollowsClock(t *testing.T) {
	now := newClock(0)
	g := uid11.Generator{Clock: now.Read}
	for _, millis := range []int64{0, uid11.MaxTimestamp, 0, 1 << 41, 7} {
		now.Set(sinceEpoch(millis))
		if x := idtest.Must(g.New()); x.Timestamp() != millis {
			t.Errorf("at %d: %+v", millis, x.Fields())
		}
	}
}

// FullRandom does not read the clock, and needs eight bytes.
func TestFullRandom(t *testing.T) {
	g := uid11.Generator{Profile: uid11.FullRandom, Clock: func() time.Time { return time.Time{} }, Rand: idtest.Repeat(0xFF)}
	if x := idtest.Must(g.New()); x != uid11.Max() {
		t.Errorf("%v", x)
	}
	g.Rand = strings.NewReader("7 bytes")
	if x, err := g.New(); !errors.Is(err, id.ErrEntropy) || x != 0 {
		t.Errorf("%v, %v", x, err)
	}
}

// TestTSSeqRandStart: generators that make one ID each in a millisecond begin at all of the
// 2,048 numbers, a millisecond has as many at least, and one that follows an exhausted one
// has all 4,096.
func TestTSSeqRandStart(t *testing.T) {
	now := newClock(0)
	seen := map[uint16]bool{}
	for range 40_000 {
		g := uid11.Generator{Profile: uid11.TSSeqRand, Clock: now.Read}
		sequence := idtest.Must(g.New()).TSSeqRand().Sequence
		if sequence >= 2048 {
			t.Fatalf("a sequence begins with %d", sequence)
		}
		seen[sequence] = true
	}
	// 40,000 draws miss one of the 2,048 numbers with a probability of 1 in 150,000.
	if len(seen) != 2048 {
		t.Errorf("sequences begin with %d different numbers", len(seen))
	}
	readings := 0
	g := uid11.Generator{Profile: uid11.TSSeqRand, Rand: idtest.Repeat(0xFF), Clock: func() time.Time {
		readings++
		return sinceEpoch(int64(readings / 2051)) // the last call waits for it
	}}
	for i := range 2050 {
		if sequence := int(idtest.Must(g.New()).TSSeqRand().Sequence); sequence != (2047+i)%4096 {
			t.Fatalf("ID %d has the sequence number %d", i, sequence)
		}
	}
	for _, n := range []int{1, 1000, uid11.MaxBlock} {
		g := uid11.Generator{Profile: uid11.TSSeqRand, Clock: now.Read}
		block, err := g.Block(n)
		if x, ok := block.Next(); err != nil || !ok || int(x.TSSeqRand().Sequence) > uid11.MaxBlock-n {
			t.Errorf("a block of %d begins with %v, %v", n, x, err)
		}
	}
}
