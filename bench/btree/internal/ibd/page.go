package ibd

import (
	"encoding/binary"
	"fmt"
)

// Places in a page, in bytes from its beginning (MySQL Internals, InnoDB Page
// Structure; fil0types.h, page0types.h and fsp0fsp.h of both servers).
const (
	offsetNumber = 4
	offsetPrev   = 8
	offsetNext   = 12
	offsetType   = 24

	offsetHeapTop = 38 + 2
	offsetHeap    = 38 + 4
	offsetGarbage = 38 + 8
	offsetRecords = 38 + 16
	offsetLevel   = 38 + 26
	offsetIndex   = 38 + 28

	// The records begin after the page's header, two segments' headers and the two
	// system records of the formats from COMPACT on.
	recordsBegin = 120

	offsetFlags   = 38 + 16  // of the tablespace, on its first page
	offsetExtents = 38 + 112 // descriptors, on the first page of a group
)

const (
	typeIndex     = 17855
	noPage        = 1<<32 - 1
	compactFormat = 1 << 15 // of the number of records ever made on the page

	leastPageSize   = 4 << 10
	defaultPageSize = 16 << 10
	greatestSize    = 64 << 10
)

// Flags of a tablespace. In MariaDB's newer format the bit flagFullChecksum is set, which
// is the highest bit of the size of compressed pages in the older one and never set
// there.
const (
	flagFullChecksum  = 1 << 4
	fullSizeMask      = 0xF
	fullCompression   = 0x7 << 5
	compressedShift   = 1
	compressedMask    = 0x7
	pageSizeShift     = 6
	pageSizeMask      = 0xF
	flagEncryption    = 1 << 13
	smallestShiftSize = 512
)

// pageSize returns the size of the file's pages, by the flags on the first page.
func pageSize(first []byte) (int, error) {
	flags := binary.BigEndian.Uint32(first[offsetFlags:])
	shift := flags >> pageSizeShift & pageSizeMask
	packed := flags>>compressedShift&compressedMask != 0
	encrypted := flags&flagEncryption != 0
	if flags&flagFullChecksum != 0 {
		shift, packed, encrypted = flags&fullSizeMask, flags&fullCompression != 0, false
	}
	size := smallestShiftSize << shift
	switch {
	case packed:
		return 0, fmt.Errorf("ibd: the pages are compressed (flags %#x): make the table with ROW_FORMAT = DYNAMIC", flags)
	case encrypted:
		return 0, fmt.Errorf("ibd: the tablespace is encrypted (flags %#x): make the table with ENCRYPTION = 'N'", flags)
	case shift == 0:
		return defaultPageSize, nil
	case size < leastPageSize || size > greatestSize:
		return 0, fmt.Errorf("ibd: the flags %#x mean pages of %d bytes, not %d to %d: is the file the .ibd of a table?", flags, size, leastPageSize, greatestSize)
	}
	return size, nil
}

// extentPages returns how many pages of a size make an extent.
func extentPages(size int) int {
	const bytes, least = 1 << 20, 64
	return max(bytes/size, least)
}

// free returns which pages are free, of those that a page of descriptors describes:
// itself and the pages after it, as many as it has bytes.
func free(page []byte) []bool {
	const bitsPerPage, bitmapAt, bitmapByte = 2, 24, 8
	extent := extentPages(len(page))
	entry := bitmapAt + extent*bitsPerPage/bitmapByte
	list := make([]bool, len(page))
	for i := range list {
		bitmap := page[offsetExtents+i/extent*entry+bitmapAt:]
		bit := i % extent * bitsPerPage
		list[i] = bitmap[bit/bitmapByte]>>(bit%bitmapByte)&1 != 0
	}
	return list
}

// header is the header of an index page.
type header struct {
	Leaf
	index      uint64
	level      uint16
	prev, next uint32
}

// readHeader reads the header of an index page.
func readHeader(page []byte) (header, error) {
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(page[at:])) }
	h := header{
		Leaf:  Leaf{Page: binary.BigEndian.Uint32(page[offsetNumber:]), Records: u16(offsetRecords)},
		index: binary.BigEndian.Uint64(page[offsetIndex:]),
		level: binary.BigEndian.Uint16(page[offsetLevel:]),
		prev:  binary.BigEndian.Uint32(page[offsetPrev:]),
		next:  binary.BigEndian.Uint32(page[offsetNext:]),
	}
	if u16(offsetHeap)&compactFormat == 0 {
		return header{}, fmt.Errorf("ibd: page %d is in the row format REDUNDANT: make the table with ROW_FORMAT = DYNAMIC", h.Page)
	}
	garbage := u16(offsetGarbage)
	h.Data = u16(offsetHeapTop) - recordsBegin - garbage
	if h.Data < 0 || u16(offsetHeapTop) > len(page) {
		return header{}, fmt.Errorf("ibd: page %d has records up to byte %d and %d bytes of garbage, which is impossible: read the file under FLUSH TABLES … FOR EXPORT", h.Page, u16(offsetHeapTop), garbage)
	}
	return h, nil
}
