package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Settle returns the readings of Sample, which counts leaf pages and sizes as Measure does.
func (t *tree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

// Expire deletes the oldest rows in batches, by their place in the heap so that the DELETE
// does not read the key's index, and then runs VACUUM, as autovacuum would do at some
// time. The server counts what the connection did before Expire returns.
func (t *tree) Expire(ctx context.Context, rows int) (err error) {
	conn, err := t.engine.Conn(ctx)
	if err != nil {
		return t.engine.Explain("cannot connect", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	for left := rows; left > 0; left -= engine.ExpireBatch {
		n := min(left, engine.ExpireBatch)
		res, err := conn.ExecContext(ctx, fmt.Sprintf("DELETE FROM item WHERE ctid = ANY(ARRAY(SELECT ctid FROM item ORDER BY created LIMIT %d))", n))
		if err != nil {
			return t.engine.Explain("cannot delete rows", err)
		}
		if err := t.RemoveRows(res, n); err != nil {
			return err
		}
	}
	for _, q := range []string{"VACUUM item", t.engine.report()} {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return t.engine.Explain("cannot run VACUUM", err)
		}
	}
	return nil
}
