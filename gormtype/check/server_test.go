package check

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils/tests"
)

// stub is a dialect of a name.
type stub struct {
	tests.DummyDialector
	name string
}

func (s stub) Name() string { return s.name }

var dialectNames = map[columntype.Dialect]string{columntype.Unknown: "oracle", columntype.Postgres: "postgres", columntype.MySQL: "mysql", columntype.SQLite: "sqlite"}

// answer is what a server returns for the queries that have a text.
type answer struct {
	query string
	rows  [][]driver.Value
	err   error // behind the rows
}

// server answers queries by recorded rows, and others by none. It is a connector, its driver and its connection.
type server struct {
	answers []answer
	asked   []string // the queries with their arguments
}

// open returns a DB of a dialect whose server it is.
func (s *server) open(t *testing.T, dl columntype.Dialect) *gorm.DB {
	t.Helper()
	pool := sql.OpenDB(s)
	t.Cleanup(func() {
		if n := pool.Stats().InUse; n > 0 {
			t.Errorf("%d connections have rows that are not closed", n)
		}
		pool.Close()
	})
	db, err := gorm.Open(stub{name: dialectNames[dl]}, &gorm.Config{ConnPool: pool, Logger: logger.Discard, DisableAutomaticPing: true})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func (s *server) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *server) Driver() driver.Driver                        { return nil }
func (s *server) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (s *server) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (s *server) Close() error                                 { return nil }

func (s *server) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	for _, a := range args {
		query += fmt.Sprintf(" [%v]", a.Value)
	}
	s.asked = append(s.asked, query)
	for _, a := range s.answers {
		if strings.Contains(query, a.query) {
			if len(a.rows) == 0 && a.err != nil {
				return nil, a.err
			}
			return &answered{a, 0}, nil
		}
	}
	return &answered{}, nil
}

// answered is the rows of an answer.
type answered struct {
	answer
	next int
}

func (r *answered) Columns() []string {
	if len(r.rows) == 0 {
		return nil
	}
	return make([]string, len(r.rows[0]))
}

func (r *answered) Close() error { return nil }

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
