package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// windows show the fill by writers and batch, a heat map for each key.
func (d *pageData) windows() (pageSection, string) {
	s := pageSection{ID: "windows", Title: "Several writers: order in flight"}
	s.Lead = []string{
		"Leaf fill in percent by the number of writers and the number of keys that each makes before it sends them. What decides is how many keys are on their way at the same time: even a perfect counter comes in out of order then. Databases react in opposite ways, so look at yours. The scale is the same in all maps of a row; a dash is a combination that has no run.",
	}
	for _, set := range alike(d.scenes, func(p *trial.Coordinates) { p.Writers, p.Batch = 0, 0 }) {
		if set[0].Scenario != plainInsert || len(set) < 2 {
			continue
		}
		at := set[0].Coordinates
		at.Writers, at.Batch = 0, 0
		b := pageBlock{Heading: d.where(set[0]), Subheading: conditions(at)}
		low, high := fillRange(set)
		for _, l := range d.lines(set...) {
			if h, ok := heat(l.Label, set); ok {
				h.Low, h.High = math.Floor(low/5)*5, math.Ceil(high/5)*5
				b.panels = append(b.panels, h.Panel())
			}
		}
		b.Small = !slices.ContainsFunc(b.panels, func(p plot.Panel) bool { return p.Width() > 1.3*plot.Small.Width })
		if len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("windows", at, "Leaf fill in % by writers and batch", b.panels))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "What several writers do to the order: no key has runs with several numbers of writers or batches. -preset concurrency has more, or lists such as -writers 1,2,8 -batch 1,10,100,1000."
	}
	return s, ""
}

// fillRange returns the least and the greatest median of leaf fill in scenes.
func fillRange(set []scene) (low, high float64) {
	low, high = 100, 0
	for _, sc := range set {
		for _, g := range sc.groups {
			for _, l := range g.Lines {
				if v, ok := medianOf(l, metric.LeafFill); ok {
					low, high = math.Min(low, v), math.Max(high, v)
				}
			}
		}
	}
	return low, high
}

// heat is the map of one line over scenes that differ in writers and batch.
func heat(label string, set []scene) (plot.Heat, bool) {
	fills := make(map[[2]int]float64)
	var writers, batches []int
	for _, sc := range set {
		if v, ok := sc.median(label, metric.LeafFill); ok {
			fills[[2]int{sc.Writers, sc.Batch}] = v
			writers, batches = append(writers, sc.Writers), append(batches, sc.Batch)
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
	var words []string
	for _, w := range writers {
		h.Rows = append(h.Rows, commas(w))
		values := make([]float64, len(batches))
		for i, b := range batches {
			v, ok := fills[[2]int{w, b}]
			if !ok {
				values[i] = math.NaN()
				continue
			}
			values[i] = v
			words = append(words, fmt.Sprintf("%s and batch %s: %.0f %%", count(w, "writer"), commas(b), v))
		}
		h.Values = append(h.Values, values)
	}
	h.Alt = "Leaf fill of " + label + ": " + joined(words) + "."
	return h, true
}
