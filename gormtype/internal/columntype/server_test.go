package columntype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/gormstub"
	"github.com/sortid/sortid/internal/stubdb"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// openStub returns a DB of a dialect, whose statements have a pool or none.
func openStub(dialect string, pool gorm.ConnPool) *gorm.DB {
	db := &gorm.DB{Config: &gorm.Config{Dialector: gormstub.Dialect{Title: dialect}}}
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

// server answers queries by recorded rows.
type server struct {
	answers []answer
	asked   []string // the queries with their arguments
}

// pool returns connections to a server.
func (s *server) pool(t *testing.T) *sql.DB {
	t.Helper()
	return stubdb.Open(t, s.answer)
}

func (s *server) answer(_ context.Context, query string, args []driver.NamedValue) stubdb.Answer {
	for _, a := range args {
		query += fmt.Sprintf(" [%v]", a.Value)
	}
	s.asked = append(s.asked, query)
	for _, a := range s.answers {
		if !strings.Contains(query, a.query) {
			continue
		}
		if len(a.rows) == 0 && a.err != nil {
			return stubdb.Answer{Err: a.err}
		}
		return stubdb.Answer{Columns: a.columns, Rows: a.rows, Late: a.err}
	}
	return stubdb.Answer{Err: fmt.Errorf("no answer to %s", query)}
}
