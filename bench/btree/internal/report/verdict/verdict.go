// Package verdict says in sentences what each key costs a database, the same in the
// terminal, in JSON and on the page.
package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Verdict is the answer for one point.
type Verdict struct {
	// Point is what was measured.
	Point points.Point `json:"-"`
	// Title names the database and the window of keys in flight, such as
	// "PostgreSQL 18.6, 8 writers, batches of 1,000".
	Title string `json:"title"`
	// Sentences compare the keys with a counter of their width, and with several writers
	// with a counter that one writer inserts.
	Sentences []string `json:"sentences"`
}

// Of returns a verdict for the plainest point of each scenario, engine and layout, and after
// each the one for the point with the most keys in flight.
func Of(r trial.Result, groups []summary.Group) []Verdict {
	var out []Verdict
	for _, list := range points.Scenarios(points.Of(r, groups)) {
		out = append(out, of(r, list)...)
	}
	return out
}

// Databases returns the verdicts of Of for the first layout that each database has in a
// scenario.
func Databases(r trial.Result, groups []summary.Group) []Verdict {
	var out []Verdict
	for _, list := range points.Scenarios(points.Of(r, groups)) {
		out = append(out, of(r, points.Databases(r, list))...)
	}
	return out
}

func of(r trial.Result, list []points.Point) []Verdict {
	var out []Verdict
	for _, m := range points.Main(r, list) {
		out = append(out, For(r, m))
		if busiest, ok := points.Busiest(list, m); ok {
			out = append(out, For(r, busiest))
		}
	}
	return out
}

// For returns the verdict of a point.
func For(r trial.Result, p points.Point) Verdict {
	v := Verdict{Point: p, Title: words.Title(r, p.Coordinates)}
	if p.OnlyControls() {
		v.Sentences = []string{"Only sequential keys were inserted."}
		return v
	}
	if cost := window(p); cost != "" {
		v.Sentences = append(v.Sentences, cost)
		return v.with(compareInWindow(p))
	}
	return v.with(compare(p))
}

func (v Verdict) with(c comparison) Verdict {
	list := c.sentences()
	if len(list) == 0 {
		list = []string{"No key was inserted beside its control."}
	}
	v.Sentences = append(v.Sentences, list...)
	return v
}

// Text joins the title and the sentences.
func (v Verdict) Text() string { return v.Title + ": " + strings.Join(v.Sentences, " ") }

// Short names the keys that cost more or less than a counter, and in what.
func (v Verdict) Short() string {
	var parts []string
	for _, f := range []summary.Finding{summary.Worse, summary.Better} {
		var names []string
		for l := range keys(v.Point) {
			if list := summary.Judge(l).With(f); len(list) > 0 {
				names = append(names, words.KeyName(l.Label)+" ("+Costs(list)+")")
			}
		}
		if len(names) > 0 {
			parts = append(parts, string(f)+" than a counter: "+strings.Join(names, ", "))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no key differs from a counter"}
	}
	return v.Title + ": " + strings.Join(parts, "; ") + "."
}

// comparison sorts the keys of a point by what is known about them.
type comparison struct {
	equal   string   // what keys without a difference are like
	same    []string // labels of the keys without a difference
	open    []*open
	differs []string // sentences
}

// open are keys for which there are not enough runs to compare the same costs.
type open struct {
	costs  string
	tree   bool // whether the costs include the tree itself, its size or its order
	labels []string
}

func compare(p points.Point) comparison {
	c := comparison{equal: "as good as a counter"}
	for l := range keys(p) {
		switch v := summary.Judge(l); {
		case v.Finding == summary.NoDifference && len(v.With(summary.Better)) == 0:
			c.same = append(c.same, words.KeyName(l.Label))
		case v.Finding == summary.NotEnoughRuns && len(v.With(summary.Better)) == 0:
			c.undecided(l, v)
		case v.Finding != summary.NotCompared:
			c.differs = append(c.differs, words.KeyName(l.Label)+" "+differences(v)+".")
		}
	}
	return c
}

// keys yields the lines of a point that have trials, without the controls.
func keys(p points.Point) func(yield func(summary.Line) bool) {
	return func(yield func(summary.Line) bool) {
		for _, g := range p.Groups {
			for _, l := range g.Lines {
				if l.Key != g.Control && l.Trials > 0 && !yield(l) {
					return
				}
			}
		}
	}
}

// undecided adds a key for whose costs there are not enough runs.
func (c *comparison) undecided(l summary.Line, v summary.Verdict) {
	list := v.With(summary.NotEnoughRuns)
	o := &open{costs: Costs(list), tree: ofTree(list)}
	if i := slices.IndexFunc(c.open, func(have *open) bool { return have.costs == o.costs }); i >= 0 {
		o = c.open[i]
	} else {
		c.open = append(c.open, o)
	}
	o.labels = append(o.labels, words.KeyName(l.Label))
}

// ofTree reports whether a comparison is of the tree itself, and not of what it took to make
// it.
func ofTree(list []summary.Comparison) bool {
	return slices.ContainsFunc(list, func(c summary.Comparison) bool { return c.Metric.Extent == metric.State })
}

// sentences says what the comparison found.
func (c comparison) sentences() []string {
	var out []string
	if len(c.same) > 0 {
		out = append(out, fmt.Sprintf("%s %s.", is(c.same), c.equal))
	}
	for _, o := range c.open {
		if o.tree {
			out = append(out, fmt.Sprintf("Not enough runs to compare the %s of %s.", o.costs, english.And(o.labels)))
		} else {
			out = append(out, fmt.Sprintf("%s %s (not enough runs for %s).", is(o.labels), c.equal, o.costs))
		}
	}
	return append(out, c.differs...)
}

// is joins names and puts "is" or "are" after them.
func is(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return english.And(names) + " are"
}

// Costs names the costs of comparisons.
func Costs(list []summary.Comparison) string {
	var names []string
	for _, c := range list {
		names = append(names, c.Metric.Verdict.Noun)
	}
	return english.And(names)
}
