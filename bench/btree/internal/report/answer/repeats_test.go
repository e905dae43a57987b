package answer

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// The number of trials with which a comparison would tell follows from its interval.
func TestRepeats(t *testing.T) {
	value := func(v float64) *float64 { return &v }
	line := func(trials int, ratio, low, high *float64, f Finding) Line {
		l := Line{Trials: trials, Metrics: map[string]Stat{
			metric.RowsPerSecond: {Median: value(1), Relation: Relation{Ratio: ratio, RatioLow: low, RatioHigh: high, Finding: f}},
		}}
		l.Judgement = judged(l)
		return l
	}
	short := line(3, value(1), nil, nil, NotEnoughRuns)
	wide := line(10, value(1), value(.9), value(1.1), NotEnoughRuns)      // twice the margin: four times as many
	wider := line(10, value(1.5), value(1), value(2), NotEnoughRuns)      // 0.5 and 0.45 from the margin
	margin := line(10, value(1.05), value(.9), value(1.2), NotEnoughRuns) // never
	decided := line(10, value(1), value(.99), value(1.01), NoDifference)
	for name, c := range map[string]struct {
		lines []Line
		want  int
	}{
		"nothing": {nil, 0}, "decided": {[]Line{decided}, 0}, "too few": {[]Line{decided, short}, trial.LeastTrials},
		"a wide interval": {[]Line{short, wide}, 50}, "a wide interval far away": {[]Line{wider}, 20}, "at the margin": {[]Line{margin}, 0},
		"one trial ahead of the counter": {[]Line{line(9, value(1), nil, nil, NotEnoughRuns)}, 10}, "without a ratio": {[]Line{line(50, nil, nil, nil, NotEnoughRuns)}, 0},
	} {
		if got := repeats(c.lines); got != c.want {
			t.Errorf("%s: %d trials, want %d", name, got, c.want)
		}
	}
	// Three of nine trials took a minute: six more take two, whatever number the simulated trees have.
	many := decided
	many.Trials = 40
	r := trial.Result{Settings: trial.Plan{}.WithDefaults(), Seconds: 60}
	if got := hint(r, []Line{many, short}); !strings.HasSuffix(got, "-for 3m.") {
		t.Errorf("after one of a minute: %s", got)
	}
}
