package ibd

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// scan reads a tablespace.
type scan struct {
	id    uint32
	size  int
	count int    // pages so far
	free  []bool // of the group of pages that is being read
	trees map[uint64]*tree
}

// tree is an index whose pages are being read, in the order of the file.
type tree struct {
	pages, levels int
	leaves        map[uint32]header
}

func newScan(first []byte) *scan {
	return &scan{id: binary.BigEndian.Uint32(first[offsetSpace:]), size: len(first), trees: make(map[uint64]*tree)}
}

// page takes the next page of the file.
func (s *scan) page(page []byte) error {
	number := s.count
	s.count++
	if number%s.size == 0 {
		s.free = free(page)
	}
	// A page that was freed keeps its content.
	if s.free[number%s.size] || binary.BigEndian.Uint16(page[offsetType:]) != typeIndex {
		return nil
	}
	h, err := readHeader(page)
	if err != nil {
		return err
	}
	if int64(h.Page) != int64(number) {
		return fmt.Errorf("ibd: page %d has the number %d: the file is damaged, or its pages do not have %d bytes", number, h.Page, s.size)
	}
	t := s.trees[h.index]
	if t == nil {
		t = &tree{leaves: make(map[uint32]header)}
		s.trees[h.index] = t
	}
	t.pages++
	t.levels = max(t.levels, int(h.level)+1)
	if h.level == 0 {
		t.leaves[h.Page] = h
	}
	return nil
}

// tablespace returns the tablespace after the last page.
func (s *scan) tablespace() (Tablespace, error) {
	ts := Tablespace{ID: s.id, PageSize: s.size, Pages: s.count}
	for id, t := range s.trees {
		leaves, err := t.chain()
		if err != nil {
			return Tablespace{}, fmt.Errorf("ibd: index %d: %w", id, err)
		}
		ts.Indexes = append(ts.Indexes, Index{ID: id, Levels: t.levels, Pages: t.pages, Leaves: leaves})
	}
	if len(ts.Indexes) == 0 {
		return Tablespace{}, fmt.Errorf("ibd: none of the %d pages is of an index: is the file the .ibd of a table, and not encrypted?", s.count)
	}
	slices.SortFunc(ts.Indexes, func(a, b Index) int { return cmp.Compare(a.ID, b.ID) })
	return ts, nil
}

// chain returns the leaf pages in key order, by their links.
func (t *tree) chain() ([]Leaf, error) {
	var first *header
	for _, h := range t.leaves {
		if h.prev != noPage {
			continue
		}
		if first != nil {
			return nil, fmt.Errorf("the leaf pages %d and %d both have no page before them", first.Page, h.Page)
		}
		first = &h
	}
	if first == nil {
		return nil, fmt.Errorf("none of the %d leaf pages is the first", len(t.leaves))
	}
	leaves := make([]Leaf, 0, len(t.leaves))
	for h := *first; ; {
		leaves = append(leaves, h.Leaf)
		if h.next == noPage {
			break
		}
		next, ok := t.leaves[h.next]
		if !ok || next.prev != h.Page || len(leaves) == len(t.leaves) {
			return nil, fmt.Errorf("the leaf page %d is followed by page %d, which is not the next leaf page: read the file under FLUSH TABLES … FOR EXPORT", h.Page, h.next)
		}
		h = next
	}
	if len(leaves) != len(t.leaves) {
		return nil, fmt.Errorf("%d leaf pages are linked to one another, of %d", len(leaves), len(t.leaves))
	}
	return leaves, nil
}
