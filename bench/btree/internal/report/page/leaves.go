package page

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// mostDots is the greatest number of dots in a picture of a tree.
const mostDots = 100

// order shows the leaf pages in key order against their place in the file.
func (d *data) order() (section, string) {
	s := section{ID: "order", Title: "Where are the leaf pages?"}
	s.Lead = []string{
		"Each dot is a leaf page: its place in key order from left to right, its place in the file from bottom to top. A straight line is a tree that grew at its end, and a scan reads it sequentially. In a cloud each insert, and each page of a scan, may be anywhere in the file.",
	}
	for _, p := range d.Pictured {
		b := block{Heading: p.Title, Small: true}
		for _, line := range d.lines(p) {
			if l, ok := d.Leaves(p, line); ok {
				b.add(d.orderPanel(line, l), d.Key(line.Key).Form == d.widest(p))
			}
		}
		if b.settle(); len(b.panels) > 0 {
			s.Blocks = append(s.Blocks, b)
			s.pictures = append(s.pictures, pictureOf("order", p.Coordinates, "Leaf pages: key order (right) against place in the file (up)", b))
		}
	}
	if len(s.Blocks) == 0 {
		return s, "Where the leaf pages are: no trial lists its leaf pages. " + d.why("leaves", "Use an engine whose pages can be read (-db sqlite, or postgres with a superuser).")
	}
	return s, ""
}

func (d *data) orderPanel(line answer.Line, l trial.Leaves) plot.Panel {
	label := line.Label
	title := label
	if v, ok := median(line, metric.LeafFill); ok {
		title += fmt.Sprintf(", %.0f\u00a0%% full", v)
	}
	series := plot.Series{Name: label, Style: d.styles[label], Dotted: true}
	step := max(1, (len(l.Page)+mostDots-1)/mostDots)
	for i := 0; i < len(l.Page); i += step {
		series.Points = append(series.Points, plot.Point{X: 100 * float64(i) / float64(max(1, len(l.Page)-1)), Y: float64(l.Page[i])})
	}
	return plot.Chart{
		Title: title, Size: plot.Small,
		Alt: fmt.Sprintf("%s: %s of %s leaf pages. From dot to dot in key order, %.0f %% go up in the file: 100 %% in a tree that grew at its end, 50 %% in a tree without order.",
			label, english.Count(len(series.Points), "dot"), english.Integer(l.Pages), 100*answer.Rising(l)),
		X:      plot.Axis{Label: "key order, %", Include: []float64{0, 100}, Ticks: percentTicks},
		Y:      plot.Axis{Label: "page number", Include: []float64{0}},
		Series: []plot.Series{series},
	}.Panel()
}

var percentTicks = []plot.Tick{{Value: 0, Label: "0"}, {Value: 50, Label: "50"}, {Value: 100, Label: "100"}}
