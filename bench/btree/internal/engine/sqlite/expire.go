package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Settle returns the readings of Sample, which counts pages as Measure does.
func (t *tree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

// Expire deletes the oldest rows in batches.
func (t *tree) Expire(ctx context.Context, rows int) error {
	t.queue <- struct{}{} // no writer works meanwhile
	defer func() { <-t.queue }()
	for left := rows; left > 0; left -= engine.ExpireBatch {
		n := min(left, engine.ExpireBatch)
		res, err := t.file.conn.ExecContext(ctx, fmt.Sprintf("DELETE FROM item WHERE %s IN (SELECT %[1]s FROM item ORDER BY created LIMIT %d)", t.plan.locator, n))
		if err != nil {
			return explain("cannot delete rows", err)
		}
		if err := changed(res, n); err != nil {
			return err
		}
		t.deleted += n
	}
	return t.count()
}

// changed returns an error if a statement did not change so many rows.
func changed(res sql.Result, rows int) error {
	done, err := res.RowsAffected()
	if err != nil {
		return explain("cannot count the changed rows", err)
	}
	if int(done) != rows {
		return fmt.Errorf("sqlite: %d rows were to be changed and SQLite changed %d", rows, done)
	}
	return nil
}

// Vacuum does nothing: SQLite removes the entries of deleted rows at once and uses the pages
// again.
func (t *tree) Vacuum(context.Context) error { return nil }
