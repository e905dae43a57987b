package leafpage

import (
	"container/list"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// lru is a page cache of one size.
type lru struct {
	size   int
	order  *list.List
	at     map[uint32]*list.Element
	misses uint64
}

func newLRU(size int) *lru {
	return &lru{size: size, order: list.New(), at: map[uint32]*list.Element{}}
}

// use returns whether the page was held.
func (c *lru) use(page uint32) bool {
	if e, ok := c.at[page]; ok {
		c.order.MoveToFront(e)
		return true
	}
	if c.order.Len() == c.size {
		delete(c.at, c.order.Remove(c.order.Back()).(uint32))
	}
	c.at[page] = c.order.PushFront(page)
	return false
}

// One pass gives what caches of each size give one by one.
func TestMissesOfEverySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, pages := range []int{3, 50, 3000} {
		p := newPool(0)
		var caches []*lru
		for size := 1; size <= pages+1; size += 1 + size/3 {
			caches = append(caches, newLRU(size))
		}
		for i := range uint32(pages) {
			p.created(i)
			for _, c := range caches {
				c.use(i)
			}
		}
		for range 20_000 {
			page := uint32(rng.IntN(pages))
			if rng.IntN(2) == 0 { // some are used more than others
				page = uint32(float64(pages) * rng.Float64() * rng.Float64())
			}
			p.access(page)
			for _, c := range caches {
				if !c.use(page) {
					c.misses++
				}
			}
		}
		curve, ok := (&Tree{pool: p}).Misses()
		if !ok {
			t.Fatal("there is no curve")
		}
		for _, c := range caches {
			if got := curve.Reads(c.size); got != c.misses {
				t.Errorf("%d pages, %d of them cached: %d reads, want %d", pages, c.size, got, c.misses)
			}
		}
		if least := curve.least(); least > pages || curve.Reads(least) != 0 || curve.Reads(least-1) == 0 {
			t.Errorf("%d pages: nothing is said to be read from %d cached pages on", pages, least)
		}
	}
}

// The pages of the table beside the tree take room in the cache: with them the tree's
// own are given up sooner.
func TestTableBeside(t *testing.T) {
	reads := func(beside int) uint64 {
		tree := newTree(t, wideRules(t)["nbtree"], Options{Pool: true, TableRows: beside})
		key, next := make([]byte, tree.width), randomKeys(4)
		for range 10_000 {
			next(key)
			insert(t, tree, key)
		}
		c, _ := tree.Misses()
		return c.Reads(100)
	}
	none, some, many := reads(0), reads(50), reads(5)
	if none >= some || some >= many {
		t.Errorf("%d pages are read without a table beside, %d with 50 rows on a page of it, %d with 5", none, some, many)
	}
}

// Keys in order: each page is given up once, and never read again.
func TestKeysInOrder(t *testing.T) {
	tree := newTree(t, rulesOf(t)["innodb"], Options{Pool: true})
	key, next := make([]byte, 16), rising()
	for range 50_000 {
		next(key)
		insert(t, tree, key)
	}
	c, _ := tree.Misses()
	if got := c.Reads(100); got != 0 {
		t.Errorf("%d pages are read, want 0", got)
	}
}

// TestDepths: an access counts the other pages since the last access to the page. One to the page before it counts as
// none between, and new pages are not read.
func TestDepths(t *testing.T) {
	p := newPool(0)
	for i := range uint32(4) {
		p.created(i)
	}
	for _, c := range []struct {
		page uint32
		want int
	}{{0, 3}, {0, 0}, {1, 3}, {0, 1}, {3, 2}, {3, 0}, {2, 3}, {1, 3}, {2, 1}} {
		before := append(slices.Clone(p.depths), make([]uint64, 4)...)
		p.access(c.page)
		for d, n := range p.depths {
			if got, want := n-before[d], uint64(0); (d == c.want) != (got == want+1) {
				t.Errorf("page %d: depth %d counts %d more, want depth %d", c.page, d, got, c.want)
			}
		}
	}
	curve, _ := (&Tree{pool: p}).Misses()
	for pages, want := range map[int]uint64{-1: 0, 0: 9, 1: 7, 2: 5, 3: 4, 4: 0, 5: 0, 100: 0} {
		if got := curve.Reads(pages); got != want {
			t.Errorf("with %d pages, %d are read, want %d", pages, got, want)
		}
	}
}

// TestRows: rows fill a page of the table before they begin the next one, which takes room in the buffer pool.
func TestRows(t *testing.T) {
	p := newPool(3)
	p.created(0)
	for i, want := range []int{1, 1, 1, 2, 2, 2, 3} { // pages of the table
		if p.row(); p.live != want+1 {
			t.Errorf("%d rows are on %d pages, want %d", i+1, p.live-1, want)
		}
	}
	if p.access(0); p.depths[3] != 1 {
		t.Errorf("the tree's page is accessed after %v others, want 3 pages of the table", p.depths)
	}
	none := newPool(0)
	none.created(0)
	if none.row(); none.live != 1 {
		t.Errorf("without a table, a row is on page %d", none.live)
	}
}

// TestPoolPages: a server uses a part of its buffer pool for other pages.
func TestPoolPages(t *testing.T) {
	rules := rulesOf(t)
	const mib = 1 << 20
	for _, c := range []struct {
		rules string
		b     BufferPool
		want  int
	}{
		{"nbtree", BufferPool{Bytes: mib}, 128 - 30},
		{"nbtree", BufferPool{Bytes: mib, Freed: 50, MariaDB: true}, 128 - 30},
		{"nbtree", BufferPool{Bytes: 31*8192 + 8191}, 1},
		{"nbtree", BufferPool{Bytes: 30 * 8192}, 0},
		{"nbtree", BufferPool{}, 0},
		{"innodb", BufferPool{Bytes: 100 * mib}, 6400 - 160},
		{"innodb", BufferPool{Bytes: 100 * mib, Freed: 1024}, 6400 - 160 - 1024},
		{"innodb", BufferPool{Bytes: 100 * mib, Freed: 1024, MariaDB: true}, 6400 - 320 - 1024},
		{"innodb", BufferPool{Bytes: 100 * mib, Freed: 6400}, 0},
	} {
		if got := rules[c.rules].PoolPages(c.b); got != c.want {
			t.Errorf("%s, %+v: %d pages, want %d", c.rules, c.b, got, c.want)
		}
	}
}

func TestNoMisses(t *testing.T) {
	tree := newTree(t, rulesOf(t)["innodb"], Options{})
	insert(t, tree, make([]byte, 16))
	if _, ok := tree.Misses(); ok {
		t.Error("there is a curve of a tree that took no note of its pages")
	}
}

// least returns the size in pages of the smallest buffer pool with which no page would
// have been read.
func (c Curve) least() int {
	return sort.Search(len(c.misses), func(i int) bool { return c.misses[i] == 0 })
}
