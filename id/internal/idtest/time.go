package idtest

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

func (s suite[T, P]) bounds(t *testing.T) {
	before := time.Now()
	x := s.New()
	after := time.Now()
	lo, err := s.MinAt(before)
	if err != nil {
		t.Fatal(err)
	}
	// The default generator may be a few ticks ahead, after others used it.
	hi, err := s.MaxAt(after.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if x.Compare(lo) < 0 || x.Compare(hi) > 0 {
		t.Errorf("%v, made between %v and %v, is not between %v and %v", x, before, after, lo, hi)
	}
	for _, at := range []time.Time{s.First, s.Last.Add(-s.Resolution), before, before.Local(), before.Add(s.Resolution / 3)} {
		s.boundsAt(t, at)
	}
}

func (s suite[T, P]) boundsAt(t *testing.T, at time.Time) {
	t.Helper()
	lo, err := s.MinAt(at)
	hi, err2 := s.MaxAt(at)
	next, err3 := s.MinAt(at.Add(s.Resolution))
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	start := at.Add(-time.Duration(at.UnixNano()) % s.Resolution).UTC()
	if at.Unix() > 1<<33 || at.Unix() < 0 { // where UnixNano is undefined
		start = lo.Time()
	}
	if !lo.Time().Equal(start) || !hi.Time().Equal(start) || lo.Time().Location() != time.UTC {
		t.Errorf("the bounds of %v have the times %v and %v, want %v", at, lo.Time(), hi.Time(), start)
	}
	if lo.Compare(hi) >= 0 || hi.Compare(next) >= 0 {
		t.Errorf("the bounds of %v are out of order: %v, %v, next %v", at, lo, hi, next)
	}
	if lo.IsValid() != (s.ZeroIsValid || !lo.IsZero()) || !hi.IsValid() {
		t.Errorf("the bounds of %v are no identifiers: %v, %v", at, lo, hi)
	}
}

func (s suite[T, P]) lifetime(t *testing.T) {
	outside := []time.Time{s.First.AddDate(-1000, 0, 0), s.Last.AddDate(20_000, 0, 0), s.Last.AddDate(300_000, 0, 0), {}}
	if lo, err := s.MinAt(s.First.Add(-s.Resolution)); err != nil || lo.Compare(Must(s.MinAt(s.First))) >= 0 {
		// Some formats can decode a tick that no generator may use; others end here.
		outside = append(outside, s.First.Add(-s.Resolution))
	}
	for _, at := range outside {
		for name, bound := range map[string]func(time.Time) (T, error){"MinAt": s.MinAt, "MaxAt": s.MaxAt} {
			x, err := bound(at)
			s.outOfRange(t, name, x, err)
		}
	}
}

// outOfRange tests the terms of an error about a time.
func (s suite[T, P]) outOfRange(t *testing.T, call string, x T, err error) {
	t.Helper()
	var r *id.RangeError
	switch {
	case !errors.As(err, &r):
		t.Errorf("%s outside the lifetime gives %v, %v", call, x, err)
	case !errors.Is(err, id.ErrRange) || r.Format != s.Name || r.Min.IsZero() || !r.Min.Before(r.Max):
		t.Errorf("%s: the error does not tell the lifetime: %#v", call, r)
	}
	if !x.IsZero() {
		t.Errorf("%s: the error comes with %v", call, x)
	}
}
