package sqlite

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Settle returns the readings of Sample, which counts pages as Measure does.
func (t *tree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

// Expire deletes the oldest rows in batches. SQLite removes their entries at once and uses
// the pages again, without a VACUUM.
func (t *tree) Expire(ctx context.Context, rows int) error {
	t.queue <- struct{}{} // no writer works meanwhile
	defer func() { <-t.queue }()
	for left := rows; left > 0; left -= engine.ExpireBatch {
		n := min(left, engine.ExpireBatch)
		res, err := t.file.conn.ExecContext(ctx, fmt.Sprintf("DELETE FROM item WHERE %s IN (SELECT %[1]s FROM item ORDER BY created LIMIT %d)", t.plan.locator, n))
		if err != nil {
			return explain("cannot delete rows", err)
		}
		done, err := res.RowsAffected()
		if err != nil {
			return explain("cannot count the deleted rows", err)
		}
		if int(done) != n {
			return fmt.Errorf("sqlite: %d rows were to be deleted and SQLite deleted %d", n, done)
		}
		t.deleted += n
	}
	return t.count()
}
