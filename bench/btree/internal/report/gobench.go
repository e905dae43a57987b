package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// GoBench writes the runs in the Go benchmark format, a line each, for benchstat
// and its like: benchstat -row /engine,/layout -col /key -filter /width:16 results.txt, with
// more words after -row where other axes have several values. Benchstat compares with
// what it reads first, so the controls come first, and each key's runs together, in the
// order in which they were made. Readings that could not be taken are left out of their
// line.
func GoBench(w io.Writer, r trial.Result) error {
	out := benchfmt.NewWriter(w)
	for _, m := range metric.All() {
		rec := &benchfmt.UnitMetadata{
			UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: m.Unit, Key: "better"},
			OrigUnit:        m.Unit, Value: string(m.Better),
		}
		if err := out.Write(rec); err != nil {
			return err
		}
	}
	config := fileConfig(r)
	for _, t := range controlsFirst(r) {
		if err := out.Write(record(r, t, config)); err != nil {
			return err
		}
	}
	if len(r.Trials) == 0 {
		// The writer emits its configuration with a result only.
		for _, c := range config {
			if _, err := fmt.Fprintf(w, "%s: %s\n", c.Key, c.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// controlsFirst returns the runs by key: those of the controls, and then the others in
// the order of the tables.
func controlsFirst(r trial.Result) []trial.Trial {
	at := make(map[string]int)
	for i, k := range r.Keys {
		if at[k.Name] = i; k.Control != k.Name {
			at[k.Name] = i + len(r.Keys)
		}
	}
	return slices.SortedStableFunc(slices.Values(r.Trials), func(a, b trial.Trial) int { return cmp.Compare(at[a.Key], at[b.Key]) })
}

// fileConfig is what all runs have in common. A key is in lower case and has no
// spaces, a value is one line: the format asks for both.
func fileConfig(r trial.Result) []benchfmt.Config {
	var c []benchfmt.Config
	add := func(key, value string) {
		key = strings.ReplaceAll(strings.ToLower(key), " ", "-")
		value = strings.Join(strings.Fields(value), " ")
		c = append(c, benchfmt.Config{Key: key, Value: []byte(value), File: true})
	}
	for _, s := range r.Environment {
		add(s.Name, s.Value)
	}
	add("pkg", "github.com/sortid/sortid/bench/btree")
	for _, e := range r.Engines {
		conditions := e.Name
		if e.BufferPool != "" {
			conditions += "-" + e.BufferPool
		}
		if e.Checkpoints == engine.SeveralCheckpoints {
			conditions += "-checkpoints"
		}
		add(conditions+"-version", e.Version)
		for _, s := range e.Settings {
			add(conditions+"-"+s.Name, s.Value)
		}
	}
	add("order-seed", strconv.FormatUint(r.Settings.Seed, 10))
	add("complete", strconv.FormatBool(r.Complete))
	if r.Stopped != "" {
		add("stopped", r.Stopped)
	}
	return c
}

// name is the name of a run's benchmark: its point of the axes, with every axis, so
// that benchstat can group by any of them.
func name(t trial.Trial, width int) string {
	return fmt.Sprintf("Insert/engine=%s/layout=%s/scenario=%s/width=%d/key=%s/rows=%d/writers=%d/generators=%d/batch=%d/make=%s/payload=%d/pool=%s/checkpoints=%s",
		t.Engine, t.Layout, t.Scenario, width, t.Key, t.Rows, t.Writers, t.Generators, t.Batch, t.Make, t.Payload,
		cmp.Or(t.BufferPool, "usual"), cmp.Or(t.Checkpoints, engine.NoCheckpoints))
}

func record(r trial.Result, t trial.Trial, config []benchfmt.Config) *benchfmt.Result {
	width, procs := 0, ""
	for _, k := range r.Keys {
		if k.Name == t.Key {
			width = k.Width
		}
	}
	for _, s := range r.Environment {
		if s.Name == "gomaxprocs" && s.Value != "1" {
			procs = "-" + s.Value
		}
	}
	rec := &benchfmt.Result{
		Config: config,
		Name:   benchfmt.Name(name(t, width) + procs),
		Iters:  t.Rows,
	}
	if v := t.Readings.Get(metric.RowsPerSecond); v.Missing == "" && v.Value > 0 {
		perRow := 1 / v.Value
		rec.Values = append(rec.Values, benchfmt.Value{Value: perRow, Unit: "sec/op", OrigValue: perRow * 1e9, OrigUnit: "ns/op"})
	}
	for _, m := range metric.All() {
		if v := t.Readings.Get(m.Name); v.Missing == "" {
			rec.Values = append(rec.Values, benchfmt.Value{Value: v.Value, Unit: m.Unit})
		}
	}
	return rec
}
