package server

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// PageReader connects a reader of pages.
func (t *Table) PageReader(ctx context.Context) (engine.PageReader, error) {
	r, err := client.NewPageReader(ctx, t.session.dialer, t.tree)
	if err != nil {
		return nil, err
	}
	t.add(r)
	return r, nil
}

// Back returns where a key's row is in time, and the place so many rows before it.
func (t *Table) Back(ctx context.Context, key driver.Valuer, rows int) (at, before engine.Place, ok bool, err error) {
	at, before, err = t.tree.Timeline.Back(func(query string, args []any, to ...any) error {
		return t.session.QueryRowContext(ctx, query, args...).Scan(to...)
	}, key, rows)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return at, before, false, nil
	case err != nil:
		return at, before, false, t.session.Explain("cannot find a place in time", err)
	}
	return at, before, true, nil
}
