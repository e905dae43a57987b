package report

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// mostDots is how many points of a tree a picture has: more are only ink.
const mostDots = 600

// leavesOf returns the leaf pages of a line's first run in a scene that has them.
func (d *pageData) leavesOf(s scene, l summary.Line) (trial.Leaves, bool) {
	detail := d.detail(s, l, func(d *trial.Detail) bool { return d.Leaves != nil && len(d.Leaves.Page) > 0 })
	if detail == nil {
		return trial.Leaves{}, false
	}
	return *detail.Leaves, true
}

// order shows the leaf pages in key order against their place in the file.
func (d *pageData) order() (pageSection, string) {
	s := pageSection{ID: "order", Title: "The picture that explains it: where the pages are"}
	s.Lead = []string{
		"Each dot is a leaf page: to the right in the order of the keys, upwards by its place in the file; above it stands how full the pages are on average. A line from corner to corner is a tree that grew at its end, and a read in key order goes straight through the file. A cloud is a tree in which neighbours in key order lie anywhere: each insert may need another page, and each page must be in memory or be fetched.",
		"A step in the line is a part of the file that another tree or the table took meanwhile.",
	}
	for _, sc := range d.featured() {
		b := pageBlock{Heading: d.where(sc), Subheading: conditions(sc.Coordinates), Small: true}
		for _, line := range d.lines(sc) {
			if l, ok := d.leavesOf(sc, line); ok {
				b.panels = append(b.panels, d.orderPanel(sc, line.Label, l))
			}
		}
		if len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("order", sc.Coordinates, "Leaf pages: key order (right) against place in the file (up)", b.panels))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "Where the leaf pages are, and how full each is: no run lists its leaf pages. " + d.why("leaves", "Give a database whose pages can be read (-db sqlite, or postgres with a superuser).")
	}
	return s, ""
}

func (d *pageData) orderPanel(sc scene, key string, l trial.Leaves) plot.Panel {
	title := key
	if v, ok := sc.median(key, metric.LeafFill); ok {
		title += fmt.Sprintf(", %.0f\u00a0%% full", v)
	}
	series := plot.Series{Name: key, Style: d.style(key), Mode: plot.Dotted}
	step := max(1, (len(l.Page)+mostDots-1)/mostDots)
	for i := 0; i < len(l.Page); i += step {
		series.Points = append(series.Points, plot.Point{X: 100 * float64(i) / float64(max(1, len(l.Page)-1)), Y: float64(l.Page[i])})
	}
	return plot.Chart{
		Title: title, Size: plot.Small,
		Alt:    fmt.Sprintf("%s: %s of %s leaf pages. %s", key, count(len(series.Points), "dot"), commas(l.Pages), orderWords(l)),
		X:      plot.Axis{Label: "key order, %", Include: []float64{0, 100}, Ticks: percentTicks},
		Y:      plot.Axis{Label: "page number", Include: []float64{0}},
		Series: []plot.Series{series},
	}.Panel()
}

var percentTicks = []plot.Tick{{Value: 0, Label: "0"}, {Value: 50, Label: "50"}, {Value: 100, Label: "100"}}

// rising returns which share of the listed leaf pages lies behind its predecessor in
// the file: near 1 for a tree that grew at its end, near 1/2 for one without order.
func rising(l trial.Leaves) float64 {
	up := 0
	for i := 1; i < len(l.Page); i++ {
		if l.Page[i] > l.Page[i-1] {
			up++
		}
	}
	return float64(up) / float64(max(1, len(l.Page)-1))
}

func orderWords(l trial.Leaves) string {
	return fmt.Sprintf("From dot to dot in key order, %.0f %% go up in the file: a tree that only grew at its end has 100 %%, one without order 50 %%.", 100*rising(l))
}

// histograms show how full the leaf pages are.
func (d *pageData) histograms() (pageSection, string) {
	s := pageSection{ID: "fill", Title: "How full each leaf page is"}
	s.Lead = []string{"The share of leaf pages by fill, in classes of 5 %. Ordered keys leave nearly all pages as full as the database packs them. Random keys leave pages of every fill from a half upwards: a full page splits into two halves, which fill up again. A tall bar at 50 % is the mark of pages that split and were never filled again."}
	for _, sc := range d.featured() {
		b := pageBlock{Heading: d.where(sc), Subheading: conditions(sc.Coordinates), Small: true, Folded: true}
		t := pageTable{Caption: "The same in figures: leaf pages in percent by fill", Head: head("key", "leaf pages", "below 45 %", "45 to 55 %", "55 to 75 %", "75 to 90 %", "90 % and more")}
		for _, line := range d.lines(sc) {
			if l, ok := d.leavesOf(sc, line); ok {
				b.panels = append(b.panels, d.histogramPanel(line.Label, l))
				t.Rows = append(t.Rows, histogramRow(line.Label, l))
			}
		}
		if len(b.panels) > 0 {
			b.Table = &t
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("fill", sc.Coordinates, "Leaf pages by fill", b.panels))
		}
	}
	return s, "" // what is not there was said of the picture before
}

func (d *pageData) histogramPanel(key string, l trial.Leaves) plot.Panel {
	shares, mode := make([]float64, len(l.Histogram)), 0
	for i := range l.Histogram {
		shares[i] = share(l, i, i+1)
		if shares[i] > shares[mode] {
			mode = i
		}
	}
	return plot.Histogram{
		Title: key, Style: d.style(key), Low: 0, High: 100, Shares: shares,
		Alt: fmt.Sprintf("%s: the most frequent fill of its %s is %d to %d %%, with %.0f %% of them.", key, count(l.Pages, "leaf page"), 5*mode, 5*mode+5, shares[mode]),
		X:   plot.Axis{Label: "fill, %", Ticks: percentTicks},
		Y:   plot.Axis{Label: "% of leaves", Include: []float64{100}, Ticks: percentTicks},
	}.Panel()
}

// share returns which percentage of the leaf pages is in the classes from low up to
// but not high.
func share(l trial.Leaves, low, high int) float64 {
	all, n := 0, 0
	for i, v := range l.Histogram {
		all += v
		if i >= low && i < high {
			n += v
		}
	}
	return 100 * float64(n) / float64(max(1, all))
}

func histogramRow(key string, l trial.Leaves) pageRow {
	row := pageRow{Cells: []pageCell{{Text: key}, {Text: commas(l.Pages)}}}
	for _, c := range [][2]int{{0, 9}, {9, 11}, {11, 15}, {15, 18}, {18, 20}} {
		row.Cells = append(row.Cells, pageCell{Text: fmt.Sprintf("%.1f", share(l, c[0], c[1]))})
	}
	return row
}
