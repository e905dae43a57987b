package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// variation is a way in which trials differ from plain inserts.
type variation struct {
	name, about string
	// drawn are the metrics of the pictures.
	drawn []string
	// columns are the metrics of the table.
	columns []string
}

// checkpoints is the variation of plain inserts with several checkpoints.
var checkpoints = variation{
	name: "checkpoints", drawn: []string{metric.LogBytes},
	about:   "Checkpoints happened during the trials. After each one, the first change of a page costs more: PostgreSQL logs the whole page, and every database writes it to its file again. Keys that change many pages pay for each checkpoint.",
	columns: []string{metric.LogBytes, metric.FullPages, metric.FilePagesWritten, metric.BytesWritten, metric.CheckpointsDone, metric.RowsPerSecond},
}

// variationOf returns how a point differs from plain inserts, if it does.
func variationOf(p point) (variation, bool) {
	if p.Scenario != trial.Insert && p.Scenario != "" {
		s := p.Scenario.Spec()
		return variation{name: string(s.Name), about: s.About, drawn: s.Drawn, columns: s.Columns}, true
	}
	return checkpoints, p.Checkpoints == engine.SeveralCheckpoints
}

// scenarios compare what differs from plain inserts with them.
func (d *data) scenarios() (section, string) {
	s := section{ID: "scenarios", Title: "What else can happen?"}
	explained := make(map[string]bool)
	for _, p := range d.points {
		v, ok := variationOf(p)
		if !ok {
			continue
		}
		if explained[v.name] {
			v.about = ""
		}
		explained[v.name] = true
		b := d.variationBlock(p, v)
		s.Blocks = append(s.Blocks, b)
		if len(b.panels) > 0 {
			s.pictures = append(s.pictures, pictureOf("scenario-"+v.name, p.Coordinates, b.panels[0].Title, b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "Tables that hold random keys already, updates, other indexes, checkpoints: only plain inserts were measured. Use -preset migration, or -scenario with a name of btree -h, and -checkpoints none,several."
	}
	return s, ""
}

func (d *data) variationBlock(p point, v variation) block {
	plain := d.plainOf(p)
	b := block{
		Heading: v.name + ", " + words.Place(d.r, p.Coordinates), Subheading: words.Conditions(p.Coordinates),
		List: verdict.For(d.r, p).Sentences, Table: d.variationTable(p, plain, v),
	}
	if v.about != "" {
		b.Text = append(b.Text, v.about)
	}
	for _, name := range d.drawn(p, v) {
		b.panels = append(b.panels, d.variationBars(p, plain, v, metric.Named(name)).Panel())
	}
	return b
}

// drawn returns the metrics of the pictures that a point has values for.
func (d *data) drawn(p point, v variation) []string {
	var list []string
	for _, name := range v.drawn {
		has := slices.ContainsFunc(d.lines(p.Widest()), func(l summary.Line) bool {
			_, ok := medianOf(l, name)
			return ok
		})
		if has && !slices.Contains(list, metric.Named(name).Unless) {
			list = append(list, name)
		}
	}
	return list
}

// variationBars draw a metric of a point, with the plain insert's value in the labels.
func (d *data) variationBars(p, plain point, v variation, m metric.Metric) plot.Bars {
	bars := plot.Bars{
		Title: words.Heading(m),
		Alt:   "Bars of " + words.Heading(m) + " in the scenario " + v.name + "; the table below has the values.",
	}
	if m.Name == metric.LeafFill {
		bars.X = plot.Axis{Label: "%", Include: []float64{100}, Ticks: percentTicks}
	}
	for _, l := range d.lines(p.Widest()) {
		value, ok := medianOf(l, m.Name)
		if !ok {
			continue
		}
		label := m.Print(value)
		if other, ok := median(plain, l.Label, m.Name); ok {
			label += " (plain " + m.Print(other) + ")"
		}
		bars.Bars = append(bars.Bars, plot.Bar{Name: l.Label, Value: value, Label: label, Style: d.style(l.Label)})
	}
	return bars
}

// variationTable has columns for the metrics that were measured at a point, with the value
// of the plain insert below each value.
func (d *data) variationTable(p, plain point, v variation) *table {
	t := &table{Table: grid.Table{Caption: "Medians", Head: grid.Head("key")}, Stack: true}
	if len(plain.Groups) > 0 {
		t.Caption = "Medians, and below those of plain inserts"
	}
	for _, name := range v.columns {
		t.Head = append(t.Head, cell{Text: words.Heading(metric.Named(name))})
	}
	for _, g := range p.Widest().Groups {
		for _, l := range g.Lines {
			if l.Trials == 0 {
				continue
			}
			out := row{Cells: []cell{{Text: l.Label}}}
			for _, name := range v.columns {
				m := metric.Named(name)
				c := cell{Text: d.statCell(p, m, l).Text}
				if v, ok := median(plain, l.Label, name); ok && c.Text != "" {
					c.Note = "plain " + m.Print(v)
				}
				out.Cells = append(out.Cells, c)
			}
			t.Rows = append(t.Rows, out)
		}
	}
	t.DropEmpty()
	return t
}

// plainOf returns the plain insert under the same conditions, for a plain insert with
// checkpoints the one without; an empty point if there is none.
func (d *data) plainOf(p point) point {
	want := p.Coordinates
	if want.Scenario == trial.Insert {
		want.Checkpoints = engine.NoCheckpoints
	}
	want.Scenario = trial.Insert
	for _, other := range d.points {
		if other.Coordinates == want {
			return other
		}
	}
	return point{}
}
