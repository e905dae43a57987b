// Package ibd reads the B+ trees of an InnoDB tablespace file, one table's .ibd as
// MySQL 8 and later and MariaDB 10.5 and later write it, page by page and without
// the server. It reads the pages' headers, which say what a page is, how much of it
// is in use and which page follows; the rows are not looked at.
//
// The file must be at rest, as it is between FLUSH TABLES … FOR EXPORT and UNLOCK
// TABLES: pages of which the pool has a newer copy would be read as they were.
package ibd

import (
	"errors"
	"fmt"
	"io"
)

// Tablespace is what a file holds.
type Tablespace struct {
	// ID is the number of the tablespace, which the server knows it by.
	ID uint32
	// PageSize is the size of a page in bytes.
	PageSize int
	// Pages is how many pages the file has, in use or not.
	Pages int
	// Indexes are the trees, the oldest first: the clustered index is made with the
	// table, before any other.
	Indexes []Index
}

// Index is one tree.
type Index struct {
	// ID is the index's number in the server's dictionary.
	ID uint64
	// Levels is the height of the tree; 1 if the root is a leaf.
	Levels int
	// Pages is how many pages the tree has on all levels.
	Pages int
	// Leaves are the leaf pages in key order.
	Leaves []Leaf
}

// Leaf is a page on the lowest level of a tree.
type Leaf struct {
	// Page is the page's number, which is its place in the file.
	Page uint32
	// Records is how many rows or index entries are on the page.
	Records int
	// Data is how many bytes they take, with their headers. The page's own header,
	// its trailer and its directory are not in it, nor is garbage.
	Data int
	// Garbage is how many bytes deleted or moved records left behind.
	Garbage int
}

// Records returns how many records the leaf pages of the tree hold.
func (x Index) Records() int {
	n := 0
	for _, l := range x.Leaves {
		n += l.Records
	}
	return n
}

// Read reads a tablespace from its first byte to its last. A file that is cut off,
// compressed, encrypted or in a row format older than COMPACT, and a tree whose pages
// are not linked to one another, are errors.
func Read(r io.Reader) (Tablespace, error) {
	first := make([]byte, leastPageSize)
	if _, err := io.ReadFull(r, first); err != nil {
		return Tablespace{}, fmt.Errorf("ibd: the first page cannot be read: %w: is the file the .ibd of a table?", err)
	}
	size, err := pageSize(first)
	if err != nil {
		return Tablespace{}, err
	}
	page := make([]byte, size)
	copy(page, first)
	if _, err := io.ReadFull(r, page[len(first):]); err != nil {
		return Tablespace{}, fmt.Errorf("ibd: the first page is cut off: %w", err)
	}
	s := newScan(page)
	for {
		if err := s.page(page); err != nil {
			return Tablespace{}, err
		}
		_, err := io.ReadFull(r, page)
		if errors.Is(err, io.EOF) {
			return s.tablespace()
		}
		if err != nil {
			return Tablespace{}, fmt.Errorf("ibd: page %d cannot be read: %w", s.count, err)
		}
	}
}
