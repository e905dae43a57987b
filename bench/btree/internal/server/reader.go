package server

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
)

// ReaderOptions say how a Reader reads.
type ReaderOptions struct {
	// Query fetches the payload of the row of a key, its one parameter.
	Query string
	// Explain says what was tried, what the server answered and what helps.
	Explain func(what string, err error) error
	// Closing is a statement that Close runs first; empty for none.
	Closing string
}

// Reader is one client with a connection of its own that reads rows by key.
type Reader struct {
	connection
	stmt statement
	o    ReaderOptions
	args []any
}

// NewReader takes a connection for a Reader and prepares its statement.
func (s *Session) NewReader(ctx context.Context, o ReaderOptions) (*Reader, error) {
	c, err := s.client(ctx)
	if err != nil {
		return nil, o.Explain("cannot connect a reader", err)
	}
	stmt, err := c.prepare(ctx, o.Query)
	if err != nil {
		return nil, errors.Join(o.Explain("cannot prepare a SELECT", err), c.close(ctx))
	}
	return &Reader{connection: connection{client: c, closing: o.Closing}, stmt: stmt, o: o, args: make([]any, 1)}, nil
}

// Read fetches the row of the key. A key that is not there, or there more than once,
// is an error.
func (r *Reader) Read(ctx context.Context, key driver.Valuer) error {
	r.args[0] = key
	n, err := r.stmt.fetch(ctx, r.args)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return explained(r.o.Explain, "cannot read a row", err)
	case n != 1:
		return &countError{key, n}
	}
	return nil
}

// countError is a key that does not have the one row that it should.
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
