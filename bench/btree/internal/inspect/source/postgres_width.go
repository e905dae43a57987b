package source

import "github.com/sortid/sortid/bench/btree/internal/sim"

// Sizes of PostgreSQL's rows and index entries, in bytes.
const (
	pgRowHeader   = 23
	pgEntryHeader = 8
	pgAlign       = 8
	pgLinePointer = 4
	pgShort       = 127 // the longest value, with its length, whose length takes one byte
)

// RowWidth returns the mean of the bytes that rows take on their pages: header, columns
// with their alignment, and the line pointer.
func (p *postgres) RowWidth(t *Table, s Sample) Figure {
	widths := make([]float64, s.Rows)
	for row := range widths {
		size := aligned(pgRowHeader, pgAlign)
		for _, c := range t.Columns {
			n, ok := s.length(c, row)
			if !ok {
				return Unknown("the lengths of " + c.Name + " are not known")
			}
			size = pgAppend(size, c, n)
		}
		widths[row] = float64(aligned(size, pgAlign) + pgLinePointer)
	}
	return meanOf(widths)
}

// EntryWidth returns the mean of the bytes that entries of an index take.
func (p *postgres) EntryWidth(t *Table, x Index, s Sample) Figure {
	widths := make([]float64, s.Rows)
	for row := range widths {
		size := pgEntryHeader
		for _, name := range x.Columns {
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

// Tree returns the rules of nbtree.
func (p *postgres) Tree(x Index, entry int) (sim.Rules, error) {
	o := sim.NBTreeOptions{Key: entry - pgEntryHeader - pgLinePointer}
	if place, ok := x.place.(*pgIndex); ok {
		o.FillFactor = place.fillFactor
	}
	return sim.NBTree(o)
}

// Grain returns the alignment of entries.
func (p *postgres) Grain() (unit, offset int) { return 8, pgLinePointer }

// HeapPage returns the bytes of a page without its header.
func (p *postgres) HeapPage() int { return p.blockSize - 24 }

// PageSize returns the block size.
func (p *postgres) PageSize() int { return p.blockSize }

func aligned(n, to int) int { return (n + to - 1) / to * to }
