package stability_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/btreebench"
	"github.com/sortid/sortid/bench/btree/internal/fixture"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/format"
	"github.com/sortid/sortid/bench/btree/internal/report/stability"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// runs is the number of runs of a plan in which no finding may reverse.
const runs = 10

var realRuns = flag.Int("real", 0, "run the preset quick so many times and count the findings that change")

// recorded returns a result of many blocks, written by
//
//	btree -db sqlite -repeat 24 -format json
//
// without its details and its summary.
func recorded(t *testing.T, name string) trial.Result {
	t.Helper()
	r, err := format.ReadJSON(bytes.NewReader(fixture.Unzipped(t, filepath.Join("testdata", name))))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// drawn returns a run of as many blocks as a preset has that are drawn, with replacement, from those of
// a recorded run.
func drawn(r trial.Result, rng *rand.Rand) trial.Result {
	blocks := make(map[int][]trial.Trial)
	for _, t := range r.Trials {
		blocks[t.Repeat] = append(blocks[t.Repeat], t)
	}
	out := r
	out.Trials = nil
	for repeat := range (btreebench.Config{}).WithDefaults().Repeats {
		for _, t := range blocks[rng.IntN(len(blocks))] {
			t.Repeat = repeat
			out.Trials = append(out.Trials, t)
		}
	}
	return out
}

// In ten runs that are drawn from the blocks of a long one no finding reverses. That some
// change to or from "not enough runs" shows that the blocks differ.
func TestTenDrawnRuns(t *testing.T) {
	for _, name := range []string{"sqlite.json.gz", "servers.json.gz"} {
		r := recorded(t, name)
		const draws = 20
		undecided, comparisons := 0, 0
		for seed := range uint64(draws) {
			rng := rand.New(rand.NewPCG(seed, 1))
			var list []trial.Result
			for range runs {
				list = append(list, drawn(r, rng))
			}
			c := stability.Of(list)
			if c.Reversed > 0 {
				t.Errorf("%s, draw %d: %v: %q", name, seed, c, c.Reversals)
			}
			undecided, comparisons = undecided+c.Undecided, comparisons+c.Comparisons
		}
		t.Logf("%s: %d times %d runs: 0 of %d comparisons reversed, %d changed to or from %q", name, draws, runs, comparisons, undecided, summary.NotEnoughRuns)
		if undecided == 0 {
			t.Errorf("%s: the drawn runs do not differ", name)
		}
	}
}

// Real runs of the smallest preset, one after the other:
//
//	go test ./bench/btree/internal/report/stability -run Real -real 10 -v -timeout 1h
func TestRealRuns(t *testing.T) {
	if *realRuns == 0 {
		t.Skip("takes minutes: use -real 10")
	}
	var list []trial.Result
	for i := range *realRuns {
		c, err := btreebench.Preset("quick")
		if err != nil {
			t.Fatal(err)
		}
		c.Seed = uint64(i)
		r, err := btreebench.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.Write(&b, btreebench.JSON); err != nil {
			t.Fatal(err)
		}
		one, err := format.ReadJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	c := stability.Of(list)
	t.Log(c)
	if c.Reversed > 0 {
		t.Errorf("%q", c.Reversals)
	}
}

// A reversal is counted as one, and "not enough runs" is not part of any.
func TestCounts(t *testing.T) {
	run := func(rates ...float64) trial.Result {
		r := trial.Result{Keys: []trial.Key{{Name: "seq", Control: "seq"}, {Name: "key", Control: "seq"}}}
		for i, rate := range rates {
			for name, v := range map[string]float64{"seq": 100, "key": rate} {
				r.Trials = append(r.Trials, trial.Trial{
					Coordinates: trial.Coordinates{Key: name, Repeat: i},
					Readings:    metric.Readings{metric.RowsPerSecond: metric.Value(v)},
				})
			}
		}
		return r
	}
	same, slow, open := run(100, 100, 100, 100, 100, 101, 100, 100, 100), run(50, 51, 50, 50, 50, 50, 50, 50, 50), run(50, 60, 100, 110, 99, 100, 100, 100, 100)
	for name, c := range map[string]struct {
		runs                []trial.Result
		reversed, undecided int
	}{
		"the same":  {[]trial.Result{same, same}, 0, 0},
		"undecided": {[]trial.Result{same, open, same}, 0, 2},
		"reversed":  {[]trial.Result{same, open, slow}, 2, 0},
	} {
		got := stability.Of(c.runs)
		if got.Comparisons != 2 || got.Reversed != c.reversed || got.Undecided != c.undecided || len(got.Reversals) != c.reversed {
			t.Errorf("%s: %v, %q", name, got, slices.Clone(got.Reversals))
		}
	}
}
