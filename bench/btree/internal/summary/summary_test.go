package summary

import (
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// result is one layout with a control and a key, each with the given readings of
// one metric per run.
func result(name string, control, key []metric.Reading) bench.Result {
	r := bench.Result{
		Engines: []engine.Description{{Name: "e", Layouts: []engine.Layout{{Name: "l"}}}},
		Keys: []bench.Key{
			{Name: "wide", Width: 16, Control: "seq"},
			{Name: "seq", Width: 16, Control: "seq"},
			{Name: "narrow", Width: 8, Control: "narrow"},
		},
	}
	add := func(key string, values []metric.Reading) {
		for _, v := range values {
			r.Runs = append(r.Runs, bench.Trial{Engine: "e", Layout: "l", Key: key, Readings: metric.Readings{name: v}})
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

func stat(t *testing.T, r bench.Result, name string) Stat {
	t.Helper()
	groups := Of(r)
	if len(groups) != 2 || groups[0].Width != 16 || groups[1].Width != 8 {
		t.Fatalf("the groups are %+v, want one per width", groups)
	}
	lines := groups[0].Lines
	if len(lines) != 2 || lines[0].Key != "seq" || lines[1].Key != "wide" {
		t.Fatalf("the lines are %+v, want the control and the key", lines)
	}
	if c := lines[0].Metrics[name]; c.Ratio != nil || c.P != nil {
		t.Error("the control is compared with itself")
	}
	return lines[1].Metrics[name]
}

func TestMedianIntervalRatio(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(200, 190, 210, 205, 195, 200), values(50, 48, 52, 51, 49, 50)), metric.RowsPerSecond)
	if *s.Median != 50 || *s.Low != 48 || *s.High != 52 || s.Spread() != "±4%" {
		t.Errorf("median %v, interval %v to %v, %s", *s.Median, *s.Low, *s.High, s.Spread())
	}
	if *s.Ratio != 0.25 || !s.Distinct() {
		t.Errorf("ratio %v, p %v", *s.Ratio, *s.P)
	}
}

func TestOverlappingRunsAreNotDistinct(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(1, 2, 3, 4, 5, 6), values(1.5, 2.5, 3.5, 4.5, 5.5, 3)), metric.RowsPerSecond)
	if s.Distinct() {
		t.Errorf("p is %v", *s.P)
	}
}

// Few runs have a median, no interval, and tell nothing apart.
func TestFewRuns(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(100, 101, 102), values(1, 2, 3)), metric.RowsPerSecond)
	if *s.Median != 2 || s.Low != nil || s.High != nil || s.Spread() != "" || s.Distinct() {
		t.Errorf("got %+v", s)
	}
	if !strings.Contains(strings.Join(s.Warnings, " "), "samples") {
		t.Errorf("the warnings %q do not say that there are too few", s.Warnings)
	}
}

func TestZeroControlHasNoRatio(t *testing.T) {
	s := stat(t, result(metric.Fragmentation, values(0, 0, 0, 0, 0, 0), values(9, 9, 9, 9, 9, 9)), metric.Fragmentation)
	if s.Ratio != nil || !s.Distinct() || *s.Median != 9 {
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
	if other.Median != nil || other.Missing == "" {
		t.Errorf("a metric that was never reported is %+v", other)
	}
}

func TestNoRuns(t *testing.T) {
	for _, g := range Of(result(metric.LeafPages, nil, nil)) {
		for _, l := range g.Lines {
			if l.Runs != 0 || len(l.Metrics) != 0 {
				t.Errorf("%s: %+v", l.Key, l)
			}
		}
	}
}

func TestNothingInfiniteIsGivenOut(t *testing.T) {
	s := stat(t, result(metric.RowsPerSecond, values(1), values(2)), metric.RowsPerSecond)
	for _, v := range []*float64{s.Median, s.Low, s.High, s.Ratio, s.P} {
		if v != nil && (math.IsInf(*v, 0) || math.IsNaN(*v)) {
			t.Errorf("got %v, which JSON cannot carry", *v)
		}
	}
}
