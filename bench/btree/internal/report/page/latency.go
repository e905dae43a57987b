package page

import (
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// operations are those whose latency is shown.
var operations = []struct{ op, title string }{
	{trial.OpInsert, "insert of a batch"},
	{trial.OpPage50, "page of 50 rows by time"},
	{trial.OpTimeRange, "range of 1,000 rows by time"},
}

// latency shows the latency of operations by quantile.
func (d *data) latency() (section, string) {
	s := section{ID: "latency", Title: "How long does an operation take?"}
	s.Lead = []string{
		"Latency by the share of operations that took no longer, in one trial of each key; the rare slow ones are on the right. With an offered rate it counts from the intended start of an operation, otherwise from the end of the one before.",
	}
	pictured := d.pictured()
	for _, p := range d.points {
		if d.simulated(p) || !p.Scenario.Spec().Pages && !has(pictured, p) {
			continue
		}
		if b := d.latencyBlock(p); len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("latency", p.Coordinates, "Latency by quantile", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "Latency: it was not measured. Use -rate 1000 to offer so many rows per second and measure inserts from their intended start, and -scenario pages to measure reads. " + d.why("latency", "")
	}
	return s, ""
}

func (d *data) latencyBlock(p point) block {
	b := block{Heading: words.Title(d.r, p.Coordinates)}
	var legend []plot.Series
	for _, o := range operations {
		if c := d.latencyChart(p, o.op, o.title); len(c.Series) > 0 {
			b.panels = append(b.panels, c.Panel())
			legend = append(legend, c.Series...)
		}
	}
	b.Legend = legendOf(legend)
	return b
}

// latencyOf returns the distribution of an operation in a line's first trial that has it.
func (d *data) latencyOf(p point, line summary.Line, op string) (trial.Latency, bool) {
	is := func(l trial.Latency) bool { return l.Op == op && l.Count > 0 && len(l.Quantiles) > 0 }
	detail := d.detail(p, line, func(d *trial.Detail) bool { return slices.ContainsFunc(d.Latency, is) })
	if detail == nil {
		return trial.Latency{}, false
	}
	return detail.Latency[slices.IndexFunc(detail.Latency, is)], true
}

func (d *data) latencyChart(p point, op, title string) plot.Chart {
	c := plot.Chart{
		Title: title, Size: plot.Wide,
		X: plot.Axis{Label: "share of operations, %", Log: true, Include: []float64{1, 1000}, Ticks: quantileTicks},
		Y: plot.Axis{Label: "milliseconds", Log: true},
	}
	var lines []string
	for _, line := range d.lines(p.Widest()) {
		l, ok := d.latencyOf(p, line, op)
		if !ok {
			continue
		}
		c.Series = append(c.Series, plot.Series{Name: line.Label, Style: d.style(line.Label), Points: quantilePoints(l)})
		lines = append(lines, fmt.Sprintf("%s half within %s ms, 99 %% within %s ms", line.Label, millis(quantile(l, .5)), millis(quantile(l, .99))))
	}
	c.Alt = "Latency, " + c.Title + ": " + english.And(lines) + "."
	return c
}

// rarity is the place of a quantile on the axis: one in so many operations takes longer.
func rarity(q float64) float64 { return 1 / (1 - q) }

var quantileTicks = []plot.Tick{
	{Value: 1, Label: "0"}, {Value: 2, Label: "50"}, {Value: 10, Label: "90"}, {Value: 100, Label: "99"},
	{Value: 1000, Label: "99.9"}, {Value: 10000, Label: "99.99"}, {Value: 100000, Label: "99.999"},
}

// quantilePoints leaves out the maximum, which has no place on the axis, and quantiles
// beyond the number of operations.
func quantilePoints(l trial.Latency) []plot.Point {
	var pts []plot.Point
	for _, q := range l.Quantiles {
		if q.Q >= 0 && q.Q < 1 && rarity(q.Q) <= float64(l.Count) {
			pts = append(pts, plot.Point{X: rarity(q.Q), Y: q.Micros / 1000})
		}
	}
	return pts
}

// quantile returns the latency in milliseconds that a share q of the operations did not
// exceed, NaN if the distribution does not have it.
func quantile(l trial.Latency, q float64) float64 {
	for _, v := range l.Quantiles {
		if v.Q >= q-1e-9 {
			return v.Micros / 1000
		}
	}
	return math.NaN()
}

func millis(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case v < 10:
		return fmt.Sprintf("%.3g", v)
	}
	return english.Integer(int(math.Round(v)))
}
