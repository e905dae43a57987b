package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// mixing reads rows by their keys between the inserts of a writer. It is for one goroutine.
type mixing struct {
	engine.PointReader
	rng    *rand.Rand
	stored []driver.Valuer // keys that were in the table before; all writers share them
	own    []driver.Valuer // keys that the writer has inserted
	recent int             // how many of the last keys are recent ones
	took   durations       // of reads
}

// key returns the key of a recent row, or of any row that the writer knows.
func (m *mixing) key(recent bool) driver.Valuer {
	all := len(m.stored) + len(m.own)
	at := m.rng.IntN(all)
	if n := min(m.recent, all); recent {
		at = all - 1 - m.rng.IntN(n)
	}
	if at < len(m.stored) {
		return m.stored[at]
	}
	return m.own[at-len(m.stored)]
}

// read notes the keys that were inserted and reads as many rows, every other one a recent one.
func (m *mixing) read(ctx context.Context, inserted []driver.Valuer) error {
	m.own = append(m.own, inserted...)
	for i := range inserted {
		k := m.key(i%2 == 0)
		began := time.Now()
		if err := m.Read(ctx, k); err != nil {
			return err
		}
		m.took.since(began)
	}
	return nil
}

var errNoPointReads = errors.New("the engine's writers read no rows by their keys")

// mixed returns the reader of writer i, which inserts so many rows.
func (run *runner) mixed(w engine.Writer, i, rows int) (*mixing, error) {
	r, ok := w.(engine.PointReader)
	if !ok {
		return nil, errNoPointReads
	}
	return &mixing{
		PointReader: r, rng: run.rng(i), took: newDurations(),
		stored: run.stored, own: make([]driver.Valuer, 0, rows), recent: max(1, run.planned.Rows/100),
	}, nil
}

// operations adds the readings of rows that were read between the inserts.
func (run *runner) operations() {
	r := run.trial.Readings
	rate := r.Get(metric.RowsPerSecond)
	rate.Value *= 2 // as many rows were read
	r[metric.Operations] = rate
	r[metric.PointReadP50], r[metric.PointReadP99] = run.reads.micros(.5), run.reads.micros(.99)
}
