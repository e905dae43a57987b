package page

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// pools show how many pages are read when the tree outgrows the buffer pool: measured
// values as points, simulated ones as lines.
func (d *data) pools() (section, string) {
	s := section{ID: "pool", Title: "When the tree outgrows the buffer pool"}
	s.Lead = []string{"Pages read per row because the buffer pool did not hold them, by the size of the buffer pool. Marks are measured; a line without marks is simulated. A counter needs only the end of the tree, whatever its size. Random keys need all of it: once it does not fit, every insert may wait for the disk. A growing table is shown by its size, in buffer pools."}
	for _, p := range d.points {
		if b := d.outgrowBlock(p); len(b.panels) > 0 && !d.besideServer(p) {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("pool", p.Coordinates, "A table that outgrows the buffer pool", b))
		}
	}
	for _, set := range partition(d.points, func(c *trial.Coordinates) { c.BufferPool = "" }) {
		if d.besideServer(set[0]) {
			continue
		}
		if b := d.poolBlock(set); len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("pool", withoutPool(set[0].Coordinates), "Pages read per row by the size of the buffer pool", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "Buffer pools smaller than the tree: no key has trials with several sizes of it. Use -preset outgrow, or a list of sizes such as -pool 16MB,64MB,256MB."
	}
	return s, ""
}

// withoutPool returns coordinates without the buffer pool.
func withoutPool(c trial.Coordinates) trial.Coordinates {
	c.BufferPool = ""
	return c
}

// poolBlock shows points that differ in the buffer pool.
func (d *data) poolBlock(set []point) block {
	b := block{Heading: words.Place(d.r, set[0].Coordinates), Subheading: words.Conditions(withoutPool(set[0].Coordinates)), Folded: true}
	t := table{Table: grid.Table{Caption: "In numbers", Head: grid.Head("key", "buffer pool", "tree, MiB", "pages read per row")}, Folded: true}
	var legend []plot.Series
	widest := d.widest(set...)
	for _, form := range forms(set) {
		c := plot.Chart{
			Title: "pages read, " + form, Size: plot.Wide,
			X: plot.Axis{Label: "buffer pool", Log: true, Ticks: poolTicks(set)}, Y: plot.Axis{Label: "pages read per row", Include: []float64{0}},
		}
		simulated := d.simulatedReads(set, form)
		var values []string
		for _, line := range d.lines(set...) {
			if d.r.Key(line.Key).Form != form {
				continue
			}
			series := plot.Series{Name: line.Label, Style: d.style(line.Label)}
			switch {
			case d.simulated(set[0]):
				series.Mode = plot.Plain
			case slices.ContainsFunc(simulated, func(s plot.Series) bool { return s.Style == series.Style }):
				series.Mode = plot.Marked
			}
			for _, p := range set {
				l, _ := p.Line(line.Label)
				size, ok := trial.PoolBytes(p.BufferPool)
				at, read := statPoint(float64(size), l, metric.PagesRead)
				if !ok || !read {
					continue
				}
				series.Points = append(series.Points, at)
				values = append(values, fmt.Sprintf("%s at %s %.3g", line.Label, p.BufferPool, at.Y))
				t.Rows = append(t.Rows, poolRow(p, line.Label, at.Y))
			}
			sortByX(series.Points)
			if len(series.Points) > 1 {
				c.Series = append(c.Series, series)
			}
		}
		if len(c.Series) == 0 {
			continue
		}
		c.Series = append(c.Series, simulated...)
		c.Alt = "Pages read per row by the size of the buffer pool: " + english.And(values) + "."
		b.add(c.Panel(), form == widest)
		legend = append(legend, c.Series...)
	}
	b.settle()
	b.Legend, b.Table = legendOf(legend), &t
	return b
}

func sortByX(points []plot.Point) {
	slices.SortFunc(points, func(a, b plot.Point) int { return int(a.X - b.X) })
}

// simulatedReads are the lines of the simulator for the tree of a server, if it ran at the
// same points.
func (d *data) simulatedReads(set []point, form string) []plot.Series {
	if d.simulated(set[0]) {
		return nil
	}
	var list []plot.Series
	for _, line := range d.lines(set...) {
		series := plot.Series{Name: line.Label + ", simulated", Style: d.style(line.Label), Mode: plot.Plain}
		for _, p := range set {
			twin, ok := d.simulationOf(p)
			v, read := median(twin, line.Label, metric.PagesRead)
			size, known := trial.PoolBytes(p.BufferPool)
			if ok && read && known && d.r.Key(line.Key).Form == form {
				series.Points = append(series.Points, plot.Point{X: float64(size), Y: v})
			}
		}
		sortByX(series.Points)
		if len(series.Points) > 1 {
			list = append(list, series)
		}
	}
	return list
}

// poolTicks name the sizes as they were asked for.
func poolTicks(set []point) []plot.Tick {
	var list []plot.Tick
	for _, p := range set {
		if size, ok := trial.PoolBytes(p.BufferPool); ok {
			list = append(list, plot.Tick{Value: float64(size), Label: p.BufferPool})
		}
	}
	return list
}

func poolRow(p point, label string, read float64) row {
	size := ""
	if v, ok := median(p, label, metric.BytesPerRow); ok {
		size = fmt.Sprintf("%.1f", v*float64(p.Rows)/(1<<20))
	}
	return row{Cells: []cell{{Text: label}, {Text: p.BufferPool}, {Text: size}, {Text: fmt.Sprintf("%.4f", read)}}}
}
