package run

import (
	"context"
	"fmt"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// In the scenario Retention the table keeps the rows of keptDays days, which all days after
// them replace turnovers times.
const (
	keptDays  = 30
	turnovers = 2
)

// retained returns how many rows a trial inserts whose table keeps so many.
func retained(rows int) int { return rows * (1 + turnovers) }

// retentionCost is about how long the deletes of a trial and what follows them take.
func retentionCost(t planned, at pace) time.Duration {
	return turnovers * (keptDays*at.trial/8 + time.Duration(t.Rows)*at.row)
}

// retain inserts the rows of a day and deletes those of the oldest one, day by day. It
// returns how long it inserted.
func (run *runner) retain(ctx context.Context) (time.Duration, error) {
	t, ok := run.tree.(engine.Expiring)
	if !ok {
		return 0, fmt.Errorf("%s: a tree of the shape %s cannot delete its oldest rows", run.planned.Engine, engine.Dated)
	}
	var err error
	if run.base, err = t.Settle(ctx); err != nil {
		return 0, err
	}
	run.skipped, run.latency = run.inserted, histograms{}
	writers, err := run.writers(ctx)
	defer closeAll(writers)
	if err != nil {
		return 0, err
	}
	var took time.Duration
	for day := range keptDays * turnovers {
		n := share(run.planned.Rows, keptDays, day%keptDays)
		d, err := run.pass(ctx, writers, n)
		if err != nil {
			return 0, err
		}
		took += d
		began := time.Now()
		if err := t.Expire(ctx, n); err != nil {
			return 0, unable(err)
		}
		run.removal += time.Since(began)
	}
	return took, nil
}

// unable makes a *engine.Missing error one of a trial that the engine cannot run.
func unable(err error) error {
	if why, missing := engine.MissingReason(err); missing {
		return &skipError{why}
	}
	return err
}

// bloat adds the readings of rows that were deleted.
func (run *runner) bloat(context.Context) error {
	r := run.trial.Readings
	first, last := run.base.Get(metric.LeafPages), r.Get(metric.LeafPages)
	r[metric.Bloat] = last
	switch {
	case first.Missing != "":
		r[metric.Bloat] = first
	case last.Missing == "":
		r[metric.Bloat] = metric.Value(last.Value / first.Value)
	}
	r[metric.Deletes] = metric.Value(float64(run.inserted-run.skipped) / run.removal.Seconds())
	return nil
}
