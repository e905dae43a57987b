package answer

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// rates returns n rates that differ by 1.
func rates(first float64, n int) []float64 {
	var list []float64
	for i := range n {
		list = append(list, first+float64(i))
	}
	return list
}

func TestFinding(t *testing.T) {
	for name, c := range map[string]struct {
		metric       string
		control, key []float64
		exact        bool
		want         Finding
	}{
		"no interval of seven":  {metric.RowsPerSecond, rates(100, 7), rates(10, 7), false, NotEnoughRuns},
		"worse in all blocks":   {metric.RowsPerSecond, rates(100, 9), rates(90, 9), false, Worse},
		"one block disagrees":   {metric.RowsPerSecond, rates(100, 9), append(rates(90, 8), 108), false, NotEnoughRuns},
		"one of twelve":         {metric.RowsPerSecond, rates(100, 12), append(rates(90, 11), 111), false, Worse},
		"better":                {metric.RowsPerSecond, rates(100, 9), rates(190, 9), false, Better},
		"equivalent":            {metric.RowsPerSecond, rates(100, 9), rates(101, 9), false, NoDifference},
		"a small difference":    {metric.RowsPerSecond, rates(100, 9), rates(98, 9), false, NoDifference},
		"around the margin":     {metric.RowsPerSecond, []float64{100, 100, 100, 100, 100, 100, 100, 100, 100}, []float64{94, 95, 96, 97, 94, 96, 95, 95, 95}, false, NotEnoughRuns},
		"the machine slows":     {metric.RowsPerSecond, []float64{100, 50, 25, 12, 6, 3, 2, 1, 1}, []float64{101, 51, 25, 12.1, 6, 3, 2, 1, 1}, false, NoDifference},
		"pages that never vary": {metric.LeafPages, []float64{115, 115, 115, 115}, []float64{146, 146, 146, 146}, true, Worse},
		"equal pages":           {metric.LeafPages, []float64{115, 115, 115, 115}, []float64{115, 115, 115, 115}, true, NoDifference},
		"pages that vary":       {metric.LeafPages, []float64{115, 115, 115, 115}, []float64{146, 147, 146, 146}, false, NotEnoughRuns},
		"three that agree":      {metric.LeafPages, []float64{115, 115, 115}, []float64{146, 146, 146}, false, NotEnoughRuns},
		"one trial":             {metric.LeafPages, []float64{115}, []float64{146}, false, NotEnoughRuns},
		"a better fill":         {metric.LeafFill, []float64{50, 50, 50, 50}, []float64{90, 90, 90, 90}, true, Better},
		"few reads of none":     {metric.PagesRead, make([]float64, 9), []float64{.01, .02, .01, .02, .03, .04, 0, .01, 0}, false, NoDifference},
		"no reads of none":      {metric.PagesRead, make([]float64, 4), make([]float64, 4), true, NoDifference},
		"reads of next to none": {metric.PagesRead, []float64{0, 0, 0, 0, 0, .001, 0, 0, 0}, []float64{.3, .4, .3, .4, .3, .4, .3, .3, .3}, false, Worse},
		"log of three blocks":   {metric.LogBytes, []float64{255, 255.2, 254.9}, []float64{398, 399, 397}, false, Worse},
		"log of two":            {metric.LogBytes, []float64{255, 255}, []float64{398, 398}, false, NotEnoughRuns},
		"as much log":           {metric.LogBytes, []float64{255, 255, 255.5}, []float64{255, 255.3, 255}, false, NoDifference},
		"log that stands out":   {metric.LogBytes, []float64{255, 255, 255}, []float64{398, 398, 800}, false, NotEnoughRuns},
		"log and none":          {metric.LogBytes, []float64{255, 255, 255}, []float64{398, 398, 0}, false, NotEnoughRuns},
		"time of three blocks":  {metric.ProcessorTime, []float64{8, 8, 8}, []float64{12, 12, 12.1}, false, NotEnoughRuns},
	} {
		s := stat(t, result(c.metric, values(c.control...), values(c.key...)), c.metric)
		if s.Finding != c.want || s.Exact != c.exact {
			t.Errorf("%s: %q, exact %v, want %q, %v", name, s.Finding, s.Exact, c.want, c.exact)
		}
		if (s.RatioLow == nil) != (s.RatioHigh == nil) || s.RatioLow != nil && (*s.RatioLow > *s.Ratio || *s.Ratio > *s.RatioHigh) {
			t.Errorf("%s: the ratio %v is not from %v to %v", name, *s.Ratio, *s.RatioLow, *s.RatioHigh)
		}
	}
}

// A ratio of trials in different blocks is none: the machine may have changed in between.
func TestRelationNeedsCommonBlocks(t *testing.T) {
	r := relate(metric.Named(metric.RowsPerSecond), map[int]float64{0: 1, 1: 2}, map[int]float64{2: 1, 3: 2})
	if r != (Relation{}) {
		t.Errorf("got %+v", r)
	}
}

// A key is worse if one cost is, and no different only if none is open.
func TestJudge(t *testing.T) {
	one := 1.0
	found := func(f Finding) Stat { return Stat{Median: &one, Relation: Relation{Ratio: &one, Finding: f}} }
	possible := found(NoDifference)
	possible.Possible = &Relation{Ratio: &one, Finding: Worse}
	for name, c := range map[string]struct {
		metrics map[string]Stat
		want    Finding
		costs   int
	}{
		"nothing":                           {nil, NotCompared, 0},
		"no costs":                          {map[string]Stat{metric.LeafFill: found(Worse)}, NotCompared, 0},
		"equal":                             {map[string]Stat{metric.BytesPerRow: found(NoDifference), metric.RowsPerSecond: found(Better)}, NoDifference, 2},
		"open":                              {map[string]Stat{metric.BytesPerRow: found(NoDifference), metric.RowsPerSecond: found(NotEnoughRuns)}, NotEnoughRuns, 2},
		"slower":                            {map[string]Stat{metric.BytesPerRow: found(NotEnoughRuns), metric.RowsPerSecond: found(Worse)}, Worse, 2},
		"out of order":                      {map[string]Stat{metric.BytesPerRow: found(NoDifference), metric.Neighbours: found(Worse)}, Worse, 2},
		"more reads":                        {map[string]Stat{metric.BytesPerRow: found(Better), metric.PagesRead: found(Worse)}, Worse, 2},
		"the log of pages that are counted": {map[string]Stat{metric.PagesWritten: found(NoDifference), metric.LogBytes: found(Worse)}, NoDifference, 1},
		"as good as a counter that the window ruined": {map[string]Stat{metric.BytesPerRow: possible}, NoDifference, 1},
	} {
		v := judged(Line{Metrics: c.metrics})
		if v.Finding != c.want || len(v.Comparisons) != c.costs {
			t.Errorf("%s: %+v", name, v)
		}
	}
	window := judgedWindow(Line{Metrics: map[string]Stat{metric.BytesPerRow: possible, metric.LogBytes: found(Worse)}})
	if window.Finding != Worse || len(window.Comparisons) != 1 {
		t.Errorf("beside a counter of one writer: %+v", window)
	}
}

// Keys of several writers are compared with the counter of the same window and with that of
// one writer, which times are not.
func TestPossible(t *testing.T) {
	r := result(metric.LeafPages, nil, nil)
	for block := range 9 {
		for writers, pages := range map[int]map[string]float64{1: {"seq": 100}, 8: {"seq": 150, "wide": 150}} {
			for key, n := range pages {
				r.Trials = append(r.Trials, trial.Trial{
					Coordinates: trial.Coordinates{Engine: "e", Layout: "l", Key: key, Writers: writers, Repeat: block},
					Readings:    metric.Readings{metric.LeafPages: metric.Value(n), metric.RowsPerSecond: metric.Value(100)},
				})
			}
		}
	}
	checked := 0
	for _, g := range groupsOf(r) {
		for _, l := range g.Lines {
			switch s := l.Metrics[metric.LeafPages]; {
			case l.Trials == 0:
			case g.Writers == 1:
				if s.Possible != nil {
					t.Errorf("%s of one writer is compared with itself", l.Key)
				}
			case s.Possible == nil || *s.Possible.Ratio != 1.5 || s.Possible.Finding != Worse || l.Metrics[metric.RowsPerSecond].Possible != nil:
				t.Errorf("%s: %+v", l.Key, s.Possible)
			case l.Key == "wide" && (*s.Ratio != 1 || s.Finding != NoDifference):
				t.Errorf("beside the counter of the same window: %+v", s.Relation)
			default:
				checked++
			}
		}
	}
	if checked != 2 {
		t.Errorf("%d lines of eight writers, want 2", checked)
	}
}
