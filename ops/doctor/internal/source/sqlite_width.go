package source

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// sqliteSize selects what sqliteBytes reads: the length of a text or blob, as a text, which
// SQLite knows without reading the value, and any other value itself.
func sqliteSize(quoted string) string {
	return "CASE WHEN typeof(" + quoted + ") IN ('text', 'blob') THEN CAST(octet_length(" + quoted + ") AS TEXT) ELSE " + quoted + " END"
}

// sqliteBytes returns the bytes that a value takes in a record, by section 2.1 of SQLite's
// file format.
func sqliteBytes(t *Table, c Column, v any) float64 {
	switch v := v.(type) {
	case int64:
		if t.isRowID(c.Name) {
			return 0 // the record has NULL
		}
		return float64(integerBytes(v))
	case float64:
		const most = 1 << 47 // whole numbers below it are stored as integers
		if v == math.Trunc(v) && math.Abs(v) < most {
			return float64(integerBytes(int64(v)))
		}
		return 8
	case string:
		n, err := strconv.ParseFloat(v, 64)
		if err == nil {
			return n
		}
	}
	return 0 // NULL
}

// isRowID reports whether a column is another name of the rowid.
func (t *Table) isRowID(column string) bool {
	return !t.clusters && slices.ContainsFunc(t.Indexes, func(x Index) bool { return x.Clustered && x.Columns[0] == column })
}

// hasRowID reports whether a column is another name of the rowid.
func (t *Table) hasRowID() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return t.isRowID(c.Name) })
}

// integerBytes returns the bytes of an integer. 0 and 1 take none.
func integerBytes(v int64) int {
	if v == 0 || v == 1 {
		return 0
	}
	for _, n := range []int{1, 2, 3, 4, 6} {
		if half := int64(1) << (8*n - 1); v >= -half && v < half {
			return n
		}
	}
	return 8
}

// recordOf returns the layout of the records of an index, or of a table whose rows are in
// the order of their rowids: the columns of the key, and those after it.
func (s *sqlite) recordOf(t *Table, x Index) (key, rest []string) {
	switch {
	case x.Clustered && !t.clusters: // the rowid is the key, and no column
	case x.Clustered:
		key = x.Columns
	case t.clusters:
		key = slices.Clone(x.Columns)
		for _, c := range t.Indexes[0].Columns {
			if !slices.Contains(key, c) {
				key = append(key, c)
			}
		}
		return key, nil
	default:
		return append(slices.Clone(x.Columns), rowid), nil
	}
	for _, c := range t.Columns {
		if !slices.Contains(key, c.Name) {
			rest = append(rest, c.Name)
		}
	}
	return key, rest
}

// rowid names the number of a row where the columns of a record are listed. No column has
// this name: SQLite's names end before a zero byte. An expression has the name "".
const rowid = "\x00"

// sizesOf returns the bytes of the columns of each sampled row.
func sizesOf(t *Table, s Sample, columns []string) ([][]int, error) {
	rows := make([][]int, s.Rows)
	for i := range rows {
		rows[i] = make([]int, len(columns))
		for j, name := range columns {
			if name == rowid {
				continue // its value is in the model
			}
			c, ok := t.Column(name)
			if !ok {
				return nil, errors.New("the index is on an expression")
			}
			if rows[i][j], ok = s.length(c, i); !ok {
				return nil, fmt.Errorf("the lengths of %s are not known", name)
			}
		}
	}
	return rows, nil
}
