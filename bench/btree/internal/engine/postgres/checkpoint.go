package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// Checkpoint makes a checkpoint. After it, the first change of a page writes the whole page to the log.
func (t *tree) Checkpoint(ctx context.Context) error {
	// A checkpoint removes log that was not read yet.
	if err := t.countRecords(ctx); err != nil {
		return err
	}
	return t.engine.checkpoint(ctx, t.engine.DB)
}

// BeginCheckpoint begins a checkpoint on its own connection. The server first chooses the position in the log from
// which the first change of a page writes the whole page, and then writes pages, so that the log does not depend on
// how long that takes.
func (t *tree) BeginCheckpoint(ctx context.Context) (made func() error, err error) {
	if err := t.countRecords(ctx); err != nil {
		return nil, err
	}
	e := t.engine
	conn, err := e.Conn(ctx)
	if err != nil {
		return nil, e.Explain("cannot connect for a checkpoint", err)
	}
	var process int
	if err := conn.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&process); err != nil {
		_ = conn.Close() // the error is that of the query
		return nil, e.Explain("cannot connect for a checkpoint", err)
	}
	ended := make(chan error, 1)
	go func() {
		err := e.checkpoint(ctx, conn)
		_ = conn.Close() // it goes back to the pool
		ended <- err
		close(ended)
	}()
	if err := e.begun(ctx, process, ended); err != nil {
		return nil, cmp.Or(err, <-ended)
	}
	return func() error { return <-ended }, nil
}

// begun returns when the checkpoint that a process has asked for has begun, or has ended.
func (e *Engine) begun(ctx context.Context, process int, ended <-chan error) error {
	for begun := false; !begun && len(ended) == 0; {
		err := e.QueryRowContext(ctx, "SELECT coalesce(max(wait_event), '') = 'CheckpointDone' FROM pg_stat_activity WHERE pid = $1", process).Scan(&begun)
		if err != nil {
			return e.Explain("cannot see whether a checkpoint has begun", err)
		}
		time.Sleep(time.Millisecond) // a server may be busy with another checkpoint
	}
	return nil
}

// execer is a connection, or a pool of them.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func (e *Engine) checkpoint(ctx context.Context, on execer) error {
	_, err := on.ExecContext(ctx, "CHECKPOINT")
	switch {
	case e.Is(err, client.Refused):
		return &engine.Missing{Reason: e.Reason("the account may not make a checkpoint, for which it needs the role pg_checkpoint or a superuser", err)}
	case err != nil:
		return e.Explain("cannot make a checkpoint", err)
	}
	return nil
}
