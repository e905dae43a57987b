package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// main returns one point of each engine and layout, the plainest.
func (d *data) main() []point { return points.Main(d.r, d.points) }

// pictured returns the points that pictures show: the featured ones of each database.
func (d *data) pictured() []point { return points.Databases(d.r, d.featured()) }

// featured returns the points that the page is about: each main one, and after it the
// busiest.
func (d *data) featured() []point {
	var list []point
	for _, m := range d.main() {
		list = append(list, m)
		if b, ok := points.Busiest(d.points, m); ok {
			list = append(list, b)
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

// simulationOf returns the simulator's point under the same conditions as a server's.
func (d *data) simulationOf(p point) (point, bool) { return points.SimulationOf(d.r, d.points, p) }

// besideServer reports whether a point is simulated and a server was measured under the
// same conditions.
func (d *data) besideServer(p point) bool { return points.BesideServer(d.r, d.points, p) }
