package answer

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A merged result may have more rows of a few runs: they are not what a report is about.
func TestMainPointIsWhatIsKnown(t *testing.T) {
	r := reporttest.Sample()
	for _, key := range []string{"counter", "uuidv4"} {
		run := r.Trials[0]
		run.Key, run.Rows = key, 2*run.Rows
		r.Trials = append(r.Trials, run)
	}
	list := mainPoints(Of(r).Points)
	if len(list) != 1 || list[0].Rows != r.Settings.Rows[0] {
		t.Errorf("there are %d main points, the first of %d rows", len(list), list[0].Rows)
	}
}

// at returns a point with a line of a counter and one of a key, of so many trials.
func at(c trial.Coordinates, trials int) Point {
	line := func(key string) Line {
		l := Line{Coordinates: c, Trials: trials}
		l.Key = key
		return l
	}
	return Point{Coordinates: c, Groups: []Group{{Coordinates: c, Control: "counter", Lines: []Line{line("counter"), line("wiji")}}}}
}

// The plainer point comes first, by one rule after the other.
func TestPlainer(t *testing.T) {
	usual := trial.Coordinates{Scenario: trial.Insert, Checkpoints: engine.SeveralCheckpoints, Writers: 1, Rows: 1000}
	with := func(change func(*trial.Coordinates)) trial.Coordinates { c := usual; change(&c); return c }
	controls := at(usual, 9)
	controls.Groups[0].Lines = controls.Groups[0].Lines[:1]
	controls.Groups[0].Lines = append(controls.Groups[0].Lines, Line{Coordinates: trial.Coordinates{Key: "wiji"}}) // without trials
	ordered := []Point{
		at(with(func(c *trial.Coordinates) { c.Rows = 2000 }), 9),
		at(usual, 9),
		at(with(func(c *trial.Coordinates) { c.Rows = 4000 }), 8), // too few trials
		at(with(func(c *trial.Coordinates) { c.Writers = 2; c.Rows = 4000 }), 9),
		at(with(func(c *trial.Coordinates) { c.Writers, c.Checkpoints = 1, engine.NoCheckpoints }), 9),
		at(with(func(c *trial.Coordinates) { c.BufferPool = "4MB" }), 9),
		at(with(func(c *trial.Coordinates) { c.Scenario = trial.Update }), 9),
		controls,
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got, want := plainer(a, b), cmp.Compare(i, j); got != want {
				t.Errorf("%d and %d: %d, want %d", i, j, got, want)
			}
		}
	}
}

// Two keys need enough trials for an interval.
func TestTooFew(t *testing.T) {
	for _, c := range []struct {
		counter, key int
		want         bool
	}{{9, 9, false}, {10, 9, false}, {9, 8, true}, {8, 9, true}, {0, 0, true}} {
		p := at(trial.Coordinates{}, 0)
		p.Groups[0].Lines[0].Trials, p.Groups[0].Lines[1].Trials = c.counter, c.key
		if got := p.tooFew(); got != c.want {
			t.Errorf("%d and %d trials: %v", c.counter, c.key, got)
		}
	}
	if p := (Point{}); !p.tooFew() || !p.onlyControls() {
		t.Error("a point without groups has enough")
	}
}

// The busiest point has the most keys in flight of several writers, and of as many the most rows.
func TestBusiest(t *testing.T) {
	of := func(engine string, writers, batch, rows int) Point {
		return at(trial.Coordinates{Engine: engine, Writers: writers, Batch: batch, Rows: rows}, 9)
	}
	plain := of("a", 1, 100, 1000)
	for name, c := range map[string]struct {
		list []Point
		want Point
		ok   bool
	}{
		"itself alone":               {[]Point{plain}, plain, false},
		"one writer":                 {[]Point{plain, of("a", 1, 1000, 1000)}, plain, false},
		"as many in flight":          {[]Point{plain, of("a", 2, 50, 1000)}, plain, false},
		"as many, and more rows":     {[]Point{plain, of("a", 2, 50, 1001)}, of("a", 2, 50, 1001), true},
		"fewer in flight, more rows": {[]Point{plain, of("a", 2, 49, 2000)}, plain, false},
		"more in flight":             {[]Point{plain, of("a", 2, 100, 500), of("a", 8, 100, 500), of("a", 4, 100, 500)}, of("a", 8, 100, 500), true},
		"on another database":        {[]Point{plain, of("b", 8, 100, 1000)}, plain, false},
	} {
		got, ok := busiest(c.list, plain)
		if got.Coordinates != c.want.Coordinates || ok != c.ok {
			t.Errorf("%s: %+v, %v, want %+v, %v", name, got.Coordinates, ok, c.want.Coordinates, c.ok)
		}
	}
}

// Of each engine and layout one point is the main one, and simulated ones beside a server are none.
func TestMainPoints(t *testing.T) {
	of := func(engine, layout string, writers int) Point {
		return at(trial.Coordinates{Engine: engine, Layout: layout, Writers: writers, Batch: 10}, 9)
	}
	beside, sim := of("sim", "nbtree", 1), of("sim", "innodb", 1)
	beside.Simulated, beside.BesideServer, sim.Simulated = true, true, true
	list := []Point{of("a", "x", 2), of("a", "x", 1), of("a", "x", 8), of("a", "y", 8), beside, sim, of("b", "y", 1)}
	var got []string
	for _, p := range featured(list) {
		got = append(got, fmt.Sprintf("%s %s %d", p.Engine, p.Layout, p.Writers))
	}
	sameLines(t, "featured", got, []string{"a x 1", "a x 8", "a y 8", "sim innodb 1", "b y 1"})
	got = nil
	for _, p := range ofDatabases(list) {
		got = append(got, fmt.Sprintf("%s %s %d", p.Engine, p.Layout, p.Writers))
	}
	sameLines(t, "of databases", got, []string{"a x 2", "a x 1", "a x 8", "sim nbtree 1", "sim innodb 1", "b y 1"})
	if p := list[0]; !p.In(list[:1]) || p.In(list[1:]) || p.In(nil) {
		t.Error("a point is in a list without it, or not in one with it")
	}
}

// The points of each scenario stay in their order.
func TestScenarios(t *testing.T) {
	of := func(s trial.Scenario, rows int) Point { return at(trial.Coordinates{Scenario: s, Rows: rows}, 9) }
	var got []string
	for _, list := range scenarios([]Point{of("insert", 1), of("update", 2), of("insert", 3)}) {
		for _, p := range list {
			got = append(got, fmt.Sprintf("%s %d", p.Scenario, p.Rows))
		}
		got = append(got, "")
	}
	sameLines(t, "scenarios", got, []string{"insert 1", "insert 3", "", "update 2", ""})
}

// A point is in order of the engines, simulated ones last, and says whether a server was measured as well.
func TestPointsOfAResult(t *testing.T) {
	r := trial.Result{
		Settings: trial.Plan{Rows: []int{10, 20}},
		Engines:  []engine.Description{{Name: "sim", Simulated: true, Layouts: []engine.Layout{{Name: "nbtree"}, {Name: "innodb"}}}, {Name: "mysql"}, {Name: "postgres-2", Base: "postgres", Ordinal: 2}},
		Keys:     []trial.Key{{Name: "counter", Control: "counter"}, {Name: "narrow", Width: 8, Control: "narrow"}}, Complete: true,
	}
	add := func(engine, layout, key, checkpoints string, rows int) {
		r.Trials = append(r.Trials, trial.Trial{Coordinates: trial.Coordinates{Engine: engine, Layout: layout, Key: key, Rows: rows, Checkpoints: checkpoints}})
	}
	add("sim", "nbtree", "counter", "", 10)
	add("sim", "nbtree", "counter", "", 20)
	add("sim", "innodb", "counter", "", 10)
	add("postgres-2", "primary", "counter", "several", 10)
	add("postgres-2", "primary", "narrow", "several", 10)
	var got []string
	for _, p := range Of(r).Points {
		got = append(got, fmt.Sprintf("%s %s %d: %d groups, simulated %v, beside a server %v", p.Engine, p.Layout, p.Rows, len(p.Groups), p.Simulated, p.BesideServer))
	}
	sameLines(t, "points", got, []string{
		"postgres-2 primary 10: 2 groups, simulated false, beside a server false",
		"sim nbtree 10: 1 groups, simulated true, beside a server true",
		"sim nbtree 20: 1 groups, simulated true, beside a server false",
		"sim innodb 10: 1 groups, simulated true, beside a server false",
	})
}

// The order of a key with a clock may depend on the simulator's pace, and of an unknown one as well.
func TestPaced(t *testing.T) {
	for key, want := range map[string]bool{"wiji": true, "uuidv7": true, "uuidv4": false, "unheard of": true} {
		l := Line{Coordinates: trial.Coordinates{Key: key}}
		if got := (Point{Simulated: true}).Paced(l); got != want {
			t.Errorf("%s: %v", key, got)
		}
		if (Point{}).Paced(l) {
			t.Errorf("%s is paced on a server", key)
		}
	}
}

// The widest group has the most lines, and the first one of as many.
func TestWidest(t *testing.T) {
	group := func(width, lines int) Group { return Group{Width: width, Lines: make([]Line, lines)} }
	for name, c := range map[string]struct {
		groups []Group
		want   int // the width of the group, 0 for none
	}{
		"none": {nil, 0}, "the only one": {[]Group{group(8, 1)}, 8}, "the last": {[]Group{group(8, 1), group(16, 2), group(20, 3)}, 20},
		"the first of as many": {[]Group{group(8, 2), group(16, 2), group(20, 1)}, 8},
	} {
		got := Point{Groups: c.groups}.Widest().Groups
		if len(got) != min(1, c.want) || len(got) > 0 && got[0].Width != c.want {
			t.Errorf("%s: %+v, want %d", name, got, c.want)
		}
	}
}

// The pages are unread if no line with trials has a fill.
func TestUnread(t *testing.T) {
	line := func(trials int, missing string) Line {
		return Line{Trials: trials, Metrics: map[string]Stat{metric.LeafFill: {Missing: missing}}}
	}
	for name, c := range map[string]struct {
		lines []Line
		want  string
	}{
		"nothing": {nil, ""}, "read": {[]Line{line(1, "")}, ""}, "unread": {[]Line{line(1, "why")}, "why"}, "one of two": {[]Line{line(1, "why"), line(1, "")}, ""},
		"without trials": {[]Line{line(1, "why"), line(0, "")}, "why"}, "nothing but without trials": {[]Line{line(0, "why")}, ""},
	} {
		if got := (Point{Groups: []Group{{Lines: c.lines}}}).Unread(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestFalseFirst(t *testing.T) {
	if falseFirst(false, true) != -1 || falseFirst(true, false) != 1 || falseFirst(true, true) != 0 || falseFirst(false, false) != 0 {
		t.Error("false does not come first")
	}
}
