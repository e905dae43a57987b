package matrix_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// checkTime: a range between bounds by time has the rows of that time and no other
// ones, half open with MinAt and closed with MaxAt.
func checkTime[T id.Fixed](t *testing.T, c *cell[T]) {
	f := c.format
	tick := func(n int) time.Time { return middle.Truncate(f.resolution).Add(time.Duration(n) * f.resolution) }
	bound := func(of func(time.Time) (T, error), n int) T {
		v, err := of(tick(n))
		must(t, "bound", err)
		return v
	}
	const ticks = 24
	var ids []T
	for n := range ticks {
		least, greatest := bound(f.minAt, n), bound(f.maxAt, n)
		ids = append(ids, least, greatest)
		for range 3 {
			if v := f.randomBetween(c.rand, least, greatest); v != least && v != greatest {
				ids = append(ids, v)
			}
		}
	}
	rows := numbered(ids)
	must(t, "insert", c.store.InsertMany(t.Context(), rows))
	during := func(from, to int) []row[T] { // from and not including to
		var in []row[T]
		for _, r := range c.sorted(rows) {
			if at := f.timeOf(r.ID); !at.Before(tick(from)) && at.Before(tick(to)) {
				in = append(in, r)
			}
		}
		return in
	}
	for _, r := range [][2]int{{0, ticks}, {7, 8}, {7, 7}, {11, 20}, {23, 24}, {-9, 3}, {-9, -5}} {
		got, err := c.store.Range(t.Context(), bound(f.minAt, r[0]), bound(f.minAt, r[1]), false)
		checkRows(t, "half open", got, err, during(r[0], r[1]))
		got, err = c.store.Range(t.Context(), bound(f.minAt, r[0]), bound(f.maxAt, r[1]-1), true)
		checkRows(t, "closed", got, err, during(r[0], r[1]))
	}
	if len(during(0, ticks)) != len(rows) {
		t.Errorf("%d of %d IDs have the time that they were made for", len(during(0, ticks)), len(rows))
	}
}
