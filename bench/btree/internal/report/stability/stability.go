// Package stability counts how often the findings of repeated measurements differ.
package stability

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Counts are numbers of comparisons of a key with its control, each of one cost or of the
// verdict over all costs, that several runs of a plan have in common.
type Counts struct {
	// Comparisons is their number.
	Comparisons int
	// Reversed ones have two different findings, neither of which is NotEnoughRuns.
	Reversed int
	// Undecided ones have NotEnoughRuns in some runs and one other finding in the others.
	Undecided int
	// Reversals name the Reversed ones with their findings.
	Reversals []string
}

// String writes the counts in a sentence.
func (c Counts) String() string {
	return fmt.Sprintf("of %d comparisons %d reversed and %d changed to or from %q", c.Comparisons, c.Reversed, c.Undecided, summary.NotEnoughRuns)
}

// Of counts over runs of the same plan.
func Of(runs []trial.Result) Counts {
	findings := make(map[string][]summary.Finding)
	for _, r := range runs {
		for _, g := range summary.Of(r) {
			for _, l := range g.Lines {
				for name, f := range findingsOf(l) {
					if !slices.Contains(findings[name], f) {
						findings[name] = append(findings[name], f)
					}
				}
			}
		}
	}
	var c Counts
	for _, name := range slices.Sorted(maps.Keys(findings)) {
		c.add(name, findings[name])
	}
	return c
}

// findingsOf returns the findings of a line: of each cost, and the verdict.
func findingsOf(l summary.Line) map[string]summary.Finding {
	list := make(map[string]summary.Finding)
	v := summary.Judge(l)
	for _, c := range v.Comparisons {
		list[fmt.Sprintf("%+v: %s", l.Coordinates, c.Metric.Name)] = c.Finding
	}
	if v.Finding != summary.NotCompared {
		list[fmt.Sprintf("%+v: verdict", l.Coordinates)] = v.Finding
	}
	return list
}

// add adds a comparison with its different findings.
func (c *Counts) add(name string, findings []summary.Finding) {
	c.Comparisons++
	decided := 0
	for _, f := range findings {
		if f != summary.NotEnoughRuns {
			decided++
		}
	}
	switch {
	case decided > 1:
		c.Reversed++
		c.Reversals = append(c.Reversals, fmt.Sprintf("%s: %q", name, findings))
	case len(findings) > 1:
		c.Undecided++
	}
}
