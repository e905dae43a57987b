package lease

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
)

// script is a server behind database/sql that gives prepared replies and records what it was sent.
type script struct {
	mu      sync.Mutex
	sent    []string // statements, with their arguments in brackets
	replies []reply
}

// reply is the reply to the statements that contain a text. Of several that match, the first one is
// given, and it is given once unless it is the last.
type reply struct {
	to       string
	rows     [][]driver.Value
	affected int64
	err      error // of the statement
	errAfter error // after the last row, or in place of the number of rows that were changed
	then     func()
}

// rowTo is a reply of one row.
func rowTo(statement string, values ...driver.Value) reply {
	return reply{to: statement, rows: [][]driver.Value{values}}
}

var (
	errScript = errors.New("no reply")
	errGiven  = errors.New("the server's error") // of a reply
)

// open returns a handle of the server. The test closes it.
func (s *script) open(t *testing.T) *sql.DB {
	db := sql.OpenDB(s)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// table returns a table of the server.
func (s *script) table(t *testing.T, server server) *sqlTable {
	return &sqlTable{db: s.open(t), server: server, holder: "me"}
}

func (s *script) Connect(context.Context) (driver.Conn, error) { return scriptConn{s}, nil }
func (s *script) Driver() driver.Driver                        { return nil }

func (s *script) answer(ctx context.Context, statement string, args []driver.NamedValue) (reply, error) {
	if err := ctx.Err(); err != nil {
		return reply{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	s.sent = append(s.sent, strings.TrimSuffix(fmt.Sprint(statement, " ", values), " []"))
	var matching []int
	for i, r := range s.replies {
		if strings.Contains(statement, r.to) {
			matching = append(matching, i)
		}
	}
	if len(matching) == 0 {
		return reply{}, errScript
	}
	r := s.replies[matching[0]]
	if len(matching) > 1 {
		s.replies = slices.Delete(s.replies, matching[0], matching[0]+1)
	}
	return r, r.err
}

// scriptConn is a connection to a script.
type scriptConn struct{ *script }

func (scriptConn) Prepare(string) (driver.Stmt, error) { return nil, errScript }
func (scriptConn) Begin() (driver.Tx, error)           { return nil, errScript }
func (scriptConn) Close() error                        { return nil }

func (c scriptConn) QueryContext(ctx context.Context, statement string, args []driver.NamedValue) (driver.Rows, error) {
	r, err := c.answer(ctx, statement, args)
	if err != nil {
		return nil, err
	}
	return &scriptRows{reply: r}, nil
}

func (c scriptConn) ExecContext(ctx context.Context, statement string, args []driver.NamedValue) (driver.Result, error) {
	r, err := c.answer(ctx, statement, args)
	if err != nil {
		return nil, err
	}
	if r.then != nil {
		r.then()
	}
	return scriptResult{r}, nil
}

type scriptResult struct{ reply }

func (scriptResult) LastInsertId() (int64, error)   { return 0, errScript }
func (r scriptResult) RowsAffected() (int64, error) { return r.affected, r.errAfter }

type scriptRows struct {
	reply
	next int
}

func (r *scriptRows) Columns() []string {
	if len(r.rows) == 0 {
		return nil
	}
	return make([]string, len(r.rows[0]))
}

func (r *scriptRows) Close() error { return nil }

func (r *scriptRows) Next(values []driver.Value) error {
	if r.next == len(r.rows) {
		if r.errAfter != nil {
			return r.errAfter
		}
		return io.EOF
	}
	copy(values, r.rows[r.next])
	r.next++
	return nil
}
