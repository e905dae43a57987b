package engine

import (
	"errors"

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

// Sum adds two counts. If one of them is missing, the sum is missing for the same reason.
func Sum(a, b metric.Reading) metric.Reading {
	switch {
	case a.Missing != "":
		return a
	case b.Missing != "":
		return b
	}
	return metric.Value(a.Value + b.Value)
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

// PerThousand divides a total by the thousands of rows. Without rows the result is missing.
func PerThousand(total metric.Reading, rows int) metric.Reading {
	r := PerRow(total, rows)
	r.Value *= 1000
	return r
}

// LeafSplits returns the page splits per 1,000 rows of a tree that only grew: each leaf page but the
// first one came from a split.
func LeafSplits(leaves metric.Reading, rows int) metric.Reading {
	if leaves.Missing != "" {
		return leaves
	}
	return PerThousand(metric.Value(leaves.Value-1), rows)
}

// Both joins an error and the error of the clean-up after it in one line, as a *CleanupError.
// Either may be nil.
func Both(err, closing error) error {
	if closing == nil {
		return err
	}
	return &CleanupError{err, closing}
}

// CleanupError is the error of something that could not be removed.
type CleanupError struct {
	Err     error // what happened before, nil if nothing did
	Closing error
}

func (e *CleanupError) Error() string {
	if e.Err == nil {
		return e.Closing.Error()
	}
	return e.Err.Error() + "; and then " + e.Closing.Error()
}

// Unwrap returns both errors.
func (e *CleanupError) Unwrap() error { return errors.Join(e.Err, e.Closing) }
