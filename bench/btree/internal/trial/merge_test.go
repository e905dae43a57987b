package trial

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// begun counts the results of part: no two begin at the same time.
var begun int

// part is a small result of one run.
func part(engineName, version, machine string) Result {
	begun++
	return Result{
		Started: time.Date(2026, 1, 1, 0, 0, begun, 0, time.UTC),
		Schema:  Schema, Complete: true, Planned: 1, Seconds: 2,
		Settings:    Plan{Scenarios: []Scenario{"insert"}, Rows: []int{10}, Writers: []int{1}, Repeats: 1},
		Environment: []engine.Setting{{Name: "cpu", Value: machine}, {Name: "revision", Value: version}},
		Engines:     []engine.Description{{Name: engineName, Version: version, Settings: []engine.Setting{{Name: "server", Value: machine}}}},
		Keys:        []Key{{Name: "wiji", Added: true}},
		Trials:      []Trial{{Coordinates: Coordinates{Engine: engineName, Key: "wiji", Repeat: 3}}},
	}
}

func enginesOf(r Result) string {
	var list []string
	for _, t := range r.Trials {
		list = append(list, t.Engine)
	}
	return strings.Join(list, " ")
}

func TestMergeOfTheSame(t *testing.T) {
	a, b := part("postgres", "18", "fast"), part("postgres", "18", "fast")
	b.Environment[1].Value = "another build"
	b.Engines[0].Settings[0].Value = "another container"
	b.Settings.Rows, b.Keys[0].Added = []int{10, 20}, false
	r, err := Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if enginesOf(r) != "postgres postgres" || len(r.Engines) != 1 || len(r.Keys) != 1 || r.Keys[0].Added || r.Notes != nil {
		t.Errorf("trials of %s, %d engines, keys %+v, notes %q", enginesOf(r), len(r.Engines), r.Keys, r.Notes)
	}
	if r.Trials[0].Repeat == r.Trials[1].Repeat || r.Planned != 2 || r.Seconds != 4 || len(r.Settings.Rows) != 2 || r.Settings.Repeats != 2 {
		t.Errorf("blocks %d and %d, %d planned, settings %+v", r.Trials[0].Repeat, r.Trials[1].Repeat, r.Planned, r.Settings)
	}
	if a.Trials[0].Repeat != 3 || len(a.Settings.Rows) != 1 {
		t.Error("merging changed what it merged")
	}
}

// Trials under different circumstances are not those of one engine.
func TestMergeKeepsApart(t *testing.T) {
	settings := part("postgres", "18", "fast")
	settings.Engines[0].Settings = append(settings.Engines[0].Settings, engine.Setting{Name: "fsync", Value: "off"})
	rate := part("postgres", "18", "fast")
	rate.Settings.Rate = 500
	for want, other := range map[string]Result{
		"offered rates":        rate,
		"versions (18 and 17)": part("postgres", "17", "fast"),
		"machines":             part("postgres", "18", "slow"),
		"settings":             settings,
	} {
		again := other
		again.Started = other.Started.Add(time.Hour)
		r, err := Merge(part("postgres", "18", "fast"), other, again)
		if err != nil {
			t.Fatal(err)
		}
		if enginesOf(r) != "postgres postgres-2 postgres-2" || len(r.Engines) != 2 {
			t.Errorf("%s: trials of %s, %d engines", want, enginesOf(r), len(r.Engines))
		}
		if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("no note says %q: %s", want, notes)
		}
		if e := r.Engines[1].Environment; (e != nil) != (want == "machines") {
			t.Errorf("%s: the second engine's environment is %v", want, e)
		}
	}
}

// Two engines of a merged result stay two, whatever is here: their trials are no repeats.
func TestMergeOfMerged(t *testing.T) {
	merged, err := Merge(part("postgres", "17", "fast"), part("postgres", "16", "fast"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Merge(part("postgres", "18", "fast"), merged)
	if err != nil || enginesOf(r) != "postgres postgres-2 postgres-3" || len(r.Engines) != 3 {
		t.Fatalf("trials of %s, %d engines, %v", enginesOf(r), len(r.Engines), err)
	}
	for i, e := range r.Engines {
		if want := []string{"18", "17", "16"}[i]; e.Version != want || e.Kind() != "postgres" || i > 0 && e.Ordinal != i+1 {
			t.Errorf("engine %d is %+v", i, e)
		}
	}
}

// nested merges results of four versions in some order and depth. The key of a trial is the version.
func nested(t *testing.T, rng *rand.Rand, depth int) Result {
	if depth == 0 || rng.IntN(3) == 0 {
		p := part("postgres", strconv.Itoa(rng.IntN(4)), "fast")
		p.Trials[0].Key = p.Engines[0].Version
		return p
	}
	var list []Result
	for range 1 + rng.IntN(3) {
		list = append(list, nested(t, rng, depth-1))
	}
	r, err := Merge(list...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// In whatever order results are merged, an engine has one name, and its trials have that.
func TestMergeInAnyOrder(t *testing.T) {
	for seed := range uint64(2000) {
		r := nested(t, rand.New(rand.NewPCG(seed, 0)), 3)
		version, name := make(map[string]string), make(map[string]string)
		for _, e := range r.Engines {
			if want := fmt.Sprintf("postgres-%d", e.Ordinal); e.Kind() != "postgres" || e.Name != "postgres" && e.Name != want || version[e.Name] != "" || name[e.Version] != "" {
				t.Fatalf("seed %d: %+v", seed, r.Engines)
			}
			version[e.Name], name[e.Version] = e.Version, e.Name
		}
		for _, one := range r.Trials {
			if version[one.Engine] != one.Key {
				t.Fatalf("seed %d: a trial of version %s is one of %s, version %s", seed, one.Key, one.Engine, version[one.Engine])
			}
		}
	}
}

// A run that is counted twice would pass for a repeat.
func TestMergeOfWhatIsMergedAlready(t *testing.T) {
	a, b, c := part("e", "1", "m"), part("e", "1", "m"), part("e", "1", "m")
	merged := func(list ...Result) Result {
		t.Helper()
		r, err := Merge(list...)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	// A result that was read back has no monotonic clock, and perhaps another time zone.
	readBack := a
	readBack.Started = a.Started.In(time.FixedZone("", 3600))
	// The later of two results comes first: neither its seed nor the time that the
	// merged result has tells what is in it.
	cb, ab := merged(c, b), merged(a, b)
	for _, refused := range []struct {
		list          []Result
		first, second int
	}{
		{[]Result{a, a}, 0, 1}, {[]Result{a, b, readBack}, 0, 2}, {[]Result{cb, c}, 0, 1}, {[]Result{b, a, cb}, 0, 2},
		{[]Result{cb, ab}, 0, 1}, {[]Result{merged(cb, a), ab}, 0, 1}, {[]Result{ab, ab}, 0, 1},
	} {
		_, err := Merge(refused.list...)
		twice, ok := errors.AsType[*TwiceError](err)
		if !ok || twice.First != refused.first || twice.Second != refused.second || !strings.Contains(err.Error(), "give one of them") {
			t.Errorf("%d results, of which %d and %d are the same: %v", len(refused.list), refused.first, refused.second, err)
		}
	}
	all := merged(cb, a)
	if len(all.Parts) != 3 || len(all.Trials) != 3 || merged(a).Parts != nil {
		t.Errorf("three results have %d parts and %d trials, and one has %v", len(all.Parts), len(all.Trials), merged(a).Parts)
	}
	// Seeds may be equal, and so may times; both and the length are not.
	other := a
	other.Settings.Seed = 7
	longer := a
	longer.Seconds++
	if r := merged(a, other, longer); len(r.Trials) != 3 {
		t.Errorf("%d trials of three results", len(r.Trials))
	}
}

// Simulations are the same everywhere, and conditions are not differences.
func TestMergeOfConditionsAndSimulations(t *testing.T) {
	a, b := part("sim", "1", "fast"), part("sim", "1", "slow")
	a.Engines[0].Simulated, b.Engines[0].Simulated = true, true
	b.Engines[0].BufferPool = "16MB"
	b.Engines[0].Settings = []engine.Setting{{Name: "pool", Value: "16MB"}}
	r, err := Merge(a, b)
	if err != nil || enginesOf(r) != "sim sim" || len(r.Engines) != 2 {
		t.Errorf("trials of %s, %d engines, %v", enginesOf(r), len(r.Engines), err)
	}
}

func TestMergeOfIncomplete(t *testing.T) {
	a, b := part("e", "1", "m"), part("e", "1", "m")
	b.Complete, b.Interrupted, b.Stopped, b.Planned = false, true, "interrupted", 5
	r, err := Merge(a, b)
	if err != nil || r.Complete || !r.Interrupted || r.Stopped != "interrupted" || r.Planned != 6 {
		t.Errorf("complete %v, stopped %q, %d planned, %v", r.Complete, r.Stopped, r.Planned, err)
	}
	if _, err := Merge(); err == nil {
		t.Error("nothing was merged")
	}
	b.Schema++
	if _, err := Merge(a, b); err == nil || !strings.Contains(err.Error(), "schema") {
		t.Errorf("another schema was merged: %v", err)
	}
}

// A switch of keys is the same on every machine, and is there once.
func TestMergeSwitches(t *testing.T) {
	one, other := Switch{Layout: "nbtree", Old: "uuidv4", New: "uuidv7", Payload: 100}, Switch{Layout: "nbtree", Old: "uuidv4", New: "uuidv7", Payload: 200}
	a, b := Result{Schema: Schema, Seconds: 1, Switch: []Switch{one}}, Result{Schema: Schema, Seconds: 2, Switch: []Switch{one, other}}
	r, err := Merge(a, b)
	if err != nil || len(r.Switch) != 2 || len(a.Switch) != 1 {
		t.Errorf("%+v, %v", r.Switch, err)
	}
}
