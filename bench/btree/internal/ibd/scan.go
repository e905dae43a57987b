package ibd

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// scan reads a tablespace.
type scan struct {
	size  int
	count int    // pages so far
	free  []bool // of the group of pages that is being read
	trees map[uint64]*tree
}

// tree is an index whose pages are being read, in the order of the file.
type tree struct {
	pages  int
	leaves map[uint32]header
}

func newScan(first []byte) *scan {
	return &scan{size: len(first), trees: make(map[uint64]*tree)}
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
	if h.level == 0 {
		t.leaves[h.Page] = h
	}
	return nil
}

// indexes returns the trees after the last page, by their numbers in the server's dictionary.
func (s *scan) indexes() ([]Index, error) {
	var list []Index
	for _, id := range slices.Sorted(maps.Keys(s.trees)) {
		leaves, err := s.trees[id].chain()
		if err != nil {
			return nil, fmt.Errorf("ibd: index %d: %w", id, err)
		}
		list = append(list, Index{Pages: s.trees[id].pages, Leaves: leaves})
	}
	if list == nil {
		return nil, fmt.Errorf("ibd: none of the %d pages is of an index: is the file the .ibd of a table, and not encrypted?", s.count)
	}
	return list, nil
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
