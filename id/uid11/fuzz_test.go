package uid11_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// refused tests the terms of a decoder's error.
func refused(t *testing.T, x uid11.ID, err error) {
	t.Helper()
	var syntax *id.SyntaxError
	if !errors.As(err, &syntax) || !errors.Is(err, syntax.Reason) || x != 0 {
		t.Fatalf("%v, %v", x, err)
	}
}

func FuzzFields(f *testing.F) {
	f.Add(uint64(0), uint32(0), uint16(0), uint16(0))
	f.Add(uint64(uid11.MaxTimestamp), uint32(uid11.MaxRandom), uint16(uid11.MaxMachine), uint16(uid11.MaxSequence))
	f.Add(uint64(uid11.MaxTimestamp+1), uint32(uid11.MaxRandom+1), uint16(uid11.MaxMachine+1), uint16(uid11.MaxSequence+1))
	f.Add(uint64(uid11.MaxSnowishTimestamp+1), uint32(0), uint16(0), uint16(0))
	f.Fuzz(func(t *testing.T, millis uint64, random uint32, ten, twelve uint16) {
		check := func(good bool, x uid11.ID, err error) {
			t.Helper()
			if good != (err == nil) {
				t.Fatalf("%d, %d, %d, %d: %v, %v", millis, random, ten, twelve, x, err)
			}
			if err != nil {
				refused(t, x, err)
			}
		}
		xid := uid11.Fields{Timestamp: millis, Random: random}
		x, err := uid11.FromFields(xid)
		check(millis <= uid11.MaxTimestamp && random <= uid11.MaxRandom, x, err)
		if err == nil && x.Fields() != xid {
			t.Fatalf("%+v comes back as %+v", xid, x.Fields())
		}
		sequence := uid11.TSSeqRandFields{Timestamp: millis, Sequence: twelve, Random: ten}
		x, err = uid11.FromTSSeqRand(sequence)
		check(millis <= uid11.MaxTimestamp && twelve <= uid11.MaxSequence && ten <= uid11.MaxTSSeqRandRandom, x, err)
		if err == nil && x.TSSeqRand() != sequence {
			t.Fatalf("%+v comes back as %+v", sequence, x.TSSeqRand())
		}
		snowish := uid11.SnowishFields{Timestamp: millis, Machine: ten, Sequence: twelve}
		x, err = uid11.FromSnowish(snowish)
		check(millis <= uid11.MaxSnowishTimestamp && ten <= uid11.MaxMachine && twelve <= uid11.MaxSequence, x, err)
		if got, err2 := x.Snowish(); err == nil && (err2 != nil || got != snowish) {
			t.Fatalf("%+v comes back as %+v, %v", snowish, got, err2)
		}
	})
}

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
