package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

// Verdicts are verdicts with what may decide the rest.
type Verdicts struct {
	List []Verdict
	// Hint says which command may decide what the verdicts leave open, "" if all is decided or if
	// no number of trials would suffice.
	Hint string
}

// Verdict is the answer for one point.
type Verdict struct {
	// Point is what was measured.
	Point Point `json:"-"`
	// Title names the database and the conditions of every sentence, such as "PostgreSQL
	// 18.6, 20,000 rows, payload of 100 bytes, 8 writers, batches of 1,000".
	Title string `json:"title"`
	// Sentences compare the keys with a counter of their width and of as many writers, and
	// that with a counter of one writer.
	Sentences []string `json:"sentences"`
}

// setVerdicts sets the verdicts of the featured points of each scenario.
func (a *Answer) setVerdicts() {
	for _, list := range scenarios(a.Points) {
		first := ofDatabases(list)
		for _, p := range featured(list) {
			v := verdictOf(p)
			if a.Verdicts.List = append(a.Verdicts.List, v); p.In(first) {
				a.Databases.List = append(a.Databases.List, v)
			}
		}
	}
	for _, v := range []*Verdicts{&a.Verdicts, &a.Databases} {
		v.Hint = hint(a.Result, v.lines())
	}
}

// Points returns the points of verdicts.
func (v Verdicts) Points() []Point {
	var out []Point
	for _, one := range v.List {
		out = append(out, one.Point)
	}
	return out
}

// lines returns the lines of the keys.
func (v Verdicts) lines() []Line {
	var list []Line
	for _, one := range v.List {
		list = slices.AppendSeq(list, one.Point.keys())
	}
	return list
}

// verdictOf returns the verdict of a point.
func verdictOf(p Point) Verdict {
	v := Verdict{Point: p, Title: p.Title}
	if p.onlyControls() {
		v.Sentences = []string{"Only counters were inserted."}
		return v
	}
	if cost := window(p); cost != "" {
		v.Sentences = append(v.Sentences, cost)
	}
	list := compare(p)
	if len(list) == 0 {
		list = []string{"No key was inserted beside its counter."}
	}
	v.Sentences = append(append(v.Sentences, list...), basis(p)...)
	return v
}

// Text joins the title and the sentences.
func (v Verdict) Text() string { return v.Title + ": " + strings.Join(v.Sentences, " ") }

// Short names the keys that cost more or less than a counter, and in what.
func (v Verdict) Short() string {
	var parts []string
	for _, f := range []Finding{Worse, Better} {
		var names []string
		for l := range v.Point.keys() {
			if list := l.Judgement.With(f); len(list) > 0 {
				names = append(names, l.Name+" ("+CostNames(list)+")")
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

// alike holds keys of which the same costs were shown to be like the counter's, the same ones not
// decided, and the same ones of these without an interval.
type alike struct {
	costs string // like the counter's, "" if none is
	open  []Comparison
	names []string
}

// compare says what is known about the keys of a point, those together that are alike.
func compare(p Point) []string {
	var same []*alike
	var differ []string
	for l := range p.keys() {
		switch v := l.Judgement; {
		case v.Finding == NotCompared:
		case len(v.With(Worse))+len(v.With(Better)) > 0:
			differ = append(differ, l.Name+" "+differences(v)+".")
		default:
			same = addAlike(same, l)
		}
	}
	var out []string
	for _, a := range same {
		out = append(out, a.sentence())
	}
	return append(out, differ...)
}

// addAlike adds a key of which no difference was found.
func addAlike(list []*alike, l Line) []*alike {
	open, costs := l.Judgement.With(NotEnoughRuns), CostNames(l.Judgement.With(NoDifference))
	i := slices.IndexFunc(list, func(have *alike) bool {
		return have.costs == costs && CostNames(have.open) == CostNames(open) && CostNames(few(have.open)) == CostNames(few(open))
	})
	if i < 0 {
		i = len(list)
		list = append(list, &alike{costs: costs})
	}
	a := list[i]
	a.open, a.names = append(a.open, open...), append(a.names, l.Name)
	return list
}

// sentence says what was found of the keys.
func (a *alike) sentence() string {
	switch text := fmt.Sprintf("%s as good as a counter in %s", asSubject(a.names), a.costs); {
	case a.costs == "":
		return "Of " + english.And(a.names) + " nothing is decided: " + undecided(a.open) + "."
	case len(a.open) > 0:
		return text + "; " + undecided(a.open) + "."
	default:
		return text + "."
	}
}

// asSubject joins names and puts "is" or "are" after them.
func asSubject(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return english.And(names) + " are"
}

// CostNames names the costs of comparisons.
func CostNames(list []Comparison) string { return english.And(nouns(list)) }

// nouns returns the names of the costs of comparisons, each once.
func nouns(list []Comparison) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Metric.Verdict.Noun)
	}
	return english.Once(names)
}
