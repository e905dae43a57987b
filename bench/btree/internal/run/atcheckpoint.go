package run

import (
	"context"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// atCheckpoint adds how long the longest transaction takes while a checkpoint is made. That comes after all other
// readings, since further rows are inserted: as many as between two checkpoints of the trial, so that there are pages to
// write, and those of the writers, which go on until the checkpoint is made. A checkpoint within the timed rows would
// make their log depend on chance, and their time on the disk.
func (run *runner) atCheckpoint(ctx context.Context) error {
	t, ok := run.tree.(engine.Checkpointed)
	scenario := run.planned.Scenario
	if !ok || run.planned.Checkpoints != engine.SeveralCheckpoints || !slices.Contains(scenario.Spec().Columns, metric.TransactionAtCheckpoint) {
		return nil
	}
	// Reading the tree has changed pages as well.
	if err := run.checkpoint(ctx); err != nil {
		return err
	}
	if run.unwritten != "" {
		run.trial.Readings[metric.TransactionAtCheckpoint] = run.noCheckpoints()
		return nil
	}
	rows := (run.planned.Rows - scenario.Prefilled(run.planned.Rows)) / checkpoints
	if err := run.untimed(ctx, writing{source: run.sources.Writer(0), report: uncounted}, rows); err != nil {
		return err
	}
	took, err := run.underLoad(ctx, t)
	if err != nil {
		return err
	}
	run.trial.Readings[metric.TransactionAtCheckpoint] = took.micros(1)
	return nil
}

// uncounted is for rows that the plan does not have.
func uncounted(int) {}

// underLoad returns how long the transactions of all writers took that were sent while a checkpoint was made.
func (run *runner) underLoad(ctx context.Context, t engine.Checkpointed) (durations, error) {
	writers, err := run.writers(ctx)
	defer func() { closeAll(writers) }()
	if err != nil {
		return durations{}, err
	}
	for _, w := range writers {
		w.report = uncounted
		if err := w.all(ctx, w.batch); err != nil { // which prepares the statement
			return durations{}, err
		}
		w.took.Reset()
	}
	made := make(chan struct{})
	_, err = sideBySide(ctx, len(writers)+1, func(ctx context.Context, i int) error {
		if i < len(writers) {
			return writers[i].until(ctx, made)
		}
		defer close(made)
		return t.CheckpointUnderLoad(ctx)
	})
	if err != nil {
		return durations{}, err
	}
	var list []durations
	for _, w := range writers {
		list = append(list, w.took)
	}
	return merged(list), nil
}

// until inserts batches until something is made, one at least.
func (w *writing) until(ctx context.Context, made <-chan struct{}) error {
	for {
		if err := w.insert(ctx, w.batch); err != nil {
			return err
		}
		select {
		case <-made:
			return nil
		default:
		}
	}
}
