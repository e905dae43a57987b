package leafpage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// rulesOf returns the rules that most tests here use, by name.
func rulesOf(t testing.TB) map[string]Rules {
	t.Helper()
	nb, err := NBTree(NBTreeOptions{Key: 16})
	if err != nil {
		t.Fatal(err)
	}
	in, err := InnoDB(InnoDBOptions{Key: 16, Payload: 100})
	if err != nil {
		t.Fatal(err)
	}
	second, err := InnoDB(InnoDBOptions{Key: 16, Primary: 8})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Rules{"nbtree": nb, "innodb": in, "innodb-secondary": second}
}

// wideRules returns rules whose pages have room for some sixty keys, by name: a few thousand keys make trees of three
// levels.
func wideRules(t testing.TB) map[string]Rules {
	t.Helper()
	nb, err := NBTree(NBTreeOptions{Key: 120})
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]Rules{"nbtree": nb}
	for name, o := range map[string]InnoDBOptions{
		"innodb":           {Key: 248, Payload: 20},
		"innodb-secondary": {Key: 120, Primary: 120},
		"mariadb":          {Key: 248, Payload: 20, MariaDB: true},
	} {
		if rules[name], err = InnoDB(o); err != nil {
			t.Fatal(err)
		}
	}
	return rules
}

func newTree(t testing.TB, r Rules, o Options) *Tree {
	t.Helper()
	tree, err := New(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func insert(t testing.TB, tree *Tree, key []byte) {
	t.Helper()
	if err := tree.Insert(key); err != nil {
		t.Fatal(err)
	}
}

// randomKeys returns a function that fills a key.
func randomKeys(seed uint64) func(key []byte) {
	rng := rand.New(rand.NewPCG(seed, 0))
	return func(key []byte) {
		for i := 0; i < len(key); i += 8 {
			binary.BigEndian.PutUint64(key[i:], rng.Uint64())
		}
	}
}

// rising returns a function that fills a key with one after the last.
func rising() func(key []byte) {
	n := uint64(0)
	return func(key []byte) {
		n++
		binary.BigEndian.PutUint64(key[len(key)-8:], n)
	}
}

// falling returns a function that fills a key with one before the last.
func falling() func(key []byte) {
	n := uint64(1 << 63)
	return func(key []byte) {
		n--
		binary.BigEndian.PutUint64(key[len(key)-8:], n)
	}
}

// mixed returns a function that fills keys in the ways that a table may see: at random, at
// the end of one of several rows of keys, and before the last one.
func mixed(seed uint64) func(key []byte) {
	rng := rand.New(rand.NewPCG(seed, 0))
	ends := [5]uint64{}
	n := uint64(0)
	return func(key []byte) {
		n++
		i := rng.IntN(8)
		if i >= len(ends) {
			binary.BigEndian.PutUint64(key, rng.Uint64())
			binary.BigEndian.PutUint64(key[8:], n)
			return
		}
		if ends[i]++; i == 0 {
			ends[i] -= 2
		}
		binary.BigEndian.PutUint64(key, uint64(i+1)<<60+ends[i])
		binary.BigEndian.PutUint64(key[8:], uint64(i))
	}
}

// valid checks the whole tree: every key is there, in order, within the bounds that the
// inner pages give, on pages that are no fuller than they can be and that all hang
// together.
func valid(t *testing.T, tree *Tree, rows int) {
	t.Helper()
	var leaves []*page
	var last string
	n, pages := 0, 0
	var walk func(p *page, low, high string, level int)
	walk = func(p *page, low, high string, level int) {
		pages++
		f := tree.formatOf(p)
		if p.n == 0 || p.n > f.most() || p.heap < p.n || len(p.keys) != p.n*tree.width {
			t.Fatalf("a page has %d records and room for %d, %d bytes of keys; at most %d fit", p.n, p.heap, len(p.keys), f.most())
		}
		if (p.child == nil) != (level == 1) {
			t.Fatalf("level %d has a page of the wrong sort", level)
		}
		validSlots(t, p)
		for i := range p.n {
			key := string(p.key(i, tree.width))
			if i == 0 && p.child != nil {
				key = low // the first child's key has no meaning
			}
			if key < low || high != "" && key >= high {
				t.Fatalf("the key %x is on a page from %x to %x", key, low, high)
			}
			if p.child != nil {
				end := high
				if i+1 < p.n {
					end = string(p.key(i+1, tree.width))
				}
				walk(p.child[i], key, end, level-1)
				continue
			}
			if n++; key <= last {
				t.Fatalf("the key %x comes after %x", key, last)
			}
			last = key
		}
		if p.child == nil {
			leaves = append(leaves, p)
		}
	}
	walk(tree.root, "", "", tree.height)
	if n != rows || pages != int(tree.pages-tree.rules.front) || len(leaves) != tree.leaves {
		t.Fatalf("there are %d keys on %d pages, %d of them leaf pages, want %d, %d, %d", n, pages, len(leaves), rows, tree.pages, tree.leaves)
	}
	i := 0
	for p := range tree.leafPages() {
		if i == len(leaves) || p != leaves[i] {
			t.Fatalf("leaf page %d of the chain is not the one below the inner pages", i)
		}
		i++
	}
	if i != len(leaves) {
		t.Fatalf("the chain has %d leaf pages of %d", i, len(leaves))
	}
}

// validSlots checks that each slot of a page is that of one record or garbage.
func validSlots(t *testing.T, p *page) {
	t.Helper()
	if p.slots == nil {
		return
	}
	seen := make([]bool, p.heap)
	for _, slot := range append(append([]int16(nil), p.slots.of...), p.slots.free...) {
		if int(slot) >= p.heap || seen[slot] {
			t.Fatalf("slot %d of %d is there twice, or is none", slot, p.heap)
		}
		seen[slot] = true
	}
	if len(p.slots.of) != p.n || len(p.slots.free) != p.heap-p.n {
		t.Fatalf("%d records have %d slots, and %d are garbage of %d", p.n, len(p.slots.of), len(p.slots.free), p.heap)
	}
}

func TestTreesAreValid(t *testing.T) {
	for name, r := range wideRules(t) {
		for order, keys := range map[string]func() func([]byte){
			"random": func() func([]byte) { return randomKeys(1) }, "rising": rising, "falling": falling,
			"mixed": func() func([]byte) { return mixed(1) },
		} {
			t.Run(name+"/"+order, func(t *testing.T) {
				const rows = 12_000
				tree := newTree(t, r, Options{Pool: true})
				key, next := make([]byte, r.KeyWidth()), keys()
				for range rows {
					next(key)
					insert(t, tree, key)
				}
				valid(t, tree, rows)
				if tree.height != 3 {
					t.Errorf("the tree has %d levels", tree.height)
				}
				key, next = make([]byte, r.KeyWidth()), keys()
				for i := range rows {
					next(key)
					if err := tree.lookup(key); err != nil {
						t.Fatalf("key %d: %v", i+1, err)
					}
				}
				s := tree.Stats()
				if s.Rows != rows || s.Leaves != tree.leaves || s.Strays != 0 || s.Error != 0 {
					t.Errorf("the figures of %d leaf pages are %+v", tree.leaves, s)
				}
				inner := s.Pages - int(r.front) - s.Leaves
				// A root that grew and InnoDB's first page below a root came from no split.
				if most := s.Leaves - 1 + inner; s.LeafSplits != s.Leaves-1 || s.Splits != most-(tree.height-1) {
					t.Errorf("%d splits, %d of leaf pages: there are %d leaf pages, %d above them and %d levels", s.Splits, s.LeafSplits, s.Leaves, inner, tree.height)
				}
				list, ok := tree.Leaves()
				if !ok || len(list) != s.Leaves {
					t.Errorf("%d leaf pages are listed, %v, want %d", len(list), ok, s.Leaves)
				}
				total := 0.0
				for _, l := range list {
					total += l.Fill
				}
				if mean := total / float64(len(list)); mean < s.Fill-0.01 || mean > s.Fill+0.01 {
					t.Errorf("the listed pages are %v%% full, all together %v%%", mean, s.Fill)
				}
			})
		}
	}
}

func TestDuplicates(t *testing.T) {
	for name, r := range rulesOf(t) {
		tree := newTree(t, r, Options{})
		key, next := make([]byte, 16), randomKeys(2)
		for range 5000 {
			next(key)
			insert(t, tree, key)
		}
		key, next = make([]byte, 16), randomKeys(2)
		for range 5000 {
			next(key)
			if err := tree.Insert(key); !errors.Is(err, ErrDuplicate) {
				t.Fatalf("%s: a key that is there: %v", name, err)
			}
		}
		valid(t, tree, 5000)
		clear(key)
		if err := tree.lookup(key); !errors.Is(err, errNotFound) {
			t.Errorf("%s: a key that is not there: %v", name, err)
		}
	}
}

func TestArguments(t *testing.T) {
	tree := newTree(t, rulesOf(t)["nbtree"], Options{})
	for what, got := range map[string]error{
		"15 bytes":     tree.Insert(make([]byte, 15)),
		"17 bytes":     tree.lookup(make([]byte, 17)),
		"no rules":     errorOf(New(Rules{}, Options{})),
		"keep 1000":    errorOf(New(rulesOf(t)["nbtree"], Options{Keep: 1000})),
		"-1 rows":      errorOf(New(rulesOf(t)["nbtree"], Options{TableRows: -1})),
		"width is 0":   errorOf(NBTree(NBTreeOptions{})),
		"width is 127": errorOf(NBTree(NBTreeOptions{Key: 127})),
		"factor is 5":  errorOf(NBTree(NBTreeOptions{Key: 16, FillFactor: 5})),
		"width is 256": errorOf(InnoDB(InnoDBOptions{Key: 256})),
		"a size is -1": errorOf(InnoDB(InnoDBOptions{Key: 16, Payload: -1})),
		"size is 9036": errorOf(InnoDB(InnoDBOptions{Key: 16, Payload: 9000})),
		"size is -2":   errorOf(InnoDB(InnoDBOptions{Key: 16, Primary: -2})),
		"key 1":        errorOf(Predict(rulesOf(t)["nbtree"], func(yield func([]byte) bool) { yield([]byte{1}) })),
	} {
		if got == nil || !strings.Contains(got.Error(), what) {
			t.Errorf("%s: the error is %v", what, got)
		}
	}
	if tree.Rows() != 0 {
		t.Errorf("%d rows were inserted by calls that failed", tree.Rows())
	}
}

func errorOf[T any](_ T, err error) error { return err }

var errNotFound = errors.New("the key is not in the tree")

// lookup looks a key up and counts the accesses to the pages on its path. If the key is
// not in the tree, the error is errNotFound. A page without keys is taken to have it.
func (t *Tree) lookup(key []byte) error {
	if len(key) != t.width {
		return fmt.Errorf("sim: the key %x has %d bytes: the tree's keys have %d", key, len(key), t.width)
	}
	p := t.cur
	if p == nil || !t.onLastLeaf(key) {
		p = t.descend(key)
	}
	if p.state != open || p.folded != nil {
		return nil
	}
	if _, ok := p.search(key); !ok {
		return fmt.Errorf("sim: %x: %w", key, errNotFound)
	}
	return nil
}
