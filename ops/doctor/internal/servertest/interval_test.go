package servertest

import (
	"cmp"
	"database/sql"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// shape is a table whose changes are predicted and carried out. Its rows have the numbers i.
type shape struct {
	name    string
	columns string // with {id}, {text} and {table}
	// insert are the values of row i, with {v4}, {v4text} and {ordered}.
	insert string
	// deleted is a condition for the rows that are deleted at last; empty for none.
	deleted string
	// fresh is the part of the rows that old statistics have seen.
	fresh float64
	// convert turns the text of the column into bytes.
	convert string
}

const (
	half   = 0.5
	recent = 0.97
)

var shapes = []shape{
	{"narrow", "id {id} PRIMARY KEY, n int NOT NULL", "{v4}, i", "", half, ""},
	{"middling", "id {id} PRIMARY KEY, n varchar(200) NOT NULL", "{v4}, {x:90}", "", recent, ""},
	{"varied", "id {id} PRIMARY KEY, n varchar(400) NOT NULL", "{v4}, {x:20 + i * 7919 % 300}", "", half, ""},
	{"growing", "id {id} PRIMARY KEY, n varchar(400) NOT NULL", "{v4}, {x:10 + i * 300 / {rows}}", "", recent, ""},
	{"texts", "id {text} PRIMARY KEY, n varchar(200) NOT NULL", "{v4text}, {x:90}", "", half, "id"},
	{"bare", "id {text} PRIMARY KEY, n int NOT NULL", "{v4text}, i", "", recent, "id"},
	{"sorted", "id {text} PRIMARY KEY, n varchar(400) NOT NULL", "{orderedtext}, {x:10 + i * 300 / {rows}}", "", half, "id"},
	{"token", "id bigint PRIMARY KEY, token {id} NOT NULL, n varchar(100) NOT NULL, {unique}", "i, {v4}, {x:50}", "", recent, ""},
	{"secret", "id bigint PRIMARY KEY, token {text} NOT NULL, n varchar(100) NOT NULL, {unique}", "i, {v4text}, {x:50}", "", half, "token"},
	{"deleted", "id {id} PRIMARY KEY, n varchar(200) NOT NULL", "{v4}, {x:60}", "n IS NOT NULL AND {mod} < 6", recent, ""},
	{"wide", "id {id} PRIMARY KEY, n varchar(400) NOT NULL", "{v4}, {x:250}", "", half, ""},
	{"lengthy", "id {text} PRIMARY KEY, n varchar(200) NOT NULL", "{v4text}, {x:150}", "", recent, "id"},
	{"expired", "id {text} PRIMARY KEY, n varchar(200) NOT NULL", "{orderedtext}, {x:60}", "id < {middle}", half, "id"},
}

// lab carries out changes on one server.
type lab struct {
	kind dbserver.Kind
	db   *sql.DB
	rows int
}

// sql fills the parts of a statement that differ between the servers.
func (l lab) sql(table, s string) string {
	f := map[dbserver.Kind]statements{"": {
		binary: "BLOB", text: sqliteV4, random: "unhex(" + sqliteV4 + ", '-')",
	}}[l.kind]
	if l.kind != "" {
		f = forServer[l.kind]
	}
	orderedText := map[dbserver.Kind]string{
		dbserver.Postgres: "'018f0000-0000-7000-8000-' || lpad(to_hex(i), 12, '0')", "": "printf('018f0000-0000-7000-8000-%012x', i)",
	}[l.kind]
	if orderedText == "" {
		orderedText = "CONCAT('018f0000-0000-7000-8000-', LPAD(LOWER(HEX(i)), 12, '0'))"
	}
	ordered := map[dbserver.Kind]string{dbserver.Postgres: f.ordered, "": "unhex(" + orderedText + ", '-')"}[l.kind]
	if ordered == "" {
		ordered = f.ordered
	}
	text := map[dbserver.Kind]string{dbserver.Postgres: `varchar(36) COLLATE "C"`, "": "TEXT"}[l.kind]
	if text == "" {
		text = "varchar(36) CHARACTER SET ascii COLLATE ascii_bin"
	}
	mod := map[dbserver.Kind]string{dbserver.Postgres: "abs(hashtext(id::text)) % 10", "": "unicode(hex(substr(id, 16))) % 10"}[l.kind]
	if mod == "" {
		mod = "CRC32(id) % 10"
	}
	for from, to := range map[string]string{"{id}": f.binary, "{text}": text, "{v4}": f.random, "{v4text}": f.text, "{ordered}": ordered, "{orderedtext}": orderedText,
		"{rows}": strconv.Itoa(l.rows), "{unique}": "CONSTRAINT " + table + "_token UNIQUE (token)", "{mod}": mod, "{middle}": fmt.Sprintf("'018f0000-0000-7000-8000-%012x'", l.rows/2)} {
		s = strings.ReplaceAll(s, from, to)
	}
	for strings.Contains(s, "{x:") {
		before, after, _ := strings.Cut(s, "{x:")
		n, rest, _ := strings.Cut(after, "}")
		repeat := "REPEAT('x', " + n + ")"
		if l.kind == "" {
			repeat = "substr('" + strings.Repeat("x", 400) + "', 1, " + n + ")"
		}
		s = before + repeat + rest
	}
	return s
}

// series is a table of the numbers i.
func (l lab) series(from, to int) string {
	switch l.kind {
	case dbserver.Postgres:
		return fmt.Sprintf("generate_series(%d, %d) AS n(i)", from, to)
	case dbserver.MariaDB:
		return fmt.Sprintf("(SELECT seq AS i FROM seq_%d_to_%d) AS n", from, to)
	}
	return fmt.Sprintf("(WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) AS n", from, to)
}

func (l lab) insert(t *testing.T, table, values string, from, to int) {
	t.Helper()
	execute(t, l.db, "INSERT INTO "+table+" SELECT "+l.sql(table, values)+" FROM "+l.series(from, to)+" ORDER BY i")
}

// create creates a table without its rows.
func (l lab) create(t *testing.T, table string, s shape) {
	t.Helper()
	option := map[dbserver.Kind]string{dbserver.Postgres: " WITH (autovacuum_enabled = off)", "": ""}
	with, ok := option[l.kind]
	if !ok {
		with = " STATS_AUTO_RECALC=0"
	}
	if l.kind == "" && !strings.Contains(s.columns, "{unique}") && s.name != "middling" {
		with = " WITHOUT ROWID"
	}
	execute(t, l.db, "CREATE TABLE "+table+" ("+l.sql(table, s.columns)+")"+with)
}

// analyze updates the statistics.
func (l lab) analyze(t *testing.T, table string) {
	t.Helper()
	if l.kind != "" {
		refresh(t, l.db, l.kind, table)
	}
}

// sizes returns the bytes of a table's trees by their names: those of their files on
// PostgreSQL, and of the leaf pages in InnoDB.
func (l lab) sizes(t *testing.T, table string) map[string]float64 {
	t.Helper()
	query := map[dbserver.Kind]string{
		dbserver.Postgres: "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE oid = '" + table + "'::regclass OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = '" + table + "'::regclass)",
		"":                "SELECT name, SUM(pgsize) FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name = '" + table + "' GROUP BY name",
	}[l.kind]
	if query == "" {
		l.analyze(t, table)
		query = "SELECT index_name, stat_value * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND stat_name = 'n_leaf_pages' AND table_name = '" + table + "'"
	}
	return valuesByName[float64](t, l.db, query)
}

// said is what the doctor said in one mode: with which rights and statistics.
type said struct {
	mode string
	*inspect.Report
	sizes map[string]map[string]float64 // of the trees, by table; nil if they are those of the end
}

// verdict compares a printed saving with the real one.
type verdict struct {
	kind, mode, table string
	change            inspect.Change
	real              float64
}

// holds reports whether the real saving is in the interval, or not above the bound.
func (v verdict) holds() bool {
	s := v.change.Saves
	return s.AtMost && v.real <= s.Value || !s.AtMost && s.Low <= v.real && v.real <= s.High
}

func (v verdict) String() string {
	const mib = 1 << 20
	s, interval := v.change.Saves, ""
	if !s.AtMost {
		interval = fmt.Sprintf("%.3f to %.3f", s.Low/mib, s.High/mib)
	}
	return fmt.Sprintf("%-10s %-22s %-9s %-12s %-8s %7.3f  %-16s %7.3f  %v", v.kind, v.mode, v.table, v.change.Action, map[bool]string{true: "at most"}[s.AtMost], s.Value/mib, interval, v.real/mib, v.holds())
}

// carryOut makes the changes that any of the reports names, and compares what they save.
func (l lab) carryOut(t *testing.T, reports []said) (list []verdict) {
	t.Helper()
	sizes := l.allSizes(t) // before the first change: VACUUM of SQLite rebuilds all tables
	for _, s := range shapes {
		before := sizes[s.name]
		for _, action := range []inspect.Action{inspect.OrderedKeys, inspect.Rebuild, inspect.ColumnType} {
			step, ok := firstStep(reports, action, s.name)
			if !ok {
				continue
			}
			after := l.change(t, s, action, step)
			for _, r := range reports {
				for _, c := range r.Changes {
					if c.Action != action || c.Table != s.name || !c.Saves.Known() {
						continue
					}
					before := before
					if r.sizes != nil {
						before = r.sizes[s.name]
					}
					saved := 0.0
					for _, tree := range c.Trees {
						saved += sizeOfTree(t, before, tree) - sizeOfTree(t, after, tree)
					}
					list = append(list, verdict{r.Server.Product, r.mode, s.name, c, saved})
				}
			}
		}
	}
	return list
}

// allSizes returns the sizes of the trees of all shapes by their tables.
func (l lab) allSizes(t *testing.T) map[string]map[string]float64 {
	t.Helper()
	var tables []string
	for _, s := range shapes {
		tables = append(tables, s.name)
	}
	return l.sizesOf(t, tables)
}

// sizesOf returns the sizes of the trees of some tables by these.
func (l lab) sizesOf(t *testing.T, tables []string) map[string]map[string]float64 {
	t.Helper()
	sizes := make(map[string]map[string]float64)
	for _, name := range tables {
		sizes[name] = l.sizes(t, name)
	}
	return sizes
}

// sizeOfTree returns the size of a tree. That of a primary key of SQLite that holds the rows has
// the table's name.
func sizeOfTree(t *testing.T, sizes map[string]float64, tree inspect.Tree) float64 {
	t.Helper()
	size, ok := sizes[tree.Index]
	if !ok {
		size, ok = sizes[tree.Table]
	}
	if !ok {
		t.Fatalf("no size of %+v in %v", tree, sizes)
	}
	return size
}

// firstStep returns the first step of a change, if a report names the change.
func firstStep(reports []said, action inspect.Action, table string) (string, bool) {
	for _, r := range reports {
		for _, c := range r.Changes {
			if c.Action == action && c.Table == table {
				return c.Steps[0].Text, true
			}
		}
	}
	return "", false
}

// change carries out a change and returns the sizes of the table's trees after it.
func (l lab) change(t *testing.T, s shape, action inspect.Action, step string) map[string]float64 {
	t.Helper()
	switch action {
	case inspect.OrderedKeys:
		// The same rows with ordered keys, in a table of their own.
		const other = "other"
		l.create(t, other, s)
		values := strings.NewReplacer("{v4}", "{ordered}", "{v4text}", "{orderedtext}").Replace(s.insert)
		l.insert(t, other, values, 1, l.rows-l.gone(t, s))
		after := make(map[string]float64)
		for tree, size := range l.sizes(t, other) {
			after[strings.Replace(tree, other, s.name, 1)] = size
		}
		execute(t, l.db, "DROP TABLE "+other)
		if size, ok := after["sqlite_autoindex_other_1"]; ok {
			after["sqlite_autoindex_"+s.name+"_1"] = size
		}
		return after
	case inspect.Rebuild:
		statement, _, _ := strings.Cut(step, ";")
		execute(t, l.db, statement)
	case inspect.ColumnType:
		l.convert(t, s)
	}
	return l.sizes(t, s.name)
}

// gone is how many rows were deleted.
func (l lab) gone(t *testing.T, s shape) int {
	t.Helper()
	var n int
	if err := l.db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+s.name).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return l.rows - n
}

// convert turns a column of texts into one of bytes.
func (l lab) convert(t *testing.T, s shape) {
	t.Helper()
	c := s.convert
	switch l.kind {
	case dbserver.Postgres:
		execute(t, l.db, fmt.Sprintf("ALTER TABLE %s ALTER COLUMN %s TYPE uuid USING %s::uuid", s.name, c, c))
	case "":
		columns := strings.ReplaceAll(s.columns, c+" {text}", c+" {id}")
		execute(t, l.db, "ALTER TABLE "+s.name+" RENAME TO old")
		l.create(t, s.name, shape{name: s.name, columns: columns})
		values := map[string]string{"id": "unhex(id, '-'), n", "token": "id, unhex(token, '-'), n"}[c]
		execute(t, l.db, "INSERT INTO "+s.name+" SELECT "+values+" FROM old", "DROP TABLE old", "VACUUM")
	default:
		key := map[string]string{"id": "PRIMARY KEY", "token": "KEY " + s.name + "_token"}[c]
		add := map[string]string{"id": "PRIMARY KEY (raw)", "token": "UNIQUE KEY " + s.name + "_token (raw)"}[c]
		execute(t, l.db, "ALTER TABLE "+s.name+" ADD COLUMN raw BINARY(16)", "UPDATE "+s.name+" SET raw = UNHEX(REPLACE("+c+", '-', ''))",
			fmt.Sprintf("ALTER TABLE %s DROP %s, DROP COLUMN %s, MODIFY raw BINARY(16) NOT NULL FIRST, ADD %s", s.name, key, c, add),
			fmt.Sprintf("ALTER TABLE %s RENAME COLUMN raw TO %s", s.name, c), "OPTIMIZE TABLE "+s.name)
	}
}

// Each saving that the doctor prints with an interval is in it, in 19 of 20 cases on each server: with all
// rights, with SELECT only, and with old statistics. Without statistics there is no interval.
// With -v the test prints the cases.
func TestIntervals(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			if *savingRows == 0 && (kind == dbserver.MySQL || kind == dbserver.MariaDB) {
				t.Skip("-saving-rows runs it: InnoDB takes minutes to change all tables")
			}
			d, db := openMany(t, kind)
			l := lab{kind, db, cmp.Or(*savingRows, 15_000)}
			for _, s := range shapes {
				l.create(t, s.name, s)
				l.insert(t, s.name, s.insert, 1, int(float64(l.rows)*s.fresh))
			}
			selecting := reader(t, db, d, names(shapes)...)
			var reports []said
			look := func(mode, dsn string) {
				s := said{mode: mode, Report: run(t, inspect.Options{DSN: dsn})}
				if kind == dbserver.Postgres { // VACUUM makes files smaller
					s.sizes = l.allSizes(t)
				}
				reports = append(reports, s)
			}
			if kind == dbserver.Postgres {
				for _, c := range run(t, inspect.Options{DSN: d.DSN}).Changes {
					if c.Saves.Known() && !c.Saves.AtMost {
						t.Errorf("without statistics: %s of %s saves %+v", c.Action, c.Table, c.Saves)
					}
				}
			}
			for _, s := range shapes {
				l.analyze(t, s.name)
				l.insert(t, s.name, s.insert, int(float64(l.rows)*s.fresh)+1, l.rows)
				if s.deleted != "" {
					execute(t, db, l.sql(s.name, "DELETE FROM "+s.name+" WHERE "+s.deleted))
				}
			}
			if kind == dbserver.Postgres { // the session sends its counters within a second
				execute(t, db, "SELECT pg_stat_force_next_flush()")
			}
			look("old, SELECT", selecting)
			look("old", d.DSN)
			if kind == dbserver.Postgres {
				execute(t, db, "CREATE EXTENSION pgstattuple")
				look("old, pgstattuple", d.DSN)
				execute(t, db, "DROP EXTENSION pgstattuple")
			}
			for _, s := range shapes {
				l.analyze(t, s.name)
			}
			look("SELECT", selecting)
			look("all rights", d.DSN)
			if kind == dbserver.Postgres {
				execute(t, db, "CREATE EXTENSION pgstattuple")
				look("pgstattuple", d.DSN)
			}
			list := l.carryOut(t, reports)
			show(t, list)
		})
	}
	t.Run("sqlite", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "intervals.sqlite")
		l := lab{"", open(t, "sqlite", name), cmp.Or(*savingRows, 15_000)}
		l.db.SetMaxOpenConns(1)
		execute(t, l.db, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF")
		for _, s := range shapes {
			l.create(t, s.name, s)
			l.insert(t, s.name, s.insert, 1, l.rows)
			if s.deleted != "" {
				execute(t, l.db, l.sql(s.name, "DELETE FROM "+s.name+" WHERE "+s.deleted))
			}
		}
		list := l.carryOut(t, []said{{mode: "all rights", Report: run(t, inspect.Options{DSN: name})}})
		show(t, list)
	})
}

func names(list []shape) (names []string) {
	for _, s := range list {
		names = append(names, s.name)
	}
	return names
}

// missed counts the savings that are not what was printed.
func missed(list []verdict) (n int) {
	for _, v := range list {
		if !v.holds() {
			n++
		}
	}
	return n
}

// show prints the cases of a server, of which there must be some for each table.
func show(t *testing.T, list []verdict) {
	t.Helper()
	distinct := map[string]bool{}
	for _, v := range list {
		distinct[v.table+string(v.change.Action)] = true
	}
	lines := []string{fmt.Sprintf("%-10s %-22s %-9s %-12s %-8s %7s  %-16s %7s  %s", "", "mode", "table", "change", "", "saves", "95 % interval", "really", "held, in MiB")}
	for _, v := range list {
		lines = append(lines, v.String())
	}
	t.Logf("%d of %d savings of %d changes are not what was printed\n%s", missed(list), len(list), len(distinct), strings.Join(lines, "\n"))
	if missed(list) > len(list)/20 {
		t.Error("more than one of twenty is wrong")
	}
	if len(list) < len(shapes) {
		t.Errorf("%d savings", len(list))
	}
}
