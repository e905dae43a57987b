package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// inconclusive is a key that is neither equivalent to the control nor known to be worse.
type inconclusive struct {
	label  string
	within []string // the costs that are within the margin
	open   []summary.Comparison
}

func inconclusiveOf(label string, v summary.Verdict) inconclusive {
	k := inconclusive{label: label}
	for _, c := range v.Comparisons {
		switch {
		case c.Inconclusive:
			k.open = append(k.open, c)
		case c.Known:
			k.within = append(k.within, costNames[c.Metric])
		}
	}
	return k
}

// like reports whether the same sentence is true of both but for the intervals.
func (k inconclusive) like(o inconclusive) bool {
	return slices.Equal(k.within, o.within) && slices.EqualFunc(k.open, o.open, func(a, b summary.Comparison) bool {
		return a.Metric == b.Metric && a.Significant == b.Significant
	})
}

// inconclusiveSentences describe such keys, one sentence for keys of which the same is
// known.
func inconclusiveSentences(g summary.Group, keys []inconclusive) []string {
	var out []string
	for len(keys) > 0 {
		first := keys[0]
		var same []inconclusive
		keys = slices.DeleteFunc(keys, func(k inconclusive) bool {
			like := k.like(first)
			if like {
				same = append(same, k)
			}
			return like
		})
		out = append(out, inconclusiveSentence(g, same))
	}
	return out
}

// inconclusiveSentence describes keys of which the same is known.
func inconclusiveSentence(g summary.Group, same []inconclusive) string {
	var labels, findings []string
	for _, k := range same {
		labels = append(labels, k.label)
	}
	for i, c := range same[0].open {
		finding := "no significant difference in "
		switch {
		case i > 0 && c.Significant == same[0].open[i-1].Significant:
			finding = ""
		case c.Significant:
			finding = "a small difference in "
		}
		findings = append(findings, fmt.Sprintf("%s%s (%s)", finding, costNames[c.Metric], intervalsOf(same, i)))
	}
	s := fmt.Sprintf("%s: %s beside the control %s: ", g.Form, words.And(labels), g.Control)
	if within := same[0].within; len(within) > 0 {
		s = fmt.Sprintf("%s: %s within %s of the control %s in %s; ", g.Form, is(labels), margin, g.Control, words.And(within))
	}
	return s + words.And(findings) + "."
}

// intervalsOf writes the intervals of the i-th open cost, with the labels if there are
// several keys.
func intervalsOf(keys []inconclusive, i int) string {
	var list []string
	for _, k := range keys {
		s := fmt.Sprintf("%s to %s", words.Ratio(k.open[i].Low), words.Ratio(k.open[i].High))
		if len(keys) > 1 {
			s = k.label + " " + s
		}
		list = append(list, s)
	}
	return fmt.Sprintf("%.0f %% interval %s", 100*summary.Confidence, strings.Join(list, ", "))
}
