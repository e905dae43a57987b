package answer

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// sized are the readings of a tree of so many leaf pages.
func sized(pages float64) metric.Readings {
	return metric.Readings{
		metric.LeafPages: metric.Value(pages), metric.BytesPerRow: metric.Value(8 * pages), metric.Neighbours: metric.Value(1), metric.LogBytes: metric.Value(100),
	}
}

// once is a Sample of one block, whose trees have 100 leaf pages, and those of uuidv4 the given
// ones. Its simulated trees have 100 and these.
func once(measured float64, simulated ...float64) trial.Result {
	r := reporttest.Sample()
	r.Settings.Writers = []int{1}
	all := r.Trials
	r.Trials = nil
	for _, t := range all {
		t.Writers = 1
		random := t.Key == "uuidv4"
		if t.Repeat == 0 {
			one := t
			if one.Readings = sized(100); random {
				one.Readings = sized(measured)
			}
			r.Trials = append(r.Trials, one)
		}
		if t.Repeat < 4 && !random {
			t.Readings = sized(100)
			r.Simulated = append(r.Simulated, t)
		}
		if t.Repeat == 0 && random {
			for i, pages := range simulated {
				t.Repeat, t.Readings = i, sized(pages)
				r.Simulated = append(r.Simulated, t)
			}
		}
	}
	return r
}

// randomPages are leaf pages of trees of random keys.
var randomPages = []float64{139, 141, 140, 138, 142, 140, 141, 139, 140, 137, 143, 140}

// One trial and the simulator decide the size. Where the two contradict each other, or where the
// simulator knows nothing, trials do.
func TestSizeIsDecidedAtOnce(t *testing.T) {
	estimated := once(140, randomPages...)
	for i := range estimated.Simulated {
		estimated.Simulated[i].Readings[metric.LeafError] = metric.Value(1)
	}
	uncounted := once(140, randomPages...)
	for i := range uncounted.Trials {
		uncounted.Trials[i].Readings[metric.LeafPages] = metric.Missing("no privilege")
	}
	off := once(140, randomPages...) // by a page, as an ordered key never is
	for i := range off.Trials {
		if off.Trials[i].Key == "counter" {
			off.Trials[i].Readings = sized(102)
		}
	}
	for name, c := range map[string]struct {
		r       trial.Result
		say     []string
		decided bool
	}{
		"it agrees": {once(142, randomPages...), []string{
			"UUIDv4 makes the index 40 % larger (1.36x to 1.43x).", "Ulid-Flake is as good as a counter in size, log and order.",
			"Size is decided by simulated trees, up to 12 of a key, with which the measured ones agree.",
		}, true},
		"it contradicts":    {once(170, randomPages...), []string{"The measured trees of UUIDv4 have 170 leaf pages and the simulated ones 128 to 152: this contradicts the simulator, and trials decide."}, false},
		"it is off":         {off, []string{"The measured trees of counter have 102 leaf pages and the simulated ones 99 to 101: this"}, false},
		"it estimates":      {estimated, nil, false},
		"it has few":        {once(140, randomPages[:8]...), nil, false},
		"nothing to check":  {uncounted, nil, false},
		"it says nothing":   {once(140), nil, false},
		"too close to tell": {once(105, 104, 105, 106, 105, 103, 106, 107, 104, 105, 106), nil, false},
	} {
		got := strings.Join(texts(c.r), " ")
		for _, want := range c.say {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q does not say %q", name, got, want)
			}
		}
		if strings.Contains(got, "UUIDv4 makes the index") != c.decided || strings.Contains(got, "too few trials for size") == c.decided || strings.Contains(got, "contradicts") == (c.say == nil || c.decided) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Once the trials are enough, they decide themselves.
func TestTrialsComeFirst(t *testing.T) {
	r := changed("uuidv4", map[string]func(int) float64{metric.BytesPerRow: always(139)})
	r.Simulated = once(100, randomPages...).Simulated
	if got := strings.Join(texts(r), " "); strings.Contains(got, "imulat") || !strings.Contains(got, "UUIDv4 makes the index 39 % larger.") {
		t.Errorf("%q", got)
	}
}
