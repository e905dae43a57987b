package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// curveMetrics are those that a growing tree is drawn with, if any point reaches the
// least value that is worth it.
var curveMetrics = []struct {
	name, title, label string
	least              float64
}{
	{metric.LeafFill, "leaf fill", "leaf fill, %", 0},
	{metric.PagesRead, "pages read", "pages read per row", noticeable},
}

// curve shows how trees change while they grow.
func (d *pageData) curve() (pageSection, string) {
	s := pageSection{ID: "growth", Title: "While the tree grows"}
	s.Lead = []string{
		fmt.Sprintf("Readings of one run of each key, taken while it was made; where several numbers of rows were run, the median of each. The fill of random keys never settles: all pages split at about the same time, so that it swings around ln 2, %.1f %% of what a page can hold, with each doubling of the rows. Two figures of such keys are comparable only at the same number of rows.", 100*math.Ln2),
	}
	featured := d.featured()
	for _, set := range alike(d.scenes, func(p *trial.Coordinates) { p.Rows = 0 }) {
		if !slices.ContainsFunc(set, func(s scene) bool { return holds(featured, s) }) {
			continue
		}
		b := d.curveBlock(set)
		if len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			p := pictureOf("growth", set[len(set)-1].Coordinates, "While the tree grows", b.panels)
			for _, l := range b.Legend {
				p.figure.Legend = append(p.figure.Legend, l.series)
			}
			s.pictures = append(s.pictures, p)
		}
	}
	if len(s.Blocks) == 0 {
		return s, "How fill changes while the tree grows: the runs were read at their end only. -curve 20 reads them on the way, too, and -rows takes a list. " + d.why("curve", "")
	}
	return s, ""
}

func (d *pageData) curveBlock(set []scene) pageBlock {
	longest := set[len(set)-1] // scenes come by rising rows
	b := pageBlock{Heading: d.where(longest), Subheading: conditions(longest.Coordinates), Folded: true}
	var fills, all []plot.Series
	for _, m := range curveMetrics {
		for _, g := range longest.groups {
			c := plot.Chart{
				Title: m.title + ", " + g.Form, Size: plot.Wide,
				X: plot.Axis{Label: "rows in the tree", Log: true}, Y: plot.Axis{Label: m.label, Include: []float64{0}},
			}
			if m.name == metric.LeafFill {
				c.Rules, c.Y.Include = []plot.Rule{{Y: 100 * math.Ln2}}, []float64{50, 100}
			}
			for _, l := range g.Lines {
				if pts := d.growth(set, l, m.name); len(pts) > 1 {
					c.Series = append(c.Series, plot.Series{Name: l.Label, Style: d.style(l.Label), Points: pts})
				}
			}
			if len(c.Series) == 0 || !reaches(c.Series, m.least) {
				continue
			}
			c.Alt = curveAlt(c, m.title)
			b.panels = append(b.panels, c.Panel())
			all = append(all, c.Series...)
			if m.name == metric.LeafFill {
				fills = append(fills, c.Series...)
			}
		}
	}
	b.Legend = legendOf(distinct(all))
	if len(fills) > 0 {
		b.Table = growthTable(fills)
		b.Legend = append(b.Legend, pageLegend{plot.Series{Name: fmt.Sprintf("ln 2 = %.1f %%", 100*math.Ln2), Style: plot.Reference(), Mode: plot.Plain}})
	}
	return b
}

// growthColumns is how many of the readings of a growing tree its table has.
const growthColumns = 8

// growthTable has the leaf fill of each series at a few numbers of rows, evenly taken
// from those that the first one was read at. One that was read elsewhere has a blank.
func growthTable(series []plot.Series) *pageTable {
	t := &pageTable{Caption: "The same in figures: leaf fill in percent by rows", Head: head("key")}
	at := series[0].Points
	var rows []float64
	for i := range min(growthColumns, len(at)) {
		rows = append(rows, at[len(at)-1-i*len(at)/min(growthColumns, len(at))].X)
	}
	slices.Sort(rows)
	for _, x := range rows {
		t.Head = append(t.Head, pageCell{Text: commas(int(x))})
	}
	for _, s := range series {
		row := pageRow{Cells: []pageCell{{Text: s.Name}}}
		for _, x := range rows {
			c := pageCell{}
			if i := slices.IndexFunc(s.Points, func(p plot.Point) bool { return p.X == x }); i >= 0 {
				c.Text = fmt.Sprintf("%.1f", s.Points[i].Y)
			}
			row.Cells = append(row.Cells, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// reaches is whether any point is at a value or above it.
func reaches(series []plot.Series, least float64) bool {
	for _, s := range series {
		for _, p := range s.Points {
			if p.Y >= least {
				return true
			}
		}
	}
	return false
}

// growth returns a metric of a line by the number of rows: of the longest run that was
// read while it grew, or the medians where runs of several lengths were made.
func (d *pageData) growth(set []scene, l summary.Line, name string) []plot.Point {
	for _, sc := range slices.Backward(set) {
		detail := d.detail(sc, l, func(d *trial.Detail) bool { return len(curvePoints(d.Curve, name)) > 1 })
		if detail != nil {
			return curvePoints(detail.Curve, name)
		}
	}
	var pts []plot.Point
	for _, sc := range set {
		if _, l, ok := sc.line(l.Label); ok {
			if p, ok := statPoint(float64(sc.Rows), l, name); ok {
				pts = append(pts, p)
			}
		}
	}
	return pts
}

func curvePoints(curve []trial.CurvePoint, name string) []plot.Point {
	var pts []plot.Point
	for _, c := range curve {
		if v := c.Readings.Get(name); v.Missing == "" {
			pts = append(pts, plot.Point{X: float64(c.Rows), Y: v.Value})
		}
	}
	return pts
}

// statPoint is a median with its interval as a point.
func statPoint(x float64, l summary.Line, name string) (plot.Point, bool) {
	s := l.Metrics[name]
	if s.Median == nil {
		return plot.Point{}, false
	}
	p := plot.Point{X: x, Y: *s.Median}
	if s.Low != nil && s.High != nil {
		p.Low, p.High, p.Interval = *s.Low, *s.High, true
	}
	return p, true
}

func curveAlt(c plot.Chart, what string) string {
	var words []string
	for _, s := range c.Series {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range s.Points {
			low, high = math.Min(low, p.Y), math.Max(high, p.Y)
		}
		last := s.Points[len(s.Points)-1]
		words = append(words, fmt.Sprintf("%s from %s to %s, at %s rows %s", s.Name, plot.Short(low), plot.Short(high), plot.Short(last.X), plot.Short(last.Y)))
	}
	return "Lines of " + what + " against rows: " + joined(words) + "."
}
