package page

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

const verdictID = "verdict"

// verdict answers the question of the page: what each key costs.
func (d *data) verdict() (section, string) {
	s := section{ID: verdictID, Title: "What does each key cost?"}
	for _, p := range d.featured() {
		b := d.verdictBlock(p)
		if b.Folded = len(s.Blocks) > 0; b.Folded {
			b.Table.Caption += ": " + b.Heading
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, "Verdicts: no trial was finished. Run it again, with fewer -rows if it takes too long."
	}
	s.Lead = []string{
		"A database stores keys in a B+ tree, sorted by their bytes. Sequential keys all go to the last page and fill it. Random keys go to any page: they split full pages into half-full ones, and they touch pages that are no longer in memory. The control is a counter of the same width.",
		fmt.Sprintf("“Worse” means that the %.1f %% interval of the ratio to the control is beyond %s, “no difference” that it is within (~); anything else is “not enough runs” (?). Values that never vary have an exact ratio. With several writers, the tree is compared with the one that a single writer makes of sequential keys.",
			100*summary.RatioConfidence, words.Margin),
	}
	return s, ""
}

func (d *data) verdictBlock(p point) block {
	v := verdict.For(d.r, p)
	b := block{Heading: v.Title, Subheading: words.Conditions(p.Coordinates), List: v.Sentences}
	t := table{Caption: "Each key beside the control of its width", Stack: true, Head: head("key", "<verdict")}
	for _, name := range verdictColumns {
		t.Head = append(t.Head, cell{Text: words.Heading(metric.Named(name))})
	}
	for _, g := range p.Groups {
		t.Rows = append(t.Rows, row{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials > 0 {
				t.Rows = append(t.Rows, d.verdictRow(p, g, l))
			}
		}
	}
	t.dropEmpty()
	b.Table = &t
	return b
}

// verdictColumns are the metrics beside a verdict.
var verdictColumns = []string{
	metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten, metric.LogBytes, metric.Neighbours,
}

func (d *data) verdictRow(p point, g summary.Group, l summary.Line) row {
	out := row{Cells: []cell{{Text: l.Label, Note: d.r.Key(l.Key).Title}, d.verdictCell(p, g, l)}}
	for _, name := range verdictColumns {
		out.Cells = append(out.Cells, d.statCell(p, metric.Named(name), l))
	}
	return out
}

func (d *data) verdictCell(p point, g summary.Group, l summary.Line) cell {
	switch v := summary.Judge(l); {
	case v.Finding == summary.NotCompared && l.Key == g.Control:
		return cell{Text: "the control", Class: "text"}
	case v.Finding == summary.NotCompared:
		return cell{Text: "no control to compare with", Class: "text"}
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

// statCell is a metric's median with its interval, and its ratio below. Times of a
// simulator are blank.
func (d *data) statCell(p point, m metric.Metric, l summary.Line) cell {
	if d.simulated(p) && m.Extent == metric.Span {
		return cell{}
	}
	value, ratio := words.Value(m, l)
	return cell{Text: value, Note: ratio}
}

// noticeable is the least number of pages read per row that a picture shows.
const noticeable = .05
