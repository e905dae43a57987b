package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// comparison shows every metric of every point. The tables of the main points are open.
func (d *data) comparison() (section, string) {
	s := section{ID: "comparison", Title: "All values"}
	shown := make(map[string]bool)
	main := d.main()
	for _, p := range d.points {
		t := d.comparisonTable(p, shown)
		b := block{Table: t, Folded: !has(main, p)}
		if b.Folded {
			t.Caption = p.Engine + ", " + p.Layout + ": " + t.Caption
		} else {
			b.Heading, b.Subheading = words.Place(d.r, p.Coordinates), t.Caption
			t.Caption = "Medians, and ratios to the control"
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, ""
	}
	s.Lead = []string{
		"Medians of the trials; ± is the 95 % interval of the median. Below each value is its ratio to the control of the same width, from the trials of the same block: ~ marks no difference (the 99.5 % interval is within " + words.Margin + " of 1), ? marks not enough runs to tell, and a ratio without a mark is exact or beyond " + words.Margin + ". Keys of different widths are not compared. Wide tables scroll sideways.",
	}
	legend := block{Heading: "Metrics"}
	for _, m := range metric.All() {
		if shown[m.Name] {
			legend.Terms = append(legend.Terms, term{words.Heading(m), m.About})
		}
	}
	s.Blocks = append(s.Blocks, legend)
	return s, ""
}

// comparisonTable is the table of a point with a column for every metric that was measured
// there. It notes them in shown.
func (d *data) comparisonTable(p point, shown map[string]bool) *table {
	t := &table{Caption: words.Conditions(p.Coordinates), Head: head("key", "trials")}
	columns := d.measured(p)
	for _, m := range columns {
		t.Head = append(t.Head, cell{Text: words.Heading(m)})
		shown[m.Name] = true
	}
	for _, g := range p.Groups {
		t.Rows = append(t.Rows, row{Band: g.Form})
		for _, l := range g.Lines {
			out := row{Cells: []cell{{Text: l.Label}, {Text: words.Integer(l.Trials)}}}
			for _, m := range columns {
				out.Cells = append(out.Cells, d.statCell(p, m, l))
			}
			t.Rows = append(t.Rows, out)
		}
	}
	return t
}

// measured returns the metrics that a trial of a point has and that are shown in a table:
// without times of a simulator, and without what has its own section or note.
func (d *data) measured(p point) []metric.Metric {
	var list []metric.Metric
	for _, m := range metric.All() {
		time := m.Extent == metric.Span && d.simulated(p) || m.Phase == metric.OfferedPhase && d.r.Settings.Rate == 0
		elsewhere := m.Name == metric.TwinLeaves || m.Name == metric.TwinResidual || m.Name == metric.LeafError || m.Note != ""
		if time || elsewhere {
			continue
		}
		if slices.ContainsFunc(p.Groups, func(g summary.Group) bool {
			return slices.ContainsFunc(g.Lines, func(l summary.Line) bool { _, ok := medianOf(l, m.Name); return ok })
		}) {
			list = append(list, m)
		}
	}
	return list
}
