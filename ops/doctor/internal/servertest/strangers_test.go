package servertest

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

var strangersAll = flag.Bool("strangers-all", false, "move the columns of strangers each case by itself, and kill the scripts of all schemas after each statement, not some after some")

// strangerDB is a database with the schema of a file.
type strangerDB struct {
	*strangerFile
	dsn        string
	own, other string // the names of the database and of another one of the server, on MySQL and MariaDB
	db         *sql.DB
	next       int // the number of the next write
}

// loadStranger creates a database with a schema.
func loadStranger(t *testing.T, name string, kind dbserver.Kind) *strangerDB {
	t.Helper()
	d := dbtest.Open(t, kind)
	s := &strangerDB{dsn: d.DSN, next: 1001}
	dsn := d.DSN
	if kind == dbserver.Postgres {
		// A prepared statement would fail once the types have changed.
		dsn += map[bool]string{true: "&", false: "?"}[strings.Contains(dsn, "?")] + "default_query_exec_mode=exec"
	}
	s.db = open(t, kind.Driver(), dsn)
	if strings.Contains(readFile(t, name, kind), "{{other}}") {
		other := dbtest.Open(t, kind)
		s.own, s.other = texts(t, s.db, "SELECT DATABASE()")[0], texts(t, open(t, kind.Driver(), other.DSN), "SELECT DATABASE()")[0]
	}
	s.strangerFile = readStranger(t, name, kind, s.own, s.other)
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range s.statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%.300s: %v", statement, err)
		}
	}
	return s
}

// strangerNames are the schemas.
func strangerNames(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir("testdata/strangers")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// options are those of a case.
func (s *strangerDB) options(m *strangerMove) move.Options {
	o := move.Options{DSN: s.dsn, Columns: m.columns, From: m.from, Reviewed: m.reviewed, With: m.with, Leave: m.leave}
	if len(m.refused) == 0 {
		o.Leave = slices.Concat(o.Leave, s.leave)
	}
	return o
}

// unquoted are the names of an error without the quotes of the servers.
var unquoted = strings.NewReplacer(`"`, "", "`", "")

// namesOf fails unless an error has all names, and none of those that it must not have.
func (m *strangerMove) namesOf(t *testing.T, err error, want []string) {
	t.Helper()
	text := unquoted.Replace(err.Error())
	var missing, extra []string
	for _, name := range want {
		if !regexp.MustCompile(`(?:^|[^\w])` + regexp.QuoteMeta(unquoted.Replace(name)) + `(?:$|[^\w])`).MatchString(text) {
			missing = append(missing, name)
		}
	}
	for _, name := range m.unnamed {
		if regexp.MustCompile(`(?:^|[^\w])` + regexp.QuoteMeta(unquoted.Replace(name)) + `(?:$|[^\w])`).MatchString(text) {
			extra = append(extra, name)
		}
	}
	if len(missing) > 0 || len(extra) > 0 {
		t.Errorf("the refusal has not %q and should not have %q: %.3000s", missing, extra, text)
	}
}

// script prints the script of a case. It is empty if the case ends with a refusal.
func (s *strangerDB) script(t *testing.T, m *strangerMove) string {
	t.Helper()
	script, err := move.Script(t.Context(), s.options(m))
	var refused *move.RefusedError
	switch {
	case err == nil && len(m.refused)+len(m.unknown) == 0:
		return script
	case err == nil:
		t.Errorf("a script of %d bytes, want a refusal with %q", len(script), slices.Concat(m.refused, m.unknown))
	case len(m.unknown) > 0 && !errors.As(err, &refused):
		m.namesOf(t, err, m.unknown)
	case script != "":
		t.Errorf("an error and a script: %v", err)
	case !errors.As(err, &refused):
		t.Errorf("no refusal: %v", err)
	case len(m.refused) > 0:
		m.namesOf(t, err, m.refused)
	case len(m.either) > 0 || len(m.stops) > 0:
		m.namesOf(t, err, slices.Concat(m.either, m.stops))
		t.Log(err)
	default:
		t.Error(err)
	}
	return ""
}

// Scripts move the schemas of strangers while their programs write, and nothing else changes.
func TestStrangersMove(t *testing.T) {
	t.Parallel()
	eachStranger(t, func(*strangerFile, *strangerMove) bool { return true }, func(t *testing.T, s *strangerDB, m *strangerMove) {
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
		if len(m.stops) > 0 {
			if err == nil {
				t.Error("the script did not stop")
			} else {
				m.namesOf(t, err, m.stops)
			}
			s.unchanged(t, before.rows, printed, w)
			return
		}
		if err != nil {
			t.Error(err)
			s.unchanged(t, before.rows, printed, w)
			return
		}
		execute(t, s.db, m.after...)
		s.again(t, script, s.check(t, m, before, w))
		s.told(t, m, script)
	})
}

// prepare executes what a refusal asks for, and returns the catalog for which the script is printed.
func (s *strangerDB) prepare(t *testing.T, m *strangerMove, before *seen) []string {
	t.Helper()
	if len(m.before) == 0 {
		return before.catalog
	}
	execute(t, s.db, m.before...)
	return catalog(t, s.db, s.kind)
}

// eachStranger calls a function for cases of each file on each server. In the end an inventory has only moved columns.
func eachStranger(t *testing.T, which func(*strangerFile, *strangerMove) bool, f func(t *testing.T, s *strangerDB, m *strangerMove)) {
	t.Helper()
	for _, name := range strangerNames(t) {
		for _, kind := range dbserver.Kinds() {
			if only := onlyOn[name]; only != "" && kind != only && !dbtest.Every() {
				continue
			}
			t.Run(name+"/"+string(kind), func(t *testing.T) {
				t.Parallel()
				s := loadStranger(t, name, kind)
				before := s.takeInventory(t)
				skip := elsewhere(t, name, kind)
				cases := slices.DeleteFunc(slices.Clone(s.cases), func(m *strangerMove) bool { return !which(s.strangerFile, m) || skip[fmt.Sprint(m)] })
				if !*strangersAll {
					cases = together(cases)
				}
				for i, m := range cases {
					t.Run(fmt.Sprintf("%d %v", i+1, m), func(t *testing.T) {
						s.dropProcedures(t)
						f(t, s, m)
					})
				}
				s.dropProcedures(t)
				s.compareInventory(t, before, s.wrote)
			})
		}
	}
}

// onlyOn has the server on which a large schema is moved, if not on all.
var onlyOn = map[string]dbserver.Kind{"social": dbserver.Postgres, "shop": dbserver.MySQL, "scheduling": dbserver.MariaDB, "identity": dbserver.MySQL, "wiki": dbserver.Postgres}

// elsewhere returns the cases that run on the other one of MySQL and MariaDB: of the cases of a small schema that both
// have, each takes half.
func elsewhere(t *testing.T, name string, kind dbserver.Kind) map[string]bool {
	t.Helper()
	other, ok := map[dbserver.Kind]dbserver.Kind{dbserver.MySQL: dbserver.MariaDB, dbserver.MariaDB: dbserver.MySQL}[kind]
	if !ok || onlyOn[name] != "" {
		return nil
	}
	list := make(map[string]bool)
	for _, m := range readStranger(t, name, other, "", "").cases {
		list[fmt.Sprint(m)] = !dbtest.RunsOn(kind, fmt.Sprint("strangers ", m))
	}
	return list
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
func (s *strangerDB) told(t *testing.T, m *strangerMove, script string) {
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
	said := unquoted.Replace(comments.String())
	for _, word := range want {
		if !strings.Contains(said, word) {
			t.Errorf("the comments of the script do not say what becomes of old programs: no %q", word)
		}
	}
	for _, name := range m.noted {
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
