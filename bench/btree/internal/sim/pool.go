package sim

import (
	"math"
	"sort"
)

// pool finds out how often pages would have had to be read, for page caches of every
// size at once: for each access to a page it counts how many other pages were used
// since the last one to it. A cache that always gives up the page that was not used
// for longest (LRU) holds the page if it has room for these and for the page itself.
// (R. L. Mattson and others, Evaluation techniques for storage hierarchies, 1970.)
type pool struct {
	slots []uint32 // page number + 1 by the time of its last access, 0 for none
	sum   []uint32 // Fenwick tree of the slots that are taken
	at    []uint32 // slot of a page, by number; noSlot before its first access
	now   uint32   // next slot
	live  int      // pages that were used
	top   uint32   // page of the last access

	depths []uint64 // accesses of the tree's pages by the number of other pages between
	made   int      // pages of the tree

	beside, filled int // rows on a page of the table beside, and on its last page
	besidePage     uint32
	numbers        []uint32 // numbers of the tree's pages here, by theirs
}

const noSlot = math.MaxUint32

func newPool(beside int) *pool {
	return &pool{slots: make([]uint32, 1<<12), sum: make([]uint32, 1<<12+1), beside: beside, filled: beside, top: noSlot}
}

// created takes note of a page that is added to the tree: it comes into the cache
// without being read.
func (p *pool) created(number uint32) {
	for uint32(len(p.numbers)) <= number {
		p.numbers = append(p.numbers, noSlot)
	}
	p.numbers[number] = p.number()
	p.made++
	p.touch(p.numbers[number])
}

// number gives a page a number among those of the tree and the table beside.
func (p *pool) number() uint32 {
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

// row takes note of a row that goes to the table beside, in the order of the inserts.
func (p *pool) row() {
	if p.beside == 0 {
		return
	}
	if p.filled == p.beside {
		p.besidePage, p.filled = p.number(), 0
	}
	p.filled++
	p.touch(p.besidePage)
}

// touch makes a page the one that was used last, and returns how many others were used
// since it was before; 0 for a page that is new.
func (p *pool) touch(page uint32) int {
	if page == p.top {
		return 0
	}
	p.top = page
	depth := 0
	if slot := p.at[page]; slot != noSlot {
		depth = p.live - p.upTo(slot)
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

// upTo returns how many slots are taken, up to and with this one.
func (p *pool) upTo(slot uint32) int {
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

// Cache is the page cache of a server.
type Cache struct {
	// Bytes is its size as the server is set.
	Bytes int64
	// Freed is how many pages InnoDB keeps free in it: its innodb_lru_scan_depth.
	Freed int
	// MariaDB is whether the server is MariaDB, which has a larger part of the cache for
	// itself than MySQL.
	MariaDB bool
}

// What servers have in their page caches besides, in pages or as a share of them, so
// that the reads are those that were measured (testdata/pools.json).
const (
	nbOtherPages = 30 // the catalogs' pages that statements need
	inOtherShare = 40 // undo, the dictionary, what is kept of each page: one part in 40
	maOtherShare = 20
)

// CachePages returns how many pages of such a tree and of the table beside it a server's
// page cache holds.
func (r Rules) CachePages(c Cache) int {
	pages := int(c.Bytes / int64(r.pageSize))
	switch {
	case !r.leaf.spill():
		pages -= nbOtherPages
	case c.MariaDB:
		pages -= c.Freed + pages/maOtherShare
	default:
		pages -= c.Freed + pages/inOtherShare
	}
	return max(0, pages)
}

// Curve says how many pages would have been read, for a page cache of any size that
// gives up the page that was not used for longest.
type Curve struct {
	misses []uint64 // by the number of pages in the cache
	made   int
}

// Misses returns the curve of all inserts so far, and whether there is one: not for a
// tree whose Options have no Pool, nor for one that is no longer followed page by page.
func (t *Tree) Misses() (Curve, bool) {
	if t.pool == nil || t.memory.sampled {
		return Curve{}, false
	}
	c := Curve{misses: make([]uint64, len(t.pool.depths)+1), made: t.pool.made}
	for i := len(t.pool.depths) - 1; i >= 0; i-- {
		c.misses[i] = c.misses[i+1] + t.pool.depths[i]
	}
	return c, true
}

// Reads returns how many pages would have been read with a cache of so many pages.
// Pages that were added to the tree are not read.
func (c Curve) Reads(pages int) uint64 {
	if pages < 0 || pages >= len(c.misses) {
		return 0
	}
	return c.misses[pages]
}

// Writes returns how many pages would have been written if each was written when the
// cache gave it up: every page is changed by its inserts. What is in the cache at the
// end is not counted.
func (c Curve) Writes(pages int) uint64 {
	brought := c.Reads(pages) + uint64(c.made)
	return brought - min(brought, uint64(max(0, min(pages, c.made))))
}

// Least returns the smallest cache, in pages, with which no page would have been read.
func (c Curve) Least() int {
	return sort.Search(len(c.misses), func(i int) bool { return c.misses[i] == 0 })
}
