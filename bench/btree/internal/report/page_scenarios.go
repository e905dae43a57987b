package report

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// variation is a way in which runs differ from plain inserts.
type variation struct {
	name, words string
	// drawn is the metric of the picture, "" for none.
	drawn string
	// columns are the metrics of the table.
	columns []string
}

var treeColumns = []string{metric.LeafFill, metric.LeafPages, metric.BytesPerRow, metric.LogBytes, metric.PagesRead, metric.RowsPerSecond}

// variations are those of the scenarios.
var variations = map[trial.Scenario]variation{
	trial.Migration: {drawn: metric.LeafFill, columns: treeColumns, words: "The first half of the rows has random keys, as a table that is to be moved to another key; the second half has the key. Times and what is counted per row are of the second half, pages of the whole."},
	trial.Jump:      {drawn: metric.LeafFill, columns: treeColumns, words: "Some keys come first from a clock that is a day ahead, as after a mistake with the time. They stay at the end of the tree, and every later key goes in before them, where a database does not see that keys come in order."},
	trial.Skew:      {drawn: metric.LeafFill, columns: treeColumns, words: "The generators' clocks lie apart by some milliseconds, as those of several machines do."},
	trial.Secondary: {drawn: metric.LeafFill, columns: treeColumns, words: "The key is in a secondary index; the table's own order is that of a counter."},
	trial.Read: {words: "After the inserts rows are read by their keys: any of all rows, and recent ones of the last hundredth.", columns: []string{
		metric.UniformReads, metric.UniformP50, metric.UniformP99, metric.UniformMisses, metric.RecentReads, metric.RecentP50, metric.RecentP99, metric.RecentMisses,
	}},
}

// checkpoints is that of the regime.
var checkpoints = variation{
	name: "checkpoints", drawn: metric.LogBytes,
	words:   "Checkpoints were asked for during the runs. After each, a page that changes for the first time costs more: PostgreSQL logs it whole, and every database has to write it to its file again. Keys that change many pages pay for it with each.",
	columns: []string{metric.LogBytes, metric.FullPages, metric.FilePagesWritten, metric.BytesWritten, metric.CheckpointsDone, metric.RowsPerSecond},
}

// variationOf returns how a scene differs from plain inserts, if it does.
func variationOf(sc scene) (variation, bool) {
	if sc.Scenario != plainInsert && sc.Scenario != "" {
		v := variations[sc.Scenario]
		v.name = string(sc.Scenario)
		if v.columns == nil {
			v.drawn, v.columns = metric.LeafFill, treeColumns
		}
		return v, true
	}
	return checkpoints, checkpointed(sc.Checkpoints)
}

// scenarios compare what differs from plain inserts with them.
func (d *pageData) scenarios() (pageSection, string) {
	s := pageSection{ID: "scenarios", Title: "Not only the plain insert"}
	for _, sc := range d.scenes {
		v, ok := variationOf(sc)
		if !ok {
			continue
		}
		b := d.variationBlock(sc, v)
		s.Blocks = append(s.Blocks, b)
		if len(b.panels) > 0 {
			s.pictures = append(s.pictures, pictureOf("scenario-"+v.name, sc.Coordinates, b.panels[0].Title, b.panels))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "What happens in a table that holds random keys already, after a clock jumped, with skewed clocks, in a secondary index, under checkpoints: only plain inserts were run. -preset migration, or -scenario migration,jump,skew,secondary,read, and -checkpoints none,several."
	}
	return s, ""
}

func (d *pageData) variationBlock(sc scene, v variation) pageBlock {
	plain := d.plainOf(sc)
	b := pageBlock{Heading: v.name + ", " + d.where(sc), Subheading: conditions(sc.Coordinates), Table: d.variationTable(sc, plain, v)}
	if v.words != "" {
		b.Text = append(b.Text, v.words)
	}
	if v.drawn == "" {
		return b
	}
	m := metricNamed(v.drawn)
	bars := plot.Bars{
		Title: heading(m) + ", " + v.name, X: plot.Axis{Label: heading(m)},
		Alt: "Bars of " + heading(m) + " in the scenario " + v.name + "; the table below has the figures.",
	}
	if v.drawn == metric.LeafFill {
		bars.X = plot.Axis{Label: "%", Include: []float64{100}, Ticks: percentTicks}
	}
	for _, l := range d.lines(sc) {
		value, ok := medianOf(l, v.drawn)
		if !ok {
			continue
		}
		label := m.Print(value)
		if p, ok := plain.median(l.Label, v.drawn); ok {
			label += " (plain " + m.Print(p) + ")"
		}
		bars.Bars = append(bars.Bars, plot.Bar{Name: l.Label, Value: value, Label: label, Style: d.style(l.Label)})
	}
	if len(bars.Bars) > 0 {
		b.panels = append(b.panels, bars.Panel())
	}
	return b
}

// variationTable has columns for the metrics that the scene has; below each figure is
// that of the plain scene if it has one.
func (d *pageData) variationTable(sc, plain scene, v variation) *pageTable {
	t := &pageTable{Caption: "Medians", Head: head("key")}
	if len(plain.groups) > 0 {
		t.Caption = "Medians, and below: of plain inserts"
	}
	for _, name := range v.columns {
		t.Head = append(t.Head, pageCell{Text: heading(metricNamed(name))})
	}
	for _, g := range sc.groups {
		t.Rows = append(t.Rows, pageRow{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials == 0 {
				continue
			}
			row := pageRow{Cells: []pageCell{{Text: l.Label}}}
			for _, name := range v.columns {
				m := metricNamed(name)
				c := pageCell{Text: d.statCell(sc, m, l).Text}
				if v, ok := plain.median(l.Label, name); ok && c.Text != "" {
					c.Note = "plain " + m.Print(v)
				}
				row.Cells = append(row.Cells, c)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.dropEmpty()
	return t
}

// plainOf returns the plain insert under the same circumstances, or without checkpoints;
// an empty scene if there is none.
func (d *pageData) plainOf(sc scene) scene {
	want := sc.Coordinates
	if want.Scenario == plainInsert {
		want.Checkpoints = engine.NoCheckpoints
	}
	want.Scenario = plainInsert
	for _, other := range d.scenes {
		if other.Coordinates == want {
			return other
		}
	}
	return scene{}
}
