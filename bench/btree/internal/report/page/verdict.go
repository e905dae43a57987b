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

// margin is the equivalence margin in percent.
var margin = fmt.Sprintf("%.0f %%", 100*(summary.EquivalenceMargin-1))

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
		fmt.Sprintf("The verdict is the worst of space (%s), rate (%s) and log (%s) compared with the control: “slightly worse” is less than %.0f %%, “worse” less than 2x, “much worse” 2x or more. Within %s the key counts as equal. A difference counts only if the rank test finds it (5 %%); ~ marks a ratio that it does not tell from 1. “No significant difference” means that the interval, with %.0f %% confidence, still allows more than %s. With fewer than %d trials only space is compared, which hardly varies.",
			words.Heading(metric.Named(metric.BytesPerRow)), words.Heading(metric.Named(metric.RowsPerSecond)), words.Heading(metric.Named(metric.LogBytes)),
			100*(slightly-1), margin, 100*summary.Confidence, margin, summary.LeastTrials),
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
	for _, g := range p.groups {
		b.List = append(b.List, d.sentences(p, g)...)
	}
	t := table{Caption: "Each key beside the control of its width", Stack: true, Head: head("key", "<verdict")}
	for _, name := range verdictColumns {
		t.Head = append(t.Head, cell{Text: words.Heading(metric.Named(name))})
	}
	for _, g := range p.groups {
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
var verdictColumns = []string{metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.LogBytes, metric.Fragmentation}

func (d *data) verdictRow(p point, g summary.Group, l summary.Line) row {
	out := row{Cells: []cell{{Text: l.Label, Note: d.r.Key(l.Key).Title}, d.verdictCell(p, g, l)}}
	for _, name := range verdictColumns {
		c := d.statCell(p, metric.Named(name), l)
		if name == metric.Fragmentation {
			c.Note = "" // the control's is next to nothing
		}
		out.Cells = append(out.Cells, c)
	}
	return out
}

// judge compares a line with the control of its group.
func (d *data) judge(p point, g summary.Group, l summary.Line) summary.Verdict {
	return summary.Judge(l, g.Lines[0], d.simulated(p))
}

func (d *data) verdictCell(p point, g summary.Group, l summary.Line) cell {
	if l.Key == g.Control {
		return cell{Text: "the control", Class: "text"}
	}
	v := d.judge(p, g, l)
	switch v.Outcome {
	case summary.NotComparable:
		return cell{Text: "no control to compare with", Class: "text"}
	case summary.TooFewTrials:
		return cell{Text: "not enough trials", Class: "text"}
	case summary.Inconclusive:
		return cell{Text: inconclusiveText(v), Class: "text", Note: strings.Join(intervals(v), ", ")}
	case summary.Equivalent:
		return cell{Text: "within " + margin, Class: "text good"}
	}
	c := worseCell(v.Factor)
	if c.Note = strings.Join(intervals(v), ", "); d.fasterClock(p, l) {
		c.Note = "with the simulator's clock"
	}
	return c
}

// inconclusiveText is the verdict of a key that may be worse. The rank test may have found
// differences that are within the margin.
func inconclusiveText(v summary.Verdict) string {
	if slices.ContainsFunc(v.Comparisons, func(c summary.Comparison) bool { return c.Inconclusive && !c.Significant }) {
		return "no significant difference"
	}
	return "small difference"
}

// intervals are those of the costs that are inconclusive.
func intervals(v summary.Verdict) []string {
	var out []string
	for _, c := range v.Comparisons {
		if c.Inconclusive {
			out = append(out, fmt.Sprintf("%s %s to %s", costNames[c.Metric], words.Ratio(c.Low), words.Ratio(c.High)))
		}
	}
	return out
}

// fasterClock reports whether the order of a simulated key may depend on the speed of the
// simulator. It takes keys faster than a server, so that more keys share a tick of their
// clock. A kind of key without a clock has the same order at any speed.
func (d *data) fasterClock(p point, l summary.Line) bool {
	return d.simulated(p) && !slices.ContainsFunc(key.All(), func(k key.Kind) bool { return k.Name == l.Key && !k.Clocked })
}

// statCell is a metric's median with its interval, and its ratio below. Times of a
// simulator are blank, and its other values are exact, without a mark of chance.
func (d *data) statCell(p point, m metric.Metric, l summary.Line) cell {
	value, ratio := words.Value(m, l)
	if d.simulated(p) {
		if m.Extent == metric.Span {
			return cell{}
		}
		ratio = strings.TrimPrefix(ratio, "~")
	}
	return cell{Text: value, Note: ratio}
}

// sentences say what the table says in numbers: which keys are within the margin, which
// are inconclusive, and how the others are worse.
func (d *data) sentences(p point, g summary.Group) []string {
	var equal, within, few, worse []string
	var open []inconclusive
	for _, l := range g.Lines {
		if l.Key == g.Control || l.Trials == 0 {
			continue
		}
		v := d.judge(p, g, l)
		switch v.Outcome {
		case summary.Equivalent:
			if d.simulated(p) && words.Ratio(v.Factor) == "1.00x" {
				equal = append(equal, l.Label)
			} else {
				within = append(within, l.Label)
			}
		case summary.Inconclusive:
			open = append(open, inconclusiveOf(l.Label, v))
		case summary.TooFewTrials:
			few = append(few, l.Label)
		case summary.Worse:
			worse = append(worse, d.worseSentence(p, g, l, v))
		}
	}
	var out []string
	if len(equal) > 0 {
		out = append(out, fmt.Sprintf("%s: %s the same space as the control %s.", g.Form, verb(equal, "take"), g.Control))
	}
	if len(within) > 0 {
		out = append(out, fmt.Sprintf("%s: %s within %s of the control %s.", g.Form, is(within), margin, g.Control))
	}
	out = append(out, inconclusiveSentences(g, open)...)
	out = append(out, worse...)
	if len(few) > 0 {
		out = append(out, fmt.Sprintf("%s: not enough trials to compare %s; it takes %d of each key.", g.Form, words.And(few), summary.LeastTrials))
	}
	return out
}

// verb joins names and puts a verb after them.
func verb(names []string, does string) string {
	if len(names) == 1 {
		does += "s"
	}
	return words.And(names) + " " + does
}

// is joins names and puts "is" or "are" after them.
func is(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return words.And(names) + " are"
}

// worseSentence says in which costs a key differs from the control, and why.
func (d *data) worseSentence(p point, g summary.Group, l summary.Line, v summary.Verdict) string {
	var parts []string
	for _, c := range v.Comparisons {
		if !c.Known || c.Factor < summary.EquivalenceMargin && c.Factor > 1/summary.EquivalenceMargin {
			continue
		}
		switch c.Metric {
		case metric.RowsPerSecond:
			parts = append(parts, fmt.Sprintf("is inserted at %s the rate", words.Ratio(c.Ratio)))
		case metric.LogBytes:
			parts = append(parts, fmt.Sprintf("writes %s the log", words.Ratio(c.Ratio)))
		default:
			parts = append(parts, fmt.Sprintf("takes %s the space", words.Ratio(c.Ratio)))
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
	if d.fasterClock(p, l) {
		s += " The simulator takes keys faster than a server, so that more keys share a tick of their clock, within which they may have no order. On a server the order may be better: measure it there."
	}
	return s
}

// noticeable is the least number of pages read per row that a sentence or picture shows.
const noticeable = .05
