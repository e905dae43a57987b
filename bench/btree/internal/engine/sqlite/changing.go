package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Settle returns the readings of Sample, which counts pages as Measure does.
func (t *tree) Settle(ctx context.Context) (metric.Readings, error) { return t.Sample(ctx) }

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
