package page

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

const verdictID = "verdict"

// mostColumns is the number of columns of a table that a wide screen and paper show.
const mostColumns = 10

// verdict answers the question of the page: what each key costs.
func (d *data) verdict() (section, string) {
	s := section{ID: verdictID, Title: "What does each key cost?"}
	open := d.Databases.Points()
	explained := make(map[trial.Scenario]bool)
	for _, v := range d.Verdicts.List {
		p := v.Point
		b := verdictBlock(v)
		if about := p.Scenario.Spec().About; about != "" && !explained[p.Scenario] {
			b.Text, explained[p.Scenario] = []string{about}, true
		}
		if b.Shut = !p.In(open); b.Shut {
			b.Table.dropNotes()
		}
		b.More = b.Table.split(mostColumns)
		if p.In(d.Pictured) {
			b.panels = d.answerBars(p)
			s.pictures = append(s.pictures, pictureOf("answer", p.Coordinates, b.Heading, b))
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, "Verdicts: no trial was finished. Run it again, with fewer -rows if it takes too long."
	}
	s.Lead = []string{
		fmt.Sprintf("A B+ tree stores keys sorted by their bytes. A counter's keys all go to the last page and fill it; random keys go to any page, split full pages into half-full ones and touch pages that are no longer in memory. “Worse” means that the %.1f %% interval of the ratio to a counter of the same width is beyond %s, “no difference” (~) that it is within; anything else is “not enough runs” (?). Several writers are compared with a counter of as many. A line on a bar is the %.0f %% interval of the median; a rate in parentheses, whose bar is empty, has too few trials for one.",
			100*answer.RatioConfidence, answer.Margin, 100*answer.Confidence),
	}
	if d.Verdicts.Hint != "" {
		s.Lead = append(s.Lead, d.Verdicts.Hint)
	}
	return s, ""
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
			if v, ok := median(l, m.name); ok {
				spec := metric.Named(m.name)
				b := plot.Bar{Name: l.Label, Value: v, Label: l.Figure(spec), Style: d.styles[l.Label], Empty: l.Few(spec)}
				if s := l.Metrics[m.name]; s.Low != nil && *s.Low >= 0 {
					b.Low, b.High = *s.Low, *s.High
				}
				bars.Bars = append(bars.Bars, b)
				most = max(most, v)
			}
		}
		if slices.ContainsFunc(bars.Bars, func(b plot.Bar) bool { return b.Empty }) {
			bars.X.Label += "; " + answer.FewNote
		}
		if len(bars.Bars) > 0 && (m.name != metric.PagesRead || most >= noticeable) {
			bars.Alt = fmt.Sprintf("Bars of the %s of %s, in %s; the table below has the values.", m.title, english.Count(len(bars.Bars), "key"), m.label)
			list = append(list, bars.Panel())
		}
	}
	return list
}

func verdictBlock(v answer.Verdict) block {
	p := v.Point
	b := block{Heading: v.Title, List: v.Sentences, Folded: true}
	t := answer.Table{Caption: "Each key beside the counter of its width", Head: append(answer.Heads("", "key"), answer.Heads("text", "verdict")...)}
	columns := p.Scenario.Spec().Columns
	for _, name := range columns {
		t.Head = append(t.Head, cell{Text: answer.Heading(metric.Named(name))})
	}
	for _, g := range p.Groups {
		t.Rows = append(t.Rows, row{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials > 0 {
				t.Rows = append(t.Rows, verdictRow(p, g, l, columns))
			}
		}
	}
	b.Table = &table{Table: t.NonEmpty(), Folded: true, Stack: true}
	return b
}

func verdictRow(p point, g answer.Group, l answer.Line, columns []string) row {
	out := row{Cells: []cell{{Text: l.Label}, verdictCell(p, g, l)}}
	for _, name := range columns {
		out.Cells = append(out.Cells, statCell(p, metric.Named(name), l))
	}
	return out
}

func verdictCell(p point, g answer.Group, l answer.Line) cell {
	switch v := l.Judgement; {
	case v.Finding == answer.NotCompared && l.Key == g.Control:
		return cell{Text: "the counter", Class: "text"}
	case v.Finding == answer.NotCompared:
		return cell{Text: "no counter to compare with", Class: "text"}
	case v.Finding == answer.NotEnoughRuns:
		return cell{Text: "not enough runs", Class: "text", Note: answer.CostNames(v.With(answer.NotEnoughRuns))}
	case v.Finding == answer.NoDifference:
		return cell{Text: "no difference", Class: "text good"}
	case p.Paced(l):
		return cell{Text: "worse", Class: "text bad", Note: answer.CostNames(v.With(answer.Worse)) + "; with the simulator's clock"}
	default:
		return cell{Text: "worse", Class: "text bad", Note: answer.CostNames(v.With(answer.Worse))}
	}
}

// statCell is a metric's median with its interval, and its ratio below. Times of a simulator
// are blank.
func statCell(p point, m metric.Metric, l answer.Line) cell {
	if p.Simulated && m.Extent == metric.Span {
		return cell{}
	}
	c := l.Cell(m)
	if c.Mark == answer.Equal {
		c.Note = "equal"
	}
	return c
}

// noticeable is the least number of pages read per row that a picture shows.
const noticeable = .05
