package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

const verdictID = "verdict"

// costNames are short names of the costs that a verdict compares.
var costNames = map[string]string{metric.BytesPerRow: "space", metric.RowsPerSecond: "rate", metric.LogBytes: "log"}

// verdict answers the question of the page: what each key costs.
func (d *data) verdict() (section, string) {
	s := section{ID: verdictID, Title: "What does each key cost?"}
	for _, p := range d.main() {
		b := d.verdictBlock(p)
		if b.Folded = len(s.Blocks) > 0; b.Folded {
			b.Table.Caption += ": " + p.Engine + ", " + p.Layout
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, "Verdicts: no trial was finished. Run it again, with fewer -rows if it takes too long."
	}
	s.Lead = []string{
		"A database stores keys in a B+ tree, sorted by their bytes. Sequential keys all go to the last page and fill it. Random keys go to any page: they split full pages into half-full ones, and they touch pages that are no longer in memory. The control is a counter of the same width.",
		fmt.Sprintf("The verdict is the worst of space (%s), rate (%s) and log (%s) compared with the control: “slightly worse” is less than %.0f %%, “worse” less than 2x, “much worse” 2x or more. “No difference” means that the %.1f %% interval of the ratio is within %s of 1, and “worse” that it is beyond; anything else is “not enough runs” (?). A ratio of values that never vary is exact and needs no interval.",
			words.Heading(metric.Named(metric.BytesPerRow)), words.Heading(metric.Named(metric.RowsPerSecond)), words.Heading(metric.Named(metric.LogBytes)),
			100*(slightly-1), 100*summary.RatioConfidence, words.Margin),
	}
	return s, ""
}

// Factors at which the words of a verdict change.
const (
	slightly = 1.25
	much     = 2
)

// worseCell names a factor by which a key is worse, with a class for the colour.
func worseCell(factor float64) cell {
	switch {
	case factor < slightly:
		return cell{Text: "slightly worse", Class: "text fair"}
	case factor < much:
		return cell{Text: "worse", Class: "text bad"}
	}
	return cell{Text: "much worse", Class: "text bad"}
}

func (d *data) verdictBlock(p point) block {
	b := block{Heading: words.Place(d.r, p.Coordinates), Subheading: words.Conditions(p.Coordinates)}
	for _, g := range p.Groups {
		b.List = append(b.List, d.sentences(p, g)...)
	}
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
var verdictColumns = []string{metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.LogBytes, metric.Neighbours}

func (d *data) verdictRow(p point, g summary.Group, l summary.Line) row {
	out := row{Cells: []cell{{Text: l.Label, Note: d.r.Key(l.Key).Title}, d.verdictCell(p, g, l)}}
	for _, name := range verdictColumns {
		c := d.statCell(p, metric.Named(name), l)
		out.Cells = append(out.Cells, c)
	}
	return out
}

func (d *data) verdictCell(p point, g summary.Group, l summary.Line) cell {
	if l.Key == g.Control {
		return cell{Text: "the control", Class: "text"}
	}
	v := summary.Judge(l)
	switch v.Finding {
	case summary.NotCompared:
		return cell{Text: "no control to compare with", Class: "text"}
	case summary.NotEnoughRuns:
		return cell{Text: "not enough runs", Class: "text", Note: strings.Join(intervals(v), ", ")}
	case summary.NoDifference:
		return cell{Text: "no difference", Class: "text good"}
	}
	c := worseCell(v.Factor)
	if c.Note = strings.Join(intervals(v), ", "); d.paceMatters(p, l) {
		c.Note = "with the simulator's clock"
	}
	return c
}

// intervals are those of the costs for which there are not enough runs.
func intervals(v summary.Verdict) []string {
	var out []string
	for _, c := range v.With(summary.NotEnoughRuns) {
		if c.RatioLow != nil {
			out = append(out, fmt.Sprintf("%s %s to %s", costNames[c.Metric.Name], words.Ratio(*c.RatioLow), words.Ratio(*c.RatioHigh)))
		}
	}
	return out
}

// paceMatters reports whether the order of a simulated key may depend on the pace of the
// simulator's clock, which decides how many keys share a tick of their clock. A kind of key without a clock has the same order at any speed.
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

// sentences say what the table says in numbers: which keys make no difference, for which
// there are not enough runs, and how the others are worse.
func (d *data) sentences(p point, g summary.Group) []string {
	var same, worse, open []string
	undecided := make(map[string][]string) // keys by the costs that are open
	for _, l := range g.Lines {
		if l.Key == g.Control || l.Trials == 0 {
			continue
		}
		switch v := summary.Judge(l); v.Finding {
		case summary.NoDifference:
			same = append(same, l.Label)
		case summary.NotEnoughRuns:
			costs := namesOf(v.With(summary.NotEnoughRuns))
			if undecided[costs] == nil {
				open = append(open, costs)
			}
			undecided[costs] = append(undecided[costs], l.Label)
		case summary.Worse:
			worse = append(worse, d.worseSentence(p, g, l, v))
		}
	}
	var out []string
	if len(same) > 0 {
		out = append(out, fmt.Sprintf("%s: no difference between %s and the control %s.", g.Form, words.And(same), g.Control))
	}
	for _, costs := range open {
		out = append(out, fmt.Sprintf("%s: not enough runs to compare the %s of %s with the control %s; no difference found besides.", g.Form, costs, words.And(undecided[costs]), g.Control))
	}
	return append(out, worse...)
}

// namesOf joins the names of costs.
func namesOf(list []summary.Comparison) string {
	var names []string
	for _, c := range list {
		names = append(names, costNames[c.Metric.Name])
	}
	return words.And(names)
}

// worseSentence says in which costs a key differs from the control, and why.
func (d *data) worseSentence(p point, g summary.Group, l summary.Line, v summary.Verdict) string {
	var parts []string
	for _, c := range v.Comparisons {
		if c.Ratio == nil || c.Finding != summary.Worse && c.Finding != summary.Better {
			continue
		}
		switch c.Metric.Name {
		case metric.RowsPerSecond:
			parts = append(parts, fmt.Sprintf("is inserted at %s the rate", words.Ratio(*c.Ratio)))
		case metric.LogBytes:
			parts = append(parts, fmt.Sprintf("writes %s the log", words.Ratio(*c.Ratio)))
		default:
			parts = append(parts, fmt.Sprintf("takes %s the space", words.Ratio(*c.Ratio)))
		}
	}
	s := fmt.Sprintf("%s: %s %s", g.Form, l.Label, words.And(parts))
	if f, ok := medianOf(l, metric.LeafFill); ok {
		s += fmt.Sprintf("; its leaf pages are %.0f %% full", f)
		if c, ok := medianOf(g.Lines[0], metric.LeafFill); ok && math.Round(c) != math.Round(f) {
			s += fmt.Sprintf(", those of %s %.0f %%", g.Control, c)
		}
	}
	if v, ok := medianOf(l, metric.PagesRead); ok && v > noticeable {
		if c, ok := medianOf(g.Lines[0], metric.PagesRead); ok && v > 2*c {
			s += fmt.Sprintf("; it reads %.2f pages per row, %s %.2f", v, g.Control, c)
		}
	}
	s += "."
	if d.paceMatters(p, l) {
		s += " The pace of the simulator's clock decides how many keys share a tick of their clock, within which they may have no order: choose the pace of your server, or measure the key there."
	}
	return s
}

// noticeable is the least number of pages read per row that a sentence or picture shows.
const noticeable = .05
