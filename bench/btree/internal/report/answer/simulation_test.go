package answer

import (
	"maps"
	"math"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// blocks returns values by block.
func blocks(list ...float64) map[int]float64 {
	values := make(map[int]float64)
	for i, v := range list {
		values[i] = v
	}
	return values
}

// The measured mean agrees between the bounds, and at them.
func TestAgrees(t *testing.T) {
	for measured, want := range map[float64]bool{98.9: false, 99: true, 100: true, 101: true, 101.1: false} {
		if got := (&Simulation{Low: 99, High: 101, Measured: measured}).Agrees(); got != want {
			t.Errorf("%v: %v", measured, got)
		}
	}
	if (*Simulation)(nil).Agrees() {
		t.Error("no simulation agrees")
	}
}

// A mean may be off by 1 % and by chance: the interval of the difference of two means.
func TestAround(t *testing.T) {
	for name, c := range map[string]struct {
		simulated         map[int]float64
		measured          int
		center, low, high float64
	}{
		"trees that agree": {blocks(200, 200), 1, 200, 198, 202},
		// The standard deviation is 1.195, the quantile of Student's t with 7 degrees of freedom 7.9 or so: 3.3 for
		// the mean of eight trees, times 3 beside one trial and times 1.41 beside eight.
		"eight trees, one trial":    {blocks(199, 201, 200, 198, 202, 200, 200, 200), 1, 200, 188, 212},
		"eight trees, eight trials": {blocks(199, 201, 200, 198, 202, 200, 200, 200), 8, 200, 193.3, 206.7},
	} {
		center, low, high := around(c.simulated, c.measured)
		if center != c.center || math.Abs(low-c.low) > .2 || math.Abs(high-c.high) > .2 || math.Abs(high-center-(center-low)) > 1e-9 {
			t.Errorf("%s: %v, %v to %v, want %v, %v to %v", name, center, low, high, c.center, c.low, c.high)
		}
	}
}

// simulated are trees with so many leaf pages, each with another reading.
func simulated(pages ...float64) []trial.Trial {
	var list []trial.Trial
	for i, v := range pages {
		list = append(list, trial.Trial{Coordinates: trial.Coordinates{Repeat: i}, Readings: metric.Readings{
			metric.LeafPages: metric.Value(v), metric.LeafFill: metric.Value(50), metric.PagesRead: metric.Value(3), metric.PageSplits: metric.Missing("why"),
		}})
	}
	return list
}

// A simulation needs a count of the measured pages, and two trees that agree or nine.
func TestSimulationOf(t *testing.T) {
	eight, nine := []float64{9, 11, 10, 10, 10, 10, 10, 10}, []float64{9, 11, 10, 10, 10, 10, 10, 10, 10}
	for name, c := range map[string]struct {
		measured  map[int]float64
		simulated []float64
		is, exact bool
	}{
		"none measured":            {nil, []float64{10, 10}, false, false},
		"none simulated":           {blocks(10), nil, false, false},
		"one tree":                 {blocks(10), []float64{10}, false, false},
		"two trees":                {blocks(10), []float64{10, 10}, true, true},
		"two trees that differ":    {blocks(10), []float64{10, 11}, false, false},
		"eight trees":              {blocks(10), eight, false, false},
		"nine trees":               {blocks(10), nine, true, false},
		"another number":           {blocks(11), []float64{10, 10}, true, false},
		"trials that differ":       {blocks(9, 11), []float64{10, 10}, true, false},
		"trials that are the same": {blocks(10, 10), []float64{10, 10}, true, true},
	} {
		l := Line{Metrics: map[string]Stat{metric.LeafPages: {blocks: c.measured}}}
		s := simulationOf(l, simulated(c.simulated...))
		if (s != nil) != c.is {
			t.Errorf("%s: %+v", name, s)
			continue
		}
		if s == nil {
			continue
		}
		if s.exact != c.exact || s.Trees != len(c.simulated) || s.Measured != mean(c.measured) || s.Pages != 10 {
			t.Errorf("%s: %+v", name, s)
		}
		if len(s.blocks) != 2 || !maps.Equal(s.blocks[metric.LeafPages], blocks(c.simulated...)) || len(s.blocks[metric.LeafFill]) != len(c.simulated) {
			t.Errorf("%s: the values are %v", name, s.blocks)
		}
	}
	estimate := simulated(10, 10)
	estimate[1].Readings[metric.LeafError] = metric.Value(1)
	if s := simulationOf(Line{Metrics: map[string]Stat{metric.LeafPages: {blocks: blocks(10)}}}, estimate); s != nil {
		t.Errorf("of estimates: %+v", s)
	}
}

// Values that all agree count for the blocks of the others, too.
func TestLevel(t *testing.T) {
	for name, c := range map[string]struct{ a, b, wantA, wantB map[int]float64 }{
		"both vary":     {blocks(1, 2), blocks(3, 4, 5), blocks(1, 2), blocks(3, 4, 5)},
		"one agrees":    {blocks(1, 1), blocks(3, 4, 5), blocks(1, 1, 1), blocks(3, 4, 5)},
		"both agree":    {blocks(1), blocks(3, 3), blocks(1, 1), blocks(3, 3)},
		"one is empty":  {nil, blocks(3, 3), nil, blocks(3, 3)},
		"other numbers": {map[int]float64{7: 1}, blocks(3, 4), map[int]float64{0: 1, 1: 1, 7: 1}, blocks(3, 4)},
	} {
		a, b := level(c.a, c.b)
		if !maps.Equal(a, c.wantA) || !maps.Equal(b, c.wantB) {
			t.Errorf("%s: %v and %v, want %v and %v", name, a, b, c.wantA, c.wantB)
		}
	}
}

// Simulated trees decide what trials leave open, if those of the key and of its control agree with the
// trials. A ratio that is not exact has the simulator's error at both ends.
func TestSettle(t *testing.T) {
	open := relate(metric.Named(metric.BytesPerRow), blocks(140), blocks(100))
	line := func(exact bool, measured float64, bytes ...float64) Line {
		return Line{Simulated: &Simulation{Low: 99, High: 101, Measured: measured, exact: exact, blocks: map[string]map[int]float64{metric.BytesPerRow: blocks(bytes...)}}}
	}
	for name, c := range map[string]struct {
		metric  string
		r       Relation
		l, base Line
		want    string
	}{
		"exact":                     {metric.BytesPerRow, open, line(true, 100, 140, 140, 140, 140), line(true, 100, 100), "worse 1.4 1.4-1.4 exact simulated, of 100"},
		"the key is not exact":      {metric.BytesPerRow, open, line(false, 100, 140, 140, 140, 140), line(true, 100, 100), "worse 1.4 1.386-1.414 simulated, of 100"},
		"the control is not":        {metric.BytesPerRow, open, line(true, 100, 140, 140, 140, 140), line(false, 100, 100), "worse 1.4 1.386-1.414 simulated, of 100"},
		"three trees":               {metric.BytesPerRow, open, line(true, 100, 140, 140, 140), line(true, 100, 100), "not enough runs 1.4 none, of 100"},
		"the trials decide":         {metric.BytesPerRow, Relation{Finding: Better}, line(true, 100, 140, 140, 140, 140), line(true, 100, 100), "better none none, of 0"},
		"the key disagrees":         {metric.BytesPerRow, open, line(true, 102, 140, 140, 140, 140), line(true, 100, 100), "not enough runs 1.4 none, of 100"},
		"the control disagrees":     {metric.BytesPerRow, open, line(true, 100, 140, 140, 140, 140), line(true, 98, 100), "not enough runs 1.4 none, of 100"},
		"no simulation":             {metric.BytesPerRow, open, Line{}, line(true, 100, 100), "not enough runs 1.4 none, of 100"},
		"no such values":            {metric.LogBytes, open, line(true, 100, 140, 140, 140, 140), line(true, 100, 100), "not enough runs 1.4 none, of 100"},
		"equal, but for the error":  {metric.BytesPerRow, open, line(false, 100, 103, 103, 103, 103), line(false, 100, 100), "no difference 1.03 1.0197-1.0403 simulated, of 100"},
		"too near for the error":    {metric.BytesPerRow, open, line(false, 100, 104, 104, 104, 104), line(false, 100, 100), "not enough runs 1.4 none, of 100"},
		"too near above the margin": {metric.BytesPerRow, open, line(false, 100, 106, 106, 106, 106), line(false, 100, 100), "not enough runs 1.4 none, of 100"},
	} {
		r := settle(metric.Named(c.metric), c.r, c.l, c.base)
		if got := relationText(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
