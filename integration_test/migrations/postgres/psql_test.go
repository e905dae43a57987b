package postgres_test

import (
	"io/fs"
	osexec "os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
)

// upOf returns the up part of a migration, cut as the first file says.
func upOf(t testing.TB, name string) string {
	t.Helper()
	data, err := fs.ReadFile(migrations.Postgres, name)
	if err != nil {
		t.Fatal(err)
	}
	up, _, found := strings.Cut(string(data), "\n-- +goose Down")
	if !found {
		t.Fatalf("%s does not go down", name)
	}
	return up
}

// files returns the names of the migrations in their order.
func files(t testing.TB) []string {
	t.Helper()
	names, err := fs.Glob(migrations.Postgres, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return names
}

// The files run without goose, by any program that sends a file's statements.
func TestWithoutGoose(t *testing.T) {
	db := connectWith(t, dbtest.Open(t, dbserver.Postgres), map[string]string{"default_query_exec_mode": "simple_protocol"})
	for _, name := range files(t) {
		exec(t, db, "BEGIN; "+upOf(t, name)+"; COMMIT")
	}
	if n := queryOne(t, db, "SELECT length(sortid_wiji_text(sortid_wiji_new()))"); n != "26" {
		t.Errorf("a text has %s characters", n)
	}
}

// The command that the first file gives for psql does what goose does.
func TestPsql(t *testing.T) {
	psql := client(t, "psql")
	d := dbtest.Open(t, dbserver.Postgres)
	db := connect(t, d)
	names := files(t)
	first, err := fs.ReadFile(migrations.Postgres, names[0])
	if err != nil {
		t.Fatal(err)
	}
	script := regexp.MustCompile(`sed '([^']*)' FILE`).FindSubmatch(first)
	if script == nil {
		t.Fatal("the first file says nothing of psql")
	}
	for _, name := range names {
		data, err := fs.ReadFile(migrations.Postgres, name)
		if err != nil {
			t.Fatal(err)
		}
		sed := osexec.Command("sed", string(script[1]))
		sed.Stdin = strings.NewReader(string(data))
		up, err := sed.Output()
		if err != nil || !strings.Contains(string(up), "CREATE OR REPLACE FUNCTION") || strings.Contains(string(up), "DROP FUNCTION") {
			t.Fatalf("%s: sed leaves %d of %d bytes: %v", name, len(up), len(data), err)
		}
		psql.run(t, string(up), "-v", "ON_ERROR_STOP=1", "-1", "-q", d.DSN)
	}
	if n := queryOne(t, db, "SELECT length(sortid_wiji_text(sortid_wiji_new()))"); n != "26" {
		t.Errorf("a text has %s characters", n)
	}
}

// psql runs the SQL of the command sortid partition: it adds partitions, and detaches old ones CONCURRENTLY.
func TestPsqlPartition(t *testing.T) {
	psql := client(t, "psql")
	d := dbtest.Open(t, dbserver.Postgres)
	db := connect(t, d)
	migrate(t, db)
	exec(t, db, "CREATE TABLE events (id uuid PRIMARY KEY) PARTITION BY RANGE (id)",
		"CREATE TABLE events_old PARTITION OF events FOR VALUES FROM (MINVALUE) TO ('00000000-0000-0000-0010-000000000000')")
	for range 2 {
		program := osexec.Command("go", "run", "github.com/sortid/sortid/cmd/sortid", "partition", "-server", "postgres", "-table", "events", "-format", "wiji", "-from", "2050-01", "-ahead", "1", "-retain", "2", "-drop")
		script, err := program.Output()
		if err != nil {
			t.Fatal(err)
		}
		psql.run(t, string(script), "-v", "ON_ERROR_STOP=1", "-q", d.DSN)
	}
	if got := strings.Join(texts(t, db, "SELECT relname FROM pg_class WHERE relname LIKE 'events%' AND relkind = 'r' ORDER BY relname"), " "); got != "events_p2050_01 events_p2050_02" {
		t.Errorf("the tables are %s", got)
	}
}

// The files are ASCII, so they can be installed in a database of any encoding.
func TestEncodings(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	name := strings.ToLower(d.Name) + "_latin"
	admin := connect(t, d)
	exec(t, admin, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	other := *d
	other.DSN = strings.Replace(d.DSN, d.Name, name, 1)
	db := connectWith(t, &other, map[string]string{"default_query_exec_mode": "exec", "client_encoding": "UTF8"})
	if encoding := queryOne(t, db, "SHOW server_encoding"); encoding != "LATIN1" {
		t.Fatalf("the database is in %s", encoding)
	}
	migrate(t, db)
	if got := queryOne(t, db, "SELECT (sortid_wiji_parse(lower(sortid_wiji_text(id))) = id)::text FROM (SELECT sortid_wiji_new() AS id) AS s"); got != "true" {
		t.Error("a text is not read again")
	}
	// An e with an acute accent is one byte here.
	refused(t, db, "SELECT sortid_wiji_parse('0123456789012345678901234\u00e9')", "wiji", "character outside the alphabet", "\u00e9", "at byte 25")
	refused(t, db, "SELECT sortid_wiji_parse(repeat('0', 1000))", "wiji", "wrong length", "(1000 bytes)")
}
