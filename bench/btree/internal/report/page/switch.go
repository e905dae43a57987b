package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

const switchID = "switch"

// switches shows what ordered keys for new rows bring to tables with random keys.
func (d *data) switches() (section, string) {
	s := section{ID: switchID, Title: "What do ordered keys for new rows bring?"}
	if len(d.Switches.List) == 0 {
		return s, "What ordered keys for new rows bring to a table with random ones: the plan lacks such keys, or PostgreSQL and InnoDB. Use -db sim -keys uuidv4,uuidv7."
	}
	s.Lead = []string{d.Switches.Title}
	t := table{Table: d.Switches.Table, Stack: true}
	t.Head = slices.Clone(t.Head)
	for i, c := range t.Head {
		t.Head[i].Text = strings.ReplaceAll(c.Text, "\n", " ")
	}
	s.Blocks = append(s.Blocks, block{Table: &t})
	for _, one := range d.Switches.List {
		b := block{Heading: one.Database, Text: []string{one.Sentence}}
		lines := growth(one)
		b.Legend, b.panels = legendOf(lines.Series), []plot.Panel{lines.Panel(), changed(one).Panel()}
		at := trial.Coordinates{Engine: engine.Simulator, Layout: one.Layout}
		s.pictures = append(s.pictures, pictureOf("switch", at, "New rows with ordered keys in a table with random ones: "+b.Heading, b))
		s.Blocks = append(s.Blocks, b)
	}
	return s, ""
}

// growth draws the size of a tree that gets up to twice the rows that it has.
func growth(s answer.Switched) plot.Chart {
	const million, mib, most = 1_000_000, 1 << 20, 200 // percent
	c := plot.Chart{
		Title: "size", Size: plot.Wide,
		X: plot.Axis{Label: "new rows, % of the old ones", Include: []float64{0, most}},
		Y: plot.Axis{Label: "MiB for each million old rows", Include: []float64{0}},
	}
	var alt []string
	for i, one := range []struct {
		name       string
		start, row float64
	}{{s.OldName, s.OldRow, s.OldRow}, {s.NewName, s.OldRow, s.NewRow}, {s.NewName + ", rebuilt at the switch", s.AloneRow, s.NewRow}} {
		line := plot.Series{Name: one.name, Style: plot.StyleOf(i)}
		for x := 0.0; x <= most; x += most / 4 {
			line.Points = append(line.Points, plot.Point{X: x, Y: (one.start + one.row*x/100) * million / mib})
		}
		c.Series = append(c.Series, line)
		alt = append(alt, fmt.Sprintf("%s from %s to %s", one.name, plot.Short(line.Points[0].Y), plot.Short(line.Points[len(line.Points)-1].Y)))
	}
	c.Alt = "Lines of the size by the number of new rows, in MiB for each million old rows: " + english.And(alt) + "."
	return c
}

// changed draws how many leaf pages 1,000 rows change.
func changed(s answer.Switched) plot.Bars {
	sizes := s.Sizes()
	b := plot.Bars{Title: "leaf pages that 1,000 new rows change", X: plot.Axis{Label: "leaf pages, of " + english.Integer(sizes[len(sizes)/2]/1_000_000) + " million rows"}}
	for i, h := range trial.Histories() {
		if v, ok := s.Tree(h, sizes[len(sizes)/2]); ok {
			b.Bars = append(b.Bars, plot.Bar{Name: s.History(h), Value: v.Changed, Label: fmt.Sprintf("%.0f", v.Changed), Style: plot.StyleOf(i)})
		}
	}
	b.Alt = "Bars of the leaf pages that 1,000 new rows change; the table has the values."
	return b
}
