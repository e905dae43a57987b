package main

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// serverArgs returns -db and -dsn for a server that the tests of this process
// share, and a connection to look at what is left on it.
func serverArgs(t *testing.T, kind dbserver.Kind) ([]string, *sql.DB) {
	t.Helper()
	srv := dbtest.Server(t, kind)
	db, err := sql.Open(kind.Driver(), srv.DSN())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return []string{"-db", string(kind), "-dsn", string(kind) + "=" + srv.DSN()}, db
}

// databases returns those of the benchmark that are on a server.
func databases(t *testing.T, kind dbserver.Kind, db *sql.DB) []string {
	t.Helper()
	query := "SELECT schema_name FROM information_schema.schemata"
	if kind == dbserver.Postgres {
		query = "SELECT datname FROM pg_database"
	}
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "sortid_btree_") {
			list = append(list, name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// saved returns the result that -out wrote.
func saved(t *testing.T, dir string) bench.Result {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, report.JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := report.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWholeRunOnServers(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			args, db := serverArgs(t, kind)
			out := t.TempDir()
			var stdout, stderr bytes.Buffer
			args = append(args, "-rows", "2000", "-repeat", "1", "-batch", "150", "-writers", "3", "-out", out)
			if code := run(t.Context(), args, &stdout, &stderr); code != exitOK {
				t.Fatalf("exit code %d: %s", code, &stderr)
			}
			if !strings.Contains(stderr.String(), "a server that runs already") {
				t.Errorf("which server was taken is not said: %s", &stderr)
			}
			r := saved(t, out)
			if !r.Complete || len(r.Runs) != len(r.Keys) {
				t.Errorf("complete %v with %d runs of %d keys", r.Complete, len(r.Runs), len(r.Keys))
			}
			for _, run := range r.Runs {
				for _, name := range []string{metric.RowsPerSecond, metric.BytesPerRow, metric.LogBytes} {
					if v := run.Readings.Get(name); v.Missing != "" || v.Value <= 0 {
						t.Errorf("%s: %s is %+v", run.Key, name, v)
					}
				}
			}
			for line := range strings.Lines(stdout.String()) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
			if left := databases(t, kind, db); left != nil {
				t.Errorf("left on the server: %v", left)
			}
		})
	}
}

// An interrupt in the middle of a run keeps what was measured before, and leaves
// nothing on a server that runs on.
func TestInterruptOnServers(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			args, db := serverArgs(t, kind)
			out := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stdout, stderr := new(bytes.Buffer), new(bytes.Buffer)
			code := make(chan int)
			go func() {
				code <- run(ctx, append(args, "-keys", "uuidv4", "-rows", "3000", "-repeat", "1000", "-writers", "4", "-out", out), stdout, stderr)
			}()
			waitForTables(t, kind, db, 3)
			cancel()
			if got := <-code; got != exitInterrupted {
				t.Errorf("exit code %d, want %d: %s", got, exitInterrupted, stderr)
			}
			if r := saved(t, out); r.Complete || !r.Interrupted || len(r.Runs) < 1 || r.Stopped != "interrupted" {
				t.Errorf("saved: complete %v, interrupted %v, %d runs, %s", r.Complete, r.Interrupted, len(r.Runs), r.Stopped)
			}
			if !strings.Contains(stdout.String(), "INCOMPLETE") {
				t.Errorf("not marked as incomplete: %s", stdout)
			}
			if left := databases(t, kind, db); left != nil {
				t.Errorf("left on the server: %v", left)
			}
		})
	}
}

// waitForTables returns when so many tables were there one after the other, that is
// in the middle of a run with finished ones before it.
func waitForTables(t *testing.T, kind dbserver.Kind, db *sql.DB, tables int) {
	t.Helper()
	const patience = time.Minute
	query := "SELECT COALESCE(MAX(table_id), 0) FROM information_schema.innodb_tables WHERE name LIKE 'sortid!_btree%' ESCAPE '!'"
	switch kind {
	case dbserver.Postgres:
		// Tables of another database are not to be seen, but what is done there is.
		query = "SELECT coalesce(max(xact_commit), 0) / 40 FROM pg_stat_database WHERE datname LIKE 'sortid!_btree%' ESCAPE '!'"
	case dbserver.MariaDB:
		query = strings.Replace(query, "innodb_tables", "innodb_sys_tables", 1)
	}
	seen := make(map[int64]bool)
	for began := time.Now(); time.Since(began) < patience; {
		var v int64
		if err := db.QueryRowContext(t.Context(), query).Scan(&v); err != nil {
			t.Fatal(err)
		}
		if v > 0 {
			seen[v] = true
		}
		if len(seen) >= tables {
			return
		}
	}
	t.Fatalf("after %v there were %d tables", patience, len(seen))
}

// Servers that die are an error that says so, with what was measured before.
func TestServerGone(t *testing.T) {
	args, db := serverArgs(t, dbserver.Postgres)
	out := t.TempDir()
	code := make(chan int)
	go func() {
		code <- run(t.Context(), append(args, "-keys", "uuidv4", "-rows", "3000", "-repeat", "1000", "-out", out), io.Discard, io.Discard)
	}()
	waitForTables(t, dbserver.Postgres, db, 3)
	if _, err := db.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'sortid!_btree%' ESCAPE '!'"); err != nil {
		t.Fatal(err)
	}
	got := <-code
	r := saved(t, out)
	if got != exitFailure || r.Complete || r.Interrupted || len(r.Runs) < 1 || !strings.Contains(r.Stopped, "postgres") {
		t.Errorf("exit code %d; saved: complete %v, interrupted %v, %d runs, %s", got, r.Complete, r.Interrupted, len(r.Runs), r.Stopped)
	}
	if strings.Contains(r.Stopped, "\n") {
		t.Errorf("the reason is more than a line: %s", r.Stopped)
	}
	if left := databases(t, dbserver.Postgres, db); left != nil {
		t.Errorf("left on the server: %v", left)
	}
}

func TestServerArguments(t *testing.T) {
	const secret = "kept-secret"
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"-dsn", "postgres://u:" + secret + "@h/d"}, []string{"-dsn", "NAME=VALUE", "postgres, mysql, mariadb"}},
		{[]string{"-dsn", "sqlite=x"}, []string{"-dsn", "postgres, mysql, mariadb"}},
		{[]string{"-dsn", "mysql="}, []string{"-dsn", "NAME=VALUE"}},
		{[]string{"-db", "mysql", "-dsn", "mysql=u:" + secret + "@/d", "-dsn", "mysql=u@/d"}, []string{"-dsn", "two for mysql"}},
		{[]string{"-dsn", "mysql=u:" + secret + "@/d"}, []string{"-dsn", "mysql", "add it to -db"}},
		{[]string{"-db", "mysql", "-dsn", "mysql=u:" + secret + "@/d", "-image", "mysql=mysql:8.4"}, []string{"-dsn", "-image", "mysql", "one of them"}},
		{[]string{"-image", "postgres:17"}, []string{"-image", `"postgres:17"`, "NAME=VALUE"}},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), c.args, &stdout, &stderr); code != exitUsage {
			t.Errorf("%q: exit code %d, want %d", c.args, code, exitUsage)
		}
		for _, want := range c.want {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%q: the error does not say %s: %s", c.args, want, &stderr)
			}
		}
		if strings.Contains(stderr.String(), secret) {
			t.Errorf("%q: the error shows the password: %s", c.args, &stderr)
		}
	}
}

// A server that was named and does not answer fails the command before any run.
func TestServerThatDoesNotAnswer(t *testing.T) {
	scratch(t)
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"-db", "sqlite,postgres", "-dsn", "postgres=postgres://u:kept-secret@127.0.0.1:1/d"}, &stdout, &stderr)
	if code != exitFailure || !strings.Contains(stderr.String(), "DSN") || strings.Contains(stderr.String(), "kept-secret") || stdout.Len() != 0 {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}

func TestDefaultRows(t *testing.T) {
	for db, want := range map[string]int{"sqlite": defaultRows, "postgres": defaultServerRows, "sqlite,mariadb": defaultServerRows} {
		if o, err := parse([]string{"-db", db}); err != nil || o.rows != want {
			t.Errorf("-db %s: %d rows, want %d; %v", db, o.rows, want, err)
		}
		if o, err := parse([]string{"-db", db, "-rows", "7"}); err != nil || o.rows != 7 {
			t.Errorf("-db %s -rows 7: %d rows, %v", db, o.rows, err)
		}
	}
	if list := serverNames(); len(list) == 0 || slices.Contains(list, "sqlite") {
		t.Errorf("servers: %v", list)
	}
}
