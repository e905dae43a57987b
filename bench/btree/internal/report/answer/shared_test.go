package answer

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A key shares the counter's row if no column shows a difference: only a time may lack the runs to tell,
// and a metric without a ratio must be nothing.
func TestLikeControl(t *testing.T) {
	of := func(value float64, f Finding) Stat { return Stat{Median: &value, Relation: Relation{Finding: f}} }
	columns := []metric.Metric{metric.Named(metric.RowsPerSecond), metric.Named(metric.LeafPages)}
	for name, c := range map[string]struct {
		rate, pages Stat
		want        bool
	}{
		"alike":            {of(1, NoDifference), of(1, NoDifference), true},
		"an open time":     {of(1, NotEnoughRuns), of(1, NoDifference), true},
		"an open size":     {of(1, NoDifference), of(1, NotEnoughRuns), false},
		"worse":            {of(1, NoDifference), of(1, Worse), false},
		"better":           {of(1, Better), of(1, NoDifference), false},
		"nothing compared": {of(0, NotCompared), of(0, NotCompared), true},
		"not compared":     {of(1, NoDifference), of(2, NotCompared), false},
		"missing":          {of(1, NoDifference), Stat{Missing: "why"}, true},
	} {
		l := Line{Metrics: map[string]Stat{metric.RowsPerSecond: c.rate, metric.LeafPages: c.pages, metric.LogBytes: of(1, Worse)}}
		if got := likeControl(columns, l); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Keys share rows with their counter alone, and lines without trials have none.
func TestSharedRows(t *testing.T) {
	pages := metric.Named(metric.LeafPages)
	line := func(key string, trials int, value float64, f Finding) Line {
		l := Line{Label: key, Trials: trials, Metrics: map[string]Stat{pages.Name: {Median: &value, Relation: Relation{Finding: f}}}}
		l.Key = key
		return l
	}
	for name, c := range map[string]struct {
		lines []Line
		want  []string
	}{
		"two like the counter": {[]Line{line("counter", 9, 10, NotCompared), line("a", 9, 11, NoDifference), line("b", 9, 9, NoDifference)}, []string{"counter, a, b | 9-11"}},
		"one is not":           {[]Line{line("counter", 9, 10, NotCompared), line("a", 9, 20, Worse), line("b", 9, 10, NoDifference)}, []string{"counter, b | 10", "a | 20"}},
		"no trials":            {[]Line{line("counter", 9, 10, NotCompared), line("a", 0, 10, NoDifference)}, []string{"counter | 10"}},
		"no counter":           {[]Line{line("counter", 0, 10, NotCompared), line("a", 9, 10, NoDifference), line("b", 9, 10, NoDifference)}, []string{"a | 10", "b | 10"}},
	} {
		table := Point{Groups: []Group{{Control: "counter", Lines: c.lines}}}.Shared([]metric.Metric{pages})
		sameLines(t, name, written(table)[2:], c.want)
	}
	if c := rangeOf(pages, []Line{{}}); c != (Cell{}) {
		t.Errorf("of no values: %+v", c)
	}
}

// A short table has the columns of a phase, and the main ones of the others. A table of a scenario with
// a phase has its columns, with the rate and the fill.
func TestColumns(t *testing.T) {
	one := func(names ...string) Line {
		l := Line{Metrics: map[string]Stat{}}
		for _, name := range names {
			v := 1.0
			l.Metrics[name] = Stat{Median: &v}
		}
		return l
	}
	zero := 0.0
	none := one(metric.LeafPages)
	none.Metrics[metric.PagesRead], none.Metrics[metric.LogBytes] = Stat{Median: &zero}, Stat{Missing: "why"}
	for name, c := range map[string]struct {
		scenario    trial.Scenario
		line        Line
		want, brief string
	}{
		"an insert":          {trial.Insert, one(metric.LeafPages, metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond), "rows/s, leaf pages, leaf fill, bytes /row", "rows/s, leaf pages, leaf fill"},
		"zeros and blanks":   {trial.Insert, none, "leaf pages", "leaf pages"},
		"pages, not the log": {trial.Insert, one(metric.PagesWritten, metric.LogBytes), "written /row", "written /row"},
		"no heading":         {trial.Insert, one(metric.FileBytes, metric.LogBytes), "log B/row", "log B/row"},
		"updates":            {trial.Update, one(metric.Bloat, metric.LeafPages, metric.LeafFill, metric.RowsPerSecond, metric.RangePages), "rows/s, leaf fill, bloat", "rows/s, leaf fill, bloat"},
	} {
		g := Group{Coordinates: trial.Coordinates{Scenario: c.scenario}, Lines: []Line{c.line}}
		sameLines(t, name, []string{heads(columnsFor([]Group{g})), heads(Point{Groups: []Group{g}}.BriefColumns())}, []string{c.want, c.brief})
	}
}

func heads(list []metric.Metric) string {
	text := ""
	for i, m := range list {
		if i > 0 {
			text += ", "
		}
		text += written(Table{Head: []Cell{{Text: m.Head}}})[1]
	}
	return text
}
