package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/points"
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

// besideServer reports whether a point is simulated and a server was measured under the
// same conditions.
func (d *data) besideServer(p point) bool { return points.BesideServer(d.r, d.points, p) }
