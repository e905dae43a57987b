package answer

import "github.com/sortid/sortid/bench/btree/internal/trial"

// Leaves returns the leaf pages of a line's first trial at a point that has them.
func (a *Answer) Leaves(p Point, l Line) (trial.Leaves, bool) {
	detail := a.detail(p, l, func(d *trial.Detail) bool { return d.Leaves != nil && len(d.Leaves.Page) > 0 })
	if detail == nil {
		return trial.Leaves{}, false
	}
	return *detail.Leaves, true
}

// detail returns the detail of the first trial of a line at a point whose detail is
// wanted, or nil.
func (a *Answer) detail(p Point, l Line, wanted func(*trial.Detail) bool) *trial.Detail {
	at := p.Coordinates
	at.Key, at.Generators, at.Make = l.Key, l.Generators, l.Make
	for _, t := range a.Trials {
		if t.Detail != nil && t.WithoutRepeat() == at && wanted(t.Detail) {
			return t.Detail
		}
	}
	return nil
}

// Rising returns the share of listed leaf pages that follow their predecessor in the file:
// near 1 for a tree that grew at its end, near 1/2 for one without order.
func Rising(l trial.Leaves) float64 {
	up := 0
	for i := 1; i < len(l.Page); i++ {
		if l.Page[i] > l.Page[i-1] {
			up++
		}
	}
	return float64(up) / float64(max(1, len(l.Page)-1))
}
