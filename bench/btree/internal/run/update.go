package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// vacuums is how many times the database removes what it kept of updated rows, in the
// scenario Update: PostgreSQL's autovacuum does so after a fifth of the rows.
const vacuums = 5

// updateCost is about how long the updates of a trial take.
func updateCost(t planned, at pace) time.Duration {
	return time.Duration(t.Rows)*3*at.row + time.Duration(t.Rows/t.Batch/t.Writers)*at.commit + at.trial
}

// update updates every row once, in random order: each writer its own rows. It returns how
// long the updates took.
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
	each, err := run.ownRows(len(writers))
	if err != nil {
		return 0, err
	}
	var took time.Duration
	for part := range vacuums {
		d, err := sideBySide(ctx, len(writers), func(ctx context.Context, i int, _ time.Time) error {
			from, to := len(each[i])*part/vacuums, len(each[i])*(part+1)/vacuums
			return writers[i].update(ctx, each[i][from:to])
		})
		if err != nil {
			return 0, err
		}
		took += d
		if err := t.Vacuum(ctx); err != nil {
			return 0, unable(err)
		}
	}
	return took, nil
}

// ownRows returns the keys of each writer's rows, in random order. A key that was made twice,
// so that another one took its place, is there once.
func (run *runner) ownRows(writers int) ([][]driver.Valuer, error) {
	each := make([][]driver.Valuer, writers)
	before := make(seen)
	for i := range each {
		keys := run.kept.writer(i).shuffled()
		if run.planned.kind.Collides {
			var err error
			if keys, err = before.fresh(keys); err != nil {
				return nil, err
			}
		}
		each[i] = keys
		run.updated += len(keys)
	}
	return each, nil
}

// update updates the rows of keys, in batches.
func (w *writing) update(ctx context.Context, keys []driver.Valuer) error {
	u, ok := w.Writer.(engine.Updater)
	if !ok {
		return errors.New("the engine's writers cannot update rows")
	}
	for batch := range slices.Chunk(keys, w.batch) {
		if err := u.Update(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}
