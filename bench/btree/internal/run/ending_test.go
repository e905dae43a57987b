package run

import (
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A plan with a time has one trial of each combination at least, and ends when the time is over
// or when everything is known, which it asks rarely.
func TestEnding(t *testing.T) {
	for name, c := range map[string]struct {
		limit time.Duration
		known int // the number of blocks after which everything is known
		want  int // blocks of two stages
	}{
		"no limit": {0, 1, 40}, "over at once": {1, 100, 2}, "known at once": {time.Hour, 1, 8}, "known later": {time.Hour, 5, 18}, "never known": {time.Hour, 100, 40},
	} {
		blocks := 0
		j := &job{Plan: trial.Plan{For: c.limit, Repeats: 20}, stages: make([]stage, 2)}
		j.Known = func(r trial.Result) bool { return len(r.Trials) >= c.known }
		until := ending{job: j}
		for s := range j.stages {
			var res trial.Result
			for repeat := range j.Repeats {
				p := planned{stage: s}
				if p.Repeat = repeat; until.reached(p, res) {
					continue
				}
				res.Trials = append(res.Trials, trial.Trial{})
				blocks++
			}
		}
		if blocks != c.want {
			t.Errorf("%s: %d blocks, want %d", name, blocks, c.want)
		}
	}
}
