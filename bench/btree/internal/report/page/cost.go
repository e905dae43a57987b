package page

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

const (
	// billion is the number of rows that costs are computed for.
	billion = 1e9
	gib     = 1 << 30
)

// cost computes what a billion rows take at the measured bytes per row.
func (d *data) cost() (section, string) {
	s := section{ID: "cost", Title: "How large are a billion rows?"}
	s.Lead = []string{
		"Computed, not measured: the bytes per row of the tree and of the log in these trials, times 1,000,000,000. In a clustered layout the tree includes the rows.",
	}
	if rows := d.loggedRows(); len(rows) > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("The log is less certain: its bytes per row are from trees of %s, and for random keys may be off by a multiple at a billion.", words.Amounts(rows, "row")))
	}
	if !d.r.Settings.Price.Zero() {
		s.Lead = append(s.Lead, "The cost of a month is the storage of a billion rows of the tree, and the pages that a billion inserts read and wrote in these trials, spread over the month. Reads of rows, other tables and the log are not in it. Random keys read more pages once the tree outgrows the buffer pool.")
	}
	for _, p := range points.Databases(d.r, d.main()) {
		if p.Scenario.Reads() {
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
	b = block{Heading: words.Title(d.r, p.Coordinates)}
	for _, bars := range []plot.Bars{
		d.costBars(p, metric.BytesPerRow, "the tree", "GiB of pages on disk, or in memory"),
		d.costBars(p, metric.LogBytes, "the log", "GiB written to the log"),
		d.monthBars(p),
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
	bars.Alt = fmt.Sprintf("Bars for %s: %s of a billion rows by key, in %s.", words.Count(len(bars.Bars), "key"), what, unit)
	return bars
}

// monthBars draw the cost of a month, if there are prices.
func (d *data) monthBars(p point) plot.Bars {
	m := metric.Named(metric.MonthlyCost)
	bars := plot.Bars{Title: "a month, at " + d.r.Settings.Price.String(), X: plot.Axis{Label: "cost, in the currency of the prices"}}
	for _, l := range d.lines(p) {
		if v, ok := median(p, l.Label, m.Name); ok {
			bars.Bars = append(bars.Bars, plot.Bar{Name: l.Label, Value: v, Label: m.Print(v), Style: d.style(l.Label)})
		}
	}
	bars.Alt = fmt.Sprintf("Bars for %s: cost of a month by key.", words.Count(len(bars.Bars), "key"))
	return bars
}

func gigabytes(g float64) string {
	if g < 10 {
		return fmt.Sprintf("%.1f", g)
	}
	return metric.Named(metric.LeafPages).Print(g)
}
