package leafpage

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// leafKeys writes the keys of the leaf pages, such as "1 2 | 3": those of the last two bytes, and a count for pages
// without keys.
func leafKeys(tree *Tree) string {
	var pages []string
	for p := range tree.leafPages() {
		if p.state != open {
			pages = append(pages, fmt.Sprintf("(%d)", p.n))
			continue
		}
		var keys []string
		for i := range p.n {
			keys = append(keys, fmt.Sprint(binary.BigEndian.Uint16(p.key(i, tree.width)[tree.width-2:])))
		}
		pages = append(pages, strings.Join(keys, " "))
	}
	return strings.Join(pages, " | ")
}

// fiveOnAPage returns an empty tree of InnoDB whose leaf pages have room for five records, or four where a sixteenth of
// the page stays free.
func fiveOnAPage(t *testing.T, o Options) *Tree {
	t.Helper()
	r, err := InnoDB(InnoDBOptions{Key: 8, Payload: 3000})
	if err != nil {
		t.Fatal(err)
	}
	return newTree(t, r, o)
}

func insertNumbers(t *testing.T, tree *Tree, numbers ...uint16) {
	t.Helper()
	for _, n := range numbers {
		insert(t, tree, binary.BigEndian.AppendUint16(make([]byte, tree.width-2, tree.width), n))
	}
}

// TestInnoDBSplits: which records are on which page after inserts in some order. The first split is that of the page to
// which the root's records moved, where no last insert is known: it is in the middle.
func TestInnoDBSplits(t *testing.T) {
	for _, c := range []struct {
		name    string
		numbers []uint16
		want    string
	}{
		{"rising", []uint16{1, 2, 3, 4, 5, 6, 7, 8, 9}, "1 2 | 3 4 5 6 7 | 8 9"},
		{"falling", []uint16{9, 8, 7, 6, 5, 4, 3, 2, 1}, "1 | 2 3 4 5 6 | 7 8 9"},
		{"in the middle", []uint16{30, 10, 50, 20, 40, 25}, "10 20 25 | 30 40 50"},
		{"behind the middle", []uint16{30, 10, 50, 20, 40, 45}, "10 20 | 30 40 45 50"},
		{"at the end of the last page", []uint16{30, 10, 50, 40, 20, 60}, "10 20 | 30 40 50 60"},
		{"rising between others", []uint16{10, 90, 20, 30, 95, 40, 41}, "10 20 | 30 40 41 90 95"},
		{"onto the next page", []uint16{30, 10, 50, 20, 40, 25, 12, 14, 27}, "10 12 14 20 25 | 27 30 40 50"},
		{"onto the next page twice, and then a page between", []uint16{30, 10, 50, 20, 40, 25, 12, 14, 27, 26, 28}, "10 12 14 20 25 | 26 27 28 | 30 40 50"},
	} {
		tree := fiveOnAPage(t, Options{})
		insertNumbers(t, tree, c.numbers...)
		if got := leafKeys(tree); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		valid(t, tree, len(c.numbers))
	}
}

// TestSpill: a record that belongs at the end of a full page goes onto the next one, unless that has no room or its keys
// are gone for good. A page that is represented by others takes it as a number.
func TestSpill(t *testing.T) {
	for _, c := range []struct {
		name     string
		set      func(tree *Tree, next *page)
		want     string
		held     int
		accesses uint64 // more, of pages
	}{
		{"a page with room", func(*Tree, *page) {}, "10 12 14 20 25 | 27 30 40 50", 9, 3},
		{"a lost page", func(tree *Tree, next *page) { tree.close(next, lost) }, "10 12 14 20 25 | (4)", 5, 2},
		{"a cold page", func(tree *Tree, next *page) { tree.close(next, cold) }, "10 12 | 14 20 25 27 | (3)", 6, 2},
		{"a folded page", func(tree *Tree, next *page) { next.folded = &folded{} }, "10 12 | 14 20 25 27 | 30 40 50", 9, 2},
	} {
		tree := fiveOnAPage(t, Options{Pool: true})
		insertNumbers(t, tree, 30, 10, 50, 20, 40, 25, 12, 14)
		next := tree.first.next
		c.set(tree, next)
		tree.cur, tree.memory.epoch = nil, 7
		accesses := func() (n uint64) {
			for _, d := range tree.pool.depths {
				n += d
			}
			return n
		}
		before := accesses()
		insertNumbers(t, tree, 27)
		if got := leafKeys(tree); got != c.want || tree.rows != 9 || tree.memory.held != c.held {
			t.Errorf("%s: %s, %d rows, %d keys held, want %s, 9, %d", c.name, got, tree.rows, tree.memory.held, c.want, c.held)
		}
		if got := accesses() - before; got != c.accesses {
			t.Errorf("%s: %d accesses, want %d", c.name, got, c.accesses)
		}
		if spilled := c.name == "a page with room"; spilled != (next.epoch == 7) {
			t.Errorf("%s: the next page was changed in epoch %d", c.name, next.epoch)
		}
	}
}

// TestMoves: what a page and another one have, after some of its five records moved there.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name            string
		move            func(p, to *page)
		keys, toKeys    string
		heap, last      int
		toHeap, toLast  int
		slots, toSlots  string
		garbage, toNone string
	}{
		{"up", func(p, to *page) { p.moveUp(to, 2, 1) }, "ab", "cde", 6, -1, 3, -1, "[0 1]", "[0 1 2]", "[5 4 3 2]", "[]"},
		{"all up", func(p, to *page) { p.moveUp(to, 0, 1) }, "", "abcde", 0, -1, 5, -1, "[]", "[0 1 2 3 4]", "[]", "[]"},
		{"all but one up", func(p, to *page) { p.moveUp(to, 1, 1) }, "a", "bcde", 6, -1, 4, -1, "[0]", "[0 1 2 3]", "[5 4 3 2 1]", "[]"},
		{"none up", func(p, to *page) { p.moveUp(to, 5, 1) }, "abcde", "", 6, 3, 0, -1, "[0 1 2 3 4]", "[]", "[5]", "[]"},
		{"down", func(p, to *page) { p.moveDown(to, 2, 1) }, "cde", "ab", 6, -1, 2, 1, "[2 3 4]", "[0 1]", "[5 0 1]", "[]"},
		{"one down", func(p, to *page) { p.moveDown(to, 1, 1) }, "bcde", "a", 6, -1, 1, 0, "[1 2 3 4]", "[0]", "[5 0]", "[]"},
		{"all down", func(p, to *page) { p.moveDown(to, 5, 1) }, "", "abcde", 0, -1, 5, 4, "[]", "[0 1 2 3 4]", "[]", "[]"},
		{"none down", func(p, to *page) { p.moveDown(to, 0, 1) }, "abcde", "", 6, 3, 0, -1, "[0 1 2 3 4]", "[]", "[5]", "[]"},
	} {
		for _, inner := range []bool{false, true} {
			p := &page{keys: []byte("abcde"), n: 5, heap: 6, last: 3, slots: &slots{of: []int16{0, 1, 2, 3, 4}, free: []int16{5}}}
			to := &page{last: -1, slots: &slots{}}
			if inner {
				for i := range 5 {
					p.child = append(p.child, &page{number: uint32(i)})
				}
				to.child = []*page{}
			}
			c.move(p, to)
			if string(p.keys) != c.keys || p.n != len(c.keys) || p.heap != c.heap || p.last != c.last ||
				string(to.keys) != c.toKeys || to.n != len(c.toKeys) || to.heap != c.toHeap || to.last != c.toLast {
				t.Errorf("%s: %q, %d of %d, last %d, and %q, %d of %d, last %d", c.name, p.keys, p.n, p.heap, p.last, to.keys, to.n, to.heap, to.last)
			}
			if got := fmt.Sprint(p.slots.of, to.slots.of, p.slots.free, to.slots.free); got != fmt.Sprint(c.slots, " ", c.toSlots, " ", c.garbage, " ", c.toNone) {
				t.Errorf("%s: the slots are %s", c.name, got)
			}
			if !inner {
				continue
			}
			numbers := func(p *page) (keys string) {
				for _, child := range p.child {
					keys += string(rune('a' + child.number))
				}
				return keys
			}
			if numbers(p) != c.keys || numbers(to) != c.toKeys {
				t.Errorf("%s: the children are %q and %q", c.name, numbers(p), numbers(to))
			}
		}
	}
}

// TestSplitEpoch: both pages of a split were changed in the present epoch.
func TestSplitEpoch(t *testing.T) {
	tree := fiveOnAPage(t, Options{})
	insertNumbers(t, tree, 30, 10, 50, 20, 40, 25, 12, 14)
	tree.memory.epoch = 7
	insertNumbers(t, tree, 13) // onto a full page
	for p := range tree.leafPages() {
		if want := uint32(7); p.next != nil && p.epoch != want {
			t.Errorf("a page of the split is of epoch %d", p.epoch)
		}
	}
	if got, want := leafKeys(tree), "10 | 12 13 14 20 25 | 30 40 50"; got != want {
		t.Errorf("the leaf pages are %s, want %s", got, want)
	}
}

// TestSplitBesideSums: a page that splits downwards is linked behind the sums of the pages before it.
func TestSplitBesideSums(t *testing.T) {
	tree := fiveOnAPage(t, Options{})
	insertNumbers(t, tree, 30, 10, 50, 20, 40, 25)
	tree.first.folded = &folded{}
	tree.cur = nil
	insertNumbers(t, tree, 48, 47, 46)
	if got, want := leafKeys(tree), "10 20 25 | 30 | 40 46 47 48 50"; got != want {
		t.Errorf("the leaf pages are %s, want %s", got, want)
	}
}

// TestReads: what trees read with buffer pools of a few sizes, with the table beside them.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		rules, order string
		tableRows    int
		want         string
	}{
		{"nbtree", "random", 0, " 32704 32701 30298 18528 12583 6530 673 0"},
		{"nbtree", "random", 20, " 32704 32703 32701 30304 13343 6837 1031 1"},
		{"nbtree", "mixed", 0, " 30710 30707 28886 18179 8624 1271 0 0"},
		{"nbtree", "mixed", 20, " 30710 30709 30707 28901 9963 1603 6 0"},
		{"nbtree", "falling", 0, " 1098 1095 1095 974 0 0 0 0"},
		{"nbtree", "falling", 20, " 1098 1097 1095 1095 0 0 0 0"},
		{"innodb", "random", 0, " 32954 32953 30789 18840 12866 6880 922 0"},
		{"innodb", "random", 20, " 32954 32953 32953 30797 13582 7187 1305 7"},
		{"innodb", "mixed", 0, " 30784 30783 28905 17849 8332 1479 3 0"},
		{"innodb", "mixed", 20, " 30784 30783 30783 28919 9632 1831 41 3"},
		{"innodb", "falling", 0, " 632 631 567 335 0 0 0 0"},
		{"innodb", "falling", 20, " 632 631 631 567 0 0 0 0"},
		{"innodb-secondary", "random", 0, " 32334 32333 29622 17867 11852 6184 435 0"},
		{"innodb-secondary", "random", 20, " 32334 32333 32333 29633 12545 6489 736 1"},
		{"innodb-secondary", "mixed", 0, " 30185 30184 27796 16862 7104 1154 1 0"},
		{"innodb-secondary", "mixed", 20, " 30185 30184 30184 27814 8378 1478 19 3"},
		{"innodb-secondary", "falling", 0, " 483 482 417 234 0 0 0 0"},
		{"innodb-secondary", "falling", 20, " 483 482 482 417 0 0 0 0"},
	} {
		r := wideRules(t)[c.rules]
		tree := newTree(t, r, Options{Pool: true, TableRows: c.tableRows})
		key, next := make([]byte, r.KeyWidth()), orders[c.order]()
		for range 12_000 {
			next(key)
			insert(t, tree, key)
		}
		curve, ok := tree.Misses()
		got := ""
		for _, pages := range []int{0, 1, 2, 3, 10, 50, 200, 400} {
			got += fmt.Sprint(" ", curve.Reads(pages))
		}
		if got != c.want || !ok {
			t.Errorf("%s, %s, %d rows on a page: %q, want %q", c.rules, c.order, c.tableRows, got, c.want)
		}
	}
}

// TestKeepLimits: a tree holds 2^16 keys at least, and 2^24 if Options do not say.
func TestKeepLimits(t *testing.T) {
	r := rulesOf(t)["nbtree"]
	for _, c := range []struct {
		o    Options
		keep int
		err  string
	}{
		{Options{}, 1 << 24, ""},
		{Options{Keep: 1 << 16}, 1 << 16, ""},
		{Options{Keep: 1<<16 - 1}, 0, "sim: keep 65535 keys: too few pages for an estimate: keep 65536 or more, or 0 for the default"},
		{Options{Keep: -1}, 0, "sim: keep -1 keys: too few pages for an estimate: keep 65536 or more, or 0 for the default"},
		{Options{TableRows: -1}, 0, "sim: -1 rows on a page of the table: use 0 or more"},
	} {
		tree, err := New(r, c.o)
		if err == nil != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%+v: the error is %v, want %s", c.o, err, c.err)
		}
		if err == nil && (tree.memory.keep != c.keep || tree.memory.next != c.keep/4 || tree.height != 1 || tree.leaves != 1 || tree.pages != 2) {
			t.Errorf("%+v: %+v", c.o, tree.memory)
		}
	}
	if _, err := New(Rules{}, Options{}); err == nil || err.Error() != "sim: no rules: make them with NBTree or InnoDB" {
		t.Errorf("without rules: %v", err)
	}
}

// TestArena: memory that comes back is given out again, in its size, and no other piece is touched.
func TestArena(t *testing.T) {
	a := arena{width: 8}
	first, second := a.take(10), a.take(10)
	if len(first) != 0 || cap(first) != 80 || len(second) != 0 || cap(second) != 80 {
		t.Fatalf("the pieces have room for %d and %d bytes", cap(first), cap(second))
	}
	first, second = first[:80], second[:80]
	for i := range first {
		first[i] = 1
	}
	if strings.Trim(string(second), "\x00") != "" {
		t.Error("two pieces share memory")
	}
	a.release(first)
	other := a.take(9)
	if again := a.take(10)[:80]; &again[0] != &first[0] || cap(other) != 72 {
		t.Error("memory that came back is not given out again")
	}
	if third := a.take(10)[:80]; &third[0] == &first[0] {
		t.Error("memory is given out twice")
	}
	if large := a.take(arenaBlock); cap(large) != 8*arenaBlock {
		t.Errorf("a piece greater than a block has %d bytes", cap(large))
	}
}
