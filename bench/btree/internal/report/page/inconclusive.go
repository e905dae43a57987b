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
	label        string
	within, open []string // the costs that are within the margin, and those that may be beyond it
	intervals    string   // of the open ones
	significant  bool     // whether the rank test finds a difference
}

func inconclusiveOf(label string, v summary.Verdict) inconclusive {
	k := inconclusive{label: label}
	var parts []string
	for _, c := range v.Comparisons {
		switch {
		case c.Inconclusive:
			k.open = append(k.open, costNames[c.Metric])
			parts = append(parts, fmt.Sprintf("%s to %s", words.Ratio(c.Low), words.Ratio(c.High)))
			k.significant = k.significant || c.Significant
		case c.Known:
			k.within = append(k.within, costNames[c.Metric])
		}
	}
	k.intervals = words.And(parts)
	return k
}

// like reports whether the same sentence is true of both but for the intervals.
func (k inconclusive) like(o inconclusive) bool {
	return slices.Equal(k.within, o.within) && slices.Equal(k.open, o.open) && k.significant == o.significant
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
	var labels, bounds []string
	for _, k := range same {
		labels = append(labels, k.label)
		if len(same) > 1 {
			k.intervals += " (" + k.label + ")"
		}
		bounds = append(bounds, k.intervals)
	}
	first := same[0]
	finding := "no significant difference"
	if first.significant {
		finding = "at most a small difference"
	}
	s := fmt.Sprintf("%s: %s", g.Form, words.And(labels))
	if len(first.within) > 0 {
		s = fmt.Sprintf("%s: %s within %s of the control %s in %s", g.Form, is(labels), margin, g.Control, words.And(first.within))
		s += "; " + finding
	} else {
		s += " beside the control " + g.Control + ": " + finding
	}
	return fmt.Sprintf("%s in %s, %s the control's (%.0f %% interval).", s, strings.Join(first.open, " and "), strings.Join(bounds, ", "), 100*summary.Confidence)
}
