package matrix_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
)

// checkPage: pages from the first one on have each row once, in both directions.
func checkPage[T id.Fixed](t *testing.T, c *cell[T]) {
	pages(t, c, nil, 3) // of an empty table
	ids, _ := c.fitting(c.format.extremes())
	for len(ids) < 12 {
		if v := c.random(1)[0]; !slices.Contains(ids, v) {
			ids = append(ids, v)
		}
	}
	rows := numbered(ids)
	must(t, "insert", c.store.InsertMany(t.Context(), rows))
	for _, n := range []int{1, 4, 5, len(rows), len(rows) + 1} { // 4 and len(rows) fill the last page
		pages(t, c, rows, n)
	}
}

// pages fails the test unless the pages of n rows have just the rows.
func pages[T id.Fixed](t *testing.T, c *cell[T], rows []row[T], n int) {
	t.Helper()
	want := c.sorted(rows)
	for _, descending := range []bool{false, true} {
		if descending {
			slices.Reverse(want)
		}
		left := want
		var last T
		for {
			page, err := c.store.Page(t.Context(), last, descending, n)
			same(t, "page", page, err, left[:min(n, len(left))])
			if left = left[len(page):]; len(page) == 0 {
				break
			}
			last = page[len(page)-1].ID
		}
	}
}

// extremes returns IDs near the least and near the greatest one.
func (f format[T]) extremes() []T {
	var ids []T
	for _, fill := range []byte{0x00, 0xFF} {
		for _, last := range []byte{1, 2, 0x10, 0xFE} {
			b := bytes.Repeat([]byte{fill}, f.size)
			b[f.size-1] = last
			ids = append(ids, f.valid(b))
			if b[0] >= 0x80 { // the greatest of a signed integer, and of a Wiji with a text
				b[0] = 0x3F
				ids = append(ids, f.valid(b))
			}
		}
	}
	slices.SortFunc(ids, f.compare)
	return slices.Compact(ids)
}
