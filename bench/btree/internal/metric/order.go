package metric

import "slices"

// RangeRows is the number of rows of the ranges in key order that RangePages and
// RangeSkipped are of.
const RangeRows = 1000

// ReadAhead is the distance in pages up to which the place of the next leaf page matters
// little: reading ahead fetches it. Linux reads 128 kB ahead, 16 pages of PostgreSQL.
const ReadAhead = 16

// Order returns the readings that follow from where the leaf pages of a tree are: pages are
// their numbers, which are places in the file, in key order. The tree has so many rows, and
// its pages so many bytes.
func Order(pages []uint32, rows, pageSize int) Readings {
	between := make([]int, 0, len(pages))
	skipped := 0
	for i := 1; i < len(pages); i++ {
		apart := int(max(pages[i], pages[i-1]) - min(pages[i], pages[i-1]))
		between = append(between, apart)
		skipped += max(0, apart-1)
	}
	r := Readings{RangePages: Value(float64(len(pages))), RangeSkipped: Value(float64(skipped * pageSize)), Neighbours: Value(median(between))}
	if rows > RangeRows {
		// Each step from a leaf page to the next one is between two rows, and a range
		// has this share of all neighbouring rows.
		share := float64(RangeRows-1) / float64(rows-1)
		r[RangePages] = Value(1 + share*float64(len(between)))
		r[RangeSkipped] = Value(share * float64(skipped*pageSize))
	}
	return r
}

// NoOrder returns the readings of Order as missing, for the reason given.
func NoOrder(reason string) Readings {
	m := Missing(reason)
	return Readings{RangePages: m, RangeSkipped: m, Neighbours: m}
}

// median returns the median of the distances, 1 if there are none: a lone page is in order.
func median(list []int) float64 {
	n := len(list)
	if n == 0 {
		return 1
	}
	slices.Sort(list)
	return float64(list[n/2]+list[(n-1)/2]) / 2
}
