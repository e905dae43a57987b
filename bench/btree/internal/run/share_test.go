package run

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A buffer pool that is a share of the index has the share of what the servers' indexes take:
// docs/benchmark.md has the bytes a row of UUIDv4.
func TestShareOfTheIndex(t *testing.T) {
	j, err := newJob(trial.Plan{Engines: []string{"postgres", "mysql"}, Keys: []string{"uuidv4"}, Rows: []int{1_000_000, 10}}.WithDefaults(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, each := range map[string]float64{engine.Postgres: 40.5, engine.MySQL: 207.4} {
		quarter, err := j.poolBytes(t.Context(), member{engine: name, pool: "25%"})
		if got := 4 * float64(quarter) / 1e6; err != nil || got < .85*each || got > 1.2*each {
			t.Errorf("%s: a quarter of the index is %d bytes, %v: want some %v MB", name, quarter, err, each/4)
		}
		whole, err := j.poolBytes(t.Context(), member{engine: name, pool: "100%"})
		if err != nil || whole < 3*quarter || whole > 5*quarter || whole%(1<<20) != 0 {
			t.Errorf("%s: the index has %d bytes and a quarter of it %d, %v", name, whole, quarter, err)
		}
	}
	for pool, want := range map[string]int64{"": 0, "64MB": 64 << 20} {
		if got, err := j.poolBytes(t.Context(), member{engine: engine.SQLite, pool: pool}); got != want || err != nil {
			t.Errorf("%q is %d, %v", pool, got, err)
		}
	}
	j.Rows = []int{10_000}
	for name, words := range map[string]string{engine.Postgres: "-rows", engine.SQLite: "-pool 16MB", engine.Simulator: "-pool 16MB"} {
		if _, err := j.poolBytes(t.Context(), member{engine: name, pool: "25%"}); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want an error that says %s", name, err, words)
		}
	}
}
