package idtest

import (
	"testing"
	"time"
)

// backfill dates IDs: each carries its time up to the tick, is between the bounds of the tick,
// and is not the one before.
func (s suite[T, P]) backfill(t *testing.T) {
	for _, at := range append(s.stops(), time.Now(), time.Now().Local().Add(-s.Resolution/3)) {
		lo, hi := Must(s.MinAt(at)), Must(s.MaxAt(at))
		seen := make(map[T]bool)
		for range 100 {
			x, err := s.At(at)
			if err != nil || !x.IsValid() || seen[x] || x.Compare(lo) < 0 || x.Compare(hi) > 0 || !x.Time().Equal(lo.Time()) {
				t.Fatalf("At(%v) = %v, %v, again %v; its bounds are %v and %v", at, x, err, seen[x], lo, hi)
			}
			seen[x] = true
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
