package sim

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Several writers at a time, whose rows are drawn from the batches under way: the outcome
// does not depend on how goroutines happen to run.
func TestWritersInterleave(t *testing.T) {
	const writers, batch, batches, passes = 8, 500, 10, 2
	run := func() (pages float64) {
		tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: NBTree, Key: binary16})
		tr.queue.grace = time.Hour // whatever else the machine has to do
		var wg sync.WaitGroup
		var list []*writer
		for range writers {
			list = append(list, newWriter(t, tr))
		}
		for pass := range passes {
			for i, w := range list {
				wg.Go(func() {
					for b := range batches {
						b += pass * batches
						// Each batch is a row of keys of its own, in the order of the batches.
						var keys []driver.Valuer
						for n := range batch {
							keys = append(keys, bytesKey(fmt.Sprintf("%05d %03d %05d ", b, i, n)))
						}
						if err := w.Insert(t.Context(), keys, nil); err != nil {
							t.Error(err)
						}
					}
					w.Pause()
				})
			}
			wg.Wait()
		}
		return float64(tr.tree.Stats().Leaves)
	}
	first := run()
	for range 3 {
		if again := run(); again != first {
			t.Errorf("%v leaf pages, and then %v", first, again)
		}
	}
	// One after the other the batches would leave 90 %: 308 pages.
	if first < 340 {
		t.Errorf("%v leaf pages: the batches were not mixed", first)
	}
}

// A writer that has no more rows does not hold the others up for long.
func TestAWriterThatStops(t *testing.T) {
	k, src := source(t, "seq16", key.Bytes)
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: NBTree, Key: k.Form})
	newWriter(t, tr)
	w := newWriter(t, tr)
	began := time.Now()
	for range 1000 {
		if err := w.Insert(t.Context(), keys(t, src, 1), nil); err != nil {
			t.Fatal(err)
		}
	}
	// Were each waited for, it would be 20 s.
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("1000 rows took %v", took)
	}
}

func TestClosingAWriterLetsTheOthersGoOn(t *testing.T) {
	k, src := source(t, "seq16", key.Bytes)
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: NBTree, Key: k.Form})
	idle, w := newWriter(t, tr), newWriter(t, tr)
	done := make(chan error)
	go func() { done <- w.Insert(t.Context(), keys(t, src, 10), nil) }()
	if err := idle.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if r, err := tr.Measure(t.Context()); err != nil || r.Get(metric.LeafPages).Missing == "" || tr.rows != 10 || tr.tree.Stats().Leaves != 1 {
		t.Errorf("%v, %v", r, err)
	}
}

// Once the context has ended a transaction fails, and no figures come from what it left.
func TestInterrupted(t *testing.T) {
	k, src := source(t, "seq16", key.Bytes)
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: NBTree, Key: k.Form})
	newWriter(t, tr) // which never comes
	w := newWriter(t, tr)
	ctx, cancel := context.WithCancel(t.Context())
	err := w.InsertLate(ctx, 1000, 10, func(ctx context.Context, n int) ([]driver.Valuer, error) {
		cancel()
		return keys(t, src, n), ctx.Err()
	}, nil)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if _, err := tr.Measure(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("the measurement says %v", err)
	}
	if err := w.Insert(ctx, keys(t, src, 1), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the next transaction says %v", err)
	}
}

// Keys that are made late are as many at a time as a statement has rows.
func TestLateKeys(t *testing.T) {
	k, src := source(t, "bigint", key.Bytes)
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: InnoDBSecondary, Key: k.Form, Payload: 100})
	w := newWriter(t, tr)
	for _, c := range []struct {
		rows, statement int
		want            string
	}{{25, 10, "[10 10 5]"}, {250, 0, "[100 100 50]"}, {3, 10, "[3]"}} {
		left, asked := c.rows, []int{}
		err := w.InsertLate(t.Context(), c.rows, c.statement, func(_ context.Context, n int) ([]driver.Valuer, error) {
			n = min(n, left)
			left -= n
			asked = append(asked, n)
			return keys(t, src, n), nil
		}, nil)
		if got := fmt.Sprint(asked); err != nil || got != c.want {
			t.Errorf("%d rows by %d: keys were made for %s rows, want %s; %v", c.rows, c.statement, got, c.want, err)
		}
	}
	if r, err := tr.Measure(t.Context()); err != nil || r.Get(metric.LeafPages).Value != 1 {
		t.Errorf("%v, %v", r, err)
	}
	none := func(context.Context, int) ([]driver.Valuer, error) { return nil, nil }
	if err := w.InsertLate(t.Context(), 1, 1, none, nil); err == nil {
		t.Error("a supply without keys was taken")
	}
}
