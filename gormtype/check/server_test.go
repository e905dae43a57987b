package check

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/gormstub"
	"github.com/sortid/sortid/internal/stubdb"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

var dialectNames = map[columntype.Dialect]string{columntype.Unknown: "oracle", columntype.Postgres: "postgres", columntype.MySQL: "mysql", columntype.SQLite: "sqlite"}

// answer is what a server returns for the queries that have a text.
type answer struct {
	query string
	rows  [][]driver.Value
	err   error // behind the rows
}

// server answers queries by recorded rows, and others by none.
type server struct {
	answers []answer
	asked   []string // the queries with their arguments
}

// open returns a DB of a dialect whose server it is.
func (s *server) open(t *testing.T, dl columntype.Dialect) *gorm.DB {
	t.Helper()
	pool := stubdb.Open(t, s.answer)
	db, err := gorm.Open(gormstub.Dialect{Title: dialectNames[dl]}, &gorm.Config{ConnPool: pool, Logger: logger.Discard, DisableAutomaticPing: true})
	if err != nil {
		t.Fatal(err)
	}
	return db
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
		if len(a.rows) == 0 {
			return stubdb.Answer{Err: a.err}
		}
		return stubdb.Answer{Rows: a.rows, Late: a.err}
	}
	return stubdb.Answer{}
}
