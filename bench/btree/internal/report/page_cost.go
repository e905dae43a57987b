package report

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// billion is the number of rows that costs are stated for.
const billion = 1e9

// gib is a gibibyte in bytes.
const gib = 1 << 30

// cost states what a billion rows take, at the rates that were measured.
func (d *pageData) cost() (pageSection, string) {
	s := pageSection{ID: "cost", Title: "What a billion rows take"}
	s.Lead = []string{
		"Computed, not measured: the bytes per row of the tree and of the log, of the runs of this report, times 1,000,000,000. The tree is what must be in memory if any key may be asked for next; where rows are in the key's tree (clustered), they count with it. It leaves out that a larger tree has more levels, which hardly weighs, and that the fill of random keys swings by some percent with the number of rows. The fewer rows were measured, the more the pages weigh that every tree has. Keys of several widths stand beside one another here: a wider one takes more room in whatever order it comes.",
	}
	if rows := d.loggedRows(); len(rows) > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("The log is the less certain of the two: its bytes per row, taken from trees of %s, are no property of the key alone. A page that several rows of a batch change is logged once for them all, and in a large tree the keys that come in any order meet on a page less often; after each checkpoint, a database may log whole pages again. So the figure for keys in any order holds for the batches and the checkpoints of these runs, and may be off by a multiple for a billion rows; that for keys in order changes little.", amounts(rows, "row")))
	}
	for _, sc := range d.main() {
		if sc.Scenario == trial.Read {
			continue
		}
		for _, b := range d.costBlocks(sc) {
			s.Blocks = append(s.Blocks, b)
			if len(b.panels) > 0 {
				s.pictures = append(s.pictures, pictureOf("cost", sc.Coordinates, "A billion rows, from measured bytes per row", b.panels))
			}
		}
	}
	if len(s.Blocks) == 0 {
		return s, "What a billion rows take: no run has bytes per row of the tree."
	}
	return s, ""
}

// loggedRows are the numbers of rows in the trees that the log is taken from.
func (d *pageData) loggedRows() []int {
	var rows []int
	for _, sc := range d.main() {
		for _, l := range d.lines(sc) {
			if _, ok := sc.median(l.Label, metric.LogBytes); ok && !slices.Contains(rows, sc.Rows) {
				rows = append(rows, sc.Rows)
			}
		}
	}
	return rows
}

func (d *pageData) costBlocks(sc scene) []pageBlock {
	b := pageBlock{Heading: d.where(sc), Subheading: conditions(sc.Coordinates)}
	tree := d.costBars(sc, metric.BytesPerRow, "the tree", "GiB of pages, or of RAM for them all")
	log := d.costBars(sc, metric.LogBytes, "the log", "GiB written to the log")
	for _, bars := range []plot.Bars{tree, log} {
		if len(bars.Bars) > 0 {
			b.panels = append(b.panels, bars.Panel())
		}
	}
	if len(b.panels) == 0 {
		return nil
	}
	b.Folded = true
	b.Table = d.costTable(sc)
	return []pageBlock{b}
}

func (d *pageData) costBars(sc scene, name, what, unit string) plot.Bars {
	bars := plot.Bars{Title: what + ", a billion rows", X: plot.Axis{Label: unit}}
	for _, l := range d.lines(sc) {
		if v, ok := sc.median(l.Label, name); ok {
			g := v * billion / gib
			bars.Bars = append(bars.Bars, plot.Bar{Name: l.Label, Value: g, Label: gigabytes(g), Style: d.style(l.Label)})
		}
	}
	bars.Alt = fmt.Sprintf("Bars for %s: %s of a billion rows by key, in %s; the table below has the figures.", count(len(bars.Bars), "key"), what, unit)
	return bars
}

func (d *pageData) costTable(sc scene) *pageTable {
	t := &pageTable{Caption: "How it is computed", Head: head("key", heading(metricNamed(metric.BytesPerRow)), "tree, GiB", heading(metricNamed(metric.LogBytes)), "log, GiB")}
	for _, g := range sc.groups {
		t.Rows = append(t.Rows, pageRow{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials == 0 {
				continue
			}
			row := pageRow{Cells: []pageCell{{Text: l.Label}}}
			for _, name := range []string{metric.BytesPerRow, metric.LogBytes} {
				v, ok := medianOf(l, name)
				if !ok {
					row.Cells = append(row.Cells, pageCell{}, pageCell{})
					continue
				}
				row.Cells = append(row.Cells, pageCell{Text: fmt.Sprintf("%.1f", v)}, pageCell{Text: gigabytes(v * billion / gib)})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func gigabytes(g float64) string {
	if g < 10 {
		return fmt.Sprintf("%.1f", g)
	}
	return metricNamed(metric.LeafPages).Print(g)
}
