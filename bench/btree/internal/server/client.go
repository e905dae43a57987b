package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// client is a connection of its own, for one goroutine. After a context that ended in
// the middle of a call it is of no more use.
type client interface {
	// run runs a statement without arguments and leaves its rows alone.
	run(ctx context.Context, query string) error
	// prepare prepares a statement.
	prepare(ctx context.Context, query string) (statement, error)
	// close ends the connection.
	close(ctx context.Context) error
}

// statement is a prepared statement of a client, which ends with it. Arguments are
// driver.Valuer or []byte.
type statement interface {
	// execute returns how many rows the statement changed.
	execute(ctx context.Context, args []any) (int, error)
	// fetch reads the rows that the statement returns, with one column of bytes each,
	// and returns how many there were.
	fetch(ctx context.Context, args []any) (int, error)
}

// client takes a connection for a client.
func (s *Session) client(ctx context.Context) (client, error) {
	if s.postgres != nil {
		return connectPostgres(ctx, s.postgres, &s.clients)
	}
	conn, err := s.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &sqlClient{conn: conn}, nil
}

// sqlClient is a client through database/sql.
type sqlClient struct {
	conn  *sql.Conn
	stmts []*sql.Stmt
}

func (c *sqlClient) run(ctx context.Context, query string) error {
	_, err := c.conn.ExecContext(ctx, query)
	return err
}

func (c *sqlClient) prepare(ctx context.Context, query string) (statement, error) {
	s, err := c.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c.stmts = append(c.stmts, s)
	return sqlStatement{s}, nil
}

func (c *sqlClient) close(context.Context) error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.conn.Close())...)
}

type sqlStatement struct{ *sql.Stmt }

func (s sqlStatement) execute(ctx context.Context, args []any) (int, error) {
	res, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}

func (s sqlStatement) fetch(ctx context.Context, args []any) (int, error) {
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n := 0
	var column sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&column); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}

// argumentError is an argument that cannot be sent: not the server's fault.
type argumentError struct{ err error }

func (e *argumentError) Error() string { return e.err.Error() }
func (e *argumentError) Unwrap() error { return e.err }

// explained has explain tell of what the server answered or of its silence.
func explained(explain func(what string, err error) error, what string, err error) error {
	if _, ok := errors.AsType[*argumentError](err); ok {
		return fmt.Errorf("%s: %w", what, err)
	}
	return explain(what, err)
}
