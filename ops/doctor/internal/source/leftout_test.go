package source

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/internal/stubdb"
)

// MariaDB's information schema leaves out a table that another session is changing. The warning is an error of the
// statement, in a session and in a snapshot; those of broken tables and of values are none.
func TestLeftOut(t *testing.T) {
	const catalog, rows = "SELECT table_name FROM INFORMATION_SCHEMA.tables", "SELECT id FROM users"
	type warning = []driver.Value
	for _, c := range []struct {
		name     string
		mariaDB  bool
		query    string
		warnings []warning
		failing  bool // whether the statement for warnings fails
		want     string
		asked    bool
	}{
		{"nothing is left out", true, catalog, nil, false, "", true},
		{"a lock is held", true, catalog, []warning{{"Warning", "1205", "Lock wait timeout exceeded"}}, false, "another session has held a table for more than 1s, and information_schema leaves it out: run it again afterwards", true},
		{"there was no wait, after another warning", true, catalog, []warning{{"Warning", "1356", "a view"}, {"Warning", "1684", "a was skipped"}, {"Warning", "1684", "b was skipped"}}, false,
			"information_schema leaves out a table: a was skipped: run it again", true},
		{"a broken table", true, catalog, []warning{{"Warning", "1932", "a"}, {"Note", "1206", "b"}, {"Note", "1204", "c"}, {"Warning", "1683", "d"}, {"Warning", "1685", "e"}}, false, "", true},
		{"no code", true, catalog, []warning{{"Warning", "x", "a"}}, false, `sql: Scan error on column index 1, name "b": converting driver.Value type string ("x") to a int: invalid syntax`, true},
		{"the connection is lost", true, catalog, nil, true, "gone away", true},
		{"rows of a table", true, rows, []warning{{"Warning", "1205", "Lock wait timeout exceeded"}}, false, "", false},
		{"MySQL", false, catalog, []warning{{"Warning", "1205", "Lock wait timeout exceeded"}}, false, "", false},
	} {
		var sent []string
		db := stubdb.OpenWith(t, transacting{stubdb.Conn{Server: func(_ context.Context, statement string, _ []driver.NamedValue) stubdb.Answer {
			switch sent = append(sent, statement); {
			case statement != warnings:
				return stubdb.Answer{Columns: []string{"a"}, Rows: [][]driver.Value{{"users"}}}
			case c.failing:
				return stubdb.Answer{Err: errors.New("gone away")}
			}
			return stubdb.Answer{Columns: []string{"a", "b", "c"}, Rows: c.warnings}
		}}})
		s := session{db: db, mariaDB: c.mariaDB}
		snapshot, err := SnapshotOf(t.Context(), &mysql{session: s})
		if err != nil {
			t.Fatal(err)
		}
		for kind, query := range map[string]func(context.Context, string, func(*sql.Rows) error) error{"session": s.Query, "snapshot": snapshot.Query} {
			sent = nil
			var got string
			if err := query(t.Context(), c.query, func(*sql.Rows) error { return nil }); err != nil {
				got = err.Error()
			}
			if got != c.want || slices.Contains(sent, warnings) != c.asked {
				t.Errorf("%s, %s: error %q, want %q; sent %q", c.name, kind, got, c.want, sent)
			}
		}
		if asked := slices.Contains(s.list, Statement{warnings, 1}); asked != c.asked {
			t.Errorf("%s: the list of statements is %v", c.name, s.list)
		}
		own := errors.New("own")
		if err := s.Query(t.Context(), c.query, func(*sql.Rows) error { return own }); !errors.Is(err, own) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := snapshot.Close(); err != nil {
			t.Error(err)
		}
	}
}

// transacting is a connection with transactions that do nothing.
type transacting struct{ stubdb.Conn }

func (c transacting) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) { return c, nil }
func (transacting) Commit() error                                                  { return nil }
func (transacting) Rollback() error                                                { return nil }

// TestLeftOutOfOthers: a statement may leave out a table of another database, which the server has opened for it. It is an
// error if a table of this database is held.
func TestLeftOutOfOthers(t *testing.T) {
	const held = "another session has held a table for more than 1s, and information_schema leaves it out: run it again afterwards"
	for _, c := range []struct {
		answers []string // of the statements for warnings
		own     string   // the error of the one that opens the tables of this database
		want    string
	}{
		{[]string{""}, "", ""}, {[]string{"held", ""}, "", ""}, {[]string{"held", "held"}, "", held}, {[]string{"held", "lost"}, "", "gone away"}, {[]string{"held"}, "no right", "no right"},
	} {
		var asked, opened int
		db := stubdb.OpenWith(t, transacting{stubdb.Conn{Server: func(_ context.Context, statement string, _ []driver.NamedValue) stubdb.Answer {
			switch {
			case statement == ownTables:
				if opened++; c.own != "" {
					return stubdb.Answer{Err: errors.New(c.own)}
				}
				return stubdb.Answer{Columns: []string{"a"}}
			case statement != warnings:
				return stubdb.Answer{Columns: []string{"a"}}
			}
			asked++
			switch c.answers[asked-1] {
			case "held":
				return stubdb.Answer{Columns: []string{"a", "b", "c"}, Rows: [][]driver.Value{{"Warning", "1205", "Lock wait timeout exceeded"}}}
			case "lost":
				return stubdb.Answer{Err: errors.New("gone away")}
			}
			return stubdb.Answer{Columns: []string{"a", "b", "c"}}
		}}})
		s := session{db: db, mariaDB: true}
		var got string
		if err := s.Query(t.Context(), "SELECT 1 FROM information_schema.tables", func(*sql.Rows) error { return nil }); err != nil {
			got = err.Error()
		}
		if got != c.want || asked != len(c.answers) || (opened == 1) != (c.answers[0] == "held") {
			t.Errorf("%q: error %q, want %q; asked for warnings %d times, opened the tables %d times", c.answers, got, c.want, asked, opened)
		}
	}
}
