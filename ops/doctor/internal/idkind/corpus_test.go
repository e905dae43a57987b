package idkind_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/idkind/kindtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// specimen is a table of the corpus. Its key is the primary key, alone or before a number.
type specimen struct {
	keys
	table     string
	composite bool
}

// specimens returns the tables of which the whole doctor is asked: those whose keys are of no generator, or
// in order although they look random. Their names begin with a or b: the doctor inspects 100 tables at a time.
func specimens(now time.Time) []specimen {
	var list []specimen
	all := slices.Concat(businessKeys(), generated(now))
	for _, k := range all {
		if k.are == nil || k.isOrdered() {
			list = append(list, specimen{keys: k})
		}
	}
	for _, name := range []string{"UUIDv4", "accounts, 16 digits", "snowflake (Twitter's epoch)", "ZIP codes"} {
		k := all[slices.IndexFunc(all, func(k keys) bool { return k.name == name })]
		k.name, k.next = "tenants: "+k.name, fewOf(k.next, 20)
		list = append(list, specimen{keys: k, composite: true})
	}
	for i := range list {
		list[i].table = fmt.Sprintf("%c%d", "ab"[2*i/len(list)], i)
	}
	return list
}

// isOrdered reports whether keys are sequential GUIDs, which look like random ones.
func (k keys) isOrdered() bool {
	return len(k.are) == 1 && strings.HasSuffix(k.are[0], "but ordered by time")
}

// fewOf returns so many different keys again and again.
func fewOf(next func(*rand.Rand) any, n int) func(*rand.Rand) any {
	var few []any
	return func(r *rand.Rand) any {
		for len(few) < n {
			few = append(few, next(r))
		}
		return few[r.IntN(n)]
	}
}

// rows is the number of rows of each table of the corpus.
const rows = 400

// plant creates the tables in a SQLite file.
func plant(t *testing.T, name string, list []specimen) {
	t.Helper()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	execute := func(statement string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatalf("%.200s: %v", statement, err)
		}
	}
	execute("PRAGMA synchronous = OFF")
	for i, s := range list {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		column := "INTEGER"
		switch s.next(r).(type) {
		case []byte:
			column = "BLOB"
		case string:
			column = "TEXT"
		}
		key := "PRIMARY KEY (k)"
		if s.composite {
			key = "PRIMARY KEY (k, n)"
		}
		execute("BEGIN")
		execute(fmt.Sprintf("CREATE TABLE %s (k %s NOT NULL, n int NOT NULL, %s)", s.table, column, key))
		for n := 0; n < rows; { // keys may repeat
			var args []any
			for i := range rows - n {
				args = append(args, s.next(r), n+i)
			}
			values := strings.TrimSuffix(strings.Repeat("(?, ?), ", rows-n), ", ")
			result, err := db.ExecContext(t.Context(), "INSERT OR IGNORE INTO "+s.table+" VALUES "+values, args...)
			if err != nil {
				t.Fatal(err)
			}
			inserted, err := result.RowsAffected()
			if err != nil {
				t.Fatal(err)
			}
			n += int(inserted)
		}
		execute("COMMIT")
	}
}

// Each key of the corpus is what it is. Of business keys, none is certainly an ID of a generator, and one in fifty
// is likely one; IDs are not certainly others. With -v the test prints the wrong answers.
func TestCorpus(t *testing.T) {
	t.Parallel() // after those that are quick
	var c counts
	list := slices.Concat(businessKeys(), generated(latest))
	for _, k := range list {
		c.add(t, k, sampleOf(k, 11, rows, idkind.Hints{Now: latest, Rows: rows}))
	}
	t.Logf("%d keys, %d of them business keys", len(list), c.business)
	if len(list) < 180 || c.business < 50 {
		t.Errorf("%d keys, %d of them business keys", len(list), c.business)
	}
	c.check(t)
	if told := c.ids - c.untold; told < c.ids*9/10 {
		t.Errorf("the doctor knows %d of %d kinds of IDs", told, c.ids)
	}
}

// The whole doctor says the same of tables, and gives no advice for business keys, nor for keys that are in order.
func TestTables(t *testing.T) {
	t.Parallel() // after those that are quick
	list := specimens(time.Now())
	name := filepath.Join(t.TempDir(), "corpus.sqlite")
	plant(t, name, list)
	columns, advice := make(map[string]inspect.KeyColumn), make(map[string][]finding.Name)
	for _, part := range []string{"a*", "b*"} {
		o := inspect.Options{DSN: name}
		o.Filter.Table = part
		r, err := inspect.Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Columns {
			if c.Name == "k" {
				columns[c.Table] = c
			}
		}
		for _, f := range r.Findings {
			if f.Name != finding.TwoTrees { // which business keys may have as well
				advice[f.Table] = append(advice[f.Table], f.Name)
			}
		}
	}
	var c counts
	for _, s := range list {
		column, ok := columns[s.table]
		if !ok {
			t.Errorf("%s: the key is not in the report", s.name)
		}
		c.add(t, s.keys, column.IDs)
		if s.isOrdered() && slices.Contains(advice[s.table], finding.RandomKey) {
			t.Errorf("%s: the keys are in order, and the doctor finds %q", s.name, advice[s.table])
		}
		if s.are == nil && len(advice[s.table]) > 0 {
			t.Errorf("%s: the doctor advises %q", s.name, advice[s.table])
		}
	}
	c.check(t)
}

// counts are how many tables have business keys, and how many of these are likely IDs; how many
// have IDs, and of how many of these the doctor does not say the kind.
type counts struct{ business, likely, ids, untold int }

// guesses are the answers that say of no generator that it made the keys.
var guesses = []string{"nothing", "a business key", "integers", "integers with gaps", "integers of no known layout", "random bytes or a hash", "random text", "bytes of no known layout, but ordered by time"}

// check reports whether more than one answer in fifty is likely and wrong.
func (c *counts) check(t *testing.T) {
	t.Helper()
	if most := (c.business + c.ids) / 50; c.likely > most {
		t.Errorf("%d answers are likely and wrong, want at most %d", c.likely, most)
	}
}

// add compares what keys are and what the doctor says of them.
func (c *counts) add(t *testing.T, s keys, ids idkind.Result) {
	t.Helper()
	answer, sure := kindtest.AnswerOf(ids)
	told := sure == "certain" || sure == "likely"
	// A likely answer may name the right one as what it cannot exclude.
	right := slices.Contains(s.are, answer) || slices.Equal(s.are, []string{"nothing"}) && slices.Contains(guesses, answer) || sure == "likely" && slices.ContainsFunc(ids.Rivals(), func(rival string) bool { return slices.Contains(s.are, rival) })
	switch {
	case s.are == nil:
		c.business++
		if told {
			t.Logf("wrong: %s: %s %s (10^%.1f)", s.name, sure, answer, ids.Parts[0].Chance)
			c.likely++
		}
		if sure == "certain" {
			t.Errorf("%s: certainly %s", s.name, answer)
		}
	case right:
		c.ids++
	case told:
		c.ids++
		c.likely++
		t.Logf("wrong: %s: %s %s", s.name, sure, answer)
		if sure == "certain" {
			t.Errorf("%s: %s %s", s.name, sure, answer)
		}
	default:
		c.ids++
		c.untold++
		if !slices.Contains(guesses, answer) {
			t.Errorf("%s: %s", s.name, answer)
		}
		t.Logf("not recognized: %s: %s", s.name, answer)
	}
}
