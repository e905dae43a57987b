package source

import (
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// filed has tables with 3,000 rows of random and ordered keys, by rowid and without it.
func filed(t *testing.T) (name string, db *sql.DB) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "filed.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	var statements strings.Builder
	statements.WriteString("BEGIN; CREATE TABLE byrow (id TEXT PRIMARY KEY, n INTEGER, x TEXT); CREATE INDEX xs ON byrow (x); CREATE TABLE nested (id BLOB PRIMARY KEY, n INTEGER, x TEXT) WITHOUT ROWID; CREATE TABLE counted (id INTEGER PRIMARY KEY, x TEXT, token BLOB UNIQUE);")
	for i := range 3000 {
		k := uint64(i+1) * 0x9E3779B97F4A7C15
		id, x := fmt.Sprintf("%016x%016x", k, k*0xBF58476D1CE4E5B9), strings.Repeat("x", 20+i*7919%60)
		fmt.Fprintf(&statements, "INSERT INTO byrow VALUES ('%s', %d, '%s'); INSERT INTO nested VALUES (x'%s', %d, '%s'); INSERT INTO counted VALUES (%d, '%s', x'%s');", id, i, x, id, i, x, i+1, x, id)
	}
	if _, err := db.ExecContext(t.Context(), statements.String()+"COMMIT"); err != nil {
		t.Fatal(err)
	}
	return name, db
}

// pagesIn returns the leaf pages and all pages of each tree of a file.
func pagesIn(t *testing.T, db *sql.DB) map[string][2]float64 {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT name, COUNT(*) FILTER (WHERE pagetype = 'leaf'), COUNT(*) FROM dbstat GROUP BY name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	list := map[string][2]float64{}
	for rows.Next() {
		var name string
		var n [2]float64
		if err := rows.Scan(&name, &n[0], &n[1]); err != nil {
			t.Fatal(err)
		}
		list[name] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// The figures of SQLite's trees are those of dbstat, and VACUUM makes of them what is predicted.
func TestFileOfSQLite(t *testing.T) {
	name, db := filed(t)
	s, err := Open(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tables, err := s.Tables(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	before := pagesIn(t, db)
	predicted, rewritten := map[string]Pages{}, map[string]Figure{}
	for _, table := range tables {
		var columns []string
		for _, c := range table.Columns {
			columns = append(columns, c.Name)
		}
		sample := s.Sample(t.Context(), table, columns)
		if sample.Missing != "" || sample.Rows < 500 {
			t.Fatalf("%s: %d rows, %s", table.Name, sample.Rows, sample.Missing)
		}
		for i, f := range s.Measure(t.Context(), table, table.Indexes, sample) {
			x := table.Indexes[i]
			tree := treeOf(table, x)
			if n := before[tree]; f.Leaves != Exactly(n[0]) || f.Bytes != Exactly(n[1]*4096) || f.Entries != Exactly(3000) || f.Method != "dbstat" || f.Fill.Value < 50 || f.Fill.Value > 100 {
				t.Errorf("%s: %+v, want %v", tree, f, n)
			}
			predicted[tree] = s.Predict(t.Context(), table, x, sample, f.Entries, Packed)
		}
		if n := before[table.Name]; !table.InIndex() {
			if table.Bytes != Exactly(n[1]*4096) {
				t.Errorf("the rows of %s have %+v, want %v", table.Name, table.Bytes, n)
			}
			rewritten[table.Name] = s.Rewritten(t.Context(), table, sample, Exactly(3000))
		}
		if got := s.Predict(t.Context(), table, table.Indexes[0], sample, Unknown("not counted"), Packed); got != unknownPages("not counted") {
			t.Errorf("%s of unknown rows: %+v", table.Name, got)
		}
		for _, got := range []Pages{s.Predict(t.Context(), table, table.Indexes[0], sample, Exactly(0), Packed), s.Predict(t.Context(), table, table.Indexes[0], Sample{}, Exactly(5), Packed)} {
			if got != unknownPages("no row was sampled") {
				t.Errorf("%s of no rows: %+v", table.Name, got)
			}
		}
	}
	if len(predicted) != 5 || len(rewritten) != 1 {
		t.Errorf("trees %v and %v", predicted, rewritten)
	}
	if _, err := db.ExecContext(t.Context(), "VACUUM"); err != nil {
		t.Fatal(err)
	}
	after := pagesIn(t, db)
	holds := func(what string, f Figure, want float64) {
		t.Helper()
		if !f.Known() || f.Low > want || f.High < want || math.Abs(f.Value/want-1) > 0.02 {
			t.Errorf("%s: %+v, and it was %g", what, f, want)
		}
	}
	for tree, p := range predicted {
		holds("leaf pages of "+tree, p.Leaves, after[tree][0])
		holds("pages of "+tree, p.All, after[tree][1])
	}
	for tree, f := range rewritten {
		holds("rows of "+tree, f, after[tree][1]*4096)
	}
	if got, want := s.Storage(), (Storage{PageSize: 4096}); got != want {
		t.Errorf("storage %+v", got)
	}
}
