package sim

import (
	"context"
	"database/sql/driver"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// After all transactions every core is free, nothing waits, and the time that passed is
// that of their work: writers that work at the same time take less than one after the
// other, and at least the work divided by the cores.
func TestScheduleEndsWithFreeCores(t *testing.T) {
	const writers, rows = 5, 1200
	k, _ := source(t, "wiji", key.Bytes)
	for _, batch := range []int{1, 7, 300} {
		tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: InnoDB, Key: k.Form, Payload: 100})
		tr.queue.grace = time.Hour // whatever else the machine has to do
		sources := k.Open(writers, key.Options{Clock: tr.Clock()})
		began := tr.clock.nanos.Load()
		var list []*writer
		for range writers {
			list = append(list, newWriter(t, tr))
		}
		var wg sync.WaitGroup
		for i, w := range list {
			wg.Go(func() {
				defer w.Pause()
				for left := rows; left > 0; left -= batch {
					n := min(batch, left)
					var err error
					if i%2 == 0 {
						err = w.InsertLate(t.Context(), n, 0, func(ctx context.Context, n int) ([]driver.Valuer, error) {
							return drawn(ctx, sources.Writer(i), n)
						}, nil)
					} else {
						err = w.Insert(t.Context(), keys(t, sources.Writer(i), n), nil)
					}
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		q := tr.queue
		if q.free != cores || len(q.ready)+q.steps.Len()+len(q.next)+len(q.now)+len(q.fresh) != 0 {
			t.Errorf("batches of %d: %d cores are free, and transactions are left: %d, %d, %d, %d, %d", batch, q.free, len(q.ready), q.steps.Len(), len(q.next), len(q.now), len(q.fresh))
		}
		if tr.tree.Rows() != writers*rows {
			t.Errorf("batches of %d: %d rows", batch, tr.tree.Rows())
		}
		took := time.Duration(tr.clock.nanos.Load() - began)
		fixed := time.Duration(writers*rows) * (q.times.client.row + q.times.server.row + q.times.row)
		if took < fixed/cores || took > time.Duration(writers*rows)*time.Millisecond {
			t.Errorf("batches of %d: the rows took %v, and their work alone is %v on %d cores", batch, took, fixed, cores)
		}
	}
}

// One flush of the log is for all transactions that wait when it begins.
func TestFlushIsShared(t *testing.T) {
	s := newSchedule(serverTimes{flush: time.Millisecond}, newClock(), 1)
	var list [4]transaction
	s.flush(&list[0])
	for i := range list[1:] {
		s.flush(&list[i+1])
	}
	if x := s.pop(); x != &list[0] || x.step != flushStep {
		t.Fatalf("the first flush ends with %+v", x)
	}
	if s.flushed(); len(s.ready) != 1 || len(s.now) != 3 {
		t.Fatalf("%d are flushed, and %d wait", len(s.ready), len(s.now))
	}
	s.pop()
	if s.flushed(); len(s.ready) != 4 || s.steps.Len() != 0 {
		t.Errorf("%d are flushed after two flushes, and %d are under way", len(s.ready), s.steps.Len())
	}
}
