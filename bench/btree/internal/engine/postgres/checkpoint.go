package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// Checkpoint makes a checkpoint. After it, the first change of a page writes the whole page to the log.
func (t *tree) Checkpoint(ctx context.Context) error {
	// A checkpoint removes log that was not read yet.
	if err := t.countRecords(ctx); err != nil {
		return err
	}
	return t.engine.checkpoint(ctx)
}

// CheckpointUnderLoad makes a checkpoint while clients work. Records of the log are counted no more.
func (t *tree) CheckpointUnderLoad(ctx context.Context) error { return t.engine.checkpoint(ctx) }

func (e *Engine) checkpoint(ctx context.Context) error {
	_, err := e.ExecContext(ctx, "CHECKPOINT")
	switch {
	case e.Is(err, client.Refused):
		return &engine.Missing{Reason: e.Reason("the account may not make a checkpoint, for which it needs the role pg_checkpoint or a superuser", err)}
	case err != nil:
		return e.Explain("cannot make a checkpoint", err)
	}
	return nil
}
