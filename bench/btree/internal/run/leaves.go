package run

import (
	"context"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// takeLeaves lists the leaf pages of the first repeat: the lists are long, and those of the
// others look the same.
func (run *runner) takeLeaves(ctx context.Context) error {
	if run.planned.Repeat > 0 {
		return nil
	}
	all, err := run.tree.Leaves(ctx)
	if why, blank := engine.MissingReason(err); blank {
		run.detail.SetMissing("leaves", why)
		return nil
	}
	if err != nil {
		return err
	}
	run.detail.Leaves = thinned(all)
	return nil
}

// thinned returns the leaf pages for a result: at most MaxLeaves of them at even distances,
// and the histogram of all.
func thinned(all []engine.Leaf) *trial.Leaves {
	l := &trial.Leaves{Pages: len(all)}
	for _, leaf := range all {
		l.Histogram[class(leaf.Fill)]++
	}
	n := min(len(all), trial.MaxLeaves)
	for i := range n {
		leaf := all[i*len(all)/n]
		l.Page = append(l.Page, leaf.Page)
		l.Fill = append(l.Fill, float32(math.Round(float64(leaf.Fill)*10)/10)) // more decimals would only take space
	}
	return l
}

// class returns the class of a fill in percent in Leaves.Histogram.
func class(fill float32) int {
	const width = 100 / float32(len(trial.Leaves{}.Histogram))
	return max(0, min(int(fill/width), len(trial.Leaves{}.Histogram)-1))
}
