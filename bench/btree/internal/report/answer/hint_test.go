package answer

import (
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// open returns a line of so many trials whose time is not decided, and which as many more would tell.
func open(key string, trials int, ratio, low, high float64) Line {
	one := 1.0
	r := Relation{Ratio: &ratio, RatioLow: &low, RatioHigh: &high, Finding: NotEnoughRuns}
	l := Line{Coordinates: trial.Coordinates{Key: key, Writers: 2, Generators: 2}, Trials: trials, Metrics: map[string]Stat{metric.RowsPerSecond: {Median: &one, Relation: r}}}
	l.Judgement = judged(l)
	return l
}

// More trials take the time of those that there were, times as many: of the line that has the fewest of
// those that lack some.
func TestHintOfLines(t *testing.T) {
	wide := open("a", 10, 1, .9, 1.1) // tells with 50
	fewer := open("b", 2, 1, .9, 1.1) // tells with 9
	none := open("c", 0, 1, .9, 1.1)
	decided := open("d", 1, 1, .99, 1.01)
	decided.Judgement = Judgement{}
	timed := trial.Plan{Engines: []string{"mysql"}}.WithDefaults()
	timed.For = 10 * time.Minute
	counted := trial.Plan{Repeats: 3}.WithDefaults()
	for name, c := range map[string]struct {
		plan    trial.Plan
		seconds float64
		lines   []Line
		want    string
	}{
		"decided":            {counted, 60, []Line{decided}, ""},
		"five times as many": {counted, 60, []Line{wide, decided}, "50 trials of each key: run the same command with -repeat 50, which takes some 5 min."},
		"of the fewest":      {counted, 60, []Line{wide, fewer}, "50 trials of each key: run the same command with -repeat 50, which takes some 25 min."},
		"of none":            {counted, 60, []Line{none}, "9 trials of each key: run the same command with -repeat 9, which takes some 9 min."},
		"by the time":        {timed, 60, []Line{wide}, "50 trials of each key: run the same command with -for 14m."},
		"by a part of it":    {timed, 61, []Line{wide}, "50 trials of each key: run the same command with -for 15m."},
	} {
		want := c.want
		if want != "" {
			want = "What is not decided may be by " + want
		}
		if got := hint(trial.Result{Settings: c.plan, Seconds: c.seconds}, c.lines); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What is undecided is run again with the counter, that of one writer included.
func TestUndecidedCombinations(t *testing.T) {
	line := func(key string) Line {
		return Line{Coordinates: trial.Coordinates{Key: key, Writers: 2, Generators: 2}, Trials: 9}
	}
	group := func(writers int, lines ...Line) Group {
		return Group{Coordinates: trial.Coordinates{Writers: writers}, Control: "counter", Lines: lines}
	}
	lacking := open("a", 9, 1, .9, 1.1)
	for name, c := range map[string]struct {
		groups []Group
		want   []string
	}{
		"two writers": {[]Group{group(2, line("counter"), lacking, line("b"))}, []string{"counter 2 2", "counter 1 1", "a 2 2"}},
		"one writer":  {[]Group{group(1, line("counter"), lacking)}, []string{"counter 2 2", "a 2 2"}},
		"decided":     {[]Group{group(2, line("counter"), line("b"))}, nil},
		"one of two":  {[]Group{group(2, line("counter"), line("b")), group(1, line("counter"), lacking)}, []string{"counter 2 2", "a 2 2"}},
	} {
		a := &Answer{Groups: c.groups, Verdicts: Verdicts{List: []Verdict{{Point: Point{Groups: c.groups}}}}}
		var got []string
		for _, at := range a.Undecided() {
			got = append(got, fmt.Sprint(at.Key, " ", at.Writers, " ", at.Generators))
		}
		sameLines(t, name, got, c.want)
		if a.Verdicts.List = nil; a.Undecided() != nil {
			t.Errorf("%s: without verdicts there is %+v", name, a.Undecided())
		}
	}
}
