// Package ibd reads the B+ trees of an InnoDB tablespace file, the .ibd of one table as
// MySQL 8 and later and MariaDB 10.5 and later write it, page by page and without the
// server. It reads the headers of the pages: their type, the bytes in use and the links.
// It does not read rows.
//
// The file must be read between FLUSH TABLES … FOR EXPORT and UNLOCK TABLES. At other
// times the buffer pool may have newer pages.
package ibd

import (
	"errors"
	"fmt"
	"io"
)

// Index is one tree.
type Index struct {
	// Pages is how many pages the tree has on all levels.
	Pages int
	// Leaves holds the leaf pages in key order.
	Leaves []Leaf
}

// Leaf is a page on the lowest level of a tree.
type Leaf struct {
	// Page is the page's number, which is its place in the file.
	Page uint32
	// Records is how many rows or index entries are on the page.
	Records int
	// Data is the size of the records in bytes, with their headers, but without the
	// page's header, trailer and directory, and what deleted or moved records left behind.
	Data int
}

// Records returns how many records the leaf pages of the tree hold.
func (x Index) Records() int {
	n := 0
	for _, l := range x.Leaves {
		n += l.Records
	}
	return n
}

// Numbers returns the page numbers of the leaf pages in key order.
func (x Index) Numbers() []uint32 {
	list := make([]uint32, len(x.Leaves))
	for i, l := range x.Leaves {
		list[i] = l.Page
	}
	return list
}

// Read reads a tablespace from its first byte to its last, and returns its trees, the oldest
// first. The clustered index is the oldest. It returns an error for a file
// that is truncated, compressed, encrypted or in the row format REDUNDANT, and for a tree
// whose pages are not linked to one another.
func Read(r io.Reader) ([]Index, error) {
	first := make([]byte, leastPageSize)
	if _, err := io.ReadFull(r, first); err != nil {
		return nil, fmt.Errorf("ibd: the first page cannot be read: %w: is the file the .ibd of a table?", err)
	}
	size, err := pageSize(first)
	if err != nil {
		return nil, err
	}
	page := make([]byte, size)
	copy(page, first)
	if _, err := io.ReadFull(r, page[len(first):]); err != nil {
		return nil, fmt.Errorf("ibd: the first page is truncated: %w", err)
	}
	s := newScan(page)
	for {
		if err := s.page(page); err != nil {
			return nil, err
		}
		_, err := io.ReadFull(r, page)
		if errors.Is(err, io.EOF) {
			return s.indexes()
		}
		if err != nil {
			return nil, fmt.Errorf("ibd: page %d cannot be read: %w", s.count, err)
		}
	}
}
