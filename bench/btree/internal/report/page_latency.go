package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// operations are those whose latency is shown, with their words.
var operations = []struct{ op, title string }{
	{trial.OpInsert, "insert of a batch"},
	{trial.OpReadUniform, "read of any row by key"},
	{trial.OpReadRecent, "read of a recent row by key"},
}

// latency shows how long operations took, by quantile.
func (d *pageData) latency() (pageSection, string) {
	s := pageSection{ID: "latency", Title: "How long one has to wait"}
	s.Lead = []string{
		"The time of an operation by the share of operations that took no longer, of one run of each key. Towards the right are the rare slow ones. With an offered rate, times count from the moment at which the operation was to start: who waits in the queue behind a slow one is counted. Without one (closed loop) the next operation starts when the one before has ended, and a stall is counted once.",
	}
	featured := d.featured()
	for _, sc := range d.scenes {
		shown := sc.Scenario == trial.Read || holds(featured, sc)
		if !shown || d.engine(sc.Engine).Simulated {
			continue
		}
		b := pageBlock{Heading: d.where(sc), Subheading: conditions(sc.Coordinates), Folded: true}
		t := pageTable{Caption: "The same in figures, in milliseconds", Head: head("key", "<operation", "offered/s", "count", "50 %", "90 %", "99 %", "99.9 %", "longest")}
		var legend []plot.Series
		for _, o := range operations {
			for _, form := range d.forms([]scene{sc}) {
				c, rows := d.latencyChart(sc, form, o.op, o.title)
				if len(c.Series) == 0 {
					continue
				}
				b.panels = append(b.panels, c.Panel())
				t.Rows = append(t.Rows, rows...)
				legend = append(legend, c.Series...)
			}
		}
		if len(b.panels) == 0 {
			continue
		}
		legend = distinct(legend)
		b.Legend, b.Table = legendOf(legend), &t
		s.Blocks = append(s.Blocks, b)
		p := pictureOf("latency", sc.Coordinates, "Latency by quantile", b.panels)
		p.figure.Legend = legend
		s.pictures = append(s.pictures, p)
	}
	if len(s.Blocks) == 0 {
		return s, "How long one has to wait for an operation: it was not timed. -rate 1000 offers so many rows a second and times each insert from its intended start; -scenario read times reads by key. " + d.why("latency", "")
	}
	return s, ""
}

// distinct returns the series without those whose name was there before.
func distinct(series []plot.Series) []plot.Series {
	var list []plot.Series
	for _, s := range series {
		if !slices.ContainsFunc(list, func(have plot.Series) bool { return have.Name == s.Name }) {
			list = append(list, s)
		}
	}
	return list
}

// latencyOf returns the distribution of an operation in a line's first run that has it.
func (d *pageData) latencyOf(s scene, line summary.Line, op string) (trial.Latency, bool) {
	is := func(l trial.Latency) bool { return l.Op == op && l.Count > 0 && len(l.Quantiles) > 0 }
	detail := d.detail(s, line, func(d *trial.Detail) bool { return slices.ContainsFunc(d.Latency, is) })
	if detail == nil {
		return trial.Latency{}, false
	}
	return detail.Latency[slices.IndexFunc(detail.Latency, is)], true
}

func (d *pageData) latencyChart(sc scene, form, op, title string) (plot.Chart, []pageRow) {
	c := plot.Chart{
		Title: title + ", " + form, Size: plot.Wide,
		X: plot.Axis{Label: "share of operations, %", Log: true, Include: []float64{1, 1000}, Ticks: quantileTicks},
		Y: plot.Axis{Label: "milliseconds", Log: true},
	}
	var rows []pageRow
	var words []string
	for _, line := range d.lines(sc) {
		l, ok := d.latencyOf(sc, line, op)
		if !ok || d.key(line.Key).Form != form {
			continue
		}
		c.Series = append(c.Series, plot.Series{Name: line.Label, Style: d.style(line.Label), Points: quantilePoints(l)})
		rows = append(rows, latencyRow(line.Label, title, l))
		words = append(words, fmt.Sprintf("%s half within %s ms, 99 %% within %s ms", line.Label, millis(quantile(l, .5)), millis(quantile(l, .99))))
	}
	c.Alt = "Latency, " + c.Title + ": " + joined(words) + "."
	return c, rows
}

// rarity is the place of a quantile on the axis: one in so many takes longer.
func rarity(q float64) float64 { return 1 / (1 - q) }

var quantileTicks = []plot.Tick{
	{Value: 1, Label: "0"}, {Value: 2, Label: "50"}, {Value: 10, Label: "90"}, {Value: 100, Label: "99"},
	{Value: 1000, Label: "99.9"}, {Value: 10000, Label: "99.99"}, {Value: 100000, Label: "99.999"},
}

// quantilePoints leaves out the last quantile, 1, which has no place on the axis, and
// those that rest on less than one operation.
func quantilePoints(l trial.Latency) []plot.Point {
	var pts []plot.Point
	for _, q := range l.Quantiles {
		if q.Q >= 0 && q.Q < 1 && rarity(q.Q) <= float64(l.Count) {
			pts = append(pts, plot.Point{X: rarity(q.Q), Y: q.Micros / 1000})
		}
	}
	return pts
}

// quantile returns in milliseconds what a share q of the operations took at most, as
// the distribution has it, NaN if it does not reach so far.
func quantile(l trial.Latency, q float64) float64 {
	for _, v := range l.Quantiles {
		if v.Q >= q-1e-9 {
			return v.Micros / 1000
		}
	}
	return math.NaN()
}

func latencyRow(key, operation string, l trial.Latency) pageRow {
	offered := "closed loop"
	if l.Offered > 0 {
		offered = commas(int(math.Round(l.Offered)))
	}
	row := pageRow{Cells: []pageCell{{Text: key}, {Text: operation, Class: "text"}, {Text: offered}, {Text: commas(int(l.Count))}}}
	for _, q := range []float64{.5, .9, .99, .999, 1} {
		row.Cells = append(row.Cells, pageCell{Text: millis(quantile(l, q))})
	}
	return row
}

func millis(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case v < 10:
		return fmt.Sprintf("%.3g", v)
	}
	return commas(int(math.Round(v)))
}
