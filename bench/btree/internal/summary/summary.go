// Package summary turns the runs of a benchmark into medians, intervals and
// comparisons with the sequential control. The statistics are those of
// golang.org/x/perf/benchmath, which assume nothing about the distribution.
package summary

import (
	"math"

	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Confidence is the level of the intervals.
const Confidence = 0.95

// Group is what may be compared: keys of one width on one layout of one engine.
type Group struct {
	Engine  string `json:"engine"`
	Layout  string `json:"layout"`
	Width   int    `json:"width_bytes"`
	Form    string `json:"form"`
	Control string `json:"control"`
	// Lines are the keys, the control first.
	Lines []Line `json:"keys"`
}

// Line is one key of a group.
type Line struct {
	Key string `json:"key"`
	// Runs is how many runs it rests on; 0 if the plan was stopped before.
	Runs int `json:"runs"`
	// Metrics are its statistics by metric name.
	Metrics map[string]Stat `json:"metrics,omitempty"`
}

// Stat is what the runs say about one metric.
type Stat struct {
	// Median is the median of the runs, absent if Missing is set.
	Median *float64 `json:"median,omitempty"`
	// Low and High bound the median at the level of Confidence; they are absent
	// where there are too few runs to say so.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// Ratio is the median divided by the control's. It is absent for the control
	// itself, and where the control's is zero or missing.
	Ratio *float64 `json:"ratio_to_control,omitempty"`
	// P is the probability of a difference from the control as large as this one
	// if there were none: the exact Mann-Whitney U test of the two sets of runs.
	P *float64 `json:"p_value,omitempty"`
	// Missing says why there is no value.
	Missing string `json:"missing,omitempty"`
	// Warnings are what the statistics have to say about themselves.
	Warnings []string `json:"warnings,omitempty"`

	sample  *benchmath.Sample
	percent string
}

// Spread returns the interval as a percentage of the median, such as "±3%", or
// "" where there is none.
func (s Stat) Spread() string { return s.percent }

// Distinct reports whether the runs tell the key from its control.
func (s Stat) Distinct() bool {
	return s.P != nil && *s.P < benchmath.DefaultThresholds.CompareAlpha
}

// Total returns the sum over the runs, for a metric that counts; 0 if it is missing.
func (s Stat) Total() float64 {
	if s.sample == nil {
		return 0
	}
	n := 0.0
	for _, v := range s.sample.Values {
		n += v
	}
	return n
}

// Of summarises the runs of a result. Groups come in the order of the engines,
// their layouts, and the keys.
func Of(r bench.Result) []Group {
	var groups []Group
	for _, e := range r.Engines {
		for _, l := range e.Layouts {
			for _, control := range r.Keys {
				if control.Control != control.Name {
					continue
				}
				groups = append(groups, group(r, e.Name, l.Name, control))
			}
		}
	}
	return groups
}

func group(r bench.Result, engine, layout string, control bench.Key) Group {
	g := Group{Engine: engine, Layout: layout, Width: control.Width, Form: control.Form, Control: control.Name}
	base := line(r, engine, layout, control.Name)
	g.Lines = append(g.Lines, base)
	for _, k := range r.Keys {
		if k.Control != control.Name || k.Name == control.Name {
			continue
		}
		l := line(r, engine, layout, k.Name)
		for name, s := range l.Metrics {
			l.Metrics[name] = s.relate(base.Metrics[name])
		}
		g.Lines = append(g.Lines, l)
	}
	return g
}

func line(r bench.Result, engine, layout, key string) Line {
	l := Line{Key: key, Metrics: make(map[string]Stat)}
	values := make(map[string][]float64)
	missing := make(map[string]string)
	for _, t := range r.Runs {
		if t.Engine != engine || t.Layout != layout || t.Key != key {
			continue
		}
		l.Runs++
		for _, m := range metric.All() {
			if v := t.Readings.Get(m.Name); v.Missing != "" {
				missing[m.Name] = v.Missing
			} else {
				values[m.Name] = append(values[m.Name], v.Value)
			}
		}
	}
	if l.Runs == 0 {
		return l
	}
	for _, m := range metric.All() {
		if why, ok := missing[m.Name]; ok {
			l.Metrics[m.Name] = Stat{Missing: why}
			continue
		}
		l.Metrics[m.Name] = of(values[m.Name])
	}
	return l
}

func of(values []float64) Stat {
	th := benchmath.DefaultThresholds
	sample := benchmath.NewSample(values, &th)
	sum := benchmath.AssumeNothing.Summary(sample, Confidence)
	s := Stat{Median: &sum.Center, sample: sample, percent: spread(sum)}
	if !math.IsInf(sum.Lo, 0) && !math.IsInf(sum.Hi, 0) {
		s.Low, s.High = &sum.Lo, &sum.Hi
	}
	s.Warnings = words(append(append([]error(nil), sample.Warnings...), sum.Warnings...))
	return s
}

// spread is the interval as benchmath writes it, without an interval that says
// nothing.
func spread(s benchmath.Summary) string {
	if math.IsInf(s.Lo, 0) || math.IsInf(s.Hi, 0) {
		return ""
	}
	return "±" + s.PctRangeString()
}

// relate adds the comparison with the control.
func (s Stat) relate(control Stat) Stat {
	if s.sample == nil || control.sample == nil {
		return s
	}
	cmp := benchmath.AssumeNothing.Compare(control.sample, s.sample)
	s.P = &cmp.P
	s.Warnings = append(s.Warnings, words(cmp.Warnings)...)
	if *control.Median != 0 {
		ratio := *s.Median / *control.Median
		s.Ratio = &ratio
	}
	return s
}

func words(errs []error) []string {
	var w []string
	for _, e := range errs {
		w = append(w, e.Error())
	}
	return w
}
