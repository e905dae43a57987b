package table

import (
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// changeMetrics holds the columns of the table of a change.
var changeMetrics = []string{
	metric.RowsPerSecond, metric.ProcessorTime, metric.BytesPerRow, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
	metric.OldReadMisses, metric.NewReadMisses, metric.OldReadP50, metric.NewReadP50, metric.LeafFill,
}

// changes returns a table for each database in which keys were inserted both after random keys and
// alone, which is one of all points: what a table with random keys would gain from another key for its
// new rows.
func changes(all []points.Point, list []verdict.Verdict) []string {
	var out []string
	for _, v := range list {
		alone := v.Point.Coordinates
		alone.Scenario = trial.Insert
		i := slices.IndexFunc(all, func(p points.Point) bool { return p.Coordinates == alone })
		if v.Point.Scenario != trial.Migration || i < 0 {
			continue
		}
		if rows := changeRows(v.Point, all[i]); len(rows) > 0 {
			out = append(out, changeTable(v, rows))
		}
	}
	return out
}

// changeRow is a line of the table of a change, with what its keys follow.
type changeRow struct {
	label string
	line  summary.Line
}

// changeRows returns the keys after random ones, and those by themselves that are not random.
func changeRows(after, alone points.Point) []changeRow {
	var rows []changeRow
	for _, l := range linesLike(random, after) {
		rows = append(rows, changeRow{l.Label + " on " + random, l})
	}
	for _, l := range linesLike(random, alone) {
		if l.Key != random {
			rows = append(rows, changeRow{l.Label + " alone", l})
		}
	}
	return rows
}

// linesLike returns the keys of the form that a key has, without the counter.
func linesLike(key string, p points.Point) []summary.Line {
	i := slices.IndexFunc(p.Groups, func(g summary.Group) bool {
		return slices.ContainsFunc(g.Lines, func(l summary.Line) bool { return l.Key == key })
	})
	if i < 0 {
		return nil
	}
	g := p.Groups[i]
	return slices.DeleteFunc(slices.Clone(g.Lines), func(l summary.Line) bool { return l.Trials == 0 || l.Key == g.Control })
}

// random is the kind of key that a table has before the change.
const random = "uuidv4"

// changeTable returns the table of rows below its title.
func changeTable(v verdict.Verdict, rows []changeRow) string {
	var columns []metric.Metric
	shown := func(m metric.Metric) bool {
		return slices.ContainsFunc(rows, func(r changeRow) bool { s := r.line.Metrics[m.Name].Median; return s != nil && !m.IsZero(*s) })
	}
	for _, name := range changeMetrics {
		m := metric.Named(name)
		if shown(m) && (m.Unless == "" || !shown(metric.Named(m.Unless))) {
			columns = append(columns, m)
		}
	}
	lines, _ := fitted(columns, mostColumns, func(columns []metric.Metric) []string {
		t := grid.Table{Head: grid.Head("new rows")}
		for _, m := range columns {
			t.Head = append(t.Head, grid.Cell{Text: m.Head})
		}
		for _, r := range rows {
			cells := []grid.Cell{{Text: r.label}}
			for _, m := range columns {
				cells = append(cells, grid.Cell{Text: words.FigureOf(m, r.line).Median})
			}
			t.Rows = append(t.Rows, grid.Row{Cells: cells})
		}
		return render(t, keysWidth)
	})
	var b strings.Builder
	b.WriteByte('\n')
	english.Wrap(&b, "", v.Title+": new rows in a table with as many of "+words.KeyName(random)+", and in one without. Size and fill are of the whole table.")
	b.WriteString(strings.Join(lines, "\n") + "\n")
	return b.String()
}
