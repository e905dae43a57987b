package page

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

const verdictID = "verdict"

// mostColumns is the number of columns of a table that a wide screen and paper show.
const mostColumns = 10

// verdict answers the question of the page: what each key costs.
func (d *data) verdict() (section, string) {
	s := section{ID: verdictID, Title: "What does each key cost?"}
	pictured, open := d.pictured(), pointsOf(verdict.Databases(d.r, d.groups))
	explained := make(map[trial.Scenario]bool)
	for _, v := range d.verdicts {
		p := v.Point
		b := d.verdictBlock(v)
		if about := p.Scenario.Spec().About; about != "" && !explained[p.Scenario] {
			b.Text, explained[p.Scenario] = []string{about}, true
		}
		if b.Shut = !has(open, p); b.Shut {
			b.Table.dropNotes()
		}
		b.More = b.Table.split(mostColumns)
		if has(pictured, p) {
			b.panels = d.answerBars(p)
			s.pictures = append(s.pictures, pictureOf("answer", p.Coordinates, b.Heading, b))
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, "Verdicts: no trial was finished. Run it again, with fewer -rows if it takes too long."
	}
	s.Lead = []string{
		fmt.Sprintf("A B+ tree stores keys sorted by their bytes. A counter's keys all go to the last page and fill it; random keys go to any page, split full pages into half-full ones and touch pages that are no longer in memory. “Worse” means that the %.1f %% interval of the ratio to a counter of the same width is beyond %s, “no difference” (~) that it is within; anything else is “not enough runs” (?). Several writers are compared with a counter of as many. A line on a bar is the %.0f %% interval of the median.",
			100*summary.RatioConfidence, words.Margin, 100*summary.Confidence),
	}
	if hint := verdict.Hint(d.r, d.verdicts); hint != "" {
		s.Lead = append(s.Lead, hint)
	}
	return s, ""
}

// pointsOf returns the points of verdicts.
func pointsOf(list []verdict.Verdict) []point {
	var out []point
	for _, v := range list {
		out = append(out, v.Point)
	}
	return out
}

// answerMetrics holds the metrics of the bars.
var answerMetrics = []struct{ name, title, label string }{
	{metric.BytesPerRow, "index size", "bytes per row"},
	{metric.RowsPerSecond, "insert rate", "rows per second"},
	{metric.PagesRead, "pages read", "pages per row"},
}

// answerBars draw the costs of the keys of the most frequent form. They leave out pages that
// no key reads.
func (d *data) answerBars(p point) []plot.Panel {
	var list []plot.Panel
	for _, m := range answerMetrics {
		bars := plot.Bars{Title: m.title, X: plot.Axis{Label: m.label}}
		most := 0.0
		for _, l := range d.lines(p.Widest()) {
			if v, ok := medianOf(l, m.name); ok {
				b := plot.Bar{Name: l.Label, Value: v, Label: metric.Named(m.name).Print(v), Style: d.style(l.Label)}
				if s := l.Metrics[m.name]; s.Low != nil && *s.Low >= 0 {
					b.Low, b.High = *s.Low, *s.High
				}
				bars.Bars = append(bars.Bars, b)
				most = max(most, v)
			}
		}
		if len(bars.Bars) > 0 && (m.name != metric.PagesRead || most >= noticeable) {
			bars.Alt = fmt.Sprintf("Bars of the %s of %s, in %s; the table below has the values.", m.title, english.Count(len(bars.Bars), "key"), m.label)
			list = append(list, bars.Panel())
		}
	}
	return list
}

func (d *data) verdictBlock(v verdict.Verdict) block {
	p := v.Point
	b := block{Heading: v.Title, List: v.Sentences, Folded: true}
	t := table{Table: grid.Table{Caption: "Each key beside the counter of its width", Head: grid.Head("key", "<verdict")}, Folded: true, Stack: true}
	columns := p.Scenario.Spec().Columns
	for _, name := range columns {
		t.Head = append(t.Head, cell{Text: words.Heading(metric.Named(name))})
	}
	for _, g := range p.Groups {
		t.Rows = append(t.Rows, row{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials > 0 {
				t.Rows = append(t.Rows, d.verdictRow(p, g, l, columns))
			}
		}
	}
	t.DropEmpty()
	b.Table = &t
	return b
}

func (d *data) verdictRow(p point, g summary.Group, l summary.Line, columns []string) row {
	out := row{Cells: []cell{{Text: l.Label}, d.verdictCell(p, g, l)}}
	for _, name := range columns {
		out.Cells = append(out.Cells, d.statCell(p, metric.Named(name), l))
	}
	return out
}

func (d *data) verdictCell(p point, g summary.Group, l summary.Line) cell {
	switch v := summary.Judge(l); {
	case v.Finding == summary.NotCompared && l.Key == g.Control:
		return cell{Text: "the counter", Class: "text"}
	case v.Finding == summary.NotCompared:
		return cell{Text: "no counter to compare with", Class: "text"}
	case v.Finding == summary.NotEnoughRuns:
		return cell{Text: "not enough runs", Class: "text", Note: verdict.Costs(v.With(summary.NotEnoughRuns))}
	case v.Finding == summary.NoDifference:
		return cell{Text: "no difference", Class: "text good"}
	case d.paceMatters(p, l):
		return cell{Text: "worse", Class: "text bad", Note: verdict.Costs(v.With(summary.Worse)) + "; with the simulator's clock"}
	default:
		return cell{Text: "worse", Class: "text bad", Note: verdict.Costs(v.With(summary.Worse))}
	}
}

// paceMatters reports whether the order of a simulated key may depend on the pace of the
// simulator's clock, which decides how many keys share a tick of their clock. A kind of key
// without a clock has the same order at any speed.
func (d *data) paceMatters(p point, l summary.Line) bool {
	return d.simulated(p) && !slices.ContainsFunc(key.All(), func(k key.Kind) bool { return k.Name == l.Key && !k.Clocked })
}

// statCell is a metric's median with its interval, and its ratio below. Times of a simulator
// are blank.
func (d *data) statCell(p point, m metric.Metric, l summary.Line) cell {
	if d.simulated(p) && m.Extent == metric.Span {
		return cell{}
	}
	c := grid.OfFigure(words.FigureOf(m, l))
	if c.Mark == words.Equal {
		c.Note = "equal"
	}
	return c
}

// noticeable is the least number of pages read per row that a picture shows.
const noticeable = .05
