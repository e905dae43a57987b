package report

import (
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
)

// comparison shows every metric of every scene: the main ones open, the others to be
// opened.
func (d *pageData) comparison() (pageSection, string) {
	s := pageSection{ID: "comparison", Title: "All figures"}
	shown := make(map[string]bool)
	main := d.main()
	for _, sc := range d.scenes {
		t := d.comparisonTable(sc, shown)
		b := pageBlock{Table: t, Folded: !holds(main, sc)}
		if b.Folded {
			t.Caption = sc.Engine + ", " + sc.Layout + ": " + t.Caption
		} else {
			b.Heading, b.Subheading = d.where(sc), t.Caption
			t.Caption = "Medians, and multiples of the counter"
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, ""
	}
	s.Lead = []string{
		"Medians of the runs; ± is the 95 % interval of the median. Below each value: how many times that of the counter of the same width. A ~ there: the runs do not tell it from the counter (exact Mann-Whitney U test, 5 %). Simulated figures are exact. Keys of different widths are never compared. A wide table moves sideways.",
	}
	terms := pageBlock{Heading: "What the columns mean"}
	for _, m := range metric.All() {
		if shown[m.Name] {
			terms.Terms = append(terms.Terms, pageTerm{heading(m), m.About})
		}
	}
	s.Blocks = append(s.Blocks, terms)
	return s, ""
}

// heading is a metric's column heading on one line: that of the terminal's table where
// it has one that stands by itself, else the unit.
func heading(m metric.Metric) string {
	switch {
	case m.Phase != "" && strings.HasSuffix(m.Head, "ms"):
		return strings.TrimSuffix(m.Unit, "-us") + ", ms"
	case m.Head == "" || m.Phase != "":
		return m.Unit
	}
	return strings.NewReplacer("-\n", "", "\n/", "/", "\n", " ").Replace(m.Head)
}

// comparisonTable is the table of a scene with a column for every metric that was read
// there. Which these are is noted in shown.
func (d *pageData) comparisonTable(sc scene, shown map[string]bool) *pageTable {
	t := &pageTable{Caption: conditions(sc.Coordinates), Head: head("key", "runs")}
	columns := d.readIn(sc)
	for _, m := range columns {
		t.Head = append(t.Head, pageCell{Text: heading(m)})
		shown[m.Name] = true
	}
	for _, g := range sc.groups {
		t.Rows = append(t.Rows, pageRow{Band: g.Form})
		for _, l := range g.Lines {
			row := pageRow{Cells: []pageCell{{Text: l.Label}, {Text: commas(l.Trials)}}}
			for _, m := range columns {
				row.Cells = append(row.Cells, d.statCell(sc, m, l))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// readIn returns the metrics that any run of a scene has. Those that the notes speak of
// if they ever happened have no column.
func (d *pageData) readIn(sc scene) []metric.Metric {
	var list []metric.Metric
	for _, m := range metric.All() {
		// The time of the simulator says nothing, and latencies have a section of their
		// own, which says what they count from.
		time := m.Extent == metric.Span && d.engine(sc.Engine).Simulated || m.Phase == metric.OfferedPhase && d.r.Settings.Rate == 0
		read := slices.ContainsFunc(sc.groups, func(g summary.Group) bool {
			return slices.ContainsFunc(g.Lines, func(l summary.Line) bool { _, ok := medianOf(l, m.Name); return ok })
		})
		elsewhere := m.Name == metric.TwinLeaves || m.Name == metric.TwinResidual || m.Name == metric.LeafError // in a section of their own, and a note
		if read && !time && !elsewhere && m.Note == "" {
			list = append(list, m)
		}
	}
	return list
}
