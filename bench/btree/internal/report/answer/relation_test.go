package answer

import (
	"fmt"
	"math"
	"slices"
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

// The interval of a ratio decides, both its ends by the margin. Of a rate, more is better.
func TestFindingOfAnInterval(t *testing.T) {
	size, rate := metric.Named(metric.BytesPerRow), metric.Named(metric.RowsPerSecond)
	inf := math.Inf(1)
	for _, c := range []struct {
		low, high float64
		size      Finding // of a metric that costs
		rate      Finding
	}{
		{1, 1, NoDifference, NoDifference},
		{1 / EquivalenceMargin, EquivalenceMargin, NoDifference, NoDifference},
		{.95, 1, NotEnoughRuns, NotEnoughRuns},
		{1, 1.0501, NotEnoughRuns, NotEnoughRuns},
		{EquivalenceMargin, 1.2, NotEnoughRuns, NotEnoughRuns},
		{1.0501, 1.2, Worse, Better},
		{.8, .9523, Better, Worse},
		{.8, 1 / EquivalenceMargin, NotEnoughRuns, NotEnoughRuns},
		{.8, 1.2, NotEnoughRuns, NotEnoughRuns},
		{-inf, inf, NotEnoughRuns, NotEnoughRuns},
		{2, inf, NotEnoughRuns, NotEnoughRuns},
	} {
		if got := finding(size, c.low, c.high); got != c.size {
			t.Errorf("size of %v to %v: %s, want %s", c.low, c.high, got, c.size)
		}
		if got := finding(rate, c.low, c.high); got != c.rate {
			t.Errorf("a rate of %v to %v: %s, want %s", c.low, c.high, got, c.rate)
		}
	}
}

// Ratios are those of the blocks that both have, of values that count at least as the least one.
func TestQuotients(t *testing.T) {
	for name, c := range map[string]struct {
		values, control map[int]float64
		least           float64
		want            []float64
	}{
		"each block":              {map[int]float64{1: 6, 2: 8}, map[int]float64{1: 2, 2: 4}, 0, []float64{2, 3}},
		"common blocks":           {map[int]float64{1: 6, 2: 8}, map[int]float64{2: 4, 3: 1}, 0, []float64{2}},
		"none in common":          {map[int]float64{1: 6}, map[int]float64{2: 4}, 0, nil},
		"a control of nothing":    {map[int]float64{1: 6, 2: 8}, map[int]float64{1: 0, 2: 4}, 0, nil},
		"a negligible control":    {map[int]float64{1: 6}, map[int]float64{1: 0}, 2, []float64{3}},
		"a negligible value":      {map[int]float64{1: 1}, map[int]float64{1: 4}, 2, []float64{.5}},
		"both are negligible":     {map[int]float64{1: 1}, map[int]float64{1: 0}, 2, []float64{1}},
		"at the least":            {map[int]float64{1: 2}, map[int]float64{1: 2}, 2, []float64{1}},
		"a value of nothing":      {map[int]float64{1: 0}, map[int]float64{1: 4}, 0, []float64{0}},
		"a control below nothing": {map[int]float64{1: 3}, map[int]float64{1: -1}, 0, nil},
	} {
		got := quotients(c.values, c.control, c.least)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestConstant(t *testing.T) {
	for _, c := range []struct {
		values map[int]float64
		want   bool
	}{{nil, true}, {map[int]float64{3: 0}, true}, {map[int]float64{1: 2, 2: 2, 3: 2}, true}, {map[int]float64{1: 2, 2: 2, 3: 3}, false}, {map[int]float64{1: 0, 2: 3}, false}} {
		if got := constant(c.values); got != c.want {
			t.Errorf("%v: %v", c.values, got)
		}
	}
}

// Of a counted metric three ratios have an interval, that of their logarithms; of others nine. An exact
// ratio is its own.
func TestInterval(t *testing.T) {
	counted, timed := metric.Named(metric.LogBytes), metric.Named(metric.RowsPerSecond)
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		m         metric.Metric
		ratios    []float64
		exact     bool
		low, high float64
	}{
		"none":             {counted, nil, false, -inf, inf},
		"none, exact":      {counted, nil, true, -inf, inf},
		"exact":            {timed, []float64{2, 2}, true, 2, 2},
		"two counts":       {counted, []float64{1, 4}, false, -inf, inf},
		"three counts":     {counted, []float64{1, 2, 4}, false, .00709, 564.2}, // 2, and times and by 2^8.14: Student's t of 14.09 by the standard error of 0.5774
		"a count of none":  {counted, []float64{0, 2, 4}, false, -inf, inf},
		"three times":      {timed, []float64{1, 2, 4}, false, -inf, inf},
		"nine times":       {timed, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, false, 1, 9},
		"nine counts":      {counted, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, false, 1, 9},
		"eight times":      {timed, []float64{1, 2, 3, 4, 5, 6, 7, 8}, false, -inf, 8},
		"twelve, unsorted": {timed, []float64{12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, false, 1, 11},
	} {
		low, high := interval(c.m, c.ratios, c.exact)
		near := func(got, want float64) bool { return got == want || math.Abs(got/want-1) < .01 }
		if !near(low, c.low) || !near(high, c.high) {
			t.Errorf("%s: %v to %v, want %v to %v", name, low, high, c.low, c.high)
		}
	}
}

// A ratio of exact values is exact with four trials, or if each trial has the control's value. Its
// base is the median of the control.
func TestRelate(t *testing.T) {
	pages, reads := metric.Named(metric.LeafPages), metric.Named(metric.PagesRead)
	for name, c := range map[string]struct {
		m               metric.Metric
		values, control map[int]float64
		want            string
	}{
		"four that agree":              {pages, blocks(3, 3, 3, 3), blocks(2, 2, 2, 2), "worse 1.5 1.5-1.5 exact, of 2"},
		"three that agree":             {pages, blocks(3, 3, 3), blocks(2, 2, 2), "not enough runs 1.5 none, of 2"},
		"three that are the same":      {pages, blocks(3, 4, 5), blocks(3, 4, 5), "no difference 1 1-1 exact, of 4"},
		"the key varies":               {pages, blocks(3, 3, 3, 4), blocks(2, 2, 2, 2), "not enough runs 1.5 none, of 2"},
		"the control varies":           {pages, blocks(3, 3, 3, 3), blocks(2, 2, 2, 3), "not enough runs 1.5 none, of 2"},
		"four of five blocks":          {pages, blocks(3, 3, 3, 3, 3), blocks(2, 2, 2, 2), "worse 1.5 1.5-1.5 exact, of 2"},
		"nothing beside nothing":       {reads, blocks(0, 0, 0, 0), blocks(0, 0, 0, 0), "no difference none none exact, of 0"},
		"next to nothing":              {reads, blocks(.01, .01, .01, .01), blocks(.02, .02, .02, .02), "no difference 0.5 0.5-0.5 exact, of 0.02"},
		"reads beside next to none":    {reads, blocks(1, 1, 1, 1), blocks(.02, .02, .02, .02), "worse 50 50-50 exact, of 0.02"},
		"a control that reads nothing": {reads, blocks(1, 1, 1, 1), blocks(0, 0, 0, 0), "worse none none exact, of 0"},
		"no control":                   {pages, blocks(3), nil, " none none, of 0"},
	} {
		if got := relationText(relate(c.m, c.values, c.control)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// relationText writes all of a relation.
func relationText(r Relation) string {
	text := string(r.Finding) + " " + short(r.Ratio) + " " + short(r.RatioLow)
	if r.RatioLow != nil {
		text += "-" + short(r.RatioHigh)
	}
	if r.Exact {
		text += " exact"
	}
	if r.Simulated {
		text += " simulated"
	}
	return text + fmt.Sprintf(", of %g", r.base)
}

// short writes a value that may be none.
func short(v *float64) string {
	if v == nil {
		return "none"
	}
	return fmt.Sprintf("%g", *v)
}

// A cost is compared if it has a finding, unless another one says more, and counts are so few that
// nobody notices: the greater of both decides.
func TestJudgeLeavesOut(t *testing.T) {
	stat := func(value, base float64, f Finding) Stat {
		return Stat{Median: &value, Relation: Relation{Finding: f, base: base}}
	}
	for name, c := range map[string]struct {
		metrics map[string]Stat
		want    []string
	}{
		"few reads":                {map[string]Stat{metric.PagesRead: stat(.04, .04, NoDifference)}, nil},
		"reads at the limit":       {map[string]Stat{metric.PagesRead: stat(.05, 0, NoDifference)}, []string{metric.PagesRead}},
		"reads of the counter":     {map[string]Stat{metric.PagesRead: stat(0, .05, NoDifference)}, []string{metric.PagesRead}},
		"not compared":             {map[string]Stat{metric.PagesRead: stat(1, 1, NotCompared)}, nil},
		"pages beside the log":     {map[string]Stat{metric.LogBytes: stat(9, 9, Worse), metric.PagesWritten: stat(1, 1, Worse)}, []string{metric.PagesWritten}},
		"log alone":                {map[string]Stat{metric.LogBytes: stat(9, 9, Worse)}, []string{metric.LogBytes}},
		"neighbours are no counts": {map[string]Stat{metric.Neighbours: stat(1, 1, NoDifference)}, []string{metric.Neighbours}},
	} {
		v := judged(Line{Metrics: c.metrics})
		var got []string
		for _, comparison := range v.Comparisons {
			got = append(got, comparison.Metric.Name)
			if s := c.metrics[comparison.Metric.Name]; comparison.Value != *s.Median || comparison.Base != s.base {
				t.Errorf("%s: %v of %v", name, comparison.Value, comparison.Base)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The interval of costs is that of the ratio, and that of a rate is one of times.
func TestCosts(t *testing.T) {
	low, high := 2.0, 4.0
	for name, want := range map[string][2]float64{metric.BytesPerRow: {2, 4}, metric.RowsPerSecond: {.25, .5}} {
		l, h := (Comparison{Metric: metric.Named(name), Relation: Relation{RatioLow: &low, RatioHigh: &high}}).Costs()
		if l != want[0] || h != want[1] {
			t.Errorf("%s: %v to %v", name, l, h)
		}
	}
}

// More trials should decide what is open, but of time and processor time one is enough.
func TestOpen(t *testing.T) {
	find := func(findings map[string]Finding) (v Judgement) {
		for _, name := range costs {
			if f := findings[name]; f != NotCompared {
				v.Comparisons = append(v.Comparisons, Comparison{Metric: metric.Named(name), Relation: Relation{Finding: f}})
			}
		}
		return v
	}
	for want, findings := range map[string]map[string]Finding{
		"size and time":           {metric.BytesPerRow: NotEnoughRuns, metric.RowsPerSecond: NotEnoughRuns},
		"size":                    {metric.BytesPerRow: NotEnoughRuns, metric.RowsPerSecond: NotEnoughRuns, metric.ProcessorTime: Worse},
		"order":                   {metric.Neighbours: NotEnoughRuns, metric.RowsPerSecond: NoDifference, metric.ProcessorTime: NotEnoughRuns},
		"time and processor time": {metric.RowsPerSecond: NotEnoughRuns, metric.ProcessorTime: NotEnoughRuns, metric.BytesPerRow: Worse},
		"":                        {metric.BytesPerRow: Worse},
	} {
		if got := CostNames(find(findings).Open()); got != want {
			t.Errorf("%v: %q, want %q", findings, got, want)
		}
	}
}
