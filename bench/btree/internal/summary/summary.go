// Package summary turns the runs of a benchmark into medians, intervals and
// comparisons with the sequential control. The statistics are those of
// golang.org/x/perf/benchmath, which assume nothing about the distribution.
package summary

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Confidence is the level of the intervals.
const Confidence = 0.95

// Point is a point of the axes without the key and how its generators are used: what
// is compared was measured at the same point.
type Point struct {
	Engine   string `json:"engine"`
	Layout   string `json:"layout"`
	Scenario string `json:"scenario"`
	Rows     int    `json:"rows"`
	Payload  int    `json:"payload_bytes"`
	Pool     string `json:"pool,omitempty"`
	Regime   string `json:"regime,omitempty"`
	Writers  int    `json:"writers"`
	Batch    int    `json:"batch"`
}

// Group is what may be compared: keys of one width at one point.
type Group struct {
	Point
	Width   int    `json:"width_bytes"`
	Form    string `json:"form"`
	Control string `json:"control"`
	// Lines are the keys, the control first.
	Lines []Line `json:"keys"`
}

// Line is one key of a group, made in one way.
type Line struct {
	Key string `json:"key"`
	// Generators is how many generators the writers had, and Make says when they
	// made the keys.
	Generators int    `json:"generators"`
	Make       string `json:"make"`
	// Label is the key's name, with what tells its lines in the group apart.
	Label string `json:"label"`
	// Runs is how many runs it rests on; 0 if the plan was stopped before.
	Runs int `json:"runs"`
	// Metrics are its statistics by metric name: of those that its runs report, as a
	// value or with the reason why there is none.
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
	// RatioLow and RatioHigh bound how many times as great as the control's the values
	// are, at the level of Confidence; they are absent where Ratio is, and where there
	// are too few runs to say so. The ratio of the medians may lie outside of a narrow
	// one, as it is another estimate of the same.
	RatioLow  *float64 `json:"ratio_low,omitempty"`
	RatioHigh *float64 `json:"ratio_high,omitempty"`
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

// Of summarises the runs of a result. Groups come in the order of the engines, their
// layouts, the axes and the keys.
func Of(r bench.Result) []Group {
	byPoint := make(map[Point][]bench.Trial)
	for _, t := range r.Runs {
		p := PointOf(t)
		byPoint[p] = append(byPoint[p], t)
	}
	var groups []Group
	for _, p := range sorted(r, byPoint) {
		for _, control := range r.Keys {
			if control.Control != control.Name {
				continue
			}
			if g := group(r, p, byPoint[p], control); len(g.Lines) > 0 {
				groups = append(groups, g)
			}
		}
	}
	return groups
}

// PointOf returns the point that a run was made at.
func PointOf(t bench.Trial) Point {
	return Point{t.Engine, t.Layout, t.Scenario, t.Rows, t.Payload, t.Pool, t.Regime, t.Writers, t.Batch}
}

// sorted returns the points in the order of a result's axes.
func sorted(r bench.Result, points map[Point][]bench.Trial) []Point {
	var engines, layouts []string
	for _, e := range r.Engines {
		engines = append(engines, e.Name)
		for _, l := range e.Layouts {
			layouts = append(layouts, l.Name)
		}
	}
	return slices.SortedFunc(maps.Keys(points), func(a, b Point) int {
		return cmp.Or(
			place(engines, a.Engine, b.Engine), place(layouts, a.Layout, b.Layout),
			place(r.Settings.Scenarios, a.Scenario, b.Scenario),
			cmp.Compare(a.Rows, b.Rows), cmp.Compare(a.Payload, b.Payload),
			place(r.Settings.Pools, a.Pool, b.Pool), place(r.Settings.Regimes, a.Regime, b.Regime),
			cmp.Compare(a.Writers, b.Writers), cmp.Compare(a.Batch, b.Batch),
		)
	})
}

// place compares by the place in a list; what is not in it comes first.
func place(list []string, a, b string) int {
	return cmp.Compare(slices.Index(list, a), slices.Index(list, b))
}

// group returns the lines of a control and the keys that are compared with it. Of a
// plan that was stopped, keys without a run have a line as well.
func group(r bench.Result, p Point, runs []bench.Trial, control bench.Key) Group {
	g := Group{Point: p, Width: control.Width, Form: control.Form, Control: control.Name}
	measured := false
	for _, k := range append([]bench.Key{control}, r.Keys...) {
		if k.Control != control.Name || k.Name == control.Name && len(g.Lines) > 0 {
			continue
		}
		lines := linesOf(k.Name, runs)
		measured = measured || len(lines) > 0
		if len(lines) == 0 && !r.Complete && !k.Server {
			lines = []Line{{Key: k.Name, Label: k.Name}}
		}
		g.Lines = append(g.Lines, lines...)
	}
	if !measured && r.Complete {
		return Group{}
	}
	makes := make(map[string]bool)
	for _, l := range g.Lines {
		if l.Runs > 0 && l.Make != string(bench.MakeServer) {
			makes[l.Make] = true
		}
	}
	for i, l := range g.Lines {
		g.Lines[i].Label = label(l, g.Lines, len(makes) > 1)
		base, ok := g.baseFor(l)
		if !ok || l.Key == control.Name {
			continue
		}
		for name, s := range l.Metrics {
			l.Metrics[name] = s.relate(base.Metrics[name])
		}
	}
	return g
}

// linesOf returns the lines of a key, in the order in which they first ran.
func linesOf(name string, runs []bench.Trial) []Line {
	var lines []Line
	for _, t := range runs {
		if t.Key != name || slices.ContainsFunc(lines, func(l Line) bool { return l.Generators == t.Generators && l.Make == t.Make }) {
			continue
		}
		lines = append(lines, line(name, t.Generators, t.Make, runs))
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Make, b.Make), cmp.Compare(a.Generators, b.Generators))
	})
	return lines
}

// label returns the name of a line: the key, when its keys are made if that is not
// the same for the whole group, and how many generators made them if there are lines
// of the key with other numbers of them.
func label(l Line, all []Line, makes bool) string {
	name := l.Key
	if makes && l.Runs > 0 && l.Make != string(bench.MakeServer) {
		name += " " + l.Make
	}
	if slices.ContainsFunc(all, func(o Line) bool { return o.Key == l.Key && o.Runs > 0 && o.Generators != l.Generators }) {
		name += fmt.Sprintf(" g%d", l.Generators)
	}
	return name
}

// baseFor returns the control's line that a line is compared with: that whose keys
// are made at the same time; and else that whose keys are made in advance, or the
// first one.
func (g Group) baseFor(l Line) (Line, bool) {
	for _, wanted := range []string{l.Make, string(bench.MakeBatch), ""} {
		for _, c := range g.Lines {
			if c.Key == g.Control && c.Runs > 0 && (c.Make == wanted || wanted == "") {
				return c, true
			}
		}
	}
	return Line{}, false
}

func line(name string, generators int, mode string, runs []bench.Trial) Line {
	l := Line{Key: name, Generators: generators, Make: mode, Metrics: make(map[string]Stat)}
	values := make(map[string][]float64)
	missing := make(map[string]string)
	for _, t := range runs {
		if t.Key != name || t.Generators != generators || t.Make != mode {
			continue
		}
		l.Runs++
		for _, m := range metric.All() {
			v, ok := t.Readings[m.Name]
			switch {
			case ok && v.Missing == "":
				values[m.Name] = append(values[m.Name], v.Value)
			case ok:
				missing[m.Name] = v.Missing
			}
		}
	}
	for _, m := range metric.All() {
		if why, ok := missing[m.Name]; ok {
			l.Metrics[m.Name] = Stat{Missing: why}
			continue
		}
		switch n := len(values[m.Name]); {
		case n == l.Runs || n > 0 && m.Once:
			l.Metrics[m.Name] = of(values[m.Name])
		case n > 0:
			l.Metrics[m.Name] = Stat{Missing: fmt.Sprintf("only %d of %d runs report it", n, l.Runs)}
		}
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

func words(errs []error) []string {
	var w []string
	for _, e := range errs {
		w = append(w, e.Error())
	}
	return w
}
