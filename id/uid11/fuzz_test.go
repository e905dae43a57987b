package uid11_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// FuzzBounds tries any time and any epoch in each profile.
func FuzzBounds(f *testing.F) {
	f.Add(int64(uid11.EpochUnixMillis/1000), int64(0), int64(0), uint8(0))
	f.Add(int64(1<<62), int64(999_999_999), int64(-1<<62), uint8(2))
	f.Add(int64(-1<<63), int64(0), int64(253_402_300_799), uint8(3))
	f.Add(int64(-62_135_596_000), int64(0), int64(-62_135_596_800), uint8(2)) // the zero Time
	f.Fuzz(func(t *testing.T, seconds, nanos, epochSeconds int64, profile uint8) {
		at, epoch, p := time.Unix(seconds, nanos), time.Unix(epochSeconds, 0), uid11.Profile(profile%5)
		lo, err := p.MinAt(at, epoch)
		hi, err2 := p.MaxAt(at, epoch)
		if (err == nil) != (err2 == nil) || err != nil && (lo != 0 || hi != 0) {
			t.Fatalf("%v at %v, epoch %v: %v (%v) to %v (%v)", p, at, epoch, lo, err, hi, err2)
		}
		if err != nil {
			if epoch.IsZero() {
				epoch = xidEpoch
			}
			limit := int64(uid11.MaxTimestamp)
			if p == uid11.Snowish {
				limit = uid11.MaxSnowishTimestamp
			}
			last := epoch.Add(time.Duration(limit) * time.Millisecond)
			inside := !at.Before(epoch) && !at.After(last)
			if inside && !errors.Is(err, id.ErrConfig) || !errors.Is(err, id.ErrConfig) && !errors.Is(err, id.ErrRange) {
				t.Fatalf("%v at %v, epoch %v: %v", p, at, epoch, err)
			}
			return
		}
		back, err := p.Time(lo, epoch)
		if d := at.Sub(back); err != nil || d < 0 || d >= time.Millisecond || hi-lo != uid11.MaxRandom || p.Check(hi) != nil {
			t.Fatalf("%v at %v, epoch %v: %v to %v, %v, %v", p, at, epoch, lo, hi, back, err)
		}
	})
}
