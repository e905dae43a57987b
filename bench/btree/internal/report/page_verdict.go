package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
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
	few    bool    // whether there are too few runs to say anything of it
	// wide is whether it may be dearer than what the words call equal, by the interval
	// from low to high of the ratio, and is not told to be.
	wide      bool
	low, high float64
	told      bool // whether the runs tell it from the control, or it is exact
}

// charges are what a verdict looks at, in the order of its table's columns.
var charges = []struct{ name, metric string }{
	{"room", metric.BytesPerRow}, {"speed", metric.RowsPerSecond}, {"log", metric.LogBytes},
}

// leastRuns is how many runs of each key the rank test needs to tell any two apart at
// 5 %.
const leastRuns = 4

// verdictOf returns the charges of a key, and the greatest of them.
func (d *pageData) verdictOf(sc scene, l, control summary.Line) (list []charge, worst charge) {
	few := min(l.Trials, control.Trials) < leastRuns
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
	dear := func(ratio float64) float64 {
		if m.Better == metric.Higher {
			return 1 / ratio
		}
		return ratio
	}
	c := charge{name: name, known: true, ratio: *s.Ratio, factor: dear(*s.Ratio)}
	if simulated || few && m.Extent == metric.State {
		c.told = true
		return c
	}
	c.told = s.Significant()
	if s.RatioLow == nil || s.RatioHigh == nil {
		c.few = !c.told
	} else {
		c.low, c.high = *s.RatioLow, *s.RatioHigh
		c.wide = (!c.told || c.factor < alike5) && max(dear(c.low), dear(c.high)) >= alike5
	}
	if !c.told {
		c.factor = 1
	}
	return c
}

// standing is what is known of a key beside its control.
type standing int

const (
	uncompared standing = iota // nothing of both was read
	equal                      // every charge is known to be within what the words call equal
	unseen                     // no charge is known to be beyond it, and one may be
	tooFew                     // the same, and there are too few runs to say how far
	beyond                     // one is dearer
)

func standingOf(list []charge, worst charge) standing {
	has := func(is func(charge) bool) bool { return slices.ContainsFunc(list, is) }
	switch {
	case !has(func(c charge) bool { return c.known }):
		return uncompared
	case worst.factor >= alike5:
		return beyond
	case has(func(c charge) bool { return c.few }):
		return tooFew
	case has(func(c charge) bool { return c.wide }):
		return unseen
	}
	return equal
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
		b := d.verdictBlock(sc)
		if b.Folded = len(s.Blocks) > 0; b.Folded {
			b.Table.Caption += ": " + sc.Engine + ", " + sc.Layout
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, "No run was finished, so there is nothing to compare: run it again, with fewer -rows if it takes too long."
	}
	s.Lead = []string{
		"A database keeps a key in the order of its bytes, in a B+ tree of pages. Keys that come in order go to the last page and fill it. Keys that come in any order go to any page, split full pages into half-full ones, and touch pages that are no longer in memory. The yardstick is a plain counter of the same width.",
		fmt.Sprintf("The words stand for the dearest of room (%s), time (%s) and log (%s) in comparison with the counter: “as good as sequential” is known to be less than %.0f %% more, “a little dearer” is less than %.0f %%, “dearer” less than twice, “much dearer” twice or more. A difference that the runs do not tell from chance (marked ~) does not make a key dearer. But it is not called equal either where it may be more than %.0f %% by the runs: “no difference seen” says so, with what is known of it at %.0f %%. Of fewer than %d runs nothing is known of time and log; room, which hardly varies, counts as it is then.",
			heading(metricNamed(metric.BytesPerRow)), heading(metricNamed(metric.RowsPerSecond)), heading(metricNamed(metric.LogBytes)),
			100*(alike5-1), 100*(dearer-1), 100*(alike5-1), 100*summary.Confidence, leastRuns),
	}
	return s, ""
}

func (d *pageData) verdictBlock(sc scene) pageBlock {
	b := pageBlock{Heading: d.where(sc), Subheading: conditions(sc.Coordinates)}
	for _, g := range sc.groups {
		b.List = append(b.List, d.sentences(sc, g)...)
	}
	t := pageTable{Caption: "Each key beside the counter of its width", Stack: true, Head: head("key", "<verdict")}
	for _, name := range verdictColumns {
		t.Head = append(t.Head, pageCell{Text: heading(metricNamed(name))})
	}
	for _, g := range sc.groups {
		t.Rows = append(t.Rows, pageRow{Band: g.Form})
		for _, l := range g.Lines {
			if l.Trials > 0 {
				t.Rows = append(t.Rows, d.verdictRow(sc, g, l))
			}
		}
	}
	t.dropEmpty()
	b.Table = &t
	return b
}

// verdictColumns are the metrics beside a verdict.
var verdictColumns = []string{metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.LogBytes, metric.Fragmentation}

func (d *pageData) verdictRow(sc scene, g summary.Group, l summary.Line) pageRow {
	row := pageRow{Cells: []pageCell{{Text: l.Label, Note: d.key(l.Key).Title}, d.verdictCell(sc, g, l)}}
	for _, name := range verdictColumns {
		c := d.statCell(sc, metricNamed(name), l)
		if name == metric.Fragmentation {
			c.Note = "" // a multiple of next to nothing
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

func (d *pageData) verdictCell(sc scene, g summary.Group, l summary.Line) pageCell {
	list, worst := d.verdictOf(sc, l, g.Lines[0])
	if l.Key == g.Control {
		return pageCell{Text: "the yardstick", Class: "text"}
	}
	switch standingOf(list, worst) {
	case uncompared:
		return pageCell{Text: "nothing to compare with", Class: "text"}
	case tooFew:
		return pageCell{Text: "too few runs to tell", Class: "text"}
	case unseen:
		return pageCell{Text: unseenWord(list), Class: "text", Note: strings.Join(ranges(list), ", ")}
	case equal:
		return word(1)
	}
	c := word(worst.factor)
	if c.Note = strings.Join(ranges(list), ", "); d.atPace(sc, l) {
		c.Note = "at the simulator's pace"
	}
	return c
}

// unseenWord is the verdict on a key that may be dearer: some runs tell a difference
// that is smaller than what the words call dearer.
func unseenWord(list []charge) string {
	if slices.ContainsFunc(list, func(c charge) bool { return c.wide && c.told }) {
		return "a small difference, if any"
	}
	return "no difference seen"
}

// ranges say what is known of the charges that may be dearer.
func ranges(list []charge) []string {
	var out []string
	for _, c := range list {
		if c.wide {
			out = append(out, fmt.Sprintf("%s %s to %s", c.name, times(c.low), times(c.high)))
		}
	}
	return out
}

// atPace is whether a simulated key's order may be that of the simulator's pace: it
// takes keys faster than a server, so that more of them share a tick of their clock. A
// key that is known to follow no clock comes in the same order at any pace.
func (d *pageData) atPace(sc scene, l summary.Line) bool {
	return d.engine(sc.Engine).Simulated && !slices.ContainsFunc(key.All(), func(k key.Kind) bool { return k.Name == l.Key && !k.Clocked })
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
// the counter, of which no more is known, and what each of the others costs.
func (d *pageData) sentences(sc scene, g summary.Group) []string {
	var same, near, few, out []string
	var open []openKey
	for _, l := range g.Lines {
		if l.Key == g.Control || l.Trials == 0 {
			continue
		}
		list, worst := d.verdictOf(sc, l, g.Lines[0])
		switch standingOf(list, worst) {
		case equal:
			if d.engine(sc.Engine).Simulated && times(worst.factor) == "1.00x" {
				same = append(same, l.Label)
			} else {
				near = append(near, l.Label)
			}
		case unseen:
			open = append(open, openKeyOf(l.Label, list))
		case tooFew:
			few = append(few, l.Label)
		case beyond:
			out = append(out, d.sentence(sc, g, l, list))
		}
	}
	var first []string
	if len(same) > 0 {
		first = append(first, fmt.Sprintf("%s: %s the room of %s, the counter.", g.Form, verb(same, "take"), g.Control))
	}
	if len(near) > 0 {
		first = append(first, fmt.Sprintf("%s: %s what %s, the counter, costs, or less than %.0f %% more.", g.Form, verb(near, "cost"), g.Control, 100*(alike5-1)))
	}
	first = append(first, openSentences(g, open)...)
	out = append(first, out...)
	if len(few) > 0 {
		out = append(out, fmt.Sprintf("%s: of %s the runs are too few to tell; %d runs of each key and more can.", g.Form, joined(few), leastRuns))
	}
	return out
}

// verb joins names and puts a verb after them.
func verb(names []string, does string) string {
	if len(names) == 1 {
		does += "s"
	}
	return joined(names) + " " + does
}

// openKey is a key that is neither told to be dearer than the counter nor known to be
// equal.
type openKey struct {
	label      string
	near, wide []string // the charges that are known to be equal, and those that are not
	ranges     string   // of the latter
	told       bool     // whether there is a difference, which may be too small to count
}

func openKeyOf(label string, list []charge) openKey {
	k := openKey{label: label}
	var parts []string
	for _, c := range list {
		switch {
		case c.wide:
			k.wide = append(k.wide, c.name)
			parts = append(parts, fmt.Sprintf("%s to %s", strings.TrimSuffix(times(c.low), "x"), timesWords(c.high)))
			k.told = k.told || c.told
		case c.known:
			k.near = append(k.near, c.name)
		}
	}
	k.ranges = joined(parts)
	return k
}

// openSentences say what is known of such keys, those of which the same is known
// together.
func openSentences(g summary.Group, keys []openKey) []string {
	var out []string
	for len(keys) > 0 {
		first := keys[0]
		var like []openKey
		keys = slices.DeleteFunc(keys, func(k openKey) bool {
			alike := slices.Equal(k.near, first.near) && slices.Equal(k.wide, first.wide) && k.told == first.told
			if alike {
				like = append(like, k)
			}
			return alike
		})
		var labels, bounds []string
		for i, k := range like {
			of := ""
			if i == 0 {
				of = " the counter’s"
			}
			if len(like) > 1 {
				of += " (" + k.label + ")"
			}
			labels, bounds = append(labels, k.label), append(bounds, k.ranges+of)
		}
		s := g.Form + ": "
		if len(first.near) > 0 {
			s += fmt.Sprintf("%s the %s of %s, the counter, or less than %.0f %% more; ", verb(labels, "take"), joined(first.near), g.Control, 100*(alike5-1))
		} else {
			s += "of " + joined(labels) + ", "
		}
		what := "no difference was seen"
		if first.told {
			what = "the difference is small, if there is any"
		}
		is := "is"
		if len(first.wide) > 1 {
			is = "are"
		}
		out = append(out, fmt.Sprintf("%s%s in %s, which %s known no better than as %s.", s, what, joined(first.wide), is, joined(bounds)))
	}
	return out
}

func (d *pageData) sentence(sc scene, g summary.Group, l summary.Line, list []charge) string {
	var parts []string
	for _, c := range list {
		if !c.known || c.factor < alike5 && c.factor > 1/alike5 {
			continue
		}
		switch c.name {
		case "speed":
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
	s += "."
	if d.atPace(sc, l) {
		s += " This is at the simulator’s pace: it takes keys faster than any server would, so that more of them share a tick of their clock, in which they may have no order among themselves. A server may well see them in better order; measure it before you judge by this."
	}
	return s
}

// noticeable is how many pages are to be fetched per row to be worth a word.
const noticeable = .05

func timesWords(q float64) string { return strings.TrimSuffix(times(q), "x") + " times" }
