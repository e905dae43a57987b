// Package verdict says in sentences what each key costs a database, the same in the
// terminal, in JSON and on the page.
package verdict

import (
	"fmt"
	"slices"
	"strings"

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
	// Title names the database and the conditions of every sentence, such as "PostgreSQL
	// 18.6, 20,000 rows, payload of 100 bytes, 8 writers, batches of 1,000".
	Title string `json:"title"`
	// Sentences compare the keys with a counter of their width and of as many writers, and
	// that with a counter of one writer.
	Sentences []string `json:"sentences"`
}

// Of returns a verdict for the plainest point of each scenario, engine and layout, and after
// each the one for the point with the most keys in flight.
func Of(r trial.Result, groups []summary.Group) []Verdict {
	return verdictsOf(r, groups, func(list []points.Point) []points.Point { return list })
}

// Databases returns the verdicts of Of for the first layout that each database has in a
// scenario.
func Databases(r trial.Result, groups []summary.Group) []Verdict {
	return verdictsOf(r, groups, func(list []points.Point) []points.Point { return points.Databases(r, list) })
}

func verdictsOf(r trial.Result, groups []summary.Group, choose func([]points.Point) []points.Point) []Verdict {
	var out []Verdict
	for _, list := range points.Scenarios(points.Of(r, groups)) {
		for _, p := range points.Featured(r, choose(list)) {
			out = append(out, For(r, p))
		}
	}
	return out
}

// For returns the verdict of a point.
func For(r trial.Result, p points.Point) Verdict {
	v := Verdict{Point: p, Title: words.Title(r, p.Coordinates)}
	if p.OnlyControls() {
		v.Sentences = []string{"Only counters were inserted."}
		return v
	}
	if cost := window(p); cost != "" {
		v.Sentences = append(v.Sentences, cost)
	}
	v = v.with(compare(p))
	v.Sentences = append(v.Sentences, basis(p)...)
	return v
}

func (v Verdict) with(c comparison) Verdict {
	list := c.sentences()
	if len(list) == 0 {
		list = []string{"No key was inserted beside its counter."}
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
		parts = []string{"no key was shown to differ from a counter"}
	}
	return v.Title + ": " + strings.Join(parts, "; ") + "."
}

// comparison sorts the keys of a point by what is known about them.
type comparison struct {
	alike   []*alike
	differs []string // sentences
}

// alike holds keys of which the same costs were shown to be like the counter's, the same ones not
// decided, and the same ones of these without an interval.
type alike struct {
	costs  string // like the counter's, "" if none is
	open   []summary.Comparison
	labels []string
}

func compare(p points.Point) comparison {
	var c comparison
	for l := range keys(p) {
		switch v := summary.Judge(l); {
		case v.Finding == summary.NotCompared:
		case len(v.With(summary.Worse))+len(v.With(summary.Better)) > 0:
			c.differs = append(c.differs, words.KeyName(l.Label)+" "+differences(v)+".")
		default:
			c.add(l, v)
		}
	}
	return c
}

// add adds a key of which no difference was found.
func (c *comparison) add(l summary.Line, v summary.Verdict) {
	open := v.With(summary.NotEnoughRuns)
	costs := Costs(v.With(summary.NoDifference))
	i := slices.IndexFunc(c.alike, func(have *alike) bool {
		return have.costs == costs && Costs(have.open) == Costs(open) && Costs(few(have.open)) == Costs(few(open))
	})
	if i < 0 {
		i = len(c.alike)
		c.alike = append(c.alike, &alike{costs: costs})
	}
	a := c.alike[i]
	a.open, a.labels = append(a.open, open...), append(a.labels, words.KeyName(l.Label))
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

// sentences says what the comparison found.
func (c comparison) sentences() []string {
	var out []string
	for _, a := range c.alike {
		switch text := fmt.Sprintf("%s as good as a counter in %s", asSubject(a.labels), a.costs); {
		case a.costs == "":
			out = append(out, "Of "+english.And(a.labels)+" nothing is decided: "+undecided(a.open)+".")
		case len(a.open) > 0:
			out = append(out, text+"; "+undecided(a.open)+".")
		default:
			out = append(out, text+".")
		}
	}
	return append(out, c.differs...)
}

// asSubject joins names and puts "is" or "are" after them.
func asSubject(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return english.And(names) + " are"
}

// Costs names the costs of comparisons.
func Costs(list []summary.Comparison) string { return english.And(nouns(list)) }

// nouns returns the names of the costs of comparisons, each once.
func nouns(list []summary.Comparison) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Metric.Verdict.Noun)
	}
	return english.Once(names)
}
