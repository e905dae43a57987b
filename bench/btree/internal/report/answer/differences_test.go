package answer

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// compared is a cost of 120 beside a counter's of 100, with an interval around the ratio; 0 stands for
// none.
func compared(name string, low, high float64, f Finding) Comparison {
	ratio := 1.2
	c := Comparison{Metric: metric.Named(name), Value: 120, Base: 100, Relation: Relation{Ratio: &ratio, Finding: f}}
	if high > 0 {
		c.RatioLow, c.RatioHigh = &low, &high
	}
	return c
}

// A ratio of times has its interval, and so has one of simulated trees, but none that is exact.
func TestDifference(t *testing.T) {
	with := func(c Comparison, change func(*Comparison)) Comparison { change(&c); return c }
	size, reads := compared(metric.BytesPerRow, 1.1, 1.3, Worse), compared(metric.Page50P50, 1.1, 1.3, Worse)
	for want, c := range map[string]Comparison{
		"makes the index 20 % larger":                            size,
		"makes the index 20 % larger (1.10x to 1.30x)":           with(size, func(c *Comparison) { c.Simulated = true }),
		"takes 20 % longer for 50 rows by time (1.10x to 1.30x)": reads,
		"takes 20 % longer for 50 rows by time":                  with(reads, func(c *Comparison) { c.Exact = true }),
		"takes 17 % less time (0.77x to 0.91x)":                  compared(metric.RowsPerSecond, 1.1, 1.3, Better),
		"takes 17 % less time":                                   compared(metric.RowsPerSecond, 0, 0, Better),
		"takes 0.12 ms for 50 rows by time (a counter 0.10)":     with(reads, func(c *Comparison) { c.Ratio = nil }),
		"leaves neighbouring pages 120 apart (a counter 100)":    with(compared(metric.Neighbours, 1.1, 1.3, Worse), func(c *Comparison) { c.Simulated = true }),
	} {
		if got := difference(c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is not decided has the interval of all keys, or too few trials for one.
func TestUndecidedCosts(t *testing.T) {
	for want, list := range map[string][]Comparison{
		"not enough runs for size (0.90x to 1.30x)": {compared(metric.BytesPerRow, 1, 1.2, NotEnoughRuns), compared(metric.BytesPerRow, .9, 1.1, NotEnoughRuns), compared(metric.BytesPerRow, 1, 1.3, NotEnoughRuns)},
		"not enough runs for size (0.90x to 1.30x) and time (0.80x to 1.25x)": {
			compared(metric.BytesPerRow, .9, 1.3, NotEnoughRuns), compared(metric.RowsPerSecond, .8, 1.25, NotEnoughRuns),
		},
		"too few trials for size": {compared(metric.BytesPerRow, 0, 0, NotEnoughRuns), compared(metric.BytesPerRow, .9, 1.1, NotEnoughRuns)},
		"not enough runs for size (0.90x to 1.30x); too few trials for time and log": {
			compared(metric.RowsPerSecond, 0, 0, NotEnoughRuns), compared(metric.BytesPerRow, .9, 1.3, NotEnoughRuns), compared(metric.LogBytes, 0, 0, NotEnoughRuns),
		},
	} {
		if got := undecided(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Keys of which the same is known share a sentence, before those that differ.
func TestCompare(t *testing.T) {
	line := func(name string, list ...Comparison) Line {
		l := Line{Coordinates: trial.Coordinates{Key: name}, Name: name, Trials: 9, Judgement: Judgement{Finding: NoDifference, Comparisons: list}}
		if len(list) == 0 {
			l.Judgement.Finding = NotCompared
		}
		return l
	}
	size, time := compared(metric.BytesPerRow, .99, 1.01, NoDifference), compared(metric.RowsPerSecond, .99, 1.01, NoDifference)
	openTime, shortTime := compared(metric.RowsPerSecond, .8, 1.25, NotEnoughRuns), compared(metric.RowsPerSecond, 0, 0, NotEnoughRuns)
	p := Point{Groups: []Group{{Control: "counter", Lines: []Line{
		line("counter", size), line("nothing"),
		line("worse", compared(metric.BytesPerRow, 1.1, 1.3, Worse), time), line("better", compared(metric.BytesPerRow, 1.1, 1.3, Better), openTime),
		line("a", size, time), line("b", size, openTime), line("c", size, shortTime), line("d", size, time), line("e", size, openTime), line("f", size), line("g", openTime), line("h", shortTime),
	}}}}
	p.Groups[0].Lines = append(p.Groups[0].Lines, Line{Coordinates: trial.Coordinates{Key: "no trials"}, Name: "no trials", Judgement: Judgement{Finding: Worse}})
	sameLines(t, "sentences", compare(p), []string{
		"a and d are as good as a counter in size and time.",
		"b and e are as good as a counter in size; not enough runs for time (0.80x to 1.25x).",
		"c is as good as a counter in size; too few trials for time.",
		"f is as good as a counter in size.",
		"Of g nothing is decided: not enough runs for time (0.80x to 1.25x).",
		"Of h nothing is decided: too few trials for time.",
		"worse makes the index 20 % larger.",
		"better makes the index 20 % larger; not enough runs for time (0.80x to 1.25x).",
	})
	v := Verdict{Title: "db", Point: p}
	sameLines(t, "in short", []string{v.Short(), (Verdict{Title: "db"}).Short()}, []string{
		"db: worse than a counter: worse (size); better than a counter: better (size).",
		"db: no key was shown to differ from a counter.",
	})
}
