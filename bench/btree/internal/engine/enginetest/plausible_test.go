package enginetest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Each metric is read by an engine or taken by the program.
func TestEveryMetricIsRead(t *testing.T) {
	for _, wrong := range unread(metric.All(), readings) {
		t.Error(wrong)
	}
	names := make(map[string]bool)
	for _, m := range metric.All() {
		names[m.Name] = true
	}
	for name := range readings {
		if !names[name] {
			t.Errorf("there is no metric %s", name)
		}
	}
	for _, name := range program {
		if !names[name] {
			t.Errorf("there is no metric %s", name)
		}
	}
}

// A metric that nobody reads is found, and so is one that an engine reads and the program takes, or
// that has no engine or no bounds.
func TestUnread(t *testing.T) {
	const byProgram = metric.RowsPerSecond
	table := map[string]plausible{
		"read": {everyEngine, engine.Plain, 1, 2}, "without bounds": {everyEngine, engine.Plain, 3, 3}, "without engines": {nil, engine.Plain, 1, 2},
	}
	for name, want := range map[string]string{
		"read": "", byProgram: "", "new": "new: name the engines", "without bounds": "without bounds: no engine reads it", "without engines": "without engines: no engine reads it",
	} {
		got := strings.Join(unread([]metric.Metric{{Name: name}}, table), "\n")
		if (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	table[byProgram] = table["read"]
	if got := unread([]metric.Metric{{Name: byProgram}}, table); len(got) != 1 || !strings.HasSuffix(got[0], "not both") {
		t.Errorf("read by an engine, and taken by the program: %q", got)
	}
}

// A reading is plausible within its bounds, and only from the engines that read it.
func TestImplausible(t *testing.T) {
	for _, c := range []struct {
		engine, metric string
		r              metric.Readings
		want           string // a part of what is wrong
	}{
		{engine.SQLite, metric.LeafFill, metric.Readings{metric.LeafFill: metric.Value(50)}, ""},
		{engine.SQLite, metric.LeafFill, metric.Readings{metric.LeafFill: metric.Value(95)}, ""},
		{engine.SQLite, metric.LeafFill, metric.Readings{metric.LeafFill: metric.Value(49.9)}, "as 49.9, want 50 to 95"},
		{engine.SQLite, metric.LeafFill, metric.Readings{metric.LeafFill: metric.Value(95.1)}, "as 95.1, want 50 to 95"},
		{engine.SQLite, metric.LeafFill, metric.Readings{metric.LeafFill: metric.Value(math.NaN())}, "as NaN"},
		{engine.SQLite, metric.LeafFill, metric.Readings{metric.LeafFill: metric.Missing("no dbstat")}, "sqlite does not read leaf_fill_percent: no dbstat"},
		{engine.SQLite, metric.LeafFill, metric.Readings{}, "sqlite does not read leaf_fill_percent"},
		{engine.SQLite, metric.HotUpdates, metric.Readings{}, ""},
		{engine.SQLite, metric.HotUpdates, metric.Readings{metric.HotUpdates: metric.Missing("no such thing")}, ""},
		{engine.SQLite, metric.HotUpdates, metric.Readings{metric.HotUpdates: metric.Value(3)}, "add the engine"},
	} {
		got := implausible(c.engine, c.metric, c.r)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s, %s, %v: %q, want %q", c.engine, c.metric, c.r, got, c.want)
		}
	}
}

// Every engine reads something.
func TestEveryEngineReads(t *testing.T) {
	for _, name := range engine.Names() {
		read := 0
		for _, p := range readings {
			if slices.Contains(p.engines, name) {
				read++
			}
		}
		if read < 8 {
			t.Errorf("%s reads %d metrics", name, read)
		}
	}
}
