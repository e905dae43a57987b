package table

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/gormstub"
	"github.com/sortid/sortid/internal/stubdb"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// server answers each query by rows, and then an error.
type server struct {
	rows  [][]driver.Value
	err   error
	asked string // the beginning of the query, and its arguments
}

func (s *server) answer(_ context.Context, query string, args []driver.NamedValue) stubdb.Answer {
	s.asked = query[:len("SELECT t.schema")]
	for _, a := range args {
		s.asked += fmt.Sprintf(" [%v]", a.Value)
	}
	a := stubdb.Answer{Columns: []string{"schema", "column", "type"}, Rows: s.rows, Late: s.err}
	if len(s.rows) == 0 {
		a.Err = s.err
	}
	return a
}

// sqlState is an error of a server that speaks PostgreSQL's protocol.
type sqlState string

func (e sqlState) Error() string    { return "state " + string(e) }
func (e sqlState) SQLState() string { return string(e) }

// TestAsk: what a server says of a table, and what is taken for granted of one that does not answer.
func TestAsk(t *testing.T) {
	lost := errors.New("lost")
	columns := [][]driver.Value{{"app", "ID", "uuid"}, {"app", "name", "text"}}
	for _, c := range []struct {
		dialect string
		name    Name
		server  *server
		want    string // the schema, the types of id and name, and whether the table is there
		err     string
		asked   string
	}{
		{"postgres", Name{"", "users"}, nil, "public, , , true", "", ""},
		{"sqlite", Name{"", "users"}, nil, "main, , , true", "", ""},
		{"mysql", Name{"", "users"}, nil, ", , , true", "", ""},
		{"oracle", Name{"", "users"}, &server{rows: columns}, ", , , true", "", ""},
		{"postgres", Name{"", "users"}, &server{rows: columns}, "app, uuid, text, true", "", `SELECT n.nspnam ["users"]`},
		{"postgres", Name{"auth", "users"}, &server{rows: columns}, "app, uuid, text, true", "", `SELECT n.nspnam ["auth"."users"]`},
		{"mysql", Name{"auth", "users"}, &server{rows: columns}, "app, uuid, text, true", "", "SELECT TABLE_SC [auth] [users]"},
		{"sqlite", Name{"", "users"}, &server{rows: columns[:1]}, "app, uuid, , true", "", "SELECT t.schema [] [users]"},
		{"sqlite", Name{"", "users"}, &server{}, "main, , , false", "", "SELECT t.schema [] [users]"},
		{"sqlite", Name{"", "users"}, &server{rows: [][]driver.Value{{nil, "id", "text"}}}, ", text, , true", "", "SELECT t.schema [] [users]"},
		{"sqlite", Name{"", "users"}, &server{err: lost}, "main, , , false", "lost", "SELECT t.schema [] [users]"},
		{"postgres", Name{"", "users"}, &server{err: sqlState("42883")}, "public, , , true", "state 42883", `SELECT n.nspnam ["users"]`},
		{"postgres", Name{"", "users"}, &server{err: sqlState("08006")}, "public, , , false", "state 08006", `SELECT n.nspnam ["users"]`},
		{"sqlite", Name{"", "users"}, &server{rows: columns[:1], err: lost}, "app, uuid, , true", "lost", "SELECT t.schema [] [users]"},
		{"sqlite", Name{"", "users"}, &server{rows: [][]driver.Value{{"app", nil, "text"}}}, "main, , , false", `sql: Scan error on column index 1, name "column": converting NULL to string is unsupported`, "SELECT t.schema [] [users]"},
	} {
		stmt := &gorm.Statement{DB: &gorm.DB{Config: &gorm.Config{Dialector: gormstub.Dialect{Title: c.dialect}}}, Context: t.Context()}
		var pool gorm.ConnPool
		var db *sql.DB
		if c.server != nil {
			db = stubdb.Open(t, c.server.answer)
			pool = db
		}
		live, isThere, err := c.name.Ask(stmt, pool)
		if got := fmt.Sprintf("%s, %s, %s, %t", live.Schema, live.Type("id"), live.Type("NAME"), isThere); got != c.want || err == nil && c.err != "" || err != nil && err.Error() != c.err {
			t.Errorf("%s %v: %s, %v, want %s, %s", c.dialect, c.name, got, err, c.want, c.err)
		}
		if c.server != nil && (c.server.asked != c.asked || db.Stats().InUse > 0) {
			t.Errorf("%s %v: asked %s over %d connections that are in use, want %s", c.dialect, c.name, c.server.asked, db.Stats().InUse, c.asked)
		}
	}
}

// TestSQL: the table of a statement as GORM writes it.
func TestSQL(t *testing.T) {
	for _, c := range []struct {
		table string
		expr  *clause.Expr
		want  string
	}{
		{"", nil, "`others`"}, {"users", nil, "`users`"}, {"users", &clause.Expr{SQL: "auth.users u"}, "auth.users u"},
		{"users", &clause.Expr{SQL: "(?) u", Vars: []any{1}}, "`users`"}, {"", &clause.Expr{SQL: "(?) u", Vars: []any{1}}, "`others`"},
	} {
		stmt := &gorm.Statement{DB: &gorm.DB{Config: &gorm.Config{Dialector: gormstub.Dialect{}}}, Table: c.table, TableExpr: c.expr}
		if got := SQL(stmt, "others"); got != c.want {
			t.Errorf("%s, %v: %s, want %s", c.table, c.expr, got, c.want)
		}
	}
}

// TestAskWaits: MySQL's and MariaDB's catalogs may have the name of a table without its columns, while another session changes it.
// The table is read, which waits, and then asked for again.
func TestAskWaits(t *testing.T) {
	lost := errors.New("lost")
	none, one := stubdb.Answer{}, stubdb.Answer{Rows: [][]driver.Value{{int64(1)}}}
	columns := stubdb.Answer{Rows: [][]driver.Value{{"app", "id", "binary(16)"}}}
	for _, c := range []struct {
		what    string
		dialect string
		name    Name
		answers []stubdb.Answer // to the statements, in their order
		want    string
		err     error
		sent    string // the statements, or their first words
	}{
		{"columns", "mysql", Name{"", "users"}, []stubdb.Answer{columns}, "app, binary(16), true", nil, "SELECT TABLE_SCHEMA, [ users]"},
		{"no table", "mysql", Name{"", "users"}, []stubdb.Answer{none, {Rows: [][]driver.Value{{int64(0)}}}}, ", , false", nil, "SELECT TABLE_SCHEMA, [ users]; SELECT EXISTS [ users]"},
		{"a table that is changing", "mysql", Name{"", "a`b"}, []stubdb.Answer{none, one, none, columns}, "app, binary(16), true", nil,
			"SELECT TABLE_SCHEMA, [ a`b]; SELECT EXISTS [ a`b]; DO (SELECT COUNT(*) FROM `a``b` WHERE FALSE) []; SELECT TABLE_SCHEMA, [ a`b]"},
		{"it is gone then", "mysql", Name{"s`t", "users"}, []stubdb.Answer{none, one, none, none}, ", , false", nil,
			"SELECT TABLE_SCHEMA, [s`t users]; SELECT EXISTS [s`t users]; DO (SELECT COUNT(*) FROM `s``t`.`users` WHERE FALSE) []; SELECT TABLE_SCHEMA, [s`t users]"},
		{"it takes too long", "mysql", Name{"", "users"}, []stubdb.Answer{none, one, {Err: lost}}, ", , false", lost, "SELECT TABLE_SCHEMA, [ users]; SELECT EXISTS [ users]; DO (SELECT COUNT(*) FROM `users` WHERE FALSE) []"},
		{"the names are not told", "mysql", Name{"", "users"}, []stubdb.Answer{none, {Err: lost}}, ", , false", lost, "SELECT TABLE_SCHEMA, [ users]; SELECT EXISTS [ users]"},
		{"the columns are not told", "mysql", Name{"", "users"}, []stubdb.Answer{{Err: lost}}, ", , false", lost, "SELECT TABLE_SCHEMA, [ users]"},
		{"no table of SQLite", "sqlite", Name{"", "users"}, []stubdb.Answer{none}, "main, , false", nil, "SELECT t.schema, [ users]"},
	} {
		var sent []string
		db := stubdb.Open(t, func(_ context.Context, query string, args []driver.NamedValue) stubdb.Answer {
			if !strings.HasPrefix(query, "DO") {
				query = strings.Join(strings.Fields(query)[:2], " ")
			}
			var values []string
			for _, a := range args {
				values = append(values, fmt.Sprint(a.Value))
			}
			if sent = append(sent, fmt.Sprintf("%s [%s]", query, strings.Join(values, " "))); len(sent) > len(c.answers) {
				return stubdb.Answer{Err: errors.New("one statement too many")}
			}
			return c.answers[len(sent)-1]
		})
		stmt := &gorm.Statement{DB: &gorm.DB{Config: &gorm.Config{Dialector: gormstub.Dialect{Title: c.dialect}}}, Context: t.Context()}
		live, isThere, err := c.name.Ask(stmt, db)
		if got := fmt.Sprintf("%s, %s, %t", live.Schema, live.Type("id"), isThere); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %s, %v, want %s, %v", c.what, got, err, c.want, c.err)
		}
		if got := strings.Join(sent, "; "); got != c.sent {
			t.Errorf("%s: sent %s, want %s", c.what, got, c.sent)
		}
	}
}
