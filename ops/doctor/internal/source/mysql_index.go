package source

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// lookup holds figures of indexes, or the reason why there are none.
type lookup struct {
	values  map[[3]string]float64 // by table, index and name
	missing string
}

// figure returns a figure of a table's index: of a partitioned table the sum of all partitions,
// unless the server counts them together.
func (l *lookup) figure(t *Table, index, name string) Figure {
	for _, table := range []string{t.Name, t.Name + partitions} {
		if v, ok := l.values[[3]string{table, index, name}]; ok && (table == t.Name || t.place.(*myTable).partitioned) {
			return Exactly(v)
		}
	}
	return Unknown(l.missing)
}

// partitions stands behind a table's name where the name of a partition follows.
const partitions = "#p#"

// look sends a statement that returns tables, indexes, names and values, and adds the values of
// partitions. missing is the reason why an index is not among them.
func (m *mysql) look(ctx context.Context, query, missing string) *lookup {
	l := &lookup{values: make(map[[3]string]float64), missing: missing}
	err := m.catalog(ctx, query, func(rows *sql.Rows) error {
		var table, index, name string
		var v float64
		err := rows.Scan(&table, &index, &name, &v)
		if i := strings.Index(strings.ToLower(table), partitions); i >= 0 {
			l.values[[3]string{table[:i] + partitions, index, name}] += v
		}
		l.values[[3]string{table, index, name}] += v
		return err
	})
	if err != nil {
		l.missing = OneLine(err)
	}
	return l
}

const (
	myStatistics = `SELECT table_name, index_name, stat_name, stat_value FROM mysql.innodb_index_stats
WHERE database_name = DATABASE() AND stat_name IN ('n_leaf_pages', 'size')
UNION ALL SELECT table_name, '', 'rows', n_rows FROM mysql.innodb_table_stats WHERE database_name = DATABASE()`
	myChanges = `SELECT SUBSTRING_INDEX(name, '/', -1), '', 'changes', modified_counter FROM information_schema.%s WHERE SUBSTRING_INDEX(name, '/', 1) = '%s'`
)

// lookChanges reads how many rows were written and deleted since the statistics. The names in
// this view are those of files.
func (m *mysql) lookChanges(ctx context.Context) *lookup {
	view := "innodb_tablestats"
	if m.mariaDB {
		view = "innodb_sys_tablestats"
	}
	l := m.look(ctx, fmt.Sprintf(myChanges, view, fileOf(m.server.Database)), "the server does not count changes")
	files := l.values
	l.values = make(map[[3]string]float64, len(files))
	for key, v := range files {
		key[0] = nameOf(key[0])
		l.values[key] = v
	}
	return l
}

// fileOf returns the name of the files of a table or database: @ and a code in four
// hexadecimal digits in place of other characters than letters and digits. The codes of letters
// beyond ASCII are others, so that their names are not found.
func fileOf(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "@%04x", r)
		}
	}
	return b.String()
}

// nameOf returns the name of the table that files belong to.
func nameOf(file string) string {
	return fileCode.ReplaceAllStringFunc(file, func(code string) string {
		n, _ := strconv.ParseUint(code[1:], 16, 32)
		return string(rune(n))
	})
}

var fileCode = regexp.MustCompile("@[0-9a-f]{4}")

// Measure reads the figures of indexes from the persistent statistics.
func (m *mysql) Measure(ctx context.Context, t *Table, list []Index, s Sample) []Figures {
	if m.statistics == nil {
		m.statistics = m.look(ctx, myStatistics, "the table has no persistent statistics")
		m.changes = m.lookChanges(ctx)
	}
	figures := make([]Figures, len(list))
	for i, x := range list {
		f := unknownFigures("the server does not show it")
		f.Entries = t.Rows
		m.pages(t, x, s, &f)
		figures[i] = f
	}
	return figures
}

// pages sets the figures of the pages.
func (m *mysql) pages(t *Table, x Index, s Sample, f *Figures) {
	if t.place.(*myTable).compressed {
		why := Unknown("the pages are compressed, and the server does not show to what size")
		f.Bytes, f.Leaves, f.Fill = why, why, why
		return
	}
	size := float64(m.pageSize)
	f.Bytes, f.Leaves = scaled(m.statistics.figure(t, x.Name, "size"), size), m.statistics.figure(t, x.Name, "n_leaf_pages")
	f.Method = "persistent statistics"
	counted := f.Leaves.Known()
	if !counted && x.Clustered && t.Bytes.Known() {
		n := t.Bytes.Value / size
		f.Bytes, f.Leaves, f.Method = t.Bytes, About(n*0.97, n*0.9, n), "estimate"
	}
	record := m.entryWidth(t, x, s)
	drift, net := m.drift(t)
	// The server makes its statistics again when a tenth of the rows has changed, and with
	// STATS_AUTO_RECALC=0 never. No page holds more than its size, whatever the rows are.
	const most = 0.12
	if f.Leaves.Known() && (drift > most || record.Known() && t.Rows.Known() && t.Rows.Low*record.Low > f.Leaves.High*size) {
		why := Unknown("the statistics of the pages are older than the rows: run ANALYZE TABLE")
		f.Bytes, f.Leaves, f.Fill = why, why, why
		return
	}
	if f.Leaves.Known() && f.Leaves.Value > 0 && f.Entries.Known() && record.Known() {
		f.Fill = scaled(times(f.Entries, record), 100/(f.Leaves.Value*size))
		f.Fill.Estimate = true
	}
	// MySQL does not show the changes of partitions.
	unchecked := t.place.(*myTable).partitioned && !m.changes.figure(t, "", "changes").Known()
	switch least := drift - math.Abs(net); {
	case (!counted || unchecked) && f.Leaves.Known():
		// Nothing shows how old this size is. Of pages less than half full, the server makes one.
		f.Leaves.AtMost = true
		if all := times(t.Rows, record); all.Known() {
			f.Leaves.High = max(f.Leaves.High, 2*all.High/size)
		}
	case counted && drift > 0:
		n := f.Leaves.Value
		f.Leaves = About(n*(1+net), n*min(1, 1+net-least), n*(1+2*drift))
	}
}

// drift returns which part of a table's rows was written or deleted since the statistics, and
// by which part the table grew. Both are 0 if that is not known.
func (m *mysql) drift(t *Table) (all, net float64) {
	counted := m.statistics.figure(t, "", "rows")
	if !counted.Known() || counted.Value == 0 {
		return 0, 0
	}
	net = t.place.(*myTable).rows/counted.Value - 1
	all = math.Abs(net)
	if n := m.changes.figure(t, "", "changes"); n.Known() {
		all = max(all, n.Value/counted.Value)
	}
	return all, net
}
