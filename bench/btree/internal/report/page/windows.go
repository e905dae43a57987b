package page

import (
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// windows show the leaf fill by writers and batch, a heat map for each key.
func (d *data) windows() (section, string) {
	s := section{ID: "windows", Title: "Several writers"}
	s.Lead = []string{
		"Leaf fill in percent by the number of writers and the number of keys that each makes before it sends them. The number of keys in flight decides: with several writers even the keys of one counter arrive out of order. Databases react in opposite ways, so look at yours. All maps of a row have the same scale; a dash is a combination without a trial.",
	}
	for _, set := range partition(d.points, func(c *trial.Coordinates) { c.Writers, c.Batch = 0, 0 }) {
		if set[0].Scenario != trial.Insert || len(set) < 2 {
			continue
		}
		at := set[0].Coordinates
		at.Writers, at.Batch = 0, 0
		b := block{Heading: words.Place(d.r, at), Subheading: words.Conditions(at)}
		low, high := fillRange(set)
		for _, l := range d.lines(set...) {
			if h, ok := heat(l.Label, set); ok {
				h.Low, h.High = math.Floor(low/5)*5, math.Ceil(high/5)*5
				b.add(h.Panel(), d.r.Key(l.Key).Form == d.widest(set...))
			}
		}
		b.settle()
		b.Small = !slices.ContainsFunc(b.panels, func(p plot.Panel) bool { return p.Width() > 1.3*plot.Small.Width })
		if len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("windows", at, "Leaf fill in % by writers and batch", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "How several writers change the order of keys: no key has trials with several numbers of writers or batches. Use -preset concurrency, or lists such as -writers 1,2,8 -batch 1,10,100,1000."
	}
	return s, ""
}

// fillRange returns the least and the greatest median of leaf fill at points.
func fillRange(points []point) (low, high float64) {
	low, high = 100, 0
	for _, p := range points {
		for _, g := range p.Groups {
			for _, l := range g.Lines {
				if v, ok := medianOf(l, metric.LeafFill); ok {
					low, high = math.Min(low, v), math.Max(high, v)
				}
			}
		}
	}
	return low, high
}

// heat is the map of one label over points that differ in writers and batch.
func heat(label string, points []point) (plot.Heat, bool) {
	fills := make(map[[2]int]float64)
	var writers, batches []int
	for _, p := range points {
		if v, ok := median(p, label, metric.LeafFill); ok {
			fills[[2]int{p.Writers, p.Batch}] = v
			writers, batches = append(writers, p.Writers), append(batches, p.Batch)
		}
	}
	if len(fills) < 2 {
		return plot.Heat{}, false
	}
	slices.Sort(writers)
	slices.Sort(batches)
	writers, batches = slices.Compact(writers), slices.Compact(batches)
	h := plot.Heat{
		Title: label, XLabel: "batch, rows", YLabel: "writers",
		Print: func(v float64) string { return fmt.Sprintf("%.0f", v) },
	}
	for _, b := range batches {
		h.Columns = append(h.Columns, plot.Short(float64(b)))
	}
	var cells []string
	for _, w := range writers {
		h.Rows = append(h.Rows, english.Integer(w))
		values := make([]float64, len(batches))
		for i, b := range batches {
			v, ok := fills[[2]int{w, b}]
			if !ok {
				values[i] = math.NaN()
				continue
			}
			values[i] = v
			cells = append(cells, fmt.Sprintf("%s and batch %s: %.0f %%", english.Count(w, "writer"), english.Integer(b), v))
		}
		h.Values = append(h.Values, values)
	}
	h.Alt = "Leaf fill of " + label + ": " + english.And(cells) + "."
	return h, true
}
