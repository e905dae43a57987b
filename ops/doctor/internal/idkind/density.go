package idkind

import "encoding/binary"

// Run is a number of values that follow each other without another value between them,
// from the least to the greatest.
type Run struct {
	N               int
	Least, Greatest any
}

// Density returns how many values there are in a span of the first eight bytes, or of
// integers, from runs. The values must be spread evenly over the span. Neighbours is how
// many pairs of them were seen: the relative standard error is one by its root.
func Density(runs []Run, span float64) (n float64, neighbours int) {
	distance := 0.0
	for _, r := range runs {
		low, ok1 := head(decode(r.Least))
		high, ok2 := head(decode(r.Greatest))
		if r.N > 1 && ok1 && ok2 && high > low {
			distance += high - low
			neighbours += r.N - 1
		}
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
		return d.float(), true
	case len(d.raw) >= 8:
		return float64(binary.BigEndian.Uint64(d.raw)), true
	}
	return 0, false
}
