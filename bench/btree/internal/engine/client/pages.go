package client

import (
	"context"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// PageReader is one client that reads pages and ranges of rows in the order of time, each by
// a prepared statement.
type PageReader struct {
	base
	page, span statement
}

// NewPageReader connects a PageReader.
func NewPageReader(ctx context.Context, d Dialer, t Tree) (*PageReader, error) {
	c, err := d.dial(ctx)
	if err != nil {
		return nil, t.Explain("cannot connect a reader", err)
	}
	r := &PageReader{base: base{connection: c, tree: t}}
	r.page, err = c.prepare(ctx, t.Timeline.Page)
	if err == nil {
		r.span, err = c.prepare(ctx, t.Timeline.Range)
	}
	if err != nil {
		return nil, errors.Join(t.Explain("cannot prepare a SELECT", err), c.close(ctx))
	}
	return r, nil
}

// Page fetches up to so many rows before a place and returns their number.
func (r *PageReader) Page(ctx context.Context, before engine.Place, rows int) (int, error) {
	return r.fetch(ctx, r.page, r.tree.Timeline.PageArguments(before, rows))
}

// Range fetches the rows from one place up to another and returns their number.
func (r *PageReader) Range(ctx context.Context, from, to engine.Place) (int, error) {
	return r.fetch(ctx, r.span, r.tree.Timeline.RangeArguments(from, to))
}

func (r *PageReader) fetch(ctx context.Context, s statement, args []any) (int, error) {
	n, err := s.fetch(ctx, args)
	switch {
	case ctx.Err() != nil:
		return n, ctx.Err()
	case err != nil:
		return n, r.explain("cannot read a page of rows", err)
	}
	return n, nil
}
