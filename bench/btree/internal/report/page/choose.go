package page

import (
	"cmp"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// main returns one point of each engine and layout, the plainest. It leaves out simulated
// points beside a server's.
func (d *data) main() []point {
	var list []point
	for _, p := range d.points {
		i := slices.IndexFunc(list, func(m point) bool { return m.Engine == p.Engine && m.Layout == p.Layout })
		switch {
		case i < 0:
			list = append(list, p)
		case plainer(p, list[i]) < 0:
			list[i] = p
		}
	}
	return slices.DeleteFunc(list, d.besideServer)
}

// plainer compares points, the plainer first: plain inserts, the default buffer pool, no
// checkpoints, few writers, enough trials for a comparison, many rows.
func plainer(a, b point) int {
	return cmp.Or(
		falseFirst(a.Scenario != trial.Insert, b.Scenario != trial.Insert),
		falseFirst(a.BufferPool != "", b.BufferPool != ""),
		falseFirst(a.Checkpoints == engine.SeveralCheckpoints, b.Checkpoints == engine.SeveralCheckpoints),
		cmp.Compare(a.Writers, b.Writers), falseFirst(a.tooFew(), b.tooFew()), cmp.Compare(b.Rows, a.Rows),
	)
}

// tooFew reports whether no two keys have enough trials for an interval.
func (p point) tooFew() bool {
	return !slices.ContainsFunc(p.groups, func(g summary.Group) bool {
		enough := 0
		for _, l := range g.Lines {
			if l.Trials >= summary.LeastTrials {
				enough++
			}
		}
		return enough > 1
	})
}

// busiest returns, for each main point, the one with the most keys in flight of several
// writers under the same conditions, if there is one. The number of rows may differ.
func (d *data) busiest() []point {
	var list []point
	for _, m := range d.main() {
		most := m
		for _, p := range d.points {
			at := p.Coordinates
			at.Writers, at.Batch, at.Rows = m.Writers, m.Batch, m.Rows
			flight := cmp.Compare(p.Writers*p.Batch, most.Writers*most.Batch)
			if at == m.Coordinates && p.Writers > 1 && (flight > 0 || flight == 0 && p.Rows > most.Rows) {
				most = p
			}
		}
		if most.Coordinates != m.Coordinates {
			list = append(list, most)
		}
	}
	return list
}

// featured returns the points that pictures show: each main one, and after it the busiest.
func (d *data) featured() []point {
	var list []point
	busiest := d.busiest()
	for _, m := range d.main() {
		list = append(list, m)
		for _, b := range busiest {
			if b.Engine == m.Engine && b.Layout == m.Layout {
				list = append(list, b)
			}
		}
	}
	return list
}

// has reports whether a point is in a list.
func has(points []point, p point) bool {
	return slices.ContainsFunc(points, func(have point) bool { return have.Coordinates == p.Coordinates })
}

// partition groups points that differ only in the coordinates that reset sets to zero, in
// their order.
func partition(points []point, reset func(*trial.Coordinates)) [][]point {
	var list [][]point
	index := make(map[trial.Coordinates]int)
	for _, p := range points {
		at := p.Coordinates
		reset(&at)
		i, ok := index[at]
		if !ok {
			i = len(list)
			index[at] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], p)
	}
	return list
}
