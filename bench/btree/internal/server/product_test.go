package server

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// answering is a server that answers some questions with one row each, and the others
// with the error.
type answering struct {
	answers map[string][]string
	err     error
}

func (a answering) Connect(context.Context) (driver.Conn, error) { return a, nil }
func (a answering) Driver() driver.Driver                        { return nil }
func (a answering) Prepare(string) (driver.Stmt, error) {
	return nil, errors.New("nothing is prepared")
}
func (a answering) Begin() (driver.Tx, error) { return nil, errors.New("nothing is begun") }
func (a answering) Close() error              { return nil }

func (a answering) QueryContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	if values, ok := a.answers[query]; ok {
		return &oneRow{values: values}, nil
	}
	return nil, a.err
}

type oneRow struct {
	values []string
	given  bool
}

func (r *oneRow) Columns() []string { return r.values }
func (*oneRow) Close() error        { return nil }

func (r *oneRow) Next(row []driver.Value) error {
	if r.given {
		return io.EOF
	}
	for i, v := range r.values {
		row[i] = v
	}
	r.given = true
	return nil
}

// saying is a server with this version. One of MySQL's protocol also comments on it, and
// TiDB has a function for it.
func saying(version, comment, tidb string) *sql.DB {
	a := answering{err: errors.New("nobody answers"), answers: map[string][]string{
		"SELECT version()": {version}, "SELECT version(), @@version_comment": {version, comment},
	}}
	if tidb != "" {
		a.answers["SELECT tidb_version()"] = []string{tidb}
	}
	return sql.OpenDB(a)
}

const (
	commentTiDB = "TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible"
	releaseTiDB = "Release Version: v8.5.2\nEdition: Community\nGit Commit Hash: f43a13324440f92209e2a9f04c0bbe9cf763978d\nGit Branch: HEAD\n" +
		"UTC Build Time: 2025-05-29 03:30:55\nGoVersion: go1.23.8\nRace Enabled: false\nCheck Table Before Drop: false\nStore: tikv"
)

// Answers to SELECT version(), and to the others, as the products' documentation,
// transcripts and logs of their users and TiDB's published parser show them.
func TestProducts(t *testing.T) {
	for _, c := range []struct {
		kind          dbserver.Kind
		short         string
		version       string
		comment, tidb string
		name, number  string
	}{
		{dbserver.Postgres, "18.6", "PostgreSQL 18.6 (Debian 18.6-3) on x86_64-pc-linux-gnu, compiled by x86_64-linux-gnu-gcc (Debian 16.2.0-1) 16.2.0, 64-bit", "", "", "PostgreSQL", "18.6"},
		{dbserver.Postgres, "13.0.0", "CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15 21:28:29, go1.22.2 X:nocoverageredesign)", "", "", CockroachDB, "v24.1.0"},
		{dbserver.Postgres, "13.0.0", "CockroachDB OSS v20.2.4 (x86_64-unknown-linux-gnu, built 2021/01/21 00:07:44, go1.13.14)", "", "", CockroachDB, "v20.2.4"},
		{dbserver.Postgres, "13.0.0", "CockroachDB v25.2.1 (x86_64-pc-linux-gnu, built 2025/06/17 18:38:00, go1.23.7)", "", "", CockroachDB, "v25.2.1"},
		{dbserver.Postgres, "13.0.0", "CockroachDB CCL v25.4.0-alpha.2-dev-5f5c6a65f739d6b247afec3411ed1284266bd1f7 (x86_64-pc-linux-gnu, built 2025/09/17 06:08:24, go1.23.12 X:nocoverageredesign)", "", "", CockroachDB, "v25.4.0-alpha.2-dev-5f5c6a65f739d6b247afec3411ed1284266bd1f7"},
		{dbserver.Postgres, "11.2-YB-2.20.1.3-b0", "PostgreSQL 11.2-YB-2.20.1.3-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6, 64-bit", "", "", YugabyteDB, "2.20.1.3-b0"},
		{dbserver.Postgres, "11.2-YB-2024.2.0.0-b0", "PostgreSQL 11.2-YB-2024.2.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6 (https://github.com/yugabyte/llvm-project.git 9b881774e40024e901fc6f3d313607b071c08631), 64-bit", "", "", YugabyteDB, "2024.2.0.0-b0"},
		{dbserver.Postgres, "15.2-YB-2.25.0.0-b0", "PostgreSQL 15.2-YB-2.25.0.0-b489 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit", "", "", YugabyteDB, "2.25.0.0-b489"},
		{dbserver.Postgres, "15.12-YB-2025.1.0.0-b0", "PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu", "", "", YugabyteDB, "2025.1.0.0-b0"},
		{dbserver.MySQL, "8.0.11-TiDB-v8.5.2", "8.0.11-TiDB-v8.5.2", commentTiDB, releaseTiDB, TiDB, "v8.5.2"},
		{dbserver.MySQL, "5.7.25-TiDB-v6.1.0", "5.7.25-TiDB-v6.1.0", "TiDB Server (Apache License 2.0) Community Edition, MySQL 5.7 compatible", "", TiDB, "v6.1.0"},
		{dbserver.MySQL, "5.7.25-TiDB-v5.2.0-alpha-385-g0f0b06ab5", "5.7.25-TiDB-v5.2.0-alpha-385-g0f0b06ab5", "", "", TiDB, "v5.2.0-alpha-385-g0f0b06ab5"},
		{dbserver.MySQL, "8.0.11-TiDB-v8.5.3-serverless", "8.0.11-TiDB-v8.5.3-serverless", commentTiDB, "", TiDB, "v8.5.3-serverless"},
		{dbserver.MySQL, "8.0.11-TiDB-CLOUD.202603.3", "8.0.11-TiDB-CLOUD.202603.3", commentTiDB, "", TiDB, "CLOUD.202603.3"},
		// Its setting server-version has it say what a scanner of weaknesses wants to hear.
		{dbserver.MySQL, "8.0.36", "8.0.36", commentTiDB, releaseTiDB, TiDB, "v8.5.2"},
		{dbserver.MySQL, "8.0.36", "8.0.36", commentTiDB, "of another form", TiDB, "8.0.36"},
		{dbserver.MySQL, "9.7.4", "9.7.4", "MySQL Community Server - GPL", "", "MySQL", "9.7.4"},
		{dbserver.MariaDB, "11.8.9-MariaDB", "11.8.9-MariaDB-ubu2404", "", "", "MariaDB", "11.8.9-MariaDB"},
	} {
		db := saying(c.version, c.comment, c.tidb)
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
	for kind, db := range map[dbserver.Kind]*sql.DB{
		dbserver.Postgres: sql.OpenDB(answering{err: errors.New("nobody answers")}),
		dbserver.MariaDB:  sql.OpenDB(answering{err: errors.New("nobody answers")}),
		dbserver.MySQL:    saying("8.0.36", commentTiDB, ""), // and then falls silent
	} {
		if p, err := productOf(t.Context(), kind, "18", db); err == nil || !strings.Contains(err.Error(), "nobody answers") || p != (Product{}) {
			t.Errorf("%s: got %+v, %v", kind, p, err)
		}
		db.Close()
	}
}

// Another product has no pool whose size is known, and no checkpoints at all.
func TestUnmetByProduct(t *testing.T) {
	p := Product{Name: TiDB}
	if notes := p.Unmet(engine.Conditions{}); notes != nil {
		t.Errorf("got %q", notes)
	}
	notes := p.Unmet(engine.Conditions{BufferPool: 64 << 20, Checkpoints: engine.SeveralCheckpoints})
	if len(notes) != 2 || !strings.Contains(notes[0], "64 MB") || !strings.Contains(notes[1], "TiDB has none") {
		t.Errorf("got %q", notes)
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
