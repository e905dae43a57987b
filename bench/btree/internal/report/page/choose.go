package page

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/points"
)

// pictured returns the points that pictures show: the featured ones of each database.
func (d *data) pictured() []point { return points.Databases(d.r, points.Featured(d.r, d.points)) }

// has reports whether a point is in a list.
func has(points []point, p point) bool {
	return slices.ContainsFunc(points, func(have point) bool { return have.Coordinates == p.Coordinates })
}
