package servertest

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// growths are tables of random keys, which get as many rows again. The last one was rebuilt.
var growths = []shape{
	{"narrow", "id {id} PRIMARY KEY, n int NOT NULL", "{v4}, i", "", 0, ""},
	{"middling", "id {id} PRIMARY KEY, n varchar(200) NOT NULL", "{v4}, {x:90}", "", 0, ""},
	{"varied", "id {id} PRIMARY KEY, n varchar(400) NOT NULL", "{v4}, {x:20 + i * 7919 % 300}", "", 0, ""},
	{"texts", "id {text} PRIMARY KEY, n varchar(200) NOT NULL", "{v4text}, {x:40}", "", 0, ""},
	{"rebuilt", "id {id} PRIMARY KEY, n varchar(200) NOT NULL", "{v4}, {x:50}", "", 0, ""},
}

// measured is an index after the new rows.
type measured struct{ bytes, leaves, fill, touched float64 }

// What the doctor says of new rows comes true, with random keys again and with ordered ones: the
// size, the fill, and the leaf pages of the last 1,000 rows.
func TestGrowth(t *testing.T) {
	total, wrong := 0, 0
	for _, kind := range append(dbserver.Kinds(), "") {
		name, grown := cmp.Or(string(kind), "sqlite"), growthsOn(kind)
		t.Run(name, func(t *testing.T) {
			l, dsn := growthLab(t, kind)
			for _, s := range grown {
				for _, ordered := range []bool{false, true} {
					table := s.name + map[bool]string{true: "_v7", false: "_v4"}[ordered]
					l.create(t, table, s)
					l.insert(t, table, s.insert, 1, l.rows)
					if s.name == "rebuilt" {
						l.rebuild(t, table)
					}
					l.analyze(t, table)
				}
			}
			r := run(t, inspect.Options{DSN: dsn})
			for _, s := range grown {
				for _, ordered := range []bool{false, true} {
					table := s.name + map[bool]string{true: "_v7", false: "_v4"}[ordered]
					said := growthOf(t, r, table, ordered)
					values := s.insert
					if ordered {
						values = strings.NewReplacer("{v4}", "{ordered}", "{v4text}", "{orderedtext}").Replace(values)
					}
					l.insert(t, table, values, l.rows+1, 2*l.rows-source.LastRows)
					got := l.measure(t, table, func() { l.insert(t, table, values, 2*l.rows-source.LastRows+1, 2*l.rows) })
					for _, c := range []struct {
						what string
						said source.Figure
						got  float64
					}{{"bytes", said.Bytes, got.bytes}, {"leaf pages", said.Leaves, got.leaves}, {"fill", said.Fill, got.fill}, {"touched", said.Touched, got.touched}} {
						if c.got == 0 { // the server does not show it
							continue
						}
						ok := c.said.Known() && c.said.Low <= c.got && c.got <= c.said.High
						total++
						if !ok {
							wrong++
						}
						t.Logf("%-12s %-10s said %10.1f (%.1f to %.1f), really %10.1f %v %s", table, c.what, c.said.Value, c.said.Low, c.said.High, c.got, ok, c.said.Missing)
					}
				}
			}
		})
	}
	t.Logf("%d of %d figures are not in their interval", wrong, total)
	if wrong > max(3, total/20) { // of a few, more may be by chance
		t.Errorf("%d of %d figures are not in their interval", wrong, total)
	}
}

// growthsOn returns the shapes for a server.
func growthsOn(kind dbserver.Kind) []shape {
	return slices.DeleteFunc(slices.Clone(growths), func(s shape) bool {
		left := *savingRows == 0 && (s.name == "middling" || s.name == "texts")
		return left || kind != "" && !dbtest.RunsOn(kind, "rows of TestGrowth "+s.name)
	})
}

// growthLab opens a database.
func growthLab(t *testing.T, kind dbserver.Kind) (l lab, dsn string) {
	t.Helper()
	if kind == "" {
		dsn = filepath.Join(t.TempDir(), "growth.sqlite")
		l = lab{"", open(t, "sqlite", dsn), cmp.Or(*savingRows, 8_000)}
		l.db.SetMaxOpenConns(1)
		execute(t, l.db, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF")
		return l, dsn
	}
	d, db := openMany(t, kind)
	l = lab{kind, db, cmp.Or(*savingRows, 40_000)}
	if kind == dbserver.Postgres {
		execute(t, db, "CREATE EXTENSION pgstattuple", "CREATE EXTENSION pg_buffercache", "CREATE EXTENSION pageinspect")
	}
	return l, d.DSN
}

func (l lab) rebuild(t *testing.T, table string) {
	t.Helper()
	switch l.kind {
	case dbserver.Postgres:
		execute(t, l.db, "REINDEX TABLE "+table)
	case "":
		execute(t, l.db, "VACUUM")
	default:
		execute(t, l.db, "OPTIMIZE TABLE "+table)
	}
}

// growthOf returns what the doctor says of a table.
func growthOf(t *testing.T, r *inspect.Report, table string, ordered bool) source.Grown {
	t.Helper()
	for _, c := range r.Changes {
		if c.Growth != nil && c.Table == table {
			if ordered {
				return c.Growth.Ordered
			}
			return c.Growth.Random
		}
	}
	t.Errorf("nothing is said of %s", table)
	u := source.Unknown("nothing is said")
	return source.Grown{Bytes: u, Leaves: u, Fill: u, Touched: u}
}

// measure runs the last inserts, and reads the primary key's index after them.
func (l lab) measure(t *testing.T, table string, last func()) (m measured) {
	t.Helper()
	scan := func(query string, to ...any) {
		t.Helper()
		if err := l.db.QueryRowContext(t.Context(), query).Scan(to...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	switch l.kind {
	case dbserver.Postgres:
		// A checkpoint writes all pages that were changed before.
		execute(t, l.db, "CHECKPOINT")
		last()
		scan("SELECT COUNT(*) FROM pg_buffercache AS b, bt_page_stats('"+table+"_pkey', b.relblocknumber::int) AS p WHERE p.type = 'l' AND b.isdirty AND b.relblocknumber > 0 AND b.relforknumber = 0 AND b.relfilenode = pg_relation_filenode('"+table+"_pkey')", &m.touched)
		scan("SELECT leaf_pages, avg_leaf_density, index_size FROM pgstatindex('"+table+"_pkey')", &m.leaves, &m.fill, &m.bytes)
	case "":
		last()
		tree := table
		if n := 0; l.db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'sqlite_autoindex_"+table+"_1' AND rootpage > 0").Scan(&n) == nil && n > 0 {
			tree = "sqlite_autoindex_" + table + "_1"
		}
		scan("SELECT SUM(pgsize), COUNT(*) FILTER (WHERE pagetype = 'leaf') FROM dbstat WHERE name = '"+tree+"'", &m.bytes, &m.leaves)
	default:
		inner := map[bool]string{true: "48", false: "28"}[strings.HasPrefix(table, "texts")] // bytes of a record above the leaf pages
		changed := "SELECT COUNT(DISTINCT page_number), COALESCE(MAX(newest_modification), 0) FROM information_schema.innodb_buffer_page WHERE page_type = 'INDEX' AND index_name = 'PRIMARY' AND data_size > number_records * " + inner + " AND table_name LIKE '%`" + table + "`' AND newest_modification > "
		var n, since int64
		scan(changed+"0", &n, &since)
		last()
		scan(changed+fmt.Sprint(since), &m.touched, &since)
		l.analyze(t, table)
		scan("SELECT stat_value, stat_value * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND stat_name = 'n_leaf_pages' AND table_name = '"+table+"'", &m.leaves, &m.bytes)
	}
	return m
}
