package source

import (
	"context"
	"math"
	"slices"

	"github.com/sortid/sortid/internal/leafpage"
)

// Sizes of PostgreSQL's rows and index entries, in bytes.
const (
	pgPageHeader  = 24
	pgRowHeader   = 23
	pgEntryHeader = 8
	pgAlign       = 8
	pgLinePointer = 4
	pgShort       = 127 // the longest value, with its length, whose length takes one byte
)

// rowWidths returns the bytes that the sampled rows take on their pages: header, columns
// with their alignment, and the line pointer. If they are not known, it says why.
func (p *postgres) rowWidths(t *Table, s Sample) (widths []float64, missing string) {
	widths = make([]float64, s.Rows)
	for row := range widths {
		size := aligned(pgRowHeader, pgAlign)
		for _, c := range t.Columns {
			n, ok := s.length(c, row)
			if !ok {
				return nil, "the lengths of " + c.Name + " are not known"
			}
			size = pgAppend(size, c, n)
		}
		widths[row] = float64(aligned(size, pgAlign) + pgLinePointer)
	}
	return widths, ""
}

// rowsPerPage returns how many rows are on a page of so many bytes if rows of these widths follow
// each other in this order: one that does not fit begins the next page.
func rowsPerPage(widths []float64, page float64) float64 {
	full, onFull, free := 0, 0, page
	for i, w := range widths {
		if w > free && free < page {
			full, onFull, free = full+1, i, page
		}
		free -= w
	}
	if full == 0 { // too few rows to fill one
		return max(1, math.Floor(page/meanOf(widths).Value))
	}
	return float64(onFull) / float64(full)
}

// entryWidth returns the mean of the bytes that entries of an index take.
func (p *postgres) entryWidth(t *Table, x Index, s Sample) Figure {
	if x.Partial && s.hasNull(slices.Concat(x.Columns, x.included)) {
		return Unknown("the rows with NULL may be those that are not in the partial index")
	}
	widths := make([]float64, s.Rows)
	for row := range widths {
		size := pgEntryHeader
		for _, name := range slices.Concat(x.Columns, x.included) {
			c, ok := t.Column(name)
			if !ok {
				return Unknown("the index is on an expression")
			}
			n, ok := s.length(c, row)
			if !ok {
				return Unknown("the lengths of " + name + " are not known")
			}
			size = pgAppend(size, c, n)
		}
		widths[row] = float64(aligned(size, pgAlign) + pgLinePointer)
	}
	return meanOf(widths)
}

// length returns the bytes of a column's value with its length; 0 for NULL.
func (s Sample) length(c Column, row int) (int, bool) {
	switch {
	case c.fixed > 0:
		return c.fixed, true
	case c.each > 0:
		return c.each, true
	}
	list, ok := s.Lengths[c.Name]
	if !ok || row >= len(list) {
		return 0, false
	}
	return int(list[row]), true
}

// pgAppend returns the size of a tuple with one more column.
func pgAppend(size int, c Column, n int) int {
	if n > 0 && (c.fixed > 0 || n > pgShort) {
		size = aligned(size, c.align)
	}
	return size + n
}

// Predict simulates nbtree.
func (p *postgres) Predict(_ context.Context, t *Table, x Index, s Sample, rows Figure, f Filling) Pages {
	if !x.Unique {
		return unknownPages(sharing)
	}
	return p.layout(x).simulated(p.entryWidth(t, x, s), rows, f)
}

// layout returns the rules of an index.
func (p *postgres) layout(x Index) layout {
	return layout{unit: pgAlign, offset: pgLinePointer, rules: func(entry int) (leafpage.Rules, error) {
		o := leafpage.NBTreeOptions{Key: entry - pgEntryHeader - pgLinePointer}
		if place, ok := x.place.(*pgIndex); ok {
			o.FillFactor = place.fillFactor
		}
		return leafpage.NBTree(o)
	}}
}

// sharing is why the pages of some indexes are not known.
const sharing = "entries of equal keys share space"

// pgExtension is how many pages the server adds to a new file at a time, once it has so many; before
// that, it doubles the file.
const pgExtension = 64

// Rewritten returns the bytes of a table's file.
func (p *postgres) Rewritten(_ context.Context, t *Table, s Sample, rows Figure) Figure {
	widths, missing := p.rowWidths(t, s)
	row := meanOf(widths)
	switch {
	case missing != "":
		return Unknown(missing)
	case !row.Known():
		return row
	case !rows.Known():
		return rows
	}
	perPage := rowsPerPage(widths, float64(p.blockSize-pgPageHeader))
	pages := func(width, rows float64) float64 { return math.Ceil(rows / perPage * width / row.Value) }
	extension := func(pages float64) float64 { return min(pages, pgExtension) }
	mean, high := pages(row.Value, rows.Value), pages(row.High, rows.High)
	return scaled(About(mean+extension(mean)/2, pages(row.Low, rows.Low), high+extension(high)), float64(p.blockSize))
}

// Storage describes PostgreSQL.
func (p *postgres) Storage() Storage { return Storage{PageSize: p.blockSize} }

func aligned(n, to int) int { return (n + to - 1) / to * to }
