package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// dialect is SQLite's.
var dialect = engine.Dialect{
	Parameter: func(int) string { return "?" },
	Value:     func(column string) string { return column },
	Earlier:   "created <= ? AND (created, id) < (?, ?)",
}

// Analyze updates the planner's statistics.
func (t *tree) Analyze(ctx context.Context) error {
	if _, err := t.file.conn.ExecContext(ctx, "ANALYZE"); err != nil {
		return explain("cannot update the statistics", err)
	}
	return nil
}

// Back returns where a key's row is in time, and the place so many rows before it.
func (t *tree) Back(ctx context.Context, key driver.Valuer, rows int) (at, before engine.Place, ok bool, err error) {
	at, before, ok, err = t.plan.timeline.Back(ctx, t.file.conn, key, rows)
	if err != nil {
		err = explain("cannot find a place in time", err)
	}
	return at, before, ok, err
}

// PageReader returns a reader that queues for the tree's one connection.
func (t *tree) PageReader(ctx context.Context) (engine.PageReader, error) {
	r := &pageReader{tree: t}
	for _, s := range []struct {
		stmt **sql.Stmt
		text string
	}{{&r.page, t.plan.timeline.Page}, {&r.span, t.plan.timeline.Range}} {
		var err error
		if *s.stmt, err = t.file.conn.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(explain("cannot prepare "+s.text, err), r.Close())
		}
	}
	return r, nil
}

type pageReader struct {
	*tree
	page, span *sql.Stmt
	payload    sql.RawBytes
}

// Page fetches up to so many rows before a place and returns their number.
func (r *pageReader) Page(ctx context.Context, before engine.Place, rows int) (int, error) {
	return r.fetchRows(ctx, r.page, &r.payload, r.plan.timeline.PageArguments(before, rows)...)
}

// Range fetches the rows from one place up to another and returns their number.
func (r *pageReader) Range(ctx context.Context, from, to engine.Place) (int, error) {
	return r.fetchRows(ctx, r.span, &r.payload, r.plan.timeline.RangeArguments(from, to)...)
}

// Close closes the statements.
func (r *pageReader) Close() error {
	var errs []error
	for _, s := range []*sql.Stmt{r.page, r.span} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}
