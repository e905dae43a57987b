package client

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
)

// Reader is one client that reads rows by key.
type Reader struct {
	base
	stmt statement
	args []any
}

// NewReader connects a Reader and prepares its statement.
func NewReader(ctx context.Context, d Dialer, t Tree) (*Reader, error) {
	c, err := d.dial(ctx)
	if err != nil {
		return nil, t.Explain("cannot connect a reader", err)
	}
	stmt, err := c.prepare(ctx, t.Select)
	if err != nil {
		return nil, errors.Join(t.Explain("cannot prepare a SELECT", err), c.close(ctx))
	}
	return &Reader{base: base{connection: c, tree: t}, stmt: stmt, args: make([]any, 1)}, nil
}

// Read fetches the row of the key. If there is not exactly one, it returns an error.
func (r *Reader) Read(ctx context.Context, key driver.Valuer) error {
	r.args[0] = key
	n, err := r.stmt.fetch(ctx, r.args)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return r.explain("cannot read a row", err)
	case n != 1:
		return &countError{key, n}
	}
	return nil
}

// countError reports a key that does not have exactly one row.
type countError struct {
	key  driver.Valuer
	rows int
}

func (e *countError) Error() string {
	v, err := e.key.Value()
	if err != nil {
		return fmt.Sprintf("a key without a value (%v) has %d rows, not 1", err, e.rows)
	}
	if b, ok := v.([]byte); ok {
		return fmt.Sprintf("the key %x has %d rows, not 1", b, e.rows)
	}
	return fmt.Sprintf("the key %v has %d rows, not 1", v, e.rows)
}
