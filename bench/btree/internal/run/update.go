package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// vacuums is how many times the database removes what it kept of updated rows, in the
// scenario Update: PostgreSQL's autovacuum does so after a fifth of the rows.
const vacuums = 5

// update updates every row once, in random order, those of the last hundredth after all others:
// each writer its own rows. It returns how long the updates took.
func (run *runner) update(ctx context.Context) (time.Duration, error) {
	t, err := run.settle(ctx)
	if err != nil {
		return 0, err
	}
	writers, err := run.writers(ctx)
	defer closeAll(writers)
	if err != nil {
		return 0, err
	}
	older, recent, err := run.ownRows(len(writers))
	if err != nil {
		return 0, err
	}
	var took time.Duration
	run.processor = metric.Reading{} // times are of the updates
	for part := range vacuums {
		d, err := run.updateSideBySide(ctx, writers, part, vacuums, older)
		if err != nil {
			return 0, err
		}
		took += d
		if part == vacuums-1 {
			if d, err = run.updateRecent(ctx, writers, recent); err != nil {
				return 0, err
			}
			took += d
		}
		if err := t.Vacuum(ctx); err != nil {
			return 0, unable(err)
		}
		if err := run.checkpoint(ctx); err != nil {
			return 0, err
		}
	}
	run.collect(writers)
	return took, nil
}

// updateSideBySide makes each writer update a part of its rows, and returns how long that took.
func (run *runner) updateSideBySide(ctx context.Context, writers []*writing, part, parts int, each [][]driver.Valuer) (time.Duration, error) {
	return run.working(ctx, func() (time.Duration, error) {
		return sideBySide(ctx, len(writers), func(ctx context.Context, i int) error {
			from, to := len(each[i])*part/parts, len(each[i])*(part+1)/parts
			return writers[i].update(ctx, each[i][from:to])
		})
	})
}

// updateRecent updates the latest rows and notes the readings of these updates.
func (run *runner) updateRecent(ctx context.Context, writers []*writing, each [][]driver.Valuer) (time.Duration, error) {
	before, err := run.sample(ctx)
	if err != nil {
		return 0, err
	}
	took, err := run.updateSideBySide(ctx, writers, 0, 1, each)
	if err != nil {
		return 0, err
	}
	after, err := run.sample(ctx)
	if err != nil {
		return 0, err
	}
	rows := 0
	for _, keys := range each {
		rows += len(keys)
	}
	run.recent = since(before, after, span{from: run.inserted, to: run.inserted, rows: rows})
	if took > 0 {
		run.recent[metric.RowsPerSecond] = metric.Value(float64(rows) / took.Seconds())
	}
	return took, nil
}

// recentMetrics holds the metrics of updates of the latest rows, by those of all updates.
var recentMetrics = map[string]string{
	metric.RowsPerSecond: metric.RecentUpdates, metric.PagesRead: metric.RecentUpdateReads,
	metric.PagesWritten: metric.RecentUpdateWrites, metric.LogBytes: metric.RecentUpdateLog,
}

// updates adds the readings of updated rows.
func (run *runner) updates() {
	for all, recent := range recentMetrics {
		if v, ok := run.recent[all]; ok {
			run.trial.Readings[recent] = v
		}
	}
	run.bloat()
}

// ownRows returns the keys of each writer's rows, in random order and those of the latest rows
// apart. A key that was made twice, so that another one took its place, is there once.
func (run *runner) ownRows(writers int) (older, recent [][]driver.Valuer, err error) {
	before := make(seen)
	for i := range writers {
		old, late := run.kept[i].shuffled()
		if run.planned.kind.Collides {
			if old, err = before.fresh(old); err != nil {
				return nil, nil, err
			}
			if late, err = before.fresh(late); err != nil {
				return nil, nil, err
			}
		}
		older, recent = append(older, old), append(recent, late)
		run.updated += len(old) + len(late)
	}
	return older, recent, nil
}

// update updates the rows of keys, in batches.
func (w *writing) update(ctx context.Context, keys []driver.Valuer) error {
	u, ok := w.Writer.(engine.Updater)
	if !ok {
		return errors.New("the engine's writers cannot update rows")
	}
	for batch := range slices.Chunk(keys, w.batch) {
		began := time.Now()
		if err := u.Update(ctx, batch); err != nil {
			return err
		}
		w.took.since(began)
	}
	return nil
}

// settle begins to time the changes of the rows.
func (run *runner) settle(ctx context.Context) (engine.Changing, error) {
	t, ok := run.tree.(engine.Changing)
	if !ok {
		return nil, fmt.Errorf("%s: the rows of the table cannot be changed", run.planned.Engine)
	}
	var err error
	run.base, err = t.Settle(ctx)
	run.skipped = run.inserted
	return t, err
}

// unable makes a *engine.Missing error one of a trial that the engine cannot run.
func unable(err error) error {
	if why, missing := engine.MissingReason(err); missing {
		return &skipError{why}
	}
	return err
}

// bloat adds how much larger the tree is than after the first rows.
func (run *runner) bloat() {
	r := run.trial.Readings
	first, last := run.base.Get(metric.LeafPages), r.Get(metric.LeafPages)
	r[metric.Bloat] = last
	switch {
	case first.Missing != "":
		r[metric.Bloat] = first
	case last.Missing == "":
		r[metric.Bloat] = metric.Value(last.Value / first.Value)
	}
}

// seen holds values of keys.
type seen map[string]bool

// fresh adds keys and returns those that were not there.
func (s seen) fresh(keys []driver.Valuer) ([]driver.Valuer, error) {
	var list []driver.Valuer
	for _, k := range keys {
		v, err := k.Value()
		if err != nil {
			return nil, err
		}
		if text := fmt.Sprint(v); !s[text] {
			s[text] = true
			list = append(list, k)
		}
	}
	return list, nil
}
