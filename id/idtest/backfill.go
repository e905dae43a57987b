package idtest

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// Backfill tests the back-filler of a 64-bit format whose low bits count within a
// millisecond. start returns the method At of a new one that continues after an ID, or
// after none if that is the zero ID.
func Backfill[T interface {
	~int64 | ~uint64
	ID[T]
}](t *testing.T, f Format[T], start func(after T) func(time.Time) (T, error)) {
	next := func(call func(time.Time) (T, error), at time.Time) T {
		t.Helper()
		x, err := call(at)
		if err != nil || x.UnixMillis() != at.UnixMilli() || x.IsZero() {
			t.Fatalf("At(%v) = %v, %v", at, x, err)
		}
		return x
	}
	call, at := start(0), time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	last := next(call, at)
	if least := first(f.MinAt(at)); last != least {
		t.Errorf("the first ID of the millisecond is %v, want %v", last, least)
	}
	for greatest := first(f.MaxAt(at)); last < greatest; {
		x := next(call, at)
		if x != last+1 {
			t.Fatalf("%v comes after %v", x, last)
		}
		last = x
	}
	if x, err := call(at); !errors.Is(err, id.ErrExhausted) || x != 0 {
		t.Errorf("a full millisecond: %v, %v", x, err)
	}
	later := next(call, at.Add(time.Millisecond))
	for _, early := range []time.Time{at, at.Add(-time.Hour)} {
		if x, err := call(early); !errors.Is(err, id.ErrRange) || errors.Is(err, id.ErrExhausted) || x != 0 {
			t.Errorf("a row of %v: %v, %v", early, x, err)
		}
	}
	var limits *id.RangeError
	if x, err := call(time.UnixMilli(0)); !errors.As(err, &limits) || x != 0 {
		t.Errorf("a row of 1970: %v, %v", x, err)
	}
	if x := next(call, at.Add(time.Millisecond)); x != later+1 {
		t.Errorf("after failed calls: %v, want %v", x, later+1)
	}
	again := start(later)
	if x := next(again, at.Add(time.Millisecond)); x != later+1 {
		t.Errorf("after %v: %v", later, x)
	}
	// The first millisecond begins with the zero ID, which means "no ID".
	if x := next(start(0), f.Min().Time()); x != 1 {
		t.Errorf("the first ID of all is %v", x)
	}
	if got := testing.AllocsPerRun(1000, func() { _, _ = again(at.Add(time.Hour)) }); got != 0 {
		t.Errorf("At allocates %v times", got)
	}
}
