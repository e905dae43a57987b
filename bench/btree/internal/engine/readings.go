package engine

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Delta returns how far a counter rose. Where one of the two could not be read it
// is missing, for that reason.
func Delta(before, after metric.Reading) metric.Reading {
	switch {
	case before.Missing != "":
		return before
	case after.Missing != "":
		return after
	case after.Value < before.Value:
		return metric.Missing("the server's counter went back: was the server started anew?")
	}
	return metric.Value(after.Value - before.Value)
}

// PerRow divides a total by the rows.
func PerRow(total metric.Reading, rows int) metric.Reading {
	switch {
	case total.Missing != "":
		return total
	case rows == 0:
		return metric.Missing("no rows were inserted")
	}
	return metric.Value(total.Value / float64(rows))
}

// Both joins an error with that of the clean-up after it, in one line, as it
// becomes one of a result.
func Both(err, closing error) error {
	if closing == nil {
		return err
	}
	return &bothError{err, closing}
}

type bothError struct{ err, closing error }

func (e *bothError) Error() string   { return e.err.Error() + "; and then " + e.closing.Error() }
func (e *bothError) Unwrap() []error { return []error{e.err, e.closing} }

// Fragmentation returns, of the leaf pages after the first in key order, the share
// that is not the tree's next leaf page in the file after its predecessor; 0 for
// fewer than two pages. Leaves are the page numbers in key order. Pages of another
// sort that lie between two leaves do not count, or a tree whose pages alternate
// with its table's would look as scattered as can be.
func Fragmentation(leaves []int) float64 {
	if len(leaves) < 2 {
		return 0
	}
	file := slices.Clone(leaves)
	slices.Sort(file)
	rank := make(map[int]int, len(file))
	for i, no := range file {
		rank[no] = i
	}
	apart := 0
	for i := 1; i < len(leaves); i++ {
		if rank[leaves[i]] != rank[leaves[i-1]]+1 {
			apart++
		}
	}
	return float64(apart) / float64(len(leaves)-1)
}
