package columntype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/utils/tests"
)

// stub is a dialect of a name.
type stub struct {
	tests.DummyDialector
	name string
}

func (s stub) Name() string { return s.name }

// openStub returns a DB of a dialect, whose statements have a pool or none.
func openStub(dialect string, pool gorm.ConnPool) *gorm.DB {
	db := &gorm.DB{Config: &gorm.Config{Dialector: stub{name: dialect}}}
	db.Statement = &gorm.Statement{DB: db, ConnPool: pool, Context: context.Background(), Clauses: map[string]clause.Clause{}}
	return db
}

// answer is what a server returns for the queries that have a text.
type answer struct {
	query   string
	columns []string
	rows    [][]driver.Value
	err     error
}

// server answers queries by recorded rows. It is a connector, its driver and its connection.
type server struct {
	answers []answer
	asked   []string // the queries with their arguments
}

// pool returns connections to a server.
func (s *server) pool(t *testing.T) *sql.DB {
	t.Helper()
	db := sql.OpenDB(s)
	t.Cleanup(func() {
		if n := db.Stats().InUse; n > 0 {
			t.Errorf("%d connections have rows that are not closed", n)
		}
		db.Close()
	})
	return db
}

func (s *server) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *server) Driver() driver.Driver                        { return nil }
func (s *server) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (s *server) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (s *server) Close() error                                 { return nil }

func (s *server) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	asked := query
	for _, a := range args {
		asked += fmt.Sprintf(" [%v]", a.Value)
	}
	s.asked = append(s.asked, asked)
	for _, a := range s.answers {
		if strings.Contains(asked, a.query) {
			if a.err != nil && len(a.rows) == 0 {
				return nil, a.err
			}
			return &answered{a, 0}, nil
		}
	}
	return nil, fmt.Errorf("no answer to %s", asked)
}

// answered is the rows of an answer.
type answered struct {
	answer
	next int
}

func (r *answered) Columns() []string { return r.columns }
func (r *answered) Close() error      { return nil }
func (r *answered) Next(values []driver.Value) error {
	if r.next == len(r.rows) {
		if r.err != nil {
			return r.err
		}
		return io.EOF
	}
	copy(values, r.rows[r.next])
	r.next++
	return nil
}
