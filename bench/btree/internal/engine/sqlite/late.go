package sqlite

import (
	"context"
	"database/sql/driver"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// InsertLate inserts so many rows in one transaction. Each row is a statement of its
// own here; keys are made for so many rows at a time, or for 0 one by one.
func (w writer) InsertLate(ctx context.Context, rows, statement int, next engine.Supply, replace engine.Replace) error {
	var keys []driver.Valuer
	return w.committed(ctx, rows, func(i int) error {
		if len(keys) == 0 {
			var err error
			if keys, err = next(ctx, min(max(statement, 1), rows-i)); err != nil {
				return err
			}
		}
		k := keys[0]
		keys = keys[1:]
		return w.insertRow(ctx, k, replace)
	})
}
