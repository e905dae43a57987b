package server

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// InsertLate inserts so many rows in one transaction, and makes the keys of each
// statement just before it is sent. A statement has so many rows, or for 0 as many as
// those of Insert. A transaction that the server gave up is repeated with new keys.
func (w *Writer) InsertLate(ctx context.Context, rows, statement int, next engine.Supply, replace engine.Replace) error {
	if statement <= 0 {
		statement = w.most
	}
	return w.committed(ctx, rows, func() error {
		return w.transact(ctx, rows, func(_, n int) error {
			for n > 0 {
				keys, err := next(ctx, min(n, statement))
				if err != nil {
					return err
				}
				if err := w.insert(ctx, keys, replace); err != nil {
					return err
				}
				n -= len(keys)
			}
			return nil
		})
	})
}
