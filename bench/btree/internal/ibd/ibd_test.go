package ibd

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/fixture"
)

// recorded returns the tablespace of a table with 700 rows, which a server wrote: the
// primary key rises by one, and of item_other's entries the order is by chance.
//
//	CREATE TABLE item (id BINARY(16) NOT NULL PRIMARY KEY, other BINARY(16) NOT NULL,
//		payload VARBINARY(100) NOT NULL, UNIQUE KEY item_other (other));
//	INSERT INTO item WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM s WHERE n < 700)
//		SELECT UNHEX(LPAD(HEX(n), 32, '0')), UNHEX(LEFT(SHA2(n, 256), 32)), REPEAT(x'A5', 60) FROM s;
//	FLUSH TABLES item FOR EXPORT;
func recorded(t testing.TB, name string) []byte {
	t.Helper()
	return fixture.Unzipped(t, filepath.Join("testdata", name+".ibd.gz"))
}

var servers = []string{"mysql-9.7", "mariadb-11.8"}

func read(t *testing.T, b []byte) []Index {
	t.Helper()
	indexes, err := Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return indexes
}

// Both servers' files, against what the rows are known to take.
func TestRecorded(t *testing.T) {
	const rows = 700
	// Header, length, key, transaction, roll pointer, other and payload; and header,
	// other and primary key.
	const row, entry = 5 + 1 + 16 + 6 + 7 + 16 + 60, 5 + 16 + 16
	for _, name := range servers {
		t.Run(name, func(t *testing.T) {
			indexes := read(t, recorded(t, name))
			if len(indexes) != 2 {
				t.Fatalf("%+v", indexes)
			}
			for i, size := range []int{row, entry} {
				x := indexes[i]
				if x.Pages != len(x.Leaves)+1 || x.Records() != rows {
					t.Errorf("index %d: %d pages, %d leaf pages, %d records", i, x.Pages, len(x.Leaves), x.Records())
				}
				for _, l := range x.Leaves {
					if l.Data != l.Records*size {
						t.Errorf("index %d: page %d has %d records in %d bytes, want %d each", i, l.Page, l.Records, l.Data, size)
					}
				}
			}
			// Keys in order go to pages in order.
			table := indexes[0].Leaves
			if !slices.IsSortedFunc(table, func(a, b Leaf) int { return int(a.Page) - int(b.Page) }) {
				t.Errorf("the leaf pages are not in order: %+v", table)
			}
		})
	}
}

// The order is by the pages' links, not by their numbers.
func TestOrderOfLinks(t *testing.T) {
	for _, name := range servers {
		b := recorded(t, name)
		leaves := read(t, b)[0].Leaves
		// The third and the fourth page change places in the chain.
		order := []uint32{leaves[0].Page, leaves[1].Page, leaves[3].Page, leaves[2].Page, leaves[4].Page, leaves[5].Page}
		for i, page := range order {
			prev, next := uint32(noPage), uint32(noPage)
			if i > 0 {
				prev = order[i-1]
			}
			if i+1 < len(order) {
				next = order[i+1]
			}
			put32(b, page, offsetPrev, prev)
			put32(b, page, offsetNext, next)
		}
		var got []uint32
		for _, l := range read(t, b)[0].Leaves {
			got = append(got, l.Page)
		}
		if !slices.Equal(got, order) {
			t.Errorf("%s: the order is %v, want %v", name, got, order)
		}
	}
}

// A page that was given back is not of the tree any more, whatever is on it.
func TestFreePages(t *testing.T) {
	for _, name := range servers {
		b := recorded(t, name)
		leaves := read(t, b)[0].Leaves
		last := leaves[len(leaves)-1].Page
		put32(b, leaves[len(leaves)-2].Page, offsetNext, noPage)
		if _, err := Read(bytes.NewReader(b)); err == nil {
			t.Errorf("%s: a page that nothing leads to was taken", name)
		}
		const bitmap, bits = 24, 2
		b[offsetExtents+bitmap+int(last)*bits/8] |= 1 << (last * bits % 8)
		if got := read(t, b)[0].Leaves; len(got) != len(leaves)-1 {
			t.Errorf("%s: %d leaf pages, want %d", name, len(got), len(leaves)-1)
		}
	}
}

func put32(b []byte, page uint32, at int, v uint32) {
	binary.BigEndian.PutUint32(b[int(page)*(16<<10)+at:], v)
}

// A file that cannot be read is refused, with a remedy.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(b []byte, leaf uint32) []byte
		want  string
	}{
		{"nothing", func(b []byte, _ uint32) []byte { return nil }, ".ibd"},
		{"a part of a page", func(b []byte, _ uint32) []byte { return b[:3*(16<<10)+100] }, "page 3"},
		{"no index", func(b []byte, _ uint32) []byte { return b[:3*(16<<10)] }, "index"},
		{"text", func([]byte, uint32) []byte { return bytes.Repeat([]byte("no tablespace. "), 10_000) }, "ibd: "},
		{"compressed", func(b []byte, _ uint32) []byte {
			binary.BigEndian.PutUint32(b[offsetFlags:], 3<<compressedShift)
			return b
		}, "ROW_FORMAT"},
		{"compressed, MariaDB", func(b []byte, _ uint32) []byte {
			binary.BigEndian.PutUint32(b[offsetFlags:], flagFullChecksum|5|1<<5)
			return b
		}, "ROW_FORMAT"},
		{"encrypted", func(b []byte, _ uint32) []byte {
			binary.BigEndian.PutUint32(b[offsetFlags:], flagEncryption)
			return b
		}, "ENCRYPTION"},
		{"old row format", func(b []byte, leaf uint32) []byte {
			b[int(leaf)*(16<<10)+offsetHeap] = 0
			return b
		}, "REDUNDANT"},
		{"another page", func(b []byte, leaf uint32) []byte { put32(b, leaf, offsetNumber, 9999); return b }, "9999"},
		{"a chain to nowhere", func(b []byte, leaf uint32) []byte { put32(b, leaf, offsetNext, 9999); return b }, "FOR EXPORT"},
		{"a ring", func(b []byte, leaf uint32) []byte { put32(b, leaf, offsetNext, leaf); return b }, "leaf page"},
		{"no first page", func(b []byte, leaf uint32) []byte { put32(b, leaf, offsetPrev, 4); return b }, "first"},
		{"too much garbage", func(b []byte, leaf uint32) []byte {
			binary.BigEndian.PutUint16(b[int(leaf)*(16<<10)+offsetGarbage:], 16000)
			return b
		}, "garbage"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := recorded(t, "mysql-9.7")
			indexes, err := Read(bytes.NewReader(c.spoil(b, read(t, b)[0].Leaves[0].Page)))
			if err == nil || !strings.Contains(err.Error(), c.want) || len(indexes) != 0 {
				t.Errorf("got %+v, %v", indexes, err)
			}
		})
	}
}

func TestPageSizes(t *testing.T) {
	for flags, want := range map[uint32]int{
		0x4021: 16 << 10, 0x21: 16 << 10, 3<<pageSizeShift | 0x21: 4 << 10, 4 << pageSizeShift: 8 << 10, 7 << pageSizeShift: 64 << 10,
		flagFullChecksum | 5: 16 << 10, flagFullChecksum | 3: 4 << 10, flagFullChecksum | 7: 64 << 10,
	} {
		b := make([]byte, leastPageSize)
		binary.BigEndian.PutUint32(b[offsetFlags:], flags)
		if got, err := pageSize(b); got != want || err != nil {
			t.Errorf("flags %#x: %d bytes, want %d; %v", flags, got, want, err)
		}
	}
	for size, want := range map[int]int{4 << 10: 256, 8 << 10: 128, 16 << 10: 64, 32 << 10: 64, 64 << 10: 64} {
		if got := extentPages(size); got != want {
			t.Errorf("pages of %d bytes: extents of %d, want %d", size, got, want)
		}
	}
}

// No input makes it panic, and what it returns hangs together.
func FuzzRead(f *testing.F) {
	for leaves := range 4 {
		f.Add(small(leaves))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		indexes, err := Read(bytes.NewReader(b))
		if err != nil {
			if indexes != nil {
				t.Errorf("%d indexes beside the error %v", len(indexes), err)
			}
			return
		}
		size, err := pageSize(b)
		if err != nil || len(indexes) == 0 || len(b)%size != 0 {
			t.Errorf("%d indexes, pages of %d bytes in %d bytes, %v", len(indexes), size, len(b), err)
		}
		pages := len(b) / size
		for _, x := range indexes {
			if x.Pages < len(x.Leaves) || len(x.Leaves) == 0 {
				t.Errorf("%d pages, %d leaf pages", x.Pages, len(x.Leaves))
			}
			seen := make(map[uint32]bool)
			for _, l := range x.Leaves {
				if seen[l.Page] || int(l.Page) >= pages || l.Records < 0 || l.Data < 0 || l.Data > size {
					t.Errorf("leaf page %+v of %d pages of %d bytes", l, pages, size)
				}
				seen[l.Page] = true
			}
			if x.Records() < 0 || x.Pages > pages {
				t.Errorf("%d records on %d pages of %d", x.Records(), x.Pages, pages)
			}
		}
	})
}

// small returns a tablespace with pages of 4 KiB: one index of so many leaf pages. Inputs
// of this size make a fuzzer quick; those of the servers have 16 KiB pages.
func small(leaves int) []byte {
	const size, shift = 4 << 10, 3
	b := make([]byte, size*(leaves+1))
	binary.BigEndian.PutUint32(b[offsetFlags:], shift<<pageSizeShift)
	for i := 1; i <= leaves; i++ {
		page := b[i*size : (i+1)*size]
		prev, next := uint32(i-1), uint32(i+1)
		if i == 1 {
			prev = noPage
		}
		if i == leaves {
			next = noPage
		}
		binary.BigEndian.PutUint32(page[offsetNumber:], uint32(i))
		binary.BigEndian.PutUint32(page[offsetPrev:], prev)
		binary.BigEndian.PutUint32(page[offsetNext:], next)
		binary.BigEndian.PutUint16(page[offsetType:], typeIndex)
		binary.BigEndian.PutUint16(page[offsetHeapTop:], recordsBegin+300)
		binary.BigEndian.PutUint16(page[offsetHeap:], compactFormat|12)
		binary.BigEndian.PutUint16(page[offsetGarbage:], 100)
		binary.BigEndian.PutUint16(page[offsetRecords:], 10)
		binary.BigEndian.PutUint64(page[offsetIndex:], 77)
	}
	return b
}

// What FuzzRead begins with is read as it was written.
func TestSmall(t *testing.T) {
	for leaves := 1; leaves < 4; leaves++ {
		indexes := read(t, small(leaves))
		want := []Leaf{{1, 10, 200}, {2, 10, 200}, {3, 10, 200}}[:leaves]
		if len(indexes) != 1 || !slices.Equal(indexes[0].Leaves, want) {
			t.Errorf("%+v", indexes)
		}
	}
}
