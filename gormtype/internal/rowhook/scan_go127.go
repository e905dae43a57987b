//go:build go1.27

package rowhook

import (
	"database/sql/driver"
	"errors"
)

// ScanColumn lets the driver of the rows read a value, which it can do in a way of its own.
func (r *hooked) ScanColumn(_ driver.ScanContext, i int, dest any) error {
	names, err := r.rows.Columns()
	if err != nil {
		return err
	}
	row := make([]any, len(names))
	for j := range row {
		row[j] = new(skipped)
	}
	row[i] = dest
	if err = r.rows.Scan(row...); err == nil {
		return nil
	}
	if inner := errors.Unwrap(err); inner != nil { // database/sql names the column, and will again
		return inner
	}
	return err
}

// skipped is a value that nobody reads.
type skipped struct{}

// Scan reads nothing.
func (*skipped) Scan(any) error { return nil }
