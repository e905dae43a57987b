package idtest

import (
	"bytes"
	"sync/atomic"
	"testing"
	"time"
)

// backfill dates IDs: each carries its time up to the tick, is between the bounds of the tick,
// and is not the one before.
func (s suite[T, P]) backfill(t *testing.T) {
	for _, at := range append(s.stops(), time.Now(), time.Now().Local().Add(-s.Resolution/3)) {
		lo, hi := Must(s.MinAt(at)), Must(s.MaxAt(at))
		seen := make(map[T]bool)
		var bits drawnBits
		for range 100 {
			x, err := s.At(at)
			if err != nil || !x.IsValid() || seen[x] || x.Compare(lo) < 0 || x.Compare(hi) > 0 || !x.Time().Equal(lo.Time()) {
				t.Fatalf("At(%v) = %v, %v, again %v; its bounds are %v and %v", at, x, err, seen[x], lo, hi)
			}
			seen[x] = true
			bits.add(Must(x.MarshalBinary()))
		}
		if s.Size > 8 { // the random fields of integers are so short that At counts
			bits.check(t, Must(lo.MarshalBinary()), Must(hi.MarshalBinary()), s.Fixed)
		}
	}
	for _, at := range []time.Time{s.First.AddDate(-1000, 0, 0), s.Last.AddDate(300_000, 0, 0), {}} {
		x, err := s.At(at)
		s.outOfRange(t, "At", x, err)
	}
	if got := testing.AllocsPerRun(100, func() { _, _ = s.At(s.Last) }); got != 0 {
		t.Errorf("At allocates %v times", got)
	}
}

// AtFirst tests At of a format of 64 bits whose times begin at an epoch, above shift random bits: it leaves out the
// first ID, which is the zero ID, in the first millisecond alone. The counter is that of the calls of At.
func AtFirst[T ~int64 | ~uint64](t *testing.T, epoch, shift int64, calls *atomic.Uint64, at func(time.Time) (T, error)) {
	begin := time.UnixMilli(epoch)
	for _, c := range []struct {
		at   time.Time
		want T
	}{{begin, 1}, {begin.Add(time.Millisecond), T(1) << shift}} {
		calls.Store(1<<shift - 1)
		if x, err := at(c.at); x != c.want || err != nil {
			t.Errorf("At(%v) = %d, %v, want %d", c.at, uint64(x), err, uint64(c.want))
		}
	}
}

// drawnBits notes which bits of IDs were ever set and which always.
type drawnBits struct{ ever, always []byte }

func (d *drawnBits) add(raw []byte) {
	if d.ever == nil {
		d.ever, d.always = bytes.Clone(raw), bytes.Clone(raw)
	}
	for i, b := range raw {
		d.ever[i] |= b
		d.always[i] &= b
	}
}

// check fails unless all bits were drawn in which the bounds of a tick differ, but for those of fixed.
func (d *drawnBits) check(t *testing.T, lo, hi, fixed []byte) {
	t.Helper()
	for i := range d.ever {
		free := lo[i] ^ hi[i]
		if i < len(fixed) {
			free &^= fixed[i]
		}
		if got := d.ever[i] &^ d.always[i]; got&free != free {
			t.Errorf("of byte %d, the bits %08b are drawn, want %08b", i, got, free)
		}
	}
}
