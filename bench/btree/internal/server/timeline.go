package server

import (
	"context"
	"database/sql/driver"

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
	at, before, ok, err = t.tree.Timeline.Back(ctx, t.session, key, rows)
	if err != nil {
		err = t.session.Explain("cannot find a place in time", err)
	}
	return at, before, ok, err
}
