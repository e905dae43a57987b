//go:build go1.27

package rowhook

import (
	"database/sql"
	"database/sql/driver"
	"errors"
)

// ScanColumn lets the driver of the rows read the values, which it can do in a way of its own: all of a
// row, when it knows the last destination.
func (r *hooked) ScanColumn(scan driver.ScanContext, i int, dest any) error {
	if i == 0 {
		names, err := r.rows.Columns()
		if err != nil {
			return err
		}
		r.links = make([]any, len(names))
	}
	if r.changes != nil && r.changes[i] != nil {
		r.links[i] = &changed{dest, nil}
	} else {
		r.links[i] = dest
	}
	if i < len(r.links)-1 {
		return nil
	}
	if err := r.rows.Scan(r.links...); err != nil {
		if inner := errors.Unwrap(err); i == 0 && inner != nil { // database/sql names the column, and will again
			return inner
		}
		return err
	}
	for j, link := range r.links {
		if c, ok := link.(*changed); ok {
			if err := sql.ConvertAssign(scan, c.dest, r.changes[j](c.value)); err != nil {
				return err
			}
		}
	}
	return nil
}

// changed reads a value that is changed.
type changed struct{ dest, value any }

// Scan reads the value.
func (c *changed) Scan(v any) error {
	if b, ok := v.([]byte); ok { // which the driver reuses
		v = append([]byte{}, b...)
	}
	c.value = v
	return nil
}
