package run

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var described = []engine.Description{
	{Name: "a", Layouts: []engine.Layout{{Name: "x"}, {Name: "y"}}},
	{Name: "b", Layouts: []engine.Layout{{Name: "z"}}},
}

// whole is a job of every key and one value of each axis, on both databases.
func whole(repeats int, seed uint64) *job {
	return &job{
		Plan: trial.Plan{
			Engines: []string{"a", "b"}, Rows: []int{10}, Batch: []int{10}, Payload: []int{0}, Repeats: repeats, Seed: seed,
		}.WithDefaults(),
		kinds: key.All(), stages: []stage{{{engine: "a"}, {engine: "b"}}},
	}
}

func places(list []planned) []trial.Coordinates {
	var places []trial.Coordinates
	for _, t := range list {
		places = append(places, t.WithoutRepeat())
	}
	return places
}

// Each block holds every combination once, and blocks come one after the other.
func TestPlanBlocks(t *testing.T) {
	c := whole(4, 1)
	c.Scenarios = []trial.Scenario{trial.Insert, trial.Update}
	c.Writers, c.Batch = []int{1, 8}, []int{1, 100}
	p := c.plan(described, nil)
	size := 4 * 3 * 2 * len(key.All()) // two layouts of a and one of b, in two scenarios
	if len(p.trials) != 4*size {
		t.Fatalf("%d trials, want %d", len(p.trials), 4*size)
	}
	rows := 0
	for b := range 4 {
		seen := make(map[trial.Coordinates]bool)
		for _, cell := range p.trials[b*size : (b+1)*size] {
			if cell.Repeat != b {
				t.Fatalf("a trial of repeat %d is in block %d", cell.Repeat, b)
			}
			seen[cell.WithoutRepeat()] = true
			rows += cell.Rows
		}
		if len(seen) != size {
			t.Errorf("block %d has %d different runs, want %d", b, len(seen), size)
		}
	}
	if p.rows() != rows {
		t.Errorf("the plan has %d rows, want %d", p.rows(), rows)
	}
}

func TestPlanFollowsTheSeed(t *testing.T) {
	one, same, other := whole(3, 7).plan(described, nil), whole(3, 7).plan(described, nil), whole(3, 8).plan(described, nil)
	if !reflect.DeepEqual(places(one.trials), places(same.trials)) {
		t.Error("the same seed gave two orders")
	}
	if reflect.DeepEqual(places(one.trials), places(other.trials)) {
		t.Error("two seeds gave the same order")
	}
	size := len(one.trials) / 3
	if reflect.DeepEqual(places(one.trials[:size]), places(one.trials[size:2*size])) {
		t.Error("two blocks have the same order")
	}
}

// The numbers of a point: what comes to the same thing is run once.
func TestPoints(t *testing.T) {
	kind := func(name string) key.Kind {
		for _, k := range key.All() {
			if k.Name == name {
				return k
			}
		}
		t.Fatalf("there is no key %s", name)
		return key.Kind{}
	}
	c := whole(1, 1)
	c.Writers, c.Batch, c.Make = []int{1, 4}, []int{1, 100}, []trial.Make{trial.MakeBatch, trial.MakeBlock}
	for name, want := range map[string][]string{
		// One generator, and no blocks: keys are made in advance beside keys in blocks.
		"counter": {"w1 g1 b1 batch", "w1 g1 b100 batch", "w4 g1 b1 batch", "w4 g1 b100 batch"},
		"uuidv4":  {"w1 g1 b1 batch", "w1 g1 b100 batch", "w4 g4 b1 batch", "w4 g4 b100 batch"},
		"wiji": {
			"w1 g1 b1 batch", "w1 g1 b1 block", "w1 g1 b100 batch", "w1 g1 b100 block",
			"w4 g4 b1 batch", "w4 g4 b1 block", "w4 g4 b100 batch", "w4 g4 b100 block",
		},
	} {
		var got []string
		for _, cell := range c.numbers(planned{kind: kind(name)}, c.Writers) {
			got = append(got, fmt.Sprintf("w%d g%d b%d %s", cell.Writers, cell.Generators, cell.Batch, cell.Make))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\nwant %v", name, got, want)
		}
	}
}

// Every stage is planned with the conditions of its members, after the one before.
func TestStages(t *testing.T) {
	c := whole(2, 1)
	c.stages = []stage{
		{{engine: "a", pool: "16MB"}, {engine: "b"}},
		{{engine: "a", pool: "64MB", checkpoints: engine.SeveralCheckpoints}},
	}
	c.Scenarios = []trial.Scenario{trial.Insert, trial.Migration}
	p := c.plan(described, nil)
	last := 0
	for _, cell := range p.trials {
		if cell.stage < last {
			t.Fatal("a stage comes after a later one")
		}
		last = cell.stage
		want := c.stages[cell.stage][cell.member]
		if cell.Engine != want.engine || cell.BufferPool != want.pool || cell.Checkpoints != want.checkpoints {
			t.Fatalf("%s under %q, %q is no member of stage %d", cell.Engine, cell.BufferPool, cell.Checkpoints, cell.stage)
		}
	}
	if last != 1 {
		t.Errorf("the last stage is %d", last)
	}
}

// An engine that decides itself about checkpoints is opened once for each buffer pool.
func TestStagesOf(t *testing.T) {
	got := stagesOf(trial.Plan{Engines: []string{"postgres", "sim"}, BufferPools: []string{"", "16MB"}, Checkpoints: []string{"none", "several"}})
	want := []stage{
		{{"postgres", "", "none"}, {"sim", "", "none"}}, {{"postgres", "", "several"}},
		{{"postgres", "16MB", "none"}, {"sim", "16MB", "none"}}, {{"postgres", "16MB", "several"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the stages are %v, want %v", got, want)
	}
}

// A plan with a time has one trial of each combination at least, and ends when its time is over,
// counted from the start and not from the first trial, or when everything is known, which it asks
// rarely.
func TestEnding(t *testing.T) {
	for name, c := range map[string]struct {
		limit   time.Duration
		opening time.Duration // before the first trial, of a second each
		known   int           // the number of blocks after which everything is known
		want    int           // blocks of two stages
	}{
		"no limit": {0, 0, 1, 40}, "over at once": {1, 0, 100, 2}, "over when the servers answer": {20 * time.Second, time.Minute, 100, 2},
		"over later": {20 * time.Second, 4 * time.Second, 100, 16}, "known at once": {time.Hour, 0, 1, 18}, "known later": {time.Hour, 0, 10, 36},
		"never known": {time.Hour, 0, 100, 40},
	} {
		blocks := 0
		var now time.Time
		j := &job{Plan: trial.Plan{For: c.limit, Repeats: 20}, stages: make([]stage, 2), began: now, now: func() time.Time { return now }}
		j.Undecided = func(r trial.Result) []trial.Coordinates {
			return make([]trial.Coordinates, max(0, min(1, c.known-len(r.Trials))))
		}
		now = now.Add(c.opening)
		until := ending{job: j}
		for s := range j.stages {
			var res trial.Result
			for repeat := range j.Repeats {
				p := planned{stage: s, block: repeat}
				if p.Repeat = repeat; until.reached(p, res) {
					continue
				}
				res.Trials = append(res.Trials, trial.Trial{})
				blocks++
				now = now.Add(time.Second)
			}
		}
		if blocks != c.want {
			t.Errorf("%s: %d blocks, want %d", name, blocks, c.want)
		}
	}
}

// Combinations of which everything is known have no more trials, and the others have.
func TestEndingOfOne(t *testing.T) {
	j := &job{Plan: trial.Plan{For: time.Hour, Repeats: 20}, stages: make([]stage, 1), now: time.Now, began: time.Now()}
	j.Undecided = func(trial.Result) []trial.Coordinates { return []trial.Coordinates{{Key: "slow"}} }
	until, trials := ending{job: j}, make(map[string]int)
	var res trial.Result
	for repeat := range j.Repeats {
		for _, name := range []string{"slow", "clear"} {
			p := planned{block: repeat}
			if p.Key, p.Repeat = name, repeat; !until.reached(p, res) {
				trials[name]++
				res.Trials = append(res.Trials, trial.Trial{Coordinates: p.Coordinates})
			}
		}
	}
	if trials["slow"] != 20 || trials["clear"] != looks[0] {
		t.Errorf("%v", trials)
	}
}

// A combination whose first trial is in a later block has it, whatever the time and what is known.
func TestEndingOfLaterOnes(t *testing.T) {
	for name, limit := range map[string]time.Duration{"over": 1, "known": time.Hour} {
		j := &job{Plan: trial.Plan{For: limit, Repeats: 20}, stages: make([]stage, 1), now: time.Now}
		if limit > 1 {
			j.began = time.Now()
		}
		j.Undecided = func(trial.Result) []trial.Coordinates { return nil }
		until, trials := ending{job: j}, make(map[string]int)
		var res trial.Result
		for block := range j.Repeats {
			for name, first := range map[string]int{"early": 0, "late": trial.LeastTrials} {
				p := planned{block: block}
				if p.Key, p.Repeat = name, block-first; p.Repeat >= 0 && !until.reached(p, res) {
					trials[name]++
					res.Trials = append(res.Trials, trial.Trial{Coordinates: p.Coordinates})
				}
			}
		}
		want := map[string]int{"early": 1, "late": 1}
		if limit > 1 {
			want = map[string]int{"early": trial.LeastTrials, "late": 18 - trial.LeastTrials}
		}
		if !maps.Equal(trials, want) {
			t.Errorf("%s: %v, want %v", name, trials, want)
		}
	}
}

// If the time decides, the random keys and their controls have the first blocks, in the first layout
// and width. The other trials of a simulator are in the first block, repeat after repeat.
func TestBlocksWithATime(t *testing.T) {
	c := whole(0, 1)
	c.Plan = trial.Plan{Engines: []string{"a", "b"}, Rows: []int{10}, Batch: []int{10}, Payload: []int{0}}.WithDefaults()
	if !c.TimeDecides() || c.For != time.Minute {
		t.Fatalf("the plan takes %v", c.For)
	}
	engines := []engine.Description{described[0], {Name: "b", Layouts: described[1].Layouts, Simulated: true}}
	p := c.plan(engines, nil)
	trees, first := 0, 0
	for _, k := range key.All() {
		trees += c.treesFor(planned{kind: k, computed: true})
		if k.Control == "counter" {
			first++
		}
	}
	if got, want := p.first(), first+trees; got != want {
		t.Errorf("the first block has %d trials, want %d", got, want)
	}
	if got, want := p.each(), 3*len(key.All()); got != want {
		t.Errorf("there are %d combinations, want %d", got, want)
	}
	last := 0
	for i, x := range p.trials {
		main := x.Layout == "x" && x.kind.Control == "counter"
		switch {
		case x.block < last:
			t.Fatalf("trial %d of block %d follows block %d", i, x.block, last)
		case x.computed != (x.Engine == "b") || x.computed && x.block > 0:
			t.Fatalf("%+v is computed in block %d: %v", x.Coordinates, x.block, x.computed)
		case !x.computed && !main && x.Repeat != x.block-trial.LeastTrials:
			t.Fatalf("repeat %d of %s in the layout %s is in block %d", x.Repeat, x.Key, x.Layout, x.block)
		case !x.computed && main && x.Repeat != x.block:
			t.Fatalf("repeat %d is in block %d", x.Repeat, x.block)
		case main && !x.computed && x.kind.Ordered() && !x.kind.IsControl() && x.block > 0 && x.block < trial.LeastTrials:
			t.Fatalf("the ordered %s is in block %d", x.Key, x.block)
		case x.computed && p.trials[i-1].computed && p.trials[i-1].Repeat > x.Repeat:
			t.Fatalf("the simulated repeat %d is before repeat %d", p.trials[i-1].Repeat, x.Repeat)
		}
		last = x.block
	}
}

// Without random keys, the ordered ones have each block.
func TestBlocksOfOrderedKeys(t *testing.T) {
	c := whole(0, 1)
	c.kinds = slices.DeleteFunc(slices.Clone(c.kinds), func(k key.Kind) bool { return !k.Ordered() })
	c.Plan = trial.Plan{Engines: []string{"a"}, Rows: []int{10}, Batch: []int{10}, Payload: []int{0}}.WithDefaults()
	c.stages = []stage{{{engine: "a"}}}
	have := make(map[int]bool)
	for _, x := range c.plan(described[:1], nil).trials {
		if x.Key == "uuidv7" && x.Layout == "x" {
			have[x.block] = true
		}
	}
	if len(have) != c.Repeats {
		t.Errorf("UUIDv7 has trials in %d blocks, want %d", len(have), c.Repeats)
	}
}
