package page

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

const (
	// billion is the number of rows that costs are computed for.
	billion = 1e9
	gib     = 1 << 30
)

// cost computes what a billion rows take at the measured bytes per row.
func (d *data) cost() (section, string) {
	s := section{ID: "cost", Title: "Size of a billion rows"}
	s.Lead = []string{
		"Computed, not measured: the bytes per row of the tree and of the log in these trials, times 1,000,000,000. The tree must be in memory if any key may be read or inserted next; in a clustered layout it includes the rows. The computation ignores the levels that a larger tree adds, which are small, and that the fill of random keys varies by some percent with the number of rows. The fewer rows were measured, the more the fixed pages of a tree weigh. Keys of different widths are side by side here: a wider key takes more space in any order.",
	}
	if rows := d.loggedRows(); len(rows) > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("The log is less certain. Its bytes per row, from trees of %s, depend on more than the key. A page that several rows of a batch change is logged once, and in a larger tree random keys of a batch share fewer pages. After a checkpoint a database may log whole pages again. For random keys the value may therefore be off by a multiple at a billion rows; for sequential keys it changes little.", words.Amounts(rows, "row")))
	}
	for _, p := range d.main() {
		if p.Scenario == trial.Read {
			continue
		}
		if b, ok := d.costBlock(p); ok {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("cost", p.Coordinates, "A billion rows, computed from measured bytes per row", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "Size of a billion rows: no trial has the bytes per row of the tree."
	}
	return s, ""
}

// loggedRows returns the numbers of rows of the trees that have a log.
func (d *data) loggedRows() []int {
	var rows []int
	for _, p := range d.main() {
		for _, l := range d.lines(p) {
			if _, ok := median(p, l.Label, metric.LogBytes); ok && !slices.Contains(rows, p.Rows) {
				rows = append(rows, p.Rows)
			}
		}
	}
	return rows
}

func (d *data) costBlock(p point) (b block, ok bool) {
	b = block{Heading: words.Place(d.r, p.Coordinates), Subheading: words.Conditions(p.Coordinates), Folded: true, Table: costTable(p)}
	for _, bars := range []plot.Bars{
		d.costBars(p, metric.BytesPerRow, "the tree", "GiB of pages on disk, or in memory"),
		d.costBars(p, metric.LogBytes, "the log", "GiB written to the log"),
	} {
		if len(bars.Bars) > 0 {
			b.panels = append(b.panels, bars.Panel())
		}
	}
	return b, len(b.panels) > 0
}

func (d *data) costBars(p point, name, what, unit string) plot.Bars {
	bars := plot.Bars{Title: what + ", a billion rows", X: plot.Axis{Label: unit}}
	for _, l := range d.lines(p) {
		if v, ok := median(p, l.Label, name); ok {
			g := v * billion / gib
			bars.Bars = append(bars.Bars, plot.Bar{Name: l.Label, Value: g, Label: gigabytes(g), Style: d.style(l.Label)})
		}
	}
	bars.Alt = fmt.Sprintf("Bars for %s: %s of a billion rows by key, in %s; the table below has the values.", words.Count(len(bars.Bars), "key"), what, unit)
	return bars
}

func costTable(p point) *table {
	t := &table{Caption: "How it is computed", Head: head("key", words.Heading(metric.Named(metric.BytesPerRow)), "tree, GiB", words.Heading(metric.Named(metric.LogBytes)), "log, GiB")}
	for _, g := range p.Groups {
		t.Rows = append(t.Rows, row{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials == 0 {
				continue
			}
			out := row{Cells: []cell{{Text: l.Label}}}
			for _, name := range []string{metric.BytesPerRow, metric.LogBytes} {
				v, ok := medianOf(l, name)
				if !ok {
					out.Cells = append(out.Cells, cell{}, cell{})
					continue
				}
				out.Cells = append(out.Cells, cell{Text: fmt.Sprintf("%.1f", v)}, cell{Text: gigabytes(v * billion / gib)})
			}
			t.Rows = append(t.Rows, out)
		}
	}
	return t
}

func gigabytes(g float64) string {
	if g < 10 {
		return fmt.Sprintf("%.1f", g)
	}
	return metric.Named(metric.LeafPages).Print(g)
}
