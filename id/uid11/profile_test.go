package uid11_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

var profiles = []uid11.Profile{uid11.XID, uid11.FullRandom, uid11.Snowish, uid11.TSSeqRand}

const unknown = uid11.Profile(4)

func TestProfileNames(t *testing.T) {
	names := map[string]bool{}
	for _, p := range append(profiles, unknown, 255) {
		names[p.String()] = true
	}
	for _, want := range []string{"xid", "fullrand", "snowish", "ts-seq-rand", "profile 4", "profile 255"} {
		if !names[want] {
			t.Errorf("no profile is called %q: %v", want, names)
		}
	}
}

func TestProfileCheck(t *testing.T) {
	for _, p := range profiles {
		for _, x := range []uid11.ID{0, 1, 1<<63 - 1, 1 << 63, uid11.Max()} {
			want := p != uid11.Snowish || x < 1<<63
			if err := p.Check(x); want != (err == nil) {
				t.Errorf("%v.Check(%v): %v", p, x, err)
			}
			if y, err := p.Parse(x.String()); want != (err == nil) || want && y != x || !want && y != 0 {
				t.Errorf("%v.Parse(%v) = %v, %v", p, x, y, err)
			}
		}
		if x, err := p.Parse("jpXCZedGfVR"); !errors.Is(err, id.ErrOverflow) || x != 0 {
			t.Errorf("%v.Parse: %v, %v", p, x, err)
		}
	}
	if err := unknown.Check(1); !errors.Is(err, id.ErrConfig) {
		t.Errorf("an unknown profile: %v", err)
	}
	if x, err := unknown.Parse("11111111112"); !errors.Is(err, id.ErrConfig) || x != 0 {
		t.Errorf("an unknown profile: %v, %v", x, err)
	}
}

var (
	xidEpoch = time.UnixMilli(uid11.EpochUnixMillis).UTC()
	unixTime = time.Unix(0, 0).UTC()
)

// lifetimes of the profiles that have one, from different epochs.
var lifetimes = []struct {
	profile     uid11.Profile
	epoch       time.Time
	first, last time.Time
}{
	{uid11.XID, time.Time{}, xidEpoch, xidEpoch.Add(uid11.MaxTimestamp * time.Millisecond)},
	{uid11.XID, xidEpoch, xidEpoch, xidEpoch.Add(uid11.MaxTimestamp * time.Millisecond)},
	{uid11.XID, xidEpoch.Local(), xidEpoch, xidEpoch.Add(uid11.MaxTimestamp * time.Millisecond)},
	{uid11.TSSeqRand, time.Time{}, xidEpoch, xidEpoch.Add(uid11.MaxTimestamp * time.Millisecond)},
	{uid11.TSSeqRand, unixTime, unixTime, unixTime.Add(uid11.MaxTimestamp * time.Millisecond)},
	{uid11.Snowish, time.Time{}, xidEpoch, xidEpoch.Add(uid11.MaxSnowishTimestamp * time.Millisecond)},
	{uid11.Snowish, unixTime.Add(time.Millisecond - 1), unixTime, unixTime.Add(uid11.MaxSnowishTimestamp * time.Millisecond)},
	{uid11.Snowish, time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Add(uid11.MaxSnowishTimestamp * time.Millisecond)},
}

func TestProfileBounds(t *testing.T) {
	for _, c := range lifetimes {
		for _, at := range []time.Time{c.first, c.first.Add(time.Millisecond - 1), c.first.Add(time.Hour).Local(), c.last, c.last.Add(time.Millisecond - 1)} {
			lo, err := c.profile.MinAt(at, c.epoch)
			hi, err2 := c.profile.MaxAt(at, c.epoch)
			if err != nil || err2 != nil || hi-lo != uid11.MaxRandom || c.profile.Check(hi) != nil {
				t.Errorf("%v, epoch %v, at %v: %v (%v) to %v (%v)", c.profile, c.epoch, at, lo, err, hi, err2)
			}
			for _, x := range []uid11.ID{lo, hi} {
				got, err := c.profile.Time(x, c.epoch)
				if d := at.Sub(got); err != nil || d < 0 || d >= time.Millisecond || got.Location() != time.UTC {
					t.Errorf("%v, epoch %v: the time of %v is %v, %v, want %v", c.profile, c.epoch, x, got, err, at)
				}
			}
		}
		for _, at := range []time.Time{c.first.Add(-1), c.last.Add(time.Millisecond), time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0)} {
			for _, bound := range []func(t, epoch time.Time) (uid11.ID, error){c.profile.MinAt, c.profile.MaxAt} {
				x, err := bound(at, c.epoch)
				var r *id.RangeError
				if !errors.As(err, &r) || x != 0 || !r.Min.Equal(c.first) || !r.Max.Equal(c.last) || !r.Time.Equal(at) {
					t.Errorf("%v, epoch %v, at %v: %v, %v", c.profile, c.epoch, at, x, err)
				}
			}
		}
	}
}

func TestProfileEpochRefused(t *testing.T) {
	for _, c := range []struct {
		profile uid11.Profile
		epoch   time.Time
	}{
		{uid11.XID, unixTime}, {uid11.XID, xidEpoch.Add(time.Millisecond)}, {uid11.FullRandom, time.Time{}}, {uid11.FullRandom, xidEpoch},
		{unknown, time.Time{}}, {unknown, xidEpoch}, {uid11.Snowish, time.Date(0, 12, 31, 23, 59, 59, 0, time.UTC)},
		{uid11.TSSeqRand, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, {uid11.TSSeqRand, time.Unix(math.MaxInt64, 0)},
	} {
		at, err := c.profile.Time(1, c.epoch)
		if !errors.Is(err, id.ErrConfig) || !at.IsZero() {
			t.Errorf("%v, epoch %v: Time %v, %v", c.profile, c.epoch, at, err)
		}
		for _, bound := range []func(t, epoch time.Time) (uid11.ID, error){c.profile.MinAt, c.profile.MaxAt} {
			if x, err := bound(time.Now(), c.epoch); !errors.Is(err, id.ErrConfig) || x != 0 {
				t.Errorf("%v, epoch %v: %v, %v", c.profile, c.epoch, x, err)
			}
		}
		g := uid11.Generator{Profile: c.profile, Machine: machineOf(c.profile), Epoch: c.epoch}
		if x, err := g.New(); (c.profile != uid11.FullRandom || !c.epoch.IsZero()) && (!errors.Is(err, id.ErrConfig) || x != 0) {
			t.Errorf("%v, epoch %v: New %v, %v", c.profile, c.epoch, x, err)
		}
	}
	if at, err := uid11.Snowish.Time(1<<63, time.Time{}); !errors.Is(err, id.ErrRange) || !at.IsZero() {
		t.Errorf("the time of an ID of another profile: %v, %v", at, err)
	}
}
