// Package reporttest has results for tests of reports.
package reporttest

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Sample is a result of two widths with ten repeats, one reading missing.
func Sample() trial.Result {
	r := trial.Result{
		Schema: trial.Schema, Complete: true, Planned: 40,
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seconds: 12.5,
		Settings:    trial.Plan{Rows: []int{1000}, Writers: []int{2}, Batch: []int{10}, Repeats: 10, Payload: []int{100}, Seed: 1<<64 - 1},
		Environment: []engine.Setting{{Name: "goos", Value: "plan9"}, {Name: "cpu", Value: "a  slow one"}, {Name: "gomaxprocs", Value: "2"}},
		Engines: []engine.Description{{
			Name: "db", Version: "1.2", Notes: []string{"Judge it well."},
			Layouts:  []engine.Layout{{Name: "clustered", Title: "rows in the tree", About: "a table"}},
			Settings: []engine.Setting{{Name: "page_size", Value: "4096"}},
		}},
		Keys: []trial.Key{
			{Name: "counter", Title: "sequential", Width: 16, Form: "16-byte", Control: "counter", Added: true},
			{Name: "uuidv4", Title: "random", Width: 16, Form: "16-byte", Control: "counter"},
			{Name: "counter-bigint", Title: "sequential", Width: 8, Form: "64-bit integer", Control: "counter-bigint"},
			{Name: "ulidflake", Title: "by time", Width: 8, Form: "64-bit integer", Control: "counter-bigint"},
		},
	}
	for repeat := range 10 {
		for i, k := range r.Keys {
			readings := make(metric.Readings)
			for j, m := range metric.All() {
				if m.Phase != "" {
					continue // those of other trials
				}
				readings[m.Name] = metric.Value(float64((i+1)*(j+1)*1000 + repeat))
			}
			readings[metric.PagesRead] = metric.Missing("nobody counted")
			readings[metric.TickWaits] = metric.Value(float64((i+1)*10_000 + repeat))
			r.Trials = append(r.Trials, trial.Trial{
				Coordinates: trial.Coordinates{
					Engine: "db", Layout: "clustered", Key: k.Name, Repeat: repeat, Scenario: "insert", Writers: 2, Generators: 1, Batch: 10,
					Make: "batch", Rows: 1000, Payload: 100, Checkpoints: engine.SeveralCheckpoints,
				},
				Seconds: float64(i+1) / 8, Readings: readings,
			})
		}
	}
	return r
}

// Incomplete is a Sample that was interrupted after two trials.
func Incomplete() trial.Result {
	r := Sample()
	r.Complete, r.Stopped, r.Interrupted, r.Trials = false, "interrupted", true, r.Trials[:2]
	return r
}

// Requested is a Sample whose engine was asked for a buffer pool and for no checkpoints.
func Requested() trial.Result {
	r := Sample()
	r.Settings.BufferPools, r.Settings.Checkpoints = []string{"64MB"}, []string{engine.NoCheckpoints}
	r.Engines[0].BufferPool, r.Engines[0].Checkpoints = "64MB", engine.NoCheckpoints
	for i := range r.Trials {
		r.Trials[i].BufferPool, r.Trials[i].Checkpoints = "64MB", engine.NoCheckpoints
	}
	return r
}

// Rich is a made-up result with values for every section of the page: two engines, one of them
// simulated, three widths, ten repeats, several writers, batches, pools and scenarios, and leaf
// pages.
func Rich() trial.Result {
	r := trial.Result{
		Schema: trial.Schema, Complete: true, Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seconds: 1234, Switch: []trial.Switch{Switch("nbtree")},
		Settings: trial.Plan{
			Scenarios: []trial.Scenario{"insert", "migration", "pages"}, Writers: []int{1, 8}, Batch: []int{1, 100, 1000},
			Make: []trial.Make{"batch"}, Rows: []int{100_000}, Payload: []int{100}, BufferPools: []string{"", "4MB", "16MB", "64MB"}, Checkpoints: []string{"none", "several"}, Repeats: 10, Seed: 7,
		},
		Environment: []engine.Setting{{Name: "cpu", Value: "a slow one"}, {Name: "gomaxprocs", Value: "2"}},
		Engines: []engine.Description{
			{Name: "postgres", Version: "18.6", Layouts: []engine.Layout{{Name: "primary", Title: "index of the primary key", About: "a table with a primary key"}}, Settings: []engine.Setting{{Name: "shared_buffers", Value: "512MB"}}},
			{Name: "sim", Version: "1", Simulated: true, Layouts: []engine.Layout{{Name: "nbtree", Title: "PostgreSQL's index"}}},
		},
		Keys: []trial.Key{
			{Name: "counter", Title: "sequential, one counter for all", Width: 16, Form: "16-byte", Control: "counter", Added: true},
			{Name: "uuidv4", Title: "UUID version 4", Width: 16, Form: "16-byte", Control: "counter"},
			{Name: "uuidv7", Title: "UUID version 7", Width: 16, Form: "16-byte", Control: "counter"},
			{Name: "wiji", Title: "Wiji", Width: 16, Form: "16-byte", Control: "counter"},
			{Name: "counter20", Title: "sequential", Width: 20, Form: "20-byte", Control: "counter20"},
			{Name: "scru160", Title: "SCRU160", Width: 20, Form: "20-byte", Control: "counter20"},
			{Name: "counter-bigint", Title: "sequential", Width: 8, Form: "64-bit integer", Control: "counter-bigint"},
			{Name: "ulidflake", Title: "Ulid-Flake", Width: 8, Form: "64-bit integer", Control: "counter-bigint"},
		},
	}
	add := func(t trial.Trial) {
		t.Make, t.Rows, t.Payload = "batch", 100_000, 100
		if t.Checkpoints == "" {
			t.Checkpoints = engine.SeveralCheckpoints
		}
		for _, k := range r.Keys {
			for t.Repeat = range r.Settings.Repeats {
				r.Trials = append(r.Trials, richTrial(t, k))
			}
		}
	}
	for _, e := range [][2]string{{"postgres", "primary"}, {"sim", "nbtree"}} {
		for _, w := range r.Settings.Writers {
			for _, b := range r.Settings.Batch {
				add(trial.Trial{Coordinates: trial.Coordinates{Engine: e[0], Layout: e[1], Scenario: "insert", Writers: w, Batch: b}})
			}
		}
		for _, p := range r.Settings.BufferPools[1:] {
			add(trial.Trial{Coordinates: trial.Coordinates{Engine: e[0], Layout: e[1], Scenario: "insert", Writers: 1, Batch: 100, BufferPool: p}})
		}
	}
	add(trial.Trial{Coordinates: trial.Coordinates{Engine: "postgres", Layout: "primary", Scenario: "migration", Writers: 1, Batch: 100}})
	add(trial.Trial{Coordinates: trial.Coordinates{Engine: "postgres", Layout: "primary", Scenario: "insert", Writers: 1, Batch: 100, Checkpoints: engine.NoCheckpoints}})
	add(trial.Trial{Coordinates: trial.Coordinates{Engine: "postgres", Layout: "primary", Scenario: "pages", Writers: 1, Batch: 100}})
	r.Planned = len(r.Trials)
	return r
}

// richTrial adds readings that depend on the coordinates only.
func richTrial(t trial.Trial, k trial.Key) trial.Trial {
	t.Key, t.Generators, t.Seconds = k.Name, 1, 10
	random := k.Name == "uuidv4"
	fill, log, rate, read := 90.0, 200.0, 50_000.0, .001
	if t.Writers > 1 && t.Batch > 1 {
		fill = 90 - 9*math.Log10(float64(t.Batch))
	}
	if t.Scenario == "migration" {
		fill = 60
	}
	if random {
		fill, log, rate, read = 71, 480, 35_000, .4
		if size := map[string]float64{"4MB": 4 << 20, "16MB": 16 << 20, "64MB": 64 << 20}[t.BufferPool]; size > 0 {
			read = 4e6 / size
		}
	}
	if t.Checkpoints == engine.NoCheckpoints {
		log /= 2
	}
	rng := rand.New(rand.NewPCG(uint64(k.Width), uint64(t.Repeat)))
	if t.Engine != "sim" {
		rate *= 1 + .02*rng.Float64()
	}
	pages := math.Round(float64(t.Rows) * float64(k.Width+12) / 8192 / fill * 100)
	t.Readings = metric.Readings{
		metric.RowsPerSecond: metric.Value(rate), metric.LeafPages: metric.Value(pages), metric.LeafFill: metric.Value(fill),
		metric.Neighbours:  metric.Value(map[bool]float64{true: math.Round(.29 * pages), false: 1}[random]),
		metric.BytesPerRow: metric.Value(8192 * (pages + 3) / float64(t.Rows)), metric.PagesRead: metric.Value(read),
		metric.PagesWritten: metric.Missing("the server does not show it"), metric.LogBytes: metric.Value(log),
		metric.TickWaits: metric.Value(0), metric.Duplicates: metric.Value(0),
	}
	if t.Scenario == "pages" {
		t.Readings[metric.Page50P50], t.Readings[metric.Page50Misses] = metric.Value(12_345), metric.Value(read)
		t.Readings[metric.TimeRangeP50], t.Readings[metric.TimeRangeP99] = metric.Value(23_456), metric.Value(45_678)
	}
	if t.Repeat == 0 {
		t.Detail = richDetail(rng, random, int(pages))
	}
	return t
}

func richDetail(rng *rand.Rand, random bool, pages int) *trial.Detail {
	d := &trial.Detail{Leaves: &trial.Leaves{Pages: pages}}
	order := rng.Perm(pages)
	for i := range pages {
		page := i + 1
		if random {
			page = order[i] + 1
		}
		d.Leaves.Page = append(d.Leaves.Page, uint32(page))
	}
	return d
}

// Hostile is a Rich result with texts that would be markup if they were not escaped.
func Hostile() trial.Result {
	const evil = `<script src="https://evil.example/x.js">&"'</script>` + "\x00\x01\uFFFE]]>--> style=\"fill:#1D2129\" \xff"
	r := Rich()
	r.Stopped, r.Complete, r.Notes = evil, false, []string{evil}
	r.Settings.Scenarios = append(r.Settings.Scenarios, evil)
	for i := range r.Engines {
		r.Engines[i].Version, r.Engines[i].Notes = evil, []string{evil}
		r.Engines[i].Settings = []engine.Setting{{Name: evil, Value: evil}}
		r.Engines[i].Layouts[0].Title, r.Engines[i].Layouts[0].About = evil, evil
	}
	name := func(key string) string { return evil + key }
	for i, k := range r.Keys {
		r.Keys[i].Name, r.Keys[i].Control, r.Keys[i].Title, r.Keys[i].Form = name(k.Name), name(k.Control), evil, evil+k.Form
	}
	for i := range r.Trials {
		r.Trials[i].Key = name(r.Trials[i].Key)
		r.Trials[i].Readings[metric.PagesWritten] = metric.Missing(evil)
		if i%50 == 0 {
			r.Trials[i].Scenario = evil
		}
	}
	return r
}

// All returns results of every shape, by name: complete, stopped, empty and hostile.
func All() map[string]trial.Result {
	one := Sample()
	one.Trials, one.Keys = one.Trials[:1], one.Keys[:1]
	nothing := Incomplete()
	nothing.Trials = nil
	alone := Rich()
	alone.Keys = alone.Keys[1:2] // a key whose control was not run
	for i := range alone.Trials {
		if alone.Trials[i].Key != "uuidv4" {
			alone.Trials[i].Readings = metric.Readings{}
		}
	}
	return map[string]trial.Result{
		"rich": Rich(), "hostile": Hostile(), "sample": Sample(), "incomplete": Incomplete(),
		"one trial": one, "nothing": nothing, "empty": {}, "no control": alone,
	}
}

// Switch returns what ordered keys for new rows bring to a table, with round figures.
func Switch(layout string) trial.Switch {
	const mib = 1 << 20
	s := trial.Switch{Layout: layout, Old: "uuidv4", New: "uuidv7", Payload: 100, OldRow: 40, NewRow: 60, AloneRow: 30, NewFill: 50}
	for i, rows := range []int{1_000_000, 10_000_000, 1_000_000_000} {
		for j, h := range trial.Histories() {
			size := float64(rows) * []float64{40, 50, 30}[j]
			one := trial.Switched{History: h, Rows: rows, Bytes: size, Low: size, High: size, Changed: []float64{990.4, 8.2, 5}[j], Recent: []float64{300 * mib, 5 * mib, 3 * mib}[j]}
			if one.Computed = i > 0; one.Computed && j < 2 {
				one.Low, one.High = .98*size, 1.02*size
			}
			s.Trees = append(s.Trees, one)
		}
	}
	return s
}
