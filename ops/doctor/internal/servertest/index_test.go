package servertest

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// many are rows enough for several hundred leaf pages.
const many = 20_000

// near checks a figure against the truth.
func near(t *testing.T, what string, f source.Figure, want, share float64) {
	t.Helper()
	if !f.Known() || math.Abs(f.Value-want) > share*want {
		t.Errorf("%s: got %+v, want %g within %g %%", what, f, want, 100*share)
	}
}

func indexOf(t *testing.T, r *inspect.Report, table string) inspect.Index {
	t.Helper()
	for _, x := range r.Indexes {
		if x.Table == table && x.Primary {
			return x
		}
	}
	t.Fatalf("no primary key of %s in %+v", table, r.Indexes)
	return inspect.Index{}
}

// The estimate and pgstatindex agree.
func TestPostgresIndexFigures(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	db := open(t, "pgx", d.DSN)
	execute(t, db, "CREATE TABLE v (id uuid PRIMARY KEY, n int)", "CREATE EXTENSION pgstattuple")
	fill(t, db, dbserver.Postgres, "v", many, "id, n", func() any { return text(v4()) }, func() any { return 7 })
	execute(t, db, "VACUUM ANALYZE v")
	var leaves, density float64
	if err := db.QueryRowContext(t.Context(), "SELECT leaf_pages, avg_leaf_density FROM pgstatindex('v_pkey')").Scan(&leaves, &density); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method string
		before string
		share  float64
	}{
		{"pgstatindex", "SELECT 1", 1e-9},
		{"estimate", "DROP EXTENSION pgstattuple", 0.03},
	} {
		execute(t, db, c.before)
		x := indexOf(t, run(t, inspect.Options{DSN: d.DSN}), "v")
		if x.Method != c.method {
			t.Errorf("method %s, want %s", x.Method, c.method)
		}
		near(t, c.method+" leaf pages", x.Leaves, leaves, c.share)
		near(t, c.method+" fill", x.Fill, density, c.share)
		near(t, c.method+" entries", x.Entries, many, 0.02)
		if x.Fill.Estimate != (c.method == "estimate") {
			t.Errorf("%s: %+v", c.method, x.Figures)
		}
	}
}

func TestInnoDBIndexFigures(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE v (id binary(16) PRIMARY KEY, n varchar(300) NOT NULL, m int)")
			fill(t, db, kind, "v", many, "id, n, m", func() any { x := v4(); return x[:] }, func() any { return strings.Repeat("x", 100) }, func() any { return 7 })
			execute(t, db, "ANALYZE TABLE v")
			x := indexOf(t, run(t, inspect.Options{DSN: d.DSN}), "v")
			// 1,264 leaf pages of 100,000 rows with one column less in docs/benchmark.md.
			near(t, "entries", x.Entries, many, 0.1)
			near(t, "fill", x.Fill, 65, 0.15)
			if !x.Fill.Estimate || !x.Clustered {
				t.Errorf("got %+v", x)
			}
		})
	}
}

func TestSQLiteIndexFigures(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.sqlite")
	db := open(t, "sqlite", name)
	execute(t, db, "CREATE TABLE v (id BLOB PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE s (id INTEGER PRIMARY KEY, n TEXT)")
	fill(t, db, "", "v", many, "id", func() any { x := v4(); return x[:] })
	n := 0
	fill(t, db, "", "s", many, "id, n", func() any { n++; return n }, func() any { return "some text" })
	execute(t, db, "CREATE TABLE c (tenant INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY (tenant, id)) WITHOUT ROWID")
	fill(t, db, "", "c", many, "tenant, id", func() any { n++; return 1000 + n%20 }, func() any { x := v4(); return x[:] })
	r := run(t, inspect.Options{DSN: name})
	for _, c := range r.Columns {
		// Few values of the first column of a key are no reason for a small sample.
		if c.Table == "c" && c.IDs.Sampled < 200 {
			t.Errorf("%d values of %s sampled", c.IDs.Sampled, c.Name)
		}
	}
	v, s := indexOf(t, r, "v"), indexOf(t, r, "s")
	near(t, "entries", v.Entries, many, 0)
	near(t, "entries", s.Entries, many, 0)
	near(t, "fill", v.Fill, 89, 0.1)
}
