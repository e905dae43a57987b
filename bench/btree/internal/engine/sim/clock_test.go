package sim

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// The virtual clock moves by the rows, the commits and the keys, and by nothing else.
func TestClockMovesByRows(t *testing.T) {
	const rows = 1000
	k, _ := source(t, "ulid", key.Bytes)
	for _, batch := range []int{1, paceBatch, rows} {
		tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: InnoDB, Key: k.Form})
		began := tr.clock.nanos.Load()
		src := k.Open(1, key.Options{Clock: tr.Clock()}).Writer(0)
		w := newWriter(t, tr)
		for range rows / batch {
			if err := w.Insert(t.Context(), keys(t, src, batch), nil); err != nil {
				t.Fatal(err)
			}
		}
		want := rows*(12500*time.Nanosecond+keyTime) + time.Duration(rows/batch)*250*time.Microsecond
		if got := time.Duration(tr.clock.nanos.Load() - began); got != want {
			t.Errorf("batches of %d: the clock moved by %v, want %v", batch, got, want)
		}
	}
}

func TestClockWaits(t *testing.T) {
	c := newClock()
	at := c.Now().Add(24 * time.Hour)
	if err := c.WaitUntil(t.Context(), at); err != nil || c.Now().Sub(at) != keyTime {
		t.Errorf("after a wait until %v it is %v, %v", at, c.Now(), err)
	}
	before := c.Now()
	if err := c.WaitUntil(t.Context(), at); err != nil || c.Now().Sub(before) != keyTime {
		t.Errorf("a wait for the past moved the clock to %v, %v", c.Now(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.WaitUntil(ctx, at); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait whose context has ended: %v", err)
	}
}

// A key that waits for its next tick moves the virtual clock there and does not sleep.
func TestKeysWaitForTheVirtualClock(t *testing.T) {
	k, _ := source(t, "snowflake", key.Bytes)
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: NBTree, Key: k.Form})
	src := k.Open(1, key.Options{Clock: slow{tr.clock}}).Writer(0)
	const perMillisecond, rows = 4096, 20_000
	list := keys(t, src, rows)
	if waits := src.Waits(); waits != (rows-1)/perMillisecond {
		t.Errorf("%d keys waited %d times", rows, waits)
	}
	if err := newWriter(t, tr).Insert(t.Context(), list, nil); err != nil {
		t.Error(err)
	}
}

// slow is a clock that keys do not move.
type slow struct{ *clock }

func (s slow) Now() time.Time { return time.Unix(0, s.nanos.Load()) }
