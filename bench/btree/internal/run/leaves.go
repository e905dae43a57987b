package run

import (
	"context"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// takeLeaves lists the leaf pages, in the first block: those of its repeats look the
// same, and the lists are long.
func (g *grower) takeLeaves(ctx context.Context) error {
	if g.cell.Repeat > 0 {
		return nil
	}
	all, err := g.tree.Leaves(ctx)
	if why, blank := engine.MissingReason(err); blank {
		g.detail.SetMissing("leaves", why)
		return nil
	}
	if err != nil {
		return err
	}
	g.detail.Leaves = thinned(all)
	return nil
}

// takePools lists what buffer pools of other sizes would have cost, in the first block of
// a simulated tree.
func (g *grower) takePools(ctx context.Context) error {
	if !g.about.Simulated || g.cell.Repeat > 0 {
		return nil
	}
	list, err := g.tree.PoolCurve(ctx)
	if why, blank := engine.MissingReason(err); blank {
		g.detail.SetMissing("pools", why)
		return nil
	}
	if err != nil {
		return err
	}
	for _, p := range list {
		g.detail.BufferPools = append(g.detail.BufferPools, trial.PoolPoint{Bytes: p.Bytes, Reads: p.Reads, Writes: p.Writes})
	}
	return nil
}

// thinned returns the leaf pages for a result: at most trial.MaxLeaves of them, at even
// distances, and the histogram of all.
func thinned(all []engine.Leaf) *trial.Leaves {
	l := &trial.Leaves{Pages: len(all)}
	for _, leaf := range all {
		l.Histogram[class(leaf.Fill)]++
	}
	n := min(len(all), trial.MaxLeaves)
	for i := range n {
		leaf := all[i*len(all)/n]
		l.Page = append(l.Page, leaf.Page)
		l.Fill = append(l.Fill, float32(math.Round(float64(leaf.Fill)*10)/10)) // more decimals say no more and take room
	}
	return l
}

// class returns the class of a fill in percent in Leaves.Histogram.
func class(fill float32) int {
	const width = 100 / float32(len(trial.Leaves{}.Histogram))
	return max(0, min(int(fill/width), len(trial.Leaves{}.Histogram)-1))
}
