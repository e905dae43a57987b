package concurrency

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/sortid/sortid/id/wiji"
)

// payload goes into every row.
var payload = bytes.Repeat([]byte{0xA5}, payloadSize)

// dialect is how a table's rows are written on a kind of server.
type dialect struct {
	numbered bool // parameters are $1, $2, …
	// key returns the arguments of a key's columns, keyColumns in all.
	key        func(wiji.ID) []any
	keyColumns string
}

// client is a writer's connection.
type client struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func newClient(ctx context.Context, db *sql.DB) (*client, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, stmts: make(map[string]*sql.Stmt)}, nil
}

func (c *client) close() error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.conn.Close())...)
}

// transact runs f, which inserts so many rows, in a transaction. A single row
// commits by itself.
func (c *client) transact(ctx context.Context, rows int, f func() error) error {
	if rows == 1 {
		return f()
	}
	if _, err := c.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	if err := f(); err != nil {
		_, rollback := c.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(err, rollback)
	}
	_, err := c.conn.ExecContext(ctx, "COMMIT")
	return err
}

// exec runs a statement, prepared at its first use.
func (c *client) exec(ctx context.Context, query string, args ...any) error {
	s, err := c.prepared(ctx, query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, args...)
	return err
}

func (c *client) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	s, err := c.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("%.100s: %w", query, err)
	}
	c.stmts[query] = s
	return s, nil
}

// insert sends the keys in statements of at most so many rows as the flag says.
func (c *client) insert(ctx context.Context, d dialect, keys []wiji.ID) error {
	for len(keys) > 0 {
		n := min(len(keys), *sendFlag)
		args := make([]any, 0, 3*n)
		for _, k := range keys[:n] {
			args = append(append(args, d.key(k)...), payload)
		}
		if err := c.exec(ctx, d.values("INSERT INTO item ("+d.keyColumns+", payload) VALUES ", n, len(args)/n), args...); err != nil {
			return err
		}
		keys = keys[n:]
	}
	return nil
}

// values returns an INSERT that begins with the words before and has so many rows
// of so many parameters.
func (d dialect) values(before string, rows, columns int) string {
	var b strings.Builder
	b.WriteString(before)
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		if d.numbered {
			fmt.Fprintf(&b, "$%d", i+1)
		} else {
			b.WriteByte('?')
		}
	}
	b.WriteByte(')')
	return b.String()
}

// payloads returns the arguments of so many rows whose keys the server makes.
func payloads(rows int) []any {
	args := make([]any, rows)
	for i := range args {
		args[i] = payload
	}
	return args
}

// column hands a key to a column in its column type.
func column[T driver.Valuer](wrap func(wiji.ID) T) func(wiji.ID) []any {
	return func(x wiji.ID) []any { return []any{wrap(x)} }
}
