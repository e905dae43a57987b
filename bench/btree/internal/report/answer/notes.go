package answer

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// notes returns what a reader must know to judge the figures, one sentence each: about the
// engines, the plan, notable events, and estimates.
func (a *Answer) notes() []string {
	var list []string
	for _, e := range a.Engines {
		list = append(list, e.Notes...)
	}
	list = append(list, a.Result.Notes...)
	list = append(list, a.events()...)
	list = append(list, estimates(a.Groups)...)
	return english.Once(list)
}

// events returns notable events that have no column.
func (a *Answer) events() []string {
	var out []string
	for _, m := range metric.All() {
		if m.Note == "" {
			continue
		}
		for _, k := range a.Keys {
			if times := occurrences(m, k.Name, a.Groups); times != nil {
				out = append(out, fmt.Sprintf("%s %s: %s. The rate includes that time.", k.Name, m.Note, strings.Join(times, ", ")))
			}
		}
	}
	return out
}

// occurrences says how often a metric counted an event of a key, for each layout.
func occurrences(m metric.Metric, key string, groups []Group) []string {
	type sum struct {
		at     trial.Coordinates // of the engine and the layout
		events float64
		trials int
	}
	var sums []*sum
	for _, g := range groups {
		for _, l := range g.Lines {
			n := l.Metrics[m.Name].Total()
			if l.Key != key || n == 0 {
				continue
			}
			at := trial.Coordinates{Engine: g.Engine, Layout: g.Layout}
			if len(sums) == 0 || sums[len(sums)-1].at != at {
				sums = append(sums, &sum{at: at})
			}
			last := sums[len(sums)-1]
			last.events += n
			last.trials += l.Trials
		}
	}
	var list []string
	for _, s := range sums {
		list = append(list, fmt.Sprintf("%s in %s (%s, %s)", m.Print(s.events), english.Count(s.trials, "trial"), s.at.Engine, s.at.Layout))
	}
	return list
}

// estimates name the simulated trees that were too large to follow in full, and the error
// of their figures.
func estimates(groups []Group) []string {
	m := metric.Named(metric.LeafError)
	var out []string
	for _, g := range groups {
		for _, l := range g.Lines {
			if off := l.Metrics[m.Name].Median; off != nil {
				out = append(out, fmt.Sprintf("%s with %s (%s, %s): leaf pages, fill and splits are estimates; the standard error of the leaf pages is %s.",
					l.Label, english.Count(g.Rows, "row"), g.Engine, g.Layout, m.Print(*off)))
			}
		}
	}
	return out
}

// missing gives the reasons for blank cells, once for each engine, with the metrics that
// are blank.
func missing(groups []Group) []string {
	type reason struct{ engine, why string }
	var out []string
	var reasons []reason
	layouts, metrics := make(map[reason][]string), make(map[reason][]string)
	for _, g := range groups {
		for _, l := range g.Lines {
			if l.Trials == 0 {
				out = append(out, fmt.Sprintf("%s (%s, %s): no trial was finished.", l.Label, g.Engine, g.Layout))
			}
			for _, m := range metric.All() {
				at := reason{g.Engine, l.Metrics[m.Name].Missing}
				if at.why == "" {
					continue
				}
				if metrics[at] == nil {
					reasons = append(reasons, at)
				}
				layouts[at], metrics[at] = append(layouts[at], g.Layout), append(metrics[at], Heading(m))
			}
		}
	}
	for _, at := range reasons {
		out = append(out, fmt.Sprintf("%s (%s): no %s: %s.", at.engine, strings.Join(english.Once(layouts[at]), ", "), strings.Join(english.Once(metrics[at]), "; "), at.why))
	}
	return english.Once(out)
}
