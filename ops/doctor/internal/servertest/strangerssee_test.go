package servertest

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

// seen is all that is compared before and after.
type seen struct {
	rows    map[string]*tableRows
	catalog []string
	plans   []reading
	old     []string
}

func (s *strangerDB) see(t *testing.T) *seen {
	t.Helper()
	x := &seen{rows: allRows(t, s.db, s.kind), catalog: catalog(t, s.db, s.kind)}
	for _, q := range s.Plans {
		x.plans = append(x.plans, readingOf(t, s.db, strangers.Filled(q, 1)))
	}
	for _, q := range s.Old {
		x.old = append(x.old, affected(t, s.db, strangers.Filled(q, 1)))
	}
	return x
}

// takeInventory takes one before a move.
func (s *strangerDB) takeInventory(t *testing.T) *inventory.Inventory {
	t.Helper()
	v, err := inventory.Take(t.Context(), inventory.Options{DSN: s.dsn})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// compareInventory takes another one, and fails if something else differs than what a move is for, and what others wrote.
func (s *strangerDB) compareInventory(t *testing.T, before *inventory.Inventory, wrote func(what string) bool) {
	t.Helper()
	after, err := inventory.Take(t.Context(), inventory.Options{DSN: s.dsn, Before: before})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range before.Compare(after) {
		if d.Class != inventory.Meant && !wrote(d.What) {
			t.Errorf("inventory: %v", d)
		}
	}
}

// affected tries a statement and returns how many rows it changes, or its error.
func affected(t *testing.T, db *sql.DB, statement string) string {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	r, err := tx.ExecContext(t.Context(), statement)
	if err != nil {
		return err.Error()
	}
	n, err := r.RowsAffected()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(n)
}

// reading is how a query reads its tables, if it uses indexes wherever it can.
type reading struct {
	inFull     []string // tables
	conditions int      // of indexes
}

// readingOf asks PostgreSQL for its plan.
func readingOf(t *testing.T, db *sql.DB, query string) (r reading) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, set := range []string{"seqscan", "hashjoin", "mergejoin", "bitmapscan"} {
		if _, err := tx.ExecContext(t.Context(), "SET LOCAL enable_"+set+" = off"); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := tx.QueryContext(t.Context(), "EXPLAIN (COSTS OFF) "+query)
	if err != nil {
		t.Errorf("%s: %v", query, err)
		return r
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		if _, after, ok := strings.Cut(line, "Seq Scan on "); ok {
			r.inFull = append(r.inFull, after)
		}
		if strings.Contains(line, "Index Cond:") {
			r.conditions++
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(r.inFull)
	return r
}

// check compares what was seen before a move with what is there now. Others wrote rows of their own meanwhile.
func (s *strangerDB) check(t *testing.T, m *strangers.Case, before *seen, w *strangerWriter) (after *seen) {
	t.Helper()
	analyzeAll(t, s.db, s.kind)
	after = s.see(t)
	w.check(t, sameRows(t, before.rows, after.rows))
	changed := typesChanged(before.rows, after.rows)
	plain := func(c string) string { return strings.ToLower(strings.TrimPrefix(strangers.Unquoted(c), "public.")) }
	has := func(c string) bool {
		return slices.ContainsFunc(changed, func(x string) bool { return plain(x) == plain(c) })
	}
	for _, c := range slices.Concat(m.Columns, m.With, m.Found) {
		if !has(c) {
			t.Errorf("column %s has not moved", c)
		}
	}
	for _, c := range m.Unmoved {
		if has(c) {
			t.Errorf("column %s has moved", c)
		}
	}
	sameCatalog(t, withoutForms(before.catalog, before.rows, changed), withoutForms(after.catalog, after.rows, changed))
	joined := 0
	for _, j := range joinables(before.rows) {
		from, to := j.table+"."+j.column, j.other+"."+j.key
		if slices.Contains(m.Leave, from) || slices.Contains(m.Leave, to) || !slices.Contains(changed, from) && !slices.Contains(changed, to) {
			continue
		}
		joined++
		if want, got := j.wanted(after.rows), j.counts(t, s.db, s.kind); got != want {
			t.Errorf("%v joins %s rows, want %s", j, got, want)
		}
	}
	t.Logf("%d columns have moved, %d pairs of columns join, %d writes", len(changed), joined, len(w.written))
	for i, q := range s.Plans {
		was, is := before.plans[i], after.plans[i]
		if !slices.Equal(was.inFull, is.inFull) || is.conditions < was.conditions {
			t.Errorf("%s: with %d conditions of indexes it read %q in full, and now with %d %q", q, was.conditions, was.inFull, is.conditions, is.inFull)
		}
	}
	for i, q := range s.Old {
		// On MySQL and MariaDB texts match no bytes.
		if after.old[i] != before.old[i] && (s.kind == dbserver.Postgres || after.old[i] != "0") {
			t.Errorf("%s: it changed %s rows and changes %s", q, before.old[i], after.old[i])
		}
	}
	return after
}

// outputOf runs a script and returns what it prints.
func outputOf(t *testing.T, db *sql.DB, kind dbserver.Kind, script string) (string, error) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }() // closes it
	var out strings.Builder
	for _, statement := range strangers.Split(string(kind), script) {
		if err := outputOfOne(t, conn, statement, &out); err != nil {
			return out.String(), err
		}
	}
	return out.String(), nil
}

func outputOfOne(t *testing.T, conn *sql.Conn, statement string, out *strings.Builder) error {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), statement)
	if err != nil {
		return fmt.Errorf("%.300s: %w", statement, err)
	}
	defer rows.Close()
	for more := true; more; more = rows.NextResultSet() {
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		for rows.Next() {
			row, to := make([]sql.NullString, len(columns)), make([]any, len(columns))
			for i := range row {
				to[i] = &row[i]
			}
			if err := rows.Scan(to...); err != nil {
				return err
			}
			fmt.Fprintln(out, row)
		}
	}
	return rows.Err()
}
