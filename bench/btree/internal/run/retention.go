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
	return turnovers * (keptDays*at.trial*3/8 + time.Duration(t.Rows)*4*at.row)
}

// retain inserts the rows of a day and deletes those of the oldest one, day by day. It
// returns how long it inserted.
func (run *runner) retain(ctx context.Context) (time.Duration, error) {
	t, err := run.settle(ctx)
	if err != nil {
		return 0, err
	}
	run.latency = histograms{}
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
		if err := expire(ctx, t, n); err != nil {
			return 0, unable(err)
		}
		run.removal += time.Since(began)
	}
	return took, nil
}

// expire deletes rows and waits until nothing is left of them.
func expire(ctx context.Context, t engine.Changing, rows int) error {
	if err := t.Expire(ctx, rows); err != nil {
		return err
	}
	return t.Vacuum(ctx)
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

// deletes adds the readings of rows that were deleted.
func (run *runner) deletes(ctx context.Context) error {
	run.trial.Readings[metric.Deletes] = metric.Value(float64(run.inserted-run.skipped) / run.removal.Seconds())
	return run.bloat(ctx)
}

// bloat adds how much larger the tree is than after the first rows.
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
	return nil
}
