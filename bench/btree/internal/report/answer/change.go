package answer

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// random is the kind of key that a table has before a change.
const random = "uuidv4"

// changeMetrics holds the columns of the table of a change.
var changeMetrics = []string{
	metric.RowsPerSecond, metric.ProcessorTime, metric.BytesPerRow, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
	metric.OldReadMisses, metric.NewReadMisses, metric.OldReadP50, metric.NewReadP50, metric.LeafFill,
}

// changes returns the tables of verdicts on keys after random ones that were also inserted alone, in
// one of all points.
func changes(all []Point, list []Verdict) []Table {
	var out []Table
	for _, v := range list {
		alone := v.Point.Coordinates
		alone.Scenario = trial.Insert
		i := slices.IndexFunc(all, func(p Point) bool { return p.Coordinates == alone })
		if v.Point.Scenario != trial.Migration || i < 0 {
			continue
		}
		if lines := changeLines(v.Point, all[i]); len(lines) > 0 {
			out = append(out, changeTable(v.Title, lines))
		}
	}
	return out
}

// changeLines returns the keys after random ones, and those by themselves that are not random,
// labelled with what they follow.
func changeLines(after, alone Point) []Line {
	var lines []Line
	for _, l := range linesLike(random, after) {
		l.Label += " on " + random
		lines = append(lines, l)
	}
	for _, l := range linesLike(random, alone) {
		if l.Key != random {
			l.Label += " alone"
			lines = append(lines, l)
		}
	}
	return lines
}

// linesLike returns the keys of the form that a key has, without the counter.
func linesLike(key string, p Point) []Line {
	i := slices.IndexFunc(p.Groups, func(g Group) bool {
		return slices.ContainsFunc(g.Lines, func(l Line) bool { return l.Key == key })
	})
	if i < 0 {
		return nil
	}
	g := p.Groups[i]
	return slices.DeleteFunc(slices.Clone(g.Lines), func(l Line) bool { return l.Trials == 0 || l.Key == g.Control })
}

// changeTable returns the table of lines, below the title of their verdict.
func changeTable(title string, lines []Line) Table {
	var columns []metric.Metric
	shown := func(m metric.Metric) bool {
		return slices.ContainsFunc(lines, func(l Line) bool { s := l.Metrics[m.Name].Median; return s != nil && !m.IsZero(*s) })
	}
	for _, name := range changeMetrics {
		m := metric.Named(name)
		if shown(m) && (m.Unless == "" || !shown(metric.Named(m.Unless))) {
			columns = append(columns, m)
		}
	}
	t := tableOf("new rows", columns)
	t.Caption = title + ": new rows in a table with as many of " + KeyName(random) + ", and in one without. Size and fill are of the whole table."
	for _, l := range lines {
		row := Row{Cells: []Cell{{Text: l.Label}}}
		for _, m := range columns {
			row.Cells = append(row.Cells, rangeOf(m, []Line{l}))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
