package main

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Each metric is read by the engines that need no server, but for those that servers alone have:
// the program fills in what no engine reads.
func TestEveryMetricIsRead(t *testing.T) {
	scratch(t)
	out := filepath.Join(t.TempDir(), "results")
	var stdout, stderr bytes.Buffer
	args := []string{"-db", "sqlite", "-keys", "uuidv7", "-rows", "2_000", "-repeat", "1", "-batch", "50", "-scenario", "insert,migration,update,indexes,pages,mixed", "-out", out}
	if code := command(t.Context(), args, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	read := make(map[string]bool)
	for _, run := range saved(t, out).Trials {
		for name, v := range run.Readings {
			if v.Missing == "" && !(v.Value >= 0 && v.Value < math.MaxInt32) {
				t.Errorf("%s, %s, %s: %s is %v", run.Scenario, run.Layout, run.Key, name, v.Value)
			}
			read[name] = read[name] || v.Missing == ""
		}
	}
	onServers := []string{metric.WholePages, metric.HotUpdates, metric.FileBytes, metric.TransactionAtCheckpoint}
	for _, m := range metric.All() {
		if m.Name != metric.LeafError && read[m.Name] == slices.Contains(onServers, m.Name) {
			t.Errorf("%s: it is read: %v", m.Name, read[m.Name])
		}
	}
}
