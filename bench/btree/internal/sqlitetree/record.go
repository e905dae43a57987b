package sqlitetree

// Column is a value of a record, by section 2.1 of SQLite's file format.
type Column struct {
	kind  uint64
	bytes int
}

// Blob returns a blob of so many bytes.
func Blob(n int) Column { return Column{12 + 2*uint64(n), n} }

// Integer returns an integer.
func Integer(v int64) Column {
	if v == 0 || v == 1 {
		return Column{8 + uint64(v), 0}
	}
	for kind, n := range []int{1, 2, 3, 4, 6} {
		if half := int64(1) << (8*n - 1); v >= -half && v < half {
			return Column{uint64(1 + kind), n}
		}
	}
	return Column{6, 8}
}

// Record returns the bytes of a record of two columns: the length of its header, their kinds and
// their values. Two kinds are never so long that the length takes more than a byte.
func Record(a, b Column) int {
	return 1 + varint(a.kind) + varint(b.kind) + a.bytes + b.bytes
}

// varint returns how many bytes a number takes: seven bits are in each.
func varint(n uint64) int {
	size := 1
	for ; n > 127; n >>= 7 {
		size++
	}
	return size
}

// LargestRecord returns the bytes of the largest record of an index b-tree that is on one page as a
// whole.
func LargestRecord(pageSize int) int { return (pageSize-innerHeader)*64/255 - 23 }

// spill returns how many bytes of a record a leaf page of a table holds, and how many overflow pages
// hold the rest, by section 1.6 of SQLite's file format.
func spill(record, pageSize int) (local, overflow int) {
	most, least, each := pageSize-35, (pageSize-12)*32/255-23, pageSize-childNumber
	if record <= most {
		return record, 0
	}
	if local = least + (record-least)%each; local > most {
		local = least
	}
	return local + childNumber, (record - local + each - 1) / each
}
