package sqlite

import (
	"encoding/binary"
	"os"
	"testing"
)

// pageFile is what the file format itself says about a database, without dbstat
// and without SQLite: the b-tree pages by the type byte of their header.
type pageFile struct {
	leaves, interior      int // pages of index b-trees, which both layouts' trees are
	cells                 int // on both
	leafBytes, leafUnused int
}

const (
	indexInterior = 0x02
	indexLeaf     = 0x0a
)

// readPageFile reads a database whose log was copied back. The free bytes of a
// page are those between its cell pointers and its first cell, its free blocks,
// and its fragments.
func readPageFile(t *testing.T, path string) pageFile {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := int(binary.BigEndian.Uint16(data[16:]))
	if size == 1 {
		size = 65536
	}
	var f pageFile
	for at := size; at < len(data); at += size { // the first page holds the schema
		page := data[at : at+size]
		u16 := func(i int) int { return int(binary.BigEndian.Uint16(page[i:])) }
		switch page[0] {
		case indexInterior:
			f.interior++
			f.cells += u16(3)
		case indexLeaf:
			f.leaves++
			f.cells += u16(3)
			f.leafBytes += size
			free := u16(5) - (8 + 2*u16(3)) + int(page[7])
			for block := u16(1); block != 0; block = u16(block) {
				free += u16(block + 2)
			}
			f.leafUnused += free
		}
	}
	return f
}
