package servertest

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/doctor/internal/corpus"
	"github.com/sortid/sortid/doctor/internal/inspect"
	"github.com/sortid/sortid/internal/finding"
)

// specimen is a table of the corpus. Its key is the primary key, alone or before a number.
type specimen struct {
	corpus.Keys
	table     string
	composite bool
}

const businessKey = "a business key"

// kind names what the keys of the table are, in the confusion table.
func (s specimen) kind() string {
	if s.Are == nil {
		return businessKey
	}
	return s.Are[0]
}

// specimens returns the tables of the corpus. The names of the first half begin with a, those
// of the other with b: the doctor inspects 100 tables at a time.
func specimens(now time.Time) []specimen {
	var list []specimen
	for _, k := range slices.Concat(corpus.Business(), corpus.IDs(now)) {
		list = append(list, specimen{Keys: k})
	}
	for _, name := range []string{"UUIDv4", "accounts, 16 digits", "snowflake (Twitter's epoch)", "ZIP codes"} {
		i := slices.IndexFunc(list, func(s specimen) bool { return s.Name == name })
		tenants := list[i]
		tenants.composite, tenants.Name, tenants.Next = true, "tenants: "+name, fewOf(tenants.Next, 20)
		list = append(list, tenants)
	}
	for i := range list {
		list[i].table = fmt.Sprintf("%c%d", "ab"[2*i/len(list)], i)
	}
	return list
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

// columnFor returns the type of a key column.
func columnFor(kind dbserver.Kind, v any) string {
	b, isBytes := v.([]byte)
	_, isText := v.(string)
	switch {
	case kind == "":
		return map[bool]string{true: "BLOB", false: map[bool]string{true: "TEXT", false: "INTEGER"}[isText]}[isBytes]
	case isText && kind == dbserver.Postgres:
		return `text COLLATE "C"`
	case isText:
		return "varchar(64) CHARACTER SET ascii COLLATE ascii_bin"
	case !isBytes:
		return "bigint"
	case kind != dbserver.Postgres:
		return fmt.Sprintf("varbinary(%d)", len(b))
	case len(b) == 16:
		return "uuid"
	}
	return "bytea"
}

// Each table of the corpus is what it is. Of business keys, none is certainly an ID of a
// generator and one in fifty is likely one; IDs are not certainly others. With -v the test
// prints the confusion table.
func TestCorpus(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) { confusionOf(t, kind, dbtest.Open(t, kind).DSN) })
	}
	t.Run("sqlite", func(t *testing.T) { confusionOf(t, "", filepath.Join(t.TempDir(), "corpus.sqlite")) })
}

// confusionOf creates the corpus in a database and checks what the doctor says of it.
func confusionOf(t *testing.T, kind dbserver.Kind, dsn string) {
	t.Helper()
	list := specimens(time.Now())
	plant(t, kind, dsn, list)
	columns, advice := make(map[string]inspect.Column), make(map[string][]finding.Name)
	for _, half := range []string{"a*", "b*"} {
		o := inspect.Options{DSN: dsn}
		o.Filter.Table = half
		r := run(t, o)
		for _, c := range r.Columns {
			if c.Name == "k" {
				columns[c.Table] = c
			}
		}
		for _, f := range r.Findings {
			advice[f.Table] = append(advice[f.Table], f.Name)
		}
	}
	c := confusion{cells: make(map[[2]string][4]int)}
	for _, s := range list {
		column, ok := columns[s.table]
		c.add(t, s, column, ok)
		if s.Are == nil && len(ofIDs(advice[s.table])) > 0 {
			t.Errorf("%s: the doctor advises %q", s.Name, advice[s.table])
		}
	}
	t.Logf("%d tables, %d of them with business keys\n%s", len(list), c.business, c)
	if len(list) < 120 || c.business < 50 {
		t.Errorf("%d tables, %d of them with business keys", len(list), c.business)
	}
	if most := c.business / 50; c.likely > most {
		t.Errorf("%d business keys are likely IDs, want at most %d", c.likely, most)
	}
	if told := c.ids - c.untold; told < c.ids*9/10 {
		t.Errorf("the doctor knows %d of %d kinds of IDs", told, c.ids)
	}
}

// ofIDs leaves out the findings that business keys may have as well.
func ofIDs(list []finding.Name) []finding.Name {
	return slices.DeleteFunc(slices.Clone(list), func(n finding.Name) bool { return n == finding.TwoTrees || n == finding.RedundantIndex })
}

// plant creates the tables.
func plant(t *testing.T, kind dbserver.Kind, dsn string, list []specimen) {
	t.Helper()
	driver := "sqlite"
	if kind != "" {
		driver = kind.Driver()
	}
	db := open(t, driver, dsn)
	if kind == "" {
		db.SetMaxOpenConns(1)
		execute(t, db, "PRAGMA synchronous = OFF", "PRAGMA journal_mode = MEMORY")
	}
	for i, s := range list {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		first := s.Next(r)
		key := "PRIMARY KEY (k)"
		if s.composite {
			key = "PRIMARY KEY (k, n)"
		}
		execute(t, db, fmt.Sprintf("CREATE TABLE %s (k %s NOT NULL, n int NOT NULL, %s)", s.table, columnFor(kind, first), key))
		next := func() any { return plain(kind, s.Next(r)) }
		if !s.composite {
			next = different(next)
		}
		const rows = 400 // two statements
		fill(t, db, kind, s.table, rows, "k, n", next, counting(1))
	}
	switch kind {
	case dbserver.Postgres:
		execute(t, db, "ANALYZE")
	case dbserver.MySQL, dbserver.MariaDB:
		for _, s := range list {
			execute(t, db, "ANALYZE TABLE "+s.table)
		}
	}
}

// plain returns a key as the column of the server takes it.
func plain(kind dbserver.Kind, v any) any {
	if b, ok := v.([]byte); ok && kind == dbserver.Postgres && len(b) == 16 {
		return text([16]byte(b))
	}
	return v
}

// different leaves out keys that were there before.
func different(next keys) keys {
	seen := make(map[string]bool)
	return func() any {
		for {
			v := next()
			if s := fmt.Sprint(v); !seen[s] {
				seen[s] = true
				return v
			}
		}
	}
}

// confusion counts tables by what they are and what the doctor says of them, and how surely:
// certain, likely, a guess, or nothing.
type confusion struct {
	cells                         map[[2]string][4]int
	business, likely, ids, untold int
}

// guesses are the answers that say of no generator that it made the keys.
var guesses = []string{"nothing", businessKey, "integers", "integers with gaps", "integers of no known layout", "random bytes or a hash"}

func (c *confusion) add(t *testing.T, s specimen, column inspect.Column, reported bool) {
	t.Helper()
	answer, sure := "nothing", ""
	switch {
	case !reported:
	case column.IDs.Business != "":
		answer = businessKey
	default:
		var names []string
		for _, p := range column.IDs.Parts {
			names = append(names, p.String())
		}
		answer, sure = strings.Join(names, " and "), column.IDs.Parts[0].Sureness()
	}
	cell := c.cells[[2]string{s.kind(), answer}]
	cell[max(0, slices.Index([]string{"certain", "likely", "a guess"}, sure))+map[bool]int{true: 3}[sure == ""]]++
	c.cells[[2]string{s.kind(), answer}] = cell
	told := sure == "certain" || sure == "likely"
	// A likely answer may name the right one as what it cannot exclude.
	right := slices.Contains(s.Are, answer) || sure == "likely" && slices.ContainsFunc(column.IDs.Rivals(), func(rival string) bool { return slices.Contains(s.Are, rival) })
	switch {
	case s.Are == nil:
		c.business++
		if told {
			t.Logf("wrong: %s: %s %s (10^%.1f)", s.Name, sure, answer, column.IDs.Parts[0].Chance)
			c.likely++
		}
		if sure == "certain" {
			t.Errorf("%s: certainly %s", s.Name, answer)
		}
	case right:
		c.ids++
	case told:
		c.ids++
		t.Errorf("%s: %s %s", s.Name, sure, answer)
	default:
		c.ids++
		c.untold++
		if !slices.Contains(guesses, answer) {
			t.Errorf("%s: %s", s.Name, answer)
		}
		t.Logf("not recognized: %s: %s", s.Name, answer)
	}
}

// String returns the table, the business keys first.
func (c confusion) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-36s %-36s %8s %8s %8s %8s\n", "what it is", "what the doctor says", "certain", "likely", "a guess", "no ID")
	keys := slices.SortedFunc(maps.Keys(c.cells), func(x, y [2]string) int {
		first := func(s string) int { return map[bool]int{true: -1}[s == businessKey] }
		return cmp.Or(first(x[0])-first(y[0]), strings.Compare(x[0], y[0]), strings.Compare(x[1], y[1]))
	})
	for _, k := range keys {
		fmt.Fprintf(&b, "%-36s %-36s", k[0], k[1])
		for _, n := range c.cells[k] {
			if n == 0 {
				fmt.Fprintf(&b, " %8s", "")
				continue
			}
			fmt.Fprintf(&b, " %8d", n)
		}
		b.WriteString("\n")
	}
	return b.String()
}
