package client

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Dialer opens the connections of clients.
type Dialer struct {
	dial func(ctx context.Context) (connection, error)
}

// Postgres returns a Dialer that opens connections of pgx.
func Postgres(c *pgx.ConnConfig) Dialer {
	return Dialer{func(ctx context.Context) (connection, error) { return connectPostgres(ctx, c) }}
}

// SQL returns a Dialer that takes connections from db.
func SQL(db *sql.DB) Dialer {
	return Dialer{func(ctx context.Context) (connection, error) {
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		return &sqlConnection{conn: conn}, nil
	}}
}

// connection is a connection for one goroutine. If a context ends in the middle of a
// call, the connection cannot be used again.
type connection interface {
	// run runs a statement without arguments and ignores its rows.
	run(ctx context.Context, query string) error
	// prepare prepares a statement.
	prepare(ctx context.Context, query string) (statement, error)
	// close ends the connection.
	close(ctx context.Context) error
}

// statement is a prepared statement, which ends with its connection. Arguments are
// driver.Valuer or []byte.
type statement interface {
	// execute returns how many rows the statement changed.
	execute(ctx context.Context, args []any) (int, error)
	// fetch reads the rows that the statement returns, with one column of bytes each,
	// and returns their number.
	fetch(ctx context.Context, args []any) (int, error)
}

// closeTimeout bounds what a client does when it is closed. It is short, as closing is
// slow only if the connection is broken.
const closeTimeout = 5 * time.Second

// base is what a Writer and a Reader have in common.
type base struct {
	connection
	tree   Tree
	closed bool
}

// Report runs the tree's closing statement, if there is one and the client is open.
func (b *base) Report(ctx context.Context) error {
	if b.closed || b.tree.Closing == "" {
		return nil
	}
	return b.run(ctx, b.tree.Closing)
}

// Close runs the closing statement and ends the connection.
func (b *base) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	err := b.Report(ctx)
	b.closed = true
	return errors.Join(err, b.close(ctx))
}

// sqlConnection is a connection of database/sql.
type sqlConnection struct {
	conn  *sql.Conn
	stmts []*sql.Stmt
}

func (c *sqlConnection) run(ctx context.Context, query string) error {
	_, err := c.conn.ExecContext(ctx, query)
	return err
}

func (c *sqlConnection) prepare(ctx context.Context, query string) (statement, error) {
	s, err := c.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c.stmts = append(c.stmts, s)
	return sqlStatement{s}, nil
}

func (c *sqlConnection) close(context.Context) error {
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

// argumentError is the error of an argument that cannot be sent. It is not the server's.
type argumentError struct{ err error }

func (e *argumentError) Error() string { return e.err.Error() }
func (e *argumentError) Unwrap() error { return e.err }

// explain explains an error of a statement, unless it is one of an argument.
func (b *base) explain(what string, err error) error {
	if _, ok := errors.AsType[*argumentError](err); ok {
		return fmt.Errorf("%s: %w", what, err)
	}
	return b.tree.Explain(what, err)
}
