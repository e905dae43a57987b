package answer

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// result is one layout with a control and a key, each with the given readings of
// one metric per run.
func result(name string, control, key []metric.Reading) trial.Result {
	r := trial.Result{
		Engines: []engine.Description{{Name: "e", Layouts: []engine.Layout{{Name: "l"}}}},
		Keys: []trial.Key{
			{Name: "wide", Width: 16, Control: "seq"},
			{Name: "seq", Width: 16, Control: "seq"},
			{Name: "narrow", Width: 8, Control: "narrow"},
		},
	}
	add := func(key string, values []metric.Reading) {
		for block, v := range values {
			r.Trials = append(r.Trials, trial.Trial{Coordinates: trial.Coordinates{Engine: "e", Layout: "l", Key: key, Repeat: block}, Readings: metric.Readings{name: v}})
		}
	}
	add("seq", control)
	add("wide", key)
	return r
}

func values(v ...float64) []metric.Reading {
	var list []metric.Reading
	for _, x := range v {
		list = append(list, metric.Value(x))
	}
	return list
}

func stat(t *testing.T, r trial.Result, name string) Stat {
	t.Helper()
	groups := groupsOf(r)
	if len(groups) != 2 || groups[0].Width != 16 || groups[1].Width != 8 {
		t.Fatalf("%d groups, want one for each width", len(groups))
	}
	lines := groups[0].Lines
	if len(lines) != 2 || lines[0].Key != "seq" || lines[1].Key != "wide" {
		t.Fatalf("%d lines, want the control and the key", len(lines))
	}
	if c := lines[0].Metrics[name]; c.Relation != (Relation{}) {
		t.Error("the control is compared with itself")
	}
	return lines[1].Metrics[name]
}

func TestMedianIntervalRatio(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(200, 190, 210, 205, 195, 200, 190, 210, 200), values(50, 48, 52, 51, 49, 50, 48, 52, 50)), metric.RowsPerSecond)
	if *s.Median != 50 || *s.Low != 48 || *s.High != 52 || s.Spread() != "±4%" {
		t.Errorf("median %v, interval %v to %v, %s", *s.Median, *s.Low, *s.High, s.Spread())
	}
	if r := s.Relation; *r.Ratio != .25 || *r.RatioLow != 52.0/210 || *r.RatioHigh != 48.0/190 || r.Exact || r.Finding != Worse {
		t.Errorf("ratio %v, %v to %v, %q", *r.Ratio, *r.RatioLow, *r.RatioHigh, r.Finding)
	}
}

// Few runs have a median, no interval, and tell nothing apart.
func TestFewRuns(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(100, 101, 102), values(1, 2, 3)), metric.RowsPerSecond)
	if *s.Median != 2 || s.Low != nil || s.High != nil || s.Spread() != "" || s.RatioLow != nil || s.Finding != NotEnoughRuns {
		t.Errorf("got %+v", s)
	}
}

func TestZeroControlHasNoRatio(t *testing.T) {
	s := stat(t, result(metric.FileBytes, values(0, 0, 0, 0, 0, 0), values(9, 9, 9, 9, 9, 9)), metric.FileBytes)
	if s.Ratio != nil || s.Finding != NotCompared || *s.Median != 9 {
		t.Errorf("got %+v", s)
	}
}

// One missing reading is enough: a median over the others would hide it.
func TestMissing(t *testing.T) {
	s := stat(t, result(metric.LeafPages, values(5, 5), append(values(5), metric.Missing("no dbstat"))), metric.LeafPages)
	if s.Median != nil || s.Missing != "no dbstat" || s.Ratio != nil {
		t.Errorf("got %+v", s)
	}
	other := stat(t, result(metric.LeafPages, values(5), values(5)), metric.LeafFill)
	if other.Median != nil || other.Missing != "" {
		t.Errorf("a metric that was never reported is %+v", other)
	}
	r := result(metric.LeafPages, values(5), values(5, 5))
	r.Trials[2].Readings = metric.Readings{}
	if s := stat(t, r, metric.LeafPages); s.Median != nil || !strings.Contains(s.Missing, "1 of 2") {
		t.Errorf("a metric that one of two runs reported is %+v", s)
	}
}

// A key of a plan that was stopped has a line without figures, beside those that ran.
func TestNoRuns(t *testing.T) {
	if groups := groupsOf(result(metric.LeafPages, nil, nil)); len(groups) != 0 {
		t.Errorf("%d groups of no runs", len(groups))
	}
	r := result(metric.LeafPages, values(5), nil)
	l := groupsOf(r)[0].Lines
	if len(l) != 2 || l[1].Key != "wide" || l[1].Trials != 0 || len(l[1].Metrics) != 0 {
		t.Errorf("got %d lines", len(l))
	}
	r.Complete = true
	if g := groupsOf(r); len(g) != 1 || len(g[0].Lines) != 1 {
		t.Errorf("a plan that was finished has %d groups, want the control's line alone", len(g))
	}
}

// Trials with different coordinates are never compared, and a line is compared
// with the control whose keys were made at the same time.
func TestPointsAreApart(t *testing.T) {
	r := result(metric.LeafPages, nil, nil)
	r.Complete = true
	add := func(key string, mode trial.Make, writers, generators int, v float64) {
		r.Trials = append(r.Trials, trial.Trial{
			Coordinates: trial.Coordinates{Engine: "e", Layout: "l", Key: key, Writers: writers, Generators: generators, Make: mode},
			Readings:    metric.Readings{metric.LeafPages: metric.Value(v)},
		})
	}
	add("seq", "batch", 1, 1, 10)
	add("seq", "statement", 1, 1, 20)
	add("wide", "batch", 1, 1, 30)
	add("wide", "statement", 1, 1, 80)
	add("wide", "block", 1, 1, 50)
	add("seq", "batch", 8, 1, 100)
	add("wide", "batch", 8, 1, 100)
	add("wide", "batch", 8, 8, 300)
	groups := groupsOf(r)
	if len(groups) != 2 || groups[0].Writers != 1 || groups[1].Writers != 8 {
		t.Fatalf("%d groups, want one for each number of writers", len(groups))
	}
	got := make(map[string]float64)
	for _, g := range groups {
		for _, l := range g.Lines {
			if s := l.Metrics[metric.LeafPages]; s.Ratio != nil {
				got[l.Label] = *s.Ratio
			}
		}
	}
	want := map[string]float64{"wide batch": 3, "wide statement": 4, "wide block": 5, "wide g1": 1, "wide g8": 3}
	if !maps.Equal(got, want) {
		t.Errorf("the ratios are %v, want %v", got, want)
	}
}

func TestNothingInfiniteIsGivenOut(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(1), values(2)), metric.RowsPerSecond)
	for _, v := range []*float64{s.Median, s.Low, s.High, s.Ratio, s.RatioLow, s.RatioHigh} {
		if v != nil && (math.IsInf(*v, 0) || math.IsNaN(*v)) {
			t.Errorf("got %v, which JSON cannot carry", *v)
		}
	}
}

// A line is compared with the counter whose keys are made at the same time, else in advance, else with
// the first one that has trials.
func TestBase(t *testing.T) {
	line := func(key string, mode trial.Make, trials int) Line {
		return Line{Coordinates: trial.Coordinates{Key: key, Make: mode}, Trials: trials}
	}
	all := []Line{line("seq", "block", 1), line("seq", "batch", 1), line("seq", "statement", 1), line("wide", "other", 1)}
	for name, c := range map[string]struct {
		lines []Line
		of    trial.Make
		want  trial.Make
		ok    bool
	}{
		"at the same time": {all, "statement", "statement", true}, "in advance": {all, "server", "batch", true}, "the first": {all[:1], "server", "block", true},
		"without trials": {[]Line{line("seq", "statement", 0), line("seq", "block", 1)}, "statement", "block", true}, "none": {all[3:], "other", "", false}, "no line": {nil, "batch", "", false},
	} {
		g := Group{Control: "seq", Lines: c.lines}
		got, ok := g.baseFor(line("wide", c.of, 1))
		if ok != c.ok || got.Make != c.want || ok && got.Key != "seq" {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

// Labels tell apart what the group has more than one of.
func TestLabels(t *testing.T) {
	line := func(key string, mode trial.Make, generators, trials int) Line {
		return Line{Coordinates: trial.Coordinates{Key: key, Make: mode, Generators: generators}, Trials: trials}
	}
	for name, c := range map[string]struct {
		lines []Line
		want  []string
	}{
		"alone":                          {[]Line{line("uuidv4", "batch", 1, 1), line("wiji", "batch", 1, 1)}, []string{"uuidv4", "wiji"}},
		"made twice":                     {[]Line{line("uuidv4", "batch", 1, 1), line("wiji", "block", 1, 1)}, []string{"uuidv4 batch", "wiji block"}},
		"by the server":                  {[]Line{line("uuidv4", "batch", 1, 1), line("wiji", trial.MakeServer, 1, 1)}, []string{"uuidv4", "wiji"}},
		"all three":                      {[]Line{line("uuidv4", "batch", 1, 1), line("wiji", "block", 1, 1), line("a", trial.MakeServer, 1, 1)}, []string{"uuidv4 batch", "wiji block", "a"}},
		"one without trials":             {[]Line{line("uuidv4", "batch", 1, 1), line("wiji", "block", 1, 0)}, []string{"uuidv4", "wiji"}},
		"none of it":                     {[]Line{line("uuidv4", "batch", 1, 1), line("b", "block", 1, 1), line("wiji", "", 1, 0)}, []string{"uuidv4 batch", "b block", "wiji"}},
		"generators":                     {[]Line{line("wiji", "batch", 1, 1), line("wiji", "batch", 8, 1), line("uuidv4", "batch", 8, 1)}, []string{"wiji g1", "wiji g8", "uuidv4"}},
		"generators, one without trials": {[]Line{line("wiji", "batch", 1, 1), line("wiji", "batch", 8, 0)}, []string{"wiji", "wiji g8"}},
	} {
		g := Group{Lines: c.lines}
		g.label()
		for i, l := range g.Lines {
			name2 := map[string]string{"wiji": "Wiji", "uuidv4": "UUIDv4"}
			want := c.want[i]
			if named, ok := name2[l.Key]; ok {
				want = named + want[len(l.Key):]
			}
			if l.Label != c.want[i] || l.Name != want {
				t.Errorf("%s: %q and %q, want %q and %q", name, l.Label, l.Name, c.want[i], want)
			}
		}
	}
}

// Lines are in order of how the keys are made, then of the generators. Groups are in order of the
// engines, their layouts, the axes and the keys.
func TestOrderOfGroups(t *testing.T) {
	r := trial.Result{
		Complete: true, Settings: trial.Plan{Rows: []int{20, 10}, Writers: []int{1}},
		Engines: []engine.Description{{Name: "b", Layouts: []engine.Layout{{Name: "y"}, {Name: "x"}}}, {Name: "a", Layouts: []engine.Layout{{Name: "x"}}}},
		Keys:    []trial.Key{{Name: "wide", Control: "wide"}, {Name: "narrow", Control: "narrow"}, {Name: "key", Control: "wide"}},
	}
	for _, e := range [][2]string{{"a", "x"}, {"b", "x"}, {"b", "y"}} {
		for _, rows := range []int{10, 20} {
			for _, key := range []string{"narrow", "key"} {
				for _, generators := range []int{8, 1} {
					for _, mode := range []trial.Make{"statement", "batch"} {
						r.Trials = append(r.Trials, trial.Trial{Coordinates: trial.Coordinates{Engine: e[0], Layout: e[1], Rows: rows, Writers: 1, Key: key, Generators: generators, Make: mode}})
					}
				}
			}
		}
	}
	var got []string
	for _, g := range groupsOf(r) {
		text := fmt.Sprintf("%s %s %d %s:", g.Engine, g.Layout, g.Rows, g.Control)
		for _, l := range g.Lines {
			text += fmt.Sprintf(" %s %s %d", l.Key, l.Make, l.Generators)
		}
		got = append(got, text)
	}
	sameLines(t, "groups", got, []string{
		"b y 10 wide: key batch 1 key batch 8 key statement 1 key statement 8",
		"b y 10 narrow: narrow batch 1 narrow batch 8 narrow statement 1 narrow statement 8",
		"b y 20 wide: key batch 1 key batch 8 key statement 1 key statement 8",
		"b y 20 narrow: narrow batch 1 narrow batch 8 narrow statement 1 narrow statement 8",
		"b x 10 wide: key batch 1 key batch 8 key statement 1 key statement 8",
		"b x 10 narrow: narrow batch 1 narrow batch 8 narrow statement 1 narrow statement 8",
		"b x 20 wide: key batch 1 key batch 8 key statement 1 key statement 8",
		"b x 20 narrow: narrow batch 1 narrow batch 8 narrow statement 1 narrow statement 8",
		"a x 10 wide: key batch 1 key batch 8 key statement 1 key statement 8",
		"a x 10 narrow: narrow batch 1 narrow batch 8 narrow statement 1 narrow statement 8",
		"a x 20 wide: key batch 1 key batch 8 key statement 1 key statement 8",
		"a x 20 narrow: narrow batch 1 narrow batch 8 narrow statement 1 narrow statement 8",
	})
}

// A metric is missing if one trial lacks it, and its total is the sum of the trials.
func TestStatOf(t *testing.T) {
	m := metric.Named(metric.TickWaits)
	of := func(list ...metric.Reading) []trial.Trial {
		var trials []trial.Trial
		for i, v := range list {
			trials = append(trials, trial.Trial{Coordinates: trial.Coordinates{Repeat: i}, Readings: metric.Readings{m.Name: v}})
			if v.Missing == "none" {
				trials[i].Readings = nil
			}
		}
		return trials
	}
	none := metric.Missing("none")
	for name, c := range map[string]struct {
		trials  []trial.Trial
		ok      bool
		missing string
		total   float64
	}{
		"nothing": {nil, false, "", 0}, "no trial reports it": {of(none, none), false, "", 0}, "all do": {of(metric.Value(1), metric.Value(2), metric.Value(4)), true, "", 7},
		"one is missing": {of(metric.Value(1), metric.Missing("why")), true, "why", 0}, "one reports nothing": {of(metric.Value(1), none, metric.Value(3)), true, "only 2 of 3 trials report it", 0},
	} {
		s, ok := statOf(m, c.trials)
		if ok != c.ok || s.Missing != c.missing || s.Total() != c.total || (s.Median != nil) != (c.ok && c.missing == "") {
			t.Errorf("%s: %+v, %v", name, s, ok)
		}
	}
}
