package uid11_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

func TestBackfill(t *testing.T) {
	var b uid11.Backfill
	at := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	next := func(b *uid11.Backfill, at time.Time) uid11.ID {
		t.Helper()
		x, err := b.At(at)
		if err != nil || x.UnixMillis() != at.UnixMilli() || x.IsZero() {
			t.Fatalf("At(%v) = %v, %v", at, x, err)
		}
		return x
	}
	last := next(&b, at)
	for i := range uid11.MaxRandom {
		x := next(&b, at)
		if x != last+1 {
			t.Fatalf("ID %d of the millisecond is %v after %v", i, x, last)
		}
		last = x
	}
	if x, err := b.At(at); !errors.Is(err, id.ErrExhausted) || x != 0 {
		t.Errorf("a full millisecond: %v, %v", x, err)
	}
	later := next(&b, at.Add(time.Millisecond))
	for _, early := range []time.Time{at, at.Add(-time.Hour)} {
		if x, err := b.At(early); !errors.Is(err, id.ErrRange) || errors.Is(err, id.ErrExhausted) || x != 0 {
			t.Errorf("a row of %v: %v, %v", early, x, err)
		}
	}
	var limits *id.RangeError
	if x, err := b.At(time.UnixMilli(0)); !errors.As(err, &limits) || x != 0 {
		t.Errorf("a row of 1970: %v, %v", x, err)
	}
	if x := next(&b, at.Add(time.Millisecond)); x != later+1 {
		t.Errorf("after failed calls: %v, want %v", x, later+1)
	}
	again := uid11.Backfill{After: later}
	if x := next(&again, at.Add(time.Millisecond)); x != later+1 {
		t.Errorf("after %v: %v", later, x)
	}
	// The first millisecond begins with the zero ID, which means "no ID".
	var first uid11.Backfill
	if x := next(&first, uid11.Min().Time()); x != 1 {
		t.Errorf("the first ID of all is %v", x)
	}
	if got := testing.AllocsPerRun(1000, func() { _, _ = again.At(at.Add(time.Hour)) }); got != 0 {
		t.Errorf("At allocates %v times", got)
	}
}

// TestBackfillEnd: after the greatest of all IDs there is no other.
func TestBackfillEnd(t *testing.T) {
	b := uid11.Backfill{After: uid11.Max() - 1}
	if x, err := b.At(uid11.Max().Time()); x != uid11.Max() || err != nil {
		t.Errorf("the last ID is %v, %v", x, err)
	}
	if x, err := b.At(uid11.Max().Time()); !errors.Is(err, id.ErrExhausted) || x != 0 {
		t.Errorf("after the last ID: %v, %v", x, err)
	}
}
