package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/summary"
)

// Limits of the words of a verdict: the factor by which the dearest of a key's costs
// is above that of the sequential keys.
const (
	alike5  = 1.05
	dearer  = 1.25
	twofold = 2
)

// charge is one thing that a key costs, related to the control.
type charge struct {
	name   string  // what it is, for a sentence: "room", "log"
	factor float64 // above 1 is dearer than the control; 1 if it does not count
	ratio  float64 // of the metric itself
	known  bool    // whether both were read
	open   bool    // whether it differs and there are too few runs to tell it from chance
}

// charges are what a verdict looks at, in the order of its table's columns.
var charges = []struct{ name, head, metric string }{
	{"room", "room, B/row", metric.BytesPerRow},
	{"time", "rows/s", metric.RowsPerSecond},
	{"log", "log, B/row", metric.LogBytes},
}

// leastRuns is how many runs of each key the rank test needs to tell any two apart at
// 5 %.
const leastRuns = 4

// verdictOf returns the charges of a key, and the greatest of them.
func (d *pageData) verdictOf(sc scene, l, control summary.Line) (list []charge, worst charge) {
	few := min(l.Runs, control.Runs) < leastRuns
	worst.factor = 1
	for _, c := range charges {
		ch := chargeOf(c.name, metricNamed(c.metric), l.Metrics[c.metric], d.engine(sc.Engine).Simulated, few)
		list = append(list, ch)
		if ch.factor > worst.factor {
			worst = ch
		}
	}
	return list, worst
}

// chargeOf relates a metric to the control's. What the runs tell from it counts, and
// what is simulated, but for time. Where the runs are too few to tell anything, what is
// read from the tree counts as it is; time, and what a server counts for all its
// clients, do not.
func chargeOf(name string, m metric.Metric, s summary.Stat, simulated, few bool) charge {
	if s.Ratio == nil || *s.Ratio <= 0 || simulated && m.Extent == metric.Span {
		return charge{name: name, factor: 1}
	}
	c := charge{name: name, known: true, ratio: *s.Ratio, factor: *s.Ratio}
	if m.Better == metric.Higher {
		c.factor = 1 / *s.Ratio
	}
	if simulated || s.Distinct() || few && m.Extent == metric.State {
		return c
	}
	c.open = few && c.factor >= alike5
	c.factor = 1
	return c
}

// untold is whether a key that looks as good as the control may be dearer: more runs
// would tell.
func untold(list []charge, worst charge) bool {
	return worst.factor < alike5 && slices.ContainsFunc(list, func(c charge) bool { return c.open })
}

// word names a factor for a person, with the class that colours it.
func word(factor float64) pageCell {
	switch {
	case factor < alike5:
		return pageCell{Text: "as good as sequential", Class: "text good"}
	case factor < dearer:
		return pageCell{Text: "a little dearer", Class: "text fair"}
	case factor < twofold:
		return pageCell{Text: "dearer", Class: "text bad"}
	}
	return pageCell{Text: "much dearer", Class: "text bad"}
}

// verdict answers the question that the report is for.
func (d *pageData) verdict() (pageSection, string) {
	s := pageSection{ID: "verdict", Title: "What will this key cost you?"}
	for _, sc := range d.main() {
		s.Blocks = append(s.Blocks, d.verdictBlock(sc))
	}
	if len(s.Blocks) == 0 {
		return s, "No run was finished, so there is nothing to compare: run it again, with fewer -rows if it takes too long."
	}
	s.Lead = []string{
		"A database keeps a key in the order of its bytes, in a B+ tree of pages. Keys that come in order go to the last page and fill it. Keys that come in any order go to any page, split full pages into half-full ones, and touch pages that are no longer in memory. The yardstick is a plain counter of the same width.",
		fmt.Sprintf("The words stand for the dearest of room, time and log in comparison with the counter: “as good as sequential” is less than %.0f %% more, “a little dearer” less than %.0f %%, “dearer” less than twice, “much dearer” twice or more. A difference that the runs do not tell from chance (marked ~) does not count. Of fewer than %d runs none could be told: room, which hardly varies, counts as it is then; where time or log differ, the runs are too few to tell.", 100*(alike5-1), 100*(dearer-1), leastRuns),
	}
	return s, ""
}

func (d *pageData) verdictBlock(sc scene) pageBlock {
	b := pageBlock{Heading: d.where(sc), Subheading: conditions(sc.Point)}
	for _, g := range sc.groups {
		b.List = append(b.List, d.sentences(sc, g)...)
	}
	t := pageTable{Caption: "Each key beside the counter of its width", Stack: true}
	t.Head = head("key", "<verdict", "leaf fill")
	for _, c := range charges {
		t.Head = append(t.Head, pageCell{Text: c.head})
	}
	t.Head = append(t.Head, head("out of order")...)
	for _, g := range sc.groups {
		t.Rows = append(t.Rows, pageRow{Band: g.Form})
		for _, l := range g.Lines {
			if l.Runs > 0 {
				t.Rows = append(t.Rows, d.verdictRow(sc, g, l))
			}
		}
	}
	t.dropEmpty()
	b.Table = &t
	return b
}

func (d *pageData) verdictRow(sc scene, g summary.Group, l summary.Line) pageRow {
	list, worst := d.verdictOf(sc, l, g.Lines[0])
	verdict := word(worst.factor)
	switch {
	case l.Key == g.Control:
		verdict = pageCell{Text: "the yardstick", Class: "text"}
	case !slices.ContainsFunc(list, func(c charge) bool { return c.known }):
		verdict = pageCell{Text: "nothing to compare with", Class: "text"}
	case untold(list, worst):
		verdict = pageCell{Text: "too few runs to tell", Class: "text"}
	}
	row := pageRow{Cells: []pageCell{{Text: l.Label, Note: d.key(l.Key).Title}, verdict, d.statCell(sc, metricNamed(metric.LeafFill), l)}}
	for _, c := range charges {
		row.Cells = append(row.Cells, d.statCell(sc, metricNamed(c.metric), l))
	}
	order, _ := cells(metricNamed(metric.Fragmentation), l)
	row.Cells = append(row.Cells, pageCell{Text: order})
	return row
}

// statCell is a metric's median with its interval, and its ratio below. A simulator's
// time is not shown, and what it computes is exact: no mark of chance is on it.
func (d *pageData) statCell(sc scene, m metric.Metric, l summary.Line) pageCell {
	value, ratio := cells(m, l)
	if d.engine(sc.Engine).Simulated {
		if m.Extent == metric.Span {
			return pageCell{}
		}
		ratio = strings.TrimPrefix(ratio, "~")
	}
	return pageCell{Text: value, Note: ratio}
}

// sentences say in words what the table says in figures: which keys are as good as
// the counter, and what each of the others costs.
func (d *pageData) sentences(sc scene, g summary.Group) []string {
	var good, open, out []string
	for _, l := range g.Lines {
		if l.Key == g.Control || l.Runs == 0 {
			continue
		}
		list, worst := d.verdictOf(sc, l, g.Lines[0])
		if !slices.ContainsFunc(list, func(c charge) bool { return c.known }) {
			continue
		}
		switch {
		case untold(list, worst):
			open = append(open, l.Label)
		case worst.factor < alike5:
			good = append(good, l.Label)
		default:
			out = append(out, d.sentence(g, l, list))
		}
	}
	if len(open) > 0 {
		out = append(out, fmt.Sprintf("%s: of %s the runs are too few to tell; %d runs of each key and more can.", g.Form, joined(open), leastRuns))
	}
	if len(good) > 0 {
		verb := "costs"
		if len(good) > 1 {
			verb = "cost"
		}
		out = append([]string{fmt.Sprintf("%s: %s %s what %s, the counter, costs.", g.Form, joined(good), verb, g.Control)}, out...)
	}
	return out
}

func (d *pageData) sentence(g summary.Group, l summary.Line, list []charge) string {
	var parts []string
	for _, c := range list {
		if !c.known || c.factor < alike5 && c.factor > 1/alike5 {
			continue
		}
		switch c.name {
		case "time":
			parts = append(parts, fmt.Sprintf("is inserted at %s the speed", timesWords(c.ratio)))
		default:
			parts = append(parts, fmt.Sprintf("takes %s the %s", timesWords(c.ratio), c.name))
		}
	}
	s := fmt.Sprintf("%s: %s %s", g.Form, l.Label, joined(parts))
	if f, ok := medianOf(l, metric.LeafFill); ok {
		s += fmt.Sprintf("; its leaf pages are %.0f %% full", f)
		if c, ok := medianOf(g.Lines[0], metric.LeafFill); ok && math.Round(c) != math.Round(f) {
			s += fmt.Sprintf(", those of %s %.0f %%", g.Control, c)
		}
	}
	if v, ok := medianOf(l, metric.PagesRead); ok && v > noticeable {
		if c, ok := medianOf(g.Lines[0], metric.PagesRead); ok && v > 2*c {
			s += fmt.Sprintf("; it had %.2f pages a row fetched from the file, %s %.2f", v, g.Control, c)
		}
	}
	return s + "."
}

// noticeable is how many pages are to be fetched per row to be worth a word.
const noticeable = .05

func timesWords(q float64) string { return strings.TrimSuffix(times(q), "x") + " times" }
