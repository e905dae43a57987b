package lease

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/internal/stubdb"
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
	t.Helper()
	return stubdb.Open(t, s.answer)
}

// table returns a table of the server.
func (s *script) table(t *testing.T, server server) *sqlTable {
	return &sqlTable{db: s.open(t), server: server, holder: "me"}
}

func (s *script) answer(ctx context.Context, statement string, args []driver.NamedValue) stubdb.Answer {
	if err := ctx.Err(); err != nil {
		return stubdb.Answer{Err: err}
	}
	r := s.reply(statement, args)
	if r.err == nil && r.then != nil {
		r.then()
	}
	return stubdb.Answer{Rows: r.rows, Changed: r.affected, Err: r.err, Late: r.errAfter}
}

// reply notes a statement and returns the reply to it.
func (s *script) reply(statement string, args []driver.NamedValue) reply {
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
		return reply{err: errScript}
	}
	r := s.replies[matching[0]]
	if len(matching) > 1 {
		s.replies = slices.Delete(s.replies, matching[0], matching[0]+1)
	}
	return r
}
