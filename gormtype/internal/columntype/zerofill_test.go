package columntype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/gormstub"
	"github.com/sortid/sortid/id/ulid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/migrator"
)

// TestZeroFill: when a migration of MySQL would fill a column with zeros.
func TestZeroFill(t *testing.T) {
	const (
		first = "SELECT * FROM `users` LIMIT 1"
		nulls = "SELECT 1 FROM `users` WHERE `id` IS NULL AND @@sql_mode NOT LIKE '%STRICT%' LIMIT 1"
		add   = "add it nullable, fill it, then NOT NULL: the server would fill the rows of the table with zeros "
		fill  = "fill its NULLs first, or make the field a pointer: the server would replace them by zeros "
	)
	row := [][]driver.Value{{int64(1)}}
	lost, noTable := errors.New("lost"), errors.New("Error 1146: no such table")
	for _, c := range []struct {
		name    string
		dl      Dialect
		tag     string
		dryRun  bool
		answers []answer
		want    string
		asked   string
	}{
		{"another server", Postgres, "not null", false, nil, "", ""},
		{"a column that can be NULL", MySQL, "", false, nil, "", ""},
		{"a column with a default", MySQL, "not null;default:my_id()", false, nil, "", ""},
		{"no table yet", MySQL, "not null", false, []answer{{first, nil, nil, noTable}}, "", first},
		{"no rows", MySQL, "not null", false, []answer{{first, []string{"n"}, nil, nil}}, "", first},
		{"rows", MySQL, "not null", false, []answer{{first, []string{"n"}, row, nil}}, add, first},
		{"rows, and a default of GORM alone", MySQL, "not null;default:(-)", false, []answer{{first, []string{"n"}, row, nil}}, add, first},
		{"an error", MySQL, "not null", false, []answer{{first, nil, nil, lost}}, add + "(lost)", first},
		{"an error of rows", MySQL, "not null", false, []answer{{first, []string{"n"}, row, lost}}, add, first},
		{"an error of a dry run", MySQL, "not null", true, []answer{{first, nil, nil, lost}}, "", first},
		{"rows in a dry run", MySQL, "not null", true, []answer{{first, []string{"n"}, row, nil}}, add, first},
		{"a column without NULLs", MySQL, "not null", false, []answer{{first, []string{"n", "ID"}, row, nil}, {nulls, []string{"1"}, nil, nil}}, "", first + ";" + nulls},
		{"a column with NULLs", MySQL, "not null", false, []answer{{first, []string{"id"}, nil, nil}, {nulls, []string{"1"}, row, nil}}, fill, first + ";" + nulls},
		{"a column that is not read", MySQL, "not null", false, []answer{{first, []string{"id"}, nil, nil}, {nulls, nil, nil, lost}}, fill + "(lost)", first + ";" + nulls},
	} {
		s := &server{answers: c.answers}
		db := openStub(dialectNames[c.dl], s.pool(t))
		db.DryRun = c.dryRun
		if got := zeroFill(c.dl, db, fieldOf(c.tag)); got != c.want || strings.Join(s.asked, ";") != c.asked {
			t.Errorf("%s: %q, want %q; asked %q", c.name, got, c.want, s.asked)
		}
	}
	if got := zeroFill(MySQL, openStub("mysql", nil), fieldOf("not null")); got != "" {
		t.Errorf("without a server: %q", got)
	}
	if got := zeroFill(MySQL, &gorm.DB{Config: &gorm.Config{}}, fieldOf("not null")); got != "" {
		t.Errorf("without a statement: %q", got)
	}
	s := &server{answers: []answer{{"orders", []string{"n"}, row, nil}}}
	db := openStub("mysql", s.pool(t))
	db.Statement.TableExpr = &clause.Expr{SQL: "orders"}
	if got, want := SQLType(Describe[ulid.ID](Native), db, fieldOf("not null")), "'gormtype.ID[ulid.ID]: "+add+"'"; got != want {
		t.Errorf("SQLType: %s, want %s", got, want)
	}
}

// TestFirstRow: the error of the first row is the one of the query.
func TestFirstRow(t *testing.T) {
	lost := errors.New("lost")
	for _, c := range []struct {
		answer answer
		want   string
	}{
		{answer{"", []string{"a", "b"}, [][]driver.Value{{int64(1), int64(2)}}, nil}, "[a b] true <nil>"},
		{answer{"", []string{"a"}, nil, nil}, "[a] false <nil>"},
		{answer{"", nil, nil, lost}, "[] false lost"},
		{answer{"", []string{"a"}, [][]driver.Value{{int64(1)}}, lost}, "[a] true <nil>"},
	} {
		s := &server{answers: []answer{c.answer}}
		columns, found, err := firstRow(openStub("mysql", s.pool(t)), "SELECT")
		if got := fmt.Sprint(columns, found, err); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// execute is a pool that calls a function for a statement.
type execute struct {
	gorm.ConnPool
	run func()
}

func (e execute) ExecContext(context.Context, string, ...any) (sql.Result, error) {
	e.run()
	return driver.RowsAffected(0), nil
}

// TestIsCalledBy: a method of GORM's migrator is found among the callers.
func TestIsCalledBy(t *testing.T) {
	var isRenamed, isAltered bool
	var zeros, text string
	db, err := gorm.Open(gormstub.Dialect{Title: "mysql"}, &gorm.Config{Logger: logger.Discard, ConnPool: execute{run: func() {
		isRenamed, isAltered = IsCalledBy(".Migrator.RenameColumn"), IsCalledBy(".Migrator.AlterColumn")
		rows := &server{answers: []answer{{"LIMIT 1", []string{"n"}, [][]driver.Value{{int64(1)}}, nil}, {"", []string{"schema", "column", "type"}, [][]driver.Value{{"app", "id", "varchar(36)"}}, nil}}}
		zeros = zeroFill(MySQL, openStub("mysql", rows.pool(t)), fieldOf("not null"))
		text = liveText(Describe[ulid.ID](Text), MySQL, openStub("mysql", rows.pool(t)), fieldOf(""))
	}}})
	if err != nil {
		t.Fatal(err)
	}
	m := migrator.Migrator{Config: migrator.Config{DB: db, Dialector: gormstub.Dialect{Title: "mysql"}}}
	type user struct{ ID int }
	if err := m.RenameColumn(&user{}, "a", "b"); err != nil || !isRenamed || isAltered || zeros != "" || text != "varchar(36)" {
		t.Errorf("RenameColumn: %v, %t, %t, %q, %q", err, isRenamed, isAltered, zeros, text)
	}
	if err := m.AlterColumn(&user{}, "ID"); err != nil || isRenamed || !isAltered || zeros == "" || text != "" { // which the program asked for
		t.Errorf("AlterColumn: %v, %t, %t, %q, %q", err, isRenamed, isAltered, zeros, text)
	}
	if IsCalledBy(".Migrator.RenameColumn") || IsCalledBy("TestIsCalledBy") {
		t.Error("a function of another module is one of GORM")
	}
}
