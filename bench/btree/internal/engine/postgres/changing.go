package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Settle returns the readings of Sample, which counts leaf pages and sizes as Measure does.
func (t *tree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

// Vacuum runs VACUUM, as autovacuum would do at some time.
func (t *tree) Vacuum(ctx context.Context) error {
	return t.reported(ctx, func(conn *sql.Conn) error {
		if _, err := conn.ExecContext(ctx, "VACUUM item"); err != nil {
			return t.engine.Explain("cannot run VACUUM", err)
		}
		return nil
	})
}

// reported calls do with a connection and makes the server count what that did.
func (t *tree) reported(ctx context.Context, do func(conn *sql.Conn) error) (err error) {
	conn, err := t.engine.Conn(ctx)
	if err != nil {
		return t.engine.Explain("cannot connect", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := do(conn); err != nil {
		return err
	}
	if q := t.engine.report(); q != "" {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return t.engine.Explain("cannot make the server count what the connection did", err)
		}
	}
	return nil
}
