package idkind

import "encoding/binary"

// Density returns how many values there are in a span of the first eight bytes, or of
// integers, from runs of neighbours: values of the same run follow each other without
// another value between them. The values must be spread evenly over the span. Neighbours is
// how many pairs of them were seen: the relative standard error is one by its root.
func Density(values []any, runs []string, span float64) (n float64, neighbours int) {
	type run struct {
		low, high float64
		n         int
	}
	found := make(map[string]*run)
	for i, v := range values {
		if v == nil || i >= len(runs) {
			continue
		}
		place, ok := head(decode(v))
		if !ok {
			continue
		}
		r := found[runs[i]]
		if r == nil {
			r = &run{low: place, high: place}
			found[runs[i]] = r
		}
		r.low, r.high = min(r.low, place), max(r.high, place)
		r.n++
	}
	distance := 0.0
	for _, r := range found {
		distance += r.high - r.low
		neighbours += r.n - 1
	}
	if distance == 0 {
		return 0, 0
	}
	return span * float64(neighbours) / distance, neighbours
}

// head returns the first eight bytes of a value, or an integer, as a number.
func head(d decoded) (float64, bool) {
	switch {
	case d.form == Integer || d.form == Decimal:
		return float64(d.number), true
	case len(d.raw) >= 8:
		return float64(binary.BigEndian.Uint64(d.raw)), true
	}
	return 0, false
}
