package server

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// answering is a server that gives one answer to every question.
type answering struct {
	answer string
	err    error
}

func (a answering) Connect(context.Context) (driver.Conn, error) { return a, nil }
func (a answering) Driver() driver.Driver                        { return nil }
func (a answering) Prepare(string) (driver.Stmt, error) {
	return nil, errors.New("nothing is prepared")
}
func (a answering) Begin() (driver.Tx, error) { return nil, errors.New("nothing is begun") }
func (a answering) Close() error              { return nil }

func (a answering) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return &oneRow{value: a.answer}, a.err
}

type oneRow struct {
	value string
	given bool
}

func (*oneRow) Columns() []string { return []string{"version"} }
func (*oneRow) Close() error      { return nil }

func (r *oneRow) Next(row []driver.Value) error {
	if r.given {
		return io.EOF
	}
	row[0], r.given = r.value, true
	return nil
}

// Answers to SELECT version(), as the products' documentation and reports of their users
// show them.
func TestProducts(t *testing.T) {
	for _, c := range []struct {
		kind         dbserver.Kind
		short        string
		version      string
		name, number string
	}{
		{dbserver.Postgres, "18.6", "PostgreSQL 18.6 (Debian 18.6-3) on x86_64-pc-linux-gnu, compiled by x86_64-linux-gnu-gcc (Debian 16.2.0-1) 16.2.0, 64-bit", "PostgreSQL", "18.6"},
		{dbserver.Postgres, "13.0.0", "CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15 21:28:29, go1.22.2 X:nocoverageredesign)", CockroachDB, "v24.1.0"},
		{dbserver.Postgres, "13.0.0", "CockroachDB OSS v20.2.4 (x86_64-unknown-linux-gnu, built 2021/01/21 00:07:44, go1.13.14)", CockroachDB, "v20.2.4"},
		{dbserver.Postgres, "13.0.0", "CockroachDB v25.2.1 (x86_64-pc-linux-gnu, built 2025/06/17 18:38:00, go1.23.7)", CockroachDB, "v25.2.1"},
		{dbserver.Postgres, "11.2-YB-2.20.1.3-b0", "PostgreSQL 11.2-YB-2.20.1.3-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6, 64-bit", YugabyteDB, "2.20.1.3-b0"},
		{dbserver.Postgres, "15.2-YB-2.25.0.0-b0", "PostgreSQL 15.2-YB-2.25.0.0-b489 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit", YugabyteDB, "2.25.0.0-b489"},
		{dbserver.MySQL, "8.0.11-TiDB-v7.5.1", "8.0.11-TiDB-v7.5.1", TiDB, "v7.5.1"},
		{dbserver.MySQL, "5.7.25-TiDB-v6.1.0", "5.7.25-TiDB-v6.1.0", TiDB, "v6.1.0"},
		{dbserver.MySQL, "9.7.4", "9.7.4", "MySQL", "9.7.4"},
		{dbserver.MariaDB, "11.8.9-MariaDB", "11.8.9-MariaDB-ubu2404", "MariaDB", "11.8.9-MariaDB"},
	} {
		db := sql.OpenDB(answering{answer: c.version})
		p, err := productOf(t.Context(), c.kind, c.short, db)
		if err != nil || p.Name != c.name || p.Version != c.number {
			t.Errorf("%s: got %+v, %v", c.version, p, err)
		}
		if imitates := p.Name != c.kind.Title(); imitates != (p.Store != "") {
			t.Errorf("%s: why there are no pages: %q", c.version, p.Store)
		}
		db.Close()
	}
}

func TestProductOfNobody(t *testing.T) {
	db := sql.OpenDB(answering{err: errors.New("nobody answers")})
	defer db.Close()
	if p, err := productOf(t.Context(), dbserver.Postgres, "18", db); err == nil || !strings.Contains(err.Error(), "nobody answers") || p != (Product{}) {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestDropDatabase(t *testing.T) {
	for name, want := range map[string]string{
		CockroachDB: "DROP DATABASE IF EXISTS d CASCADE",
		YugabyteDB:  "DROP DATABASE IF EXISTS d",
	} {
		if got := (Product{Name: name}).dropDatabase("d"); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestNaming(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://u:p@h:26257/defaultdb?sslmode=disable": "postgres://u:p@h:26257/item?sslmode=disable",
		"host=h user=u dbname=defaultdb":                   "host=h user=u dbname=defaultdb dbname=item",
	} {
		if got, err := naming(dsn, "item"); got != want || err != nil {
			t.Errorf("%s: %s, %v", dsn, got, err)
		}
	}
	if _, err := naming("postgres://h:port/", "item"); err == nil {
		t.Error("a DSN that is none was taken")
	}
}

// A database that was made in the plainest way is dropped with its session, also where
// the session owns the server.
func TestPlainDatabase(t *testing.T) {
	srv := dbtest.Server(t, dbserver.Postgres)
	count := func(name string) (n int) {
		t.Helper()
		db, err := sql.Open(srv.Kind.Driver(), srv.DSN())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.QueryRow("SELECT count(*) FROM pg_database WHERE datname = $1", name).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	own, err := dbserver.Open(t.Context(), dbserver.Postgres, dbserver.Options{DSN: srv.DSN()})
	if err != nil {
		t.Fatal(err)
	}
	d, err := newPlainDatabase(t.Context(), own, Product{Name: YugabyteDB})
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Server: own, database: d, owned: true}
	if err := s.connect(); err != nil {
		t.Fatal(err)
	}
	if err := s.PingContext(t.Context()); err != nil || count(d.name) != 1 {
		t.Errorf("%d databases of the name %s, %v", count(d.name), d.name, err)
	}
	if err := s.Close(); err != nil || count(d.name) != 0 {
		t.Errorf("%d databases are left, %v", count(d.name), err)
	}
}
