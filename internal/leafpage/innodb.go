package leafpage

// Sizes of InnoDB's pages in the row formats COMPACT and DYNAMIC, in bytes.
const (
	inPage        = 16384 // innodb_page_size's default
	inFixed       = 120   // page header, infimum and supremum
	inTrailer     = 8
	inSlot        = 2 // of the page directory, one for four records at least
	inSlotOwns    = 4
	inHeader      = 5 // of a record
	inTransaction = 6
	inRollPointer = 7
	inPageNumber  = 4

	// inEmpty is what records and the rest of the directory have on an empty page.
	inEmpty = inPage - inFixed - inTrailer - 2*inSlot
	// inReserve is kept free on the leaf pages of a clustered index where inserts
	// follow one another.
	inReserve = inPage / 16
	// inReorganize is the least space for which a page would be tidied up.
	inReorganize = inPage / 32
)

// InnoDBOptions describe an index of an InnoDB table whose columns are NOT NULL.
type InnoDBOptions struct {
	// Key is the width of the key's column in bytes, 1 to 255.
	Key int
	// Payload is the length of the rows' second column in bytes, a VARBINARY declared
	// as long as it is.
	Payload int
	// Primary, in bytes, makes the index a secondary one, of a table whose primary key
	// is so wide. 0 is a clustered index, with the rows on its pages.
	Primary int
	// MariaDB selects the rules of MariaDB 10.5 or later instead of MySQL's. With random
	// keys their numbers of leaf pages differ by some in a thousand.
	MariaDB bool
}

// InnoDB returns the rules of a unique index of MySQL or MariaDB with pages of 16384
// bytes. A row that does not fit a page twice is an error: InnoDB stores parts of it on
// other pages.
func InnoDB(o InnoDBOptions) (Rules, error) {
	if o.Key < 1 || o.Key > maxKey {
		return Rules{}, sizeError("innodb", "the key's width", o.Key, "use 1 to 255 bytes")
	}
	if o.Payload < 0 || o.Primary < 0 || o.Primary > maxKey {
		return Rules{}, sizeError("innodb", "a size", min(o.Payload, o.Primary), "use 0 or more, and at most 255 bytes for a primary key")
	}
	leaf := inFormat{record: inHeader + o.Key + o.Primary, slots: o.MariaDB}
	node := inFormat{record: inHeader + o.Key + o.Primary + inPageNumber}
	if o.Primary == 0 {
		leaf.record += inTransaction + inRollPointer + lengthBytes(o.Payload) + o.Payload
		leaf.reserve = inReserve
	}
	if leaf.record > inEmpty/2-inSlot {
		return Rules{}, sizeError("innodb", "the row's size", leaf.record, "it must fit a page twice: choose a smaller payload")
	}
	return Rules{name: "innodb", key: o.Key, pageSize: inPage, usable: inPage, leaf: leaf, inner: node}, nil
}

// lengthBytes is what the length of a variable column takes. Declared over 255 bytes
// wide, a value over 127 bytes long takes two.
func lengthBytes(n int) int {
	if n > 255 {
		return 2
	}
	return 1
}

// inFormat is a sort of page whose records all have one size.
type inFormat struct {
	record  int // bytes
	reserve int // bytes kept free where inserts follow one another
	slots   bool
}

// free is what is left of a page of n records for one more, its place in the
// directory set aside.
func (f inFormat) free(n int) int {
	return inEmpty - n*f.record - (inSlot*(n+1)+inSlotOwns-1)/inSlotOwns
}

func (f inFormat) most() int {
	n := inEmpty / f.record
	for f.free(n-1) < f.record {
		n--
	}
	return n
}

func (f inFormat) fits(p *page, at int) bool {
	left := f.free(p.n)
	if f.reserve > 0 && left < f.reserve+f.record && p.n >= 2 && (p.follows(at) || p.precedes(at)) {
		return false
	}
	if p.heap == p.n {
		return left >= f.record
	}
	// Garbage of a split is there for the taking, except that a page which would be
	// nearly full is given up.
	return left >= f.record && left >= inReorganize || p.n <= 1 || f.free(p.heap) >= f.record
}

func (f inFormat) cut(p *page, at int) cut {
	switch {
	case p.follows(at):
		// Records are inserted in rising order. One that comes after the new one
		// stays with it, if there are more.
		if p.n-at >= 2 {
			return cut{stay: at + 1}
		}
		return cut{stay: at, upper: true}
	case p.precedes(at):
		// In falling order: the record before the new one goes along with it.
		if at <= 1 {
			return cut{stay: at, down: true}
		}
		return cut{stay: at - 1, upper: true, down: true}
	}
	if p.n == 1 {
		return cut{stay: at, upper: at == 1}
	}
	middle := (p.n+2)/2 - 1
	return cut{stay: middle, upper: at > middle}
}

func (f inFormat) spill() bool { return true }

// takes reports whether a page of n records with so many places takes a key that belongs on the page before, which is full.
func (f inFormat) takes(n, heap int) bool { return heap > n || f.free(n) >= f.record }

func (f inFormat) used(n int, _ bool) int { return n * f.record }
