package engine

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Delta returns how far a counter rose. If one of the readings is missing, the result is
// missing for the same reason.
func Delta(before, after metric.Reading) metric.Reading {
	switch {
	case before.Missing != "":
		return before
	case after.Missing != "":
		return after
	case after.Value < before.Value:
		return metric.Missing("the server's counter went back: was the server restarted?")
	}
	return metric.Value(after.Value - before.Value)
}

// PerRow divides a total by the rows. Without rows the result is missing.
func PerRow(total metric.Reading, rows int) metric.Reading {
	switch {
	case total.Missing != "":
		return total
	case rows == 0:
		return metric.Missing("no rows were inserted")
	}
	return metric.Value(total.Value / float64(rows))
}

// Both joins an error and the error of the clean-up after it in one line; closing may be
// nil.
func Both(err, closing error) error {
	if closing == nil {
		return err
	}
	return &bothError{err, closing}
}

type bothError struct{ err, closing error }

func (e *bothError) Error() string   { return e.err.Error() + "; and then " + e.closing.Error() }
func (e *bothError) Unwrap() []error { return []error{e.err, e.closing} }

// Fragmentation returns the share, from 0 to 1, of the leaf pages after the first that do
// not follow their predecessor in key order as the tree's next leaf page in the file; 0
// for fewer than two pages. Leaves are the page numbers in key order. Other pages between
// two leaf pages do not count: the pages of a table and its index may alternate.
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
