package leafpage

import "math"

// pool computes how often pages would have been read, for buffer pools of every size at
// once: for each access to a page it counts how many other pages were accessed since the
// last access to it. A buffer pool that evicts the least recently used page holds the
// page if it has room for these and for the page itself. (R. L. Mattson and others,
// Evaluation techniques for storage hierarchies, 1970.)
type pool struct {
	slots []uint32 // page number + 1 by the time of its last access, 0 for none
	sum   []uint32 // Fenwick tree of the slots that are taken
	at    []uint32 // slot of a page, by number; noSlot before its first access
	now   uint32   // next slot
	live  int      // pages that were used
	top   uint32   // page of the last access

	depths []uint64 // accesses of the tree's pages by the number of other pages between

	beside, filled int // rows on a page of the table beside, and on its last page
	besidePage     uint32
	numbers        []uint32 // numbers of the tree's pages here, by theirs
}

const noSlot = math.MaxUint32

func newPool(beside int) *pool {
	return &pool{slots: make([]uint32, 1<<12), sum: make([]uint32, 1<<12+1), beside: beside, filled: beside, top: noSlot}
}

// created adds a new page of the tree to the buffer pool. It is not read.
func (p *pool) created(number uint32) {
	for uint32(len(p.numbers)) <= number {
		p.numbers = append(p.numbers, noSlot)
	}
	p.numbers[number] = p.newPageNumber()
	p.touch(p.numbers[number])
}

// newPageNumber returns the next number of a page of the tree or the table.
func (p *pool) newPageNumber() uint32 {
	p.at = append(p.at, noSlot)
	return uint32(len(p.at) - 1)
}

// access counts an access to a page of the tree.
func (p *pool) access(number uint32) {
	d := p.touch(p.numbers[number])
	for len(p.depths) <= d {
		p.depths = append(p.depths, 0)
	}
	p.depths[d]++
}

// row adds a row to the table, which stores rows in the order of the inserts.
func (p *pool) row() {
	if p.beside == 0 {
		return
	}
	if p.filled == p.beside {
		p.besidePage, p.filled = p.newPageNumber(), 0
	}
	p.filled++
	p.touch(p.besidePage)
}

// touch makes a page the last one that was accessed, and returns how many other pages were
// accessed since its last access; 0 for a new page.
func (p *pool) touch(page uint32) int {
	if page == p.top {
		return 0
	}
	p.top = page
	depth := 0
	if slot := p.at[page]; slot != noSlot {
		depth = p.live - p.slotsUpTo(slot)
		p.slots[slot] = 0
		p.add(slot, ^uint32(0))
	} else {
		p.live++
	}
	if p.now == uint32(len(p.slots)) {
		p.compact()
	}
	p.slots[p.now], p.at[page] = page+1, p.now
	p.add(p.now, 1)
	p.now++
	return depth
}

// slotsUpTo returns how many slots are taken, up to and including this one.
func (p *pool) slotsUpTo(slot uint32) int {
	n := uint32(0)
	for i := slot + 1; i > 0; i &= i - 1 {
		n += p.sum[i]
	}
	return int(n)
}

func (p *pool) add(slot uint32, n uint32) {
	for i := slot + 1; i < uint32(len(p.sum)); i += i & -i {
		p.sum[i] += n
	}
}

// compact closes the gaps between slots, and doubles their number if half are taken.
func (p *pool) compact() {
	n := uint32(0)
	for _, page := range p.slots {
		if page != 0 {
			p.slots[n], p.at[page-1] = page, n
			n++
		}
	}
	size := len(p.slots)
	if int(n) > size/2 {
		size *= 2
	}
	slots := make([]uint32, size)
	copy(slots, p.slots[:n])
	p.slots, p.now = slots, n
	p.sum = make([]uint32, size+1)
	for i := uint32(1); i <= uint32(size); i++ {
		if i <= n {
			p.sum[i]++
		}
		if up := i + i&-i; up <= uint32(size) {
			p.sum[up] += p.sum[i]
		}
	}
}

// BufferPool is the buffer pool of a server.
type BufferPool struct {
	// Bytes is its size as it is set in the server.
	Bytes int64
	// Freed is how many pages InnoDB keeps free in it: its innodb_lru_scan_depth.
	Freed int
	// MariaDB reports whether the server is MariaDB, which uses a larger part of the
	// buffer pool for other data than MySQL does.
	MariaDB bool
}

// The part of its buffer pool that a server uses for other pages, as a number or a share.
// With these numbers the simulated reads are those that were measured
// (integration_test/replay/testdata/pools.json).
const (
	nbOtherPages = 30 // of the catalogs
	inOtherShare = 40 // undo log, dictionary, data about each page: one part in 40
	maOtherShare = 20
)

// PoolPages returns how many pages of such a tree and its table a buffer pool holds.
func (r Rules) PoolPages(b BufferPool) int {
	pages := int(b.Bytes / int64(r.pageSize))
	switch {
	case !r.leaf.spill():
		pages -= nbOtherPages
	case b.MariaDB:
		pages -= b.Freed + pages/maOtherShare
	default:
		pages -= b.Freed + pages/inOtherShare
	}
	return max(0, pages)
}

// Curve has the numbers of pages that would have been read, for buffer pools of any size that
// evict the least recently used page.
type Curve struct {
	misses []uint64 // by the size of the buffer pool in pages
}

// Misses returns the curve of all inserts so far. It returns false for a tree whose
// Options have no Pool, and for one whose pages are not all followed any more.
func (t *Tree) Misses() (Curve, bool) {
	if t.pool == nil || t.memory.sampled {
		return Curve{}, false
	}
	c := Curve{misses: make([]uint64, len(t.pool.depths)+1)}
	for i := len(t.pool.depths) - 1; i >= 0; i-- {
		c.misses[i] = c.misses[i+1] + t.pool.depths[i]
	}
	return c, true
}

// Reads returns how many pages would have been read with a buffer pool of so many pages.
// New pages of the tree are not read.
func (c Curve) Reads(pages int) uint64 {
	if pages < 0 || pages >= len(c.misses) {
		return 0
	}
	return c.misses[pages]
}
