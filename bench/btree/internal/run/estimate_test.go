package run

import (
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A trial takes longer with more rows, smaller batches and fewer writers, on a server than
// in the simulator, and as long as its offered rate asks.
func TestEstimate(t *testing.T) {
	server, sim := paceOf(engine.Description{Name: "postgres"}), paceOf(engine.Description{Simulated: true})
	at := func(rows, batch, writers int, scenario trial.Scenario) planned {
		return planned{Coordinates: trial.Coordinates{Rows: rows, Batch: batch, Writers: writers, Scenario: scenario}}
	}
	plain := Config{}.estimateOf(at(100_000, 100, 1, trial.Insert), server)
	small, large, ordered := at(600_000, 1000, 1, trial.Insert), at(600_000, 1000, 1, trial.Insert), at(600_000, 1000, 1, trial.Insert)
	small.BufferPool, large.BufferPool, ordered.BufferPool, ordered.kind.Clocked = "8MB", "512MB", "8MB", true
	for name, c := range map[string]struct{ shorter, longer time.Duration }{
		"a small pool": {Config{}.estimateOf(large, server), Config{}.estimateOf(small, server)},
		"random keys":  {Config{}.estimateOf(ordered, server), Config{}.estimateOf(small, server)},
		"rows":         {plain, Config{}.estimateOf(at(200_000, 100, 1, trial.Insert), server)},
		"batch":        {plain, Config{}.estimateOf(at(100_000, 1, 1, trial.Insert), server)},
		"writers":      {Config{}.estimateOf(at(100_000, 100, 8, trial.Insert), server), plain},
		"reads":        {plain, Config{}.estimateOf(at(100_000, 100, 1, trial.Read), server)},
		"the tree":     {plain, Config{Curve: 20}.estimateOf(at(100_000, 100, 1, trial.Insert), server)},
		"server":       {5 * Config{}.estimateOf(at(100_000, 100, 1, trial.Insert), sim), plain},
	} {
		if c.shorter >= c.longer {
			t.Errorf("%s: %v and %v", name, c.shorter, c.longer)
		}
	}
	if got := (Config{Rate: 1000}).estimateOf(at(100_000, 100, 1, trial.Insert), server); got != 100*time.Second {
		t.Errorf("100,000 rows at 1000 a second take %v", got)
	}
}
