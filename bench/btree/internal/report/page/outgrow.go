package page

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// pools show what happens when the tree outgrows the buffer pool.
func (d *data) pools() (section, string) {
	s := section{ID: "pool", Title: "When the tree outgrows the buffer pool"}
	s.Lead = []string{"The rate and the pages read per row, because the buffer pool did not hold them, of a growing table by its size, in buffer pools. A counter needs only the end of the tree, whatever its size. Random keys need all of it: once it does not fit, every insert may wait for the disk."}
	for _, p := range d.Points {
		if b := d.outgrowBlock(p); len(b.panels) > 0 && !p.BesideServer {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("pool", p.Coordinates, "A table that outgrows the buffer pool", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "What happens when the tree outgrows the buffer pool: no tree was read while it did. " + d.why("curve", "Use -preset outgrow, or -curve 20 with a size such as -pool 16MB and a larger table.")
	}
	return s, ""
}

// outgrowMetrics are drawn for a table that outgrows the buffer pool.
var outgrowMetrics = []struct{ name, title, label string }{
	{metric.RowsPerSecond, "insert rate", "rows per second"},
	{metric.PagesRead, "pages read", "pages read per row"},
}

// outgrowBlock shows the rate and the reads of a table that grows beyond the buffer pool,
// by how many times its size the table has.
func (d *data) outgrowBlock(p point) block {
	b := block{Heading: p.Title + ", growing"}
	pool, ok := trial.PoolBytes(p.BufferPool)
	if !ok {
		return b
	}
	var legend []plot.Series
	for _, m := range outgrowMetrics {
		c := plot.Chart{
			Title: m.title, Size: plot.Wide,
			X: plot.Axis{Label: "size of the table / buffer pool", Include: []float64{0}}, Y: plot.Axis{Label: m.label, Include: []float64{0}},
		}
		for _, l := range d.lines(p.Widest()) {
			if pts := d.outgrowPoints(p, l, m.name, float64(pool)); len(pts) > 1 && pts[len(pts)-1].X > 1 {
				c.Series = append(c.Series, plot.Series{Name: l.Label, Style: d.styles[l.Label], Points: pts})
			}
		}
		if len(c.Series) > 0 {
			c.Alt = outgrowAlt(c)
			b.panels = append(b.panels, c.Panel())
			legend = append(legend, c.Series...)
		}
	}
	b.Legend = legendOf(legend)
	return b
}

// outgrowPoints returns a metric of a growing table by its size, in buffer pools.
func (d *data) outgrowPoints(p point, l answer.Line, name string, pool float64) []plot.Point {
	var pts []plot.Point
	for _, c := range d.Curve(p, l) {
		size := c.Readings.Get(metric.FileBytes)
		if size.Missing != "" {
			size = c.Readings.Get(metric.BytesPerRow)
		}
		if v := c.Readings.Get(name); v.Missing == "" && size.Missing == "" {
			pts = append(pts, plot.Point{X: size.Value * float64(c.Rows) / pool, Y: v.Value})
		}
	}
	return pts
}

func outgrowAlt(c plot.Chart) string {
	var lines []string
	for _, s := range c.Series {
		first, last := s.Points[0], s.Points[len(s.Points)-1]
		lines = append(lines, fmt.Sprintf("%s %s at %.1f times the buffer pool and %s at %.1f", s.Name, plot.Short(first.Y), first.X, plot.Short(last.Y), last.X))
	}
	return "Lines of " + c.Title + " by the size of the table: " + english.And(lines) + "."
}
