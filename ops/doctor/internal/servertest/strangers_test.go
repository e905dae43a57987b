package servertest

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

var strangersAll = flag.Bool("strangers-all", false, "move the columns of strangers each case by itself, on every server that has it, and kill the scripts of all schemas after each statement, not some after some")

// everyStranger reports whether all schemas of strangers move on all servers, as in the night.
func everyStranger() bool { return *strangersAll || dbtest.Every() }

// strangerDB is a database with the schema of a file.
type strangerDB struct {
	*strangers.File
	kind       dbserver.Kind
	dsn        string
	own, other string // the names of the database and of another one of the server, on MySQL and MariaDB
	db         *sql.DB
	next       int // the number of the next write
}

// loadStranger creates a database with a schema.
func loadStranger(t *testing.T, name string, kind dbserver.Kind) *strangerDB {
	t.Helper()
	d := dbtest.Open(t, kind)
	s := &strangerDB{kind: kind, dsn: d.DSN, next: 1001}
	dsn := d.DSN
	if kind == dbserver.Postgres {
		// A prepared statement would fail once the types have changed.
		dsn += map[bool]string{true: "&", false: "?"}[strings.Contains(dsn, "?")] + "default_query_exec_mode=exec"
	}
	s.db = open(t, kind.Driver(), dsn)
	if strings.Contains(strangers.Text(t, name, string(kind)), "{{other}}") {
		other := dbtest.Open(t, kind)
		s.own, s.other = texts(t, s.db, "SELECT DATABASE()")[0], texts(t, open(t, kind.Driver(), other.DSN), "SELECT DATABASE()")[0]
	}
	s.File = strangers.Read(t, name, string(kind), s.own, s.other)
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range s.Statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%.300s: %v", statement, err)
		}
	}
	return s
}

// options are those of a case.
func (s *strangerDB) options(m *strangers.Case) move.Options {
	o := move.Options{DSN: s.dsn, Columns: m.Columns, From: m.From, Reviewed: m.Reviewed, With: m.With, Leave: m.Leave}
	if len(m.Refused) == 0 {
		o.Leave = slices.Concat(o.Leave, s.Leave)
	}
	return o
}

// script prints the script of a case. It is empty if the case ends with a refusal.
func (s *strangerDB) script(t *testing.T, m *strangers.Case) string {
	t.Helper()
	script, err := move.Script(t.Context(), s.options(m))
	var refused *move.RefusedError
	m.Printed(t, script, err, errors.As(err, &refused))
	if err != nil {
		t.Log(err)
		return ""
	}
	return script
}

// Scripts move the schemas of strangers while their programs write, and nothing else changes. What is refused, and the
// scripts of large schemas, are recorded: move's TestStrangers has them.
func TestStrangersMove(t *testing.T) {
	t.Parallel()
	some := func(f *strangers.File, m *strangers.Case) bool {
		return everyStranger() || f.Name != "shop" && len(m.Refused)+len(m.Unknown) == 0
	}
	eachStranger(t, some, func(t *testing.T, s *strangerDB, m *strangers.Case) {
		analyzeAll(t, s.db, s.kind)
		before := s.see(t)
		printed := s.prepare(t, m, before)
		script := s.script(t, m)
		if script == "" {
			sameCatalog(t, printed, catalog(t, s.db, s.kind))
			return
		}
		w := s.writer(t)
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { w.until(ctx) })
		_, err := outputOf(t, s.db, s.kind, script)
		stop()
		wg.Wait()
		t.Logf("transactions that failed: %v", w.failed)
		if len(m.Stops) > 0 {
			if err == nil {
				t.Error("the script did not stop")
			} else {
				m.NamesOf(t, err, m.Stops)
			}
			s.unchanged(t, before.rows, printed, w)
			return
		}
		if err != nil {
			t.Error(err)
			s.unchanged(t, before.rows, printed, w)
			return
		}
		execute(t, s.db, m.After...)
		s.again(t, script, s.check(t, m, before, w))
		s.told(t, m, script)
	})
}

// prepare executes what a refusal asks for, and returns the catalog for which the script is printed.
func (s *strangerDB) prepare(t *testing.T, m *strangers.Case, before *seen) []string {
	t.Helper()
	if len(m.Before) == 0 {
		return before.catalog
	}
	execute(t, s.db, m.Before...)
	return catalog(t, s.db, s.kind)
}

// eachStranger calls a function for cases of each file on each server. In the end an inventory has only moved columns.
func eachStranger(t *testing.T, which func(*strangers.File, *strangers.Case) bool, move func(t *testing.T, s *strangerDB, m *strangers.Case)) {
	t.Helper()
	for _, name := range strangers.Names(t) {
		for _, kind := range dbserver.Kinds() {
			if !everyStranger() && !slices.Contains(movedOn[name], kind) {
				continue
			}
			f := strangers.Read(t, name, string(kind), "", "")
			left := func(m *strangers.Case) bool { return !which(f, m) }
			if !slices.ContainsFunc(f.Cases, func(m *strangers.Case) bool { return !left(m) }) {
				continue // to load a schema takes a second
			}
			t.Run(name+"/"+string(kind), func(t *testing.T) {
				t.Parallel()
				s := loadStranger(t, name, kind)
				before := s.takeInventory(t)
				cases := slices.DeleteFunc(slices.Clone(s.Cases), left)
				if !*strangersAll {
					cases = strangers.Together(cases)
				}
				for i, m := range cases {
					t.Run(fmt.Sprintf("%d %v", i+1, m), func(t *testing.T) {
						s.dropProcedures(t)
						move(t, s, m)
					})
				}
				s.dropProcedures(t)
				s.compareInventory(t, before, s.wrote)
			})
		}
	}
}

// movedOn has the servers on which CI moves a schema, if not everyStranger. Of each schema, move's TestStrangers compares
// what the scripts of some servers change: whoever changes such a text moves all, as CONTRIBUTING says.
var movedOn = map[string][]dbserver.Kind{
	"kinds": {dbserver.Postgres, dbserver.MySQL}, "columns": {dbserver.Postgres}, "cycles": {dbserver.Postgres}, "spellings": {dbserver.Postgres, dbserver.MySQL}, "names": {dbserver.MariaDB},
	"shop": {dbserver.MySQL}, // TestStrangersKilled
}

// unchanged fails if a script that stopped has changed something. The procedures that it needs for another
// run may stay on MySQL and MariaDB.
func (s *strangerDB) unchanged(t *testing.T, rows map[string]*tableRows, schema []string, w *strangerWriter) {
	t.Helper()
	w.check(t, sameRows(t, rows, allRows(t, s.db, s.kind)))
	s.dropProcedures(t)
	sameCatalog(t, schema, catalog(t, s.db, s.kind))
}

// dropProcedures drops those that a script leaves behind if it ends early, for another run.
func (s *strangerDB) dropProcedures(t *testing.T) {
	t.Helper()
	if s.kind == dbserver.Postgres {
		return
	}
	for _, name := range texts(t, s.db, "SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE() AND routine_name LIKE 'sortid\\_move\\_%'") {
		execute(t, s.db, "DROP PROCEDURE "+name)
	}
}

// again runs a script that is done once more. It changes nothing, and says no word of what is not in the plan.
func (s *strangerDB) again(t *testing.T, script string, before *seen) {
	t.Helper()
	said, err := outputOf(t, s.db, s.kind, script)
	if err != nil && !regexp.MustCompile("(?i)already|moved|done").MatchString(err.Error()) {
		t.Errorf("the script once more: %v", err)
	}
	if n := strings.Count(said, "NO LINE IN THE PLAN"); n > 0 {
		t.Errorf("the script once more says %d times that there is no line in the plan", n)
	}
	s.unchanged(t, before.rows, before.catalog, &strangerWriter{s: s})
}

// told fails unless a script says what becomes of old programs.
func (s *strangerDB) told(t *testing.T, m *strangers.Case, script string) {
	t.Helper()
	want := []string{"UPDATE", "DELETE"}
	if s.kind == dbserver.Postgres {
		want = []string{"prepared"}
	}
	var comments strings.Builder
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "--") && !strings.HasPrefix(line, "-- ALTER TABLE") {
			comments.WriteString(line)
		}
	}
	said := strangers.Unquoted(comments.String())
	for _, word := range want {
		if !strings.Contains(said, word) {
			t.Errorf("the comments of the script do not say what becomes of old programs: no %q", word)
		}
	}
	for _, name := range m.Noted {
		if !strings.Contains(said, name) {
			t.Errorf("the comments of the script do not name %s", name)
		}
	}
}

// analyzeAll makes statistics of the tables of users: those of the catalogs take most of the time of ANALYZE alone.
func analyzeAll(t *testing.T, db *sql.DB, kind dbserver.Kind) {
	t.Helper()
	if kind != dbserver.Postgres {
		return
	}
	tables := texts(t, db, `SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'm') AND oid >= 16384 ORDER BY 1`)
	execute(t, db, "ANALYZE "+strings.Join(tables, ", "))
}
