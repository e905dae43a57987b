package format

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
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// GoBench writes a line for each trial in the Go benchmark format, for benchstat:
//
//	benchstat -row /engine,/layout -col /key -filter /width:16 results.txt
//
// If other axes have several values, add them to -row. Benchstat compares with what it
// reads first, so the controls come first, and the repeats of a key follow one another in
// the order in which they ran. A line leaves out missing readings.
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

// controlsFirst returns the trials by key: those of the controls, and then the others in
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

// fileConfig returns what all trials share. The format requires names in lower case
// without spaces, and values on one line.
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

// record returns the line of a trial. Its name has every coordinate, so that benchstat can group
// by any of them.
func record(r trial.Result, t trial.Trial, config []benchfmt.Config) *benchfmt.Result {
	procs := ""
	for _, s := range r.Environment {
		if s.Name == "gomaxprocs" && s.Value != "1" {
			procs = "-" + s.Value
		}
	}
	name := []string{"Insert"}
	for _, c := range grid.Coordinates(t, r.Key(t.Key)) {
		name = append(name, strings.TrimSuffix(strings.ReplaceAll(c.Name, "_", "-"), "-bytes")+"="+cmp.Or(c.Value, "default"))
	}
	rec := &benchfmt.Result{
		Config: config,
		Name:   benchfmt.Name(strings.Join(name, "/") + procs),
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
