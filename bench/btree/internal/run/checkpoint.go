package run

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// checkpoints is how many checkpoints a trial has on a server that is asked for them. PostgreSQL makes one
// every five minutes by default, in which a table of three million rows that gets a thousand a second grows
// by a tenth. A larger table has more pages for as many rows between two checkpoints, and random keys cost
// it more.
const checkpoints = 10

// stop is where the writers stop for a moment.
type stop struct {
	rows       int // that they have inserted
	checkpoint bool
}

// stops returns where the writers stop while they insert so many rows, until a checkpoint has begun. The
// last stop is after all rows.
func (run *runner) stops(rows int) []stop {
	var list []stop
	done := 0
	if _, ok := run.tree.(engine.Checkpointed); ok && run.planned.Checkpoints == engine.SeveralCheckpoints {
		each := run.planned.Writers * run.planned.Batch // a stop must not cut a batch
		for i := range checkpoints {
			if at := rows * (i + 1) / checkpoints / each * each; at > done {
				list, done = append(list, stop{at, true}), at
			}
		}
	}
	if done < rows {
		list = append(list, stop{rows: rows})
	}
	return list
}

// checkpoint asks for a checkpoint, if the trial has some and the database is asked for them. If the account
// may not ask, a reading has the reason.
func (run *runner) checkpoint(ctx context.Context) error {
	t, ok := run.tree.(engine.Checkpointed)
	if !ok || run.planned.Checkpoints != engine.SeveralCheckpoints {
		return nil
	}
	return run.allowed(t.Checkpoint(ctx))
}

// allowed notes why the account may not make a checkpoint, and returns other errors.
func (run *runner) allowed(err error) error {
	if why, missing := engine.MissingReason(err); missing {
		run.unwritten = why
		return nil
	}
	return err
}

// beginCheckpoint begins what checkpoint does, while the writers go on. The caller calls awaitCheckpoint.
func (run *runner) beginCheckpoint(ctx context.Context) error {
	made, err := run.tree.(engine.Checkpointed).BeginCheckpoint(ctx) // there are stops for checkpoints of such trees only
	if err != nil {
		return run.allowed(err)
	}
	run.making.Store(true)
	run.made = make(chan error, 1)
	go func() {
		err := made()
		run.making.Store(false)
		run.made <- err
	}()
	return nil
}

// awaitCheckpoint returns when the checkpoint is made that has begun, if any.
func (run *runner) awaitCheckpoint() error {
	if run.made == nil {
		return nil
	}
	err := <-run.made
	run.made = nil
	return run.allowed(err)
}

// withoutCheckpoints takes readings back if there were no checkpoints although there should have been.
func (run *runner) withoutCheckpoints(r metric.Readings) {
	if run.unwritten != "" {
		why := metric.Missing("there were no checkpoints: " + run.unwritten)
		r[metric.WholePages], r[metric.TransactionAtCheckpoint] = why, why
	}
}
