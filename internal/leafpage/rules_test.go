package leafpage

import (
	"slices"
	"strings"
	"testing"
)

// TestNBTreePages: how many items a page holds, and how many of them stay on the left page of a split, on pages with a
// neighbour on the right and on the rightmost one. An ascending index of bigint has 366 items on each leaf page and 285
// on each page above, as pageinspect shows on PostgreSQL.
func TestNBTreePages(t *testing.T) {
	for _, c := range []struct {
		o                                        NBTreeOptions
		leafFull, leafLeft, innerFull, innerLeft [2]int
	}{
		{NBTreeOptions{Key: 8}, [2]int{406, 407}, [2]int{203, 366}, [2]int{407, 408}, [2]int{204, 285}},
		{NBTreeOptions{Key: 1}, [2]int{406, 407}, [2]int{203, 366}, [2]int{407, 408}, [2]int{204, 285}}, // aligned
		{NBTreeOptions{Key: 16}, [2]int{290, 291}, [2]int{145, 261}, [2]int{290, 291}, [2]int{145, 204}},
		{NBTreeOptions{Key: 15, Varlena: true}, [2]int{290, 291}, [2]int{145, 261}, [2]int{290, 291}, [2]int{145, 204}},
		{NBTreeOptions{Key: 16, Varlena: true}, [2]int{225, 226}, [2]int{113, 203}, [2]int{226, 227}, [2]int{113, 159}},
		{NBTreeOptions{Key: 126}, [2]int{57, 58}, [2]int{29, 52}, [2]int{58, 59}, [2]int{29, 41}},
		{NBTreeOptions{Key: 8, FillFactor: 100}, [2]int{406, 407}, [2]int{203, 406}, [2]int{407, 408}, [2]int{204, 285}},
		{NBTreeOptions{Key: 8, FillFactor: 90}, [2]int{406, 407}, [2]int{203, 366}, [2]int{407, 408}, [2]int{204, 285}},
		{NBTreeOptions{Key: 8, FillFactor: 10}, [2]int{406, 407}, [2]int{203, 41}, [2]int{407, 408}, [2]int{204, 285}},
	} {
		r, err := NBTree(c.o)
		if err != nil {
			t.Fatal(err)
		}
		leaf, inner := r.leaf.(nbFormat), r.inner.(nbFormat)
		if leaf.full != c.leafFull || leaf.left != c.leafLeft || inner.full != c.innerFull || inner.left != c.innerLeft {
			t.Errorf("%+v: leaf pages hold %v and split at %v, those above %v and %v", c.o, leaf.full, leaf.left, inner.full, inner.left)
		}
		if leaf.most() != c.leafFull[1] || r.Name() != "nbtree" || r.PageSize() != 8192 || r.KeyWidth() != c.o.Key || r.front != 1 {
			t.Errorf("%+v: %d items at most, %+v", c.o, leaf.most(), r)
		}
		for i, next := range []*page{{}, nil} { // not the rightmost page, and the rightmost
			p := &page{n: c.leafFull[i] - 1, next: next}
			if !leaf.fits(p, 0) {
				t.Errorf("%+v: no room for item %d", c.o, c.leafFull[i])
			}
			if p.n++; leaf.fits(p, 0) {
				t.Errorf("%+v: room for item %d", c.o, c.leafFull[i]+1)
			}
			left := c.leafLeft[i]
			for at, want := range map[int]cut{0: {stay: left - 1}, left - 1: {stay: left - 1}, left: {stay: left, upper: true}, p.n: {stay: left, upper: true}} {
				if got := leaf.cut(p, at); got != want {
					t.Errorf("%+v: for an item at %d the page splits as %+v, want %+v", c.o, at, got, want)
				}
			}
		}
	}
}

// TestNBTreeUsed: the fill counts an item of 16 bytes with its line pointer, and a high key where there is one.
func TestNBTreeUsed(t *testing.T) {
	r, err := NBTree(NBTreeOptions{Key: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n         int
		rightmost bool
		want      int
	}{{0, true, 0}, {0, false, 0}, {1, true, 20}, {1, false, 40}, {366, true, 7320}, {366, false, 7340}} {
		if got := r.leaf.used(c.n, c.rightmost); got != c.want {
			t.Errorf("%d items, rightmost %v: %d bytes, want %d", c.n, c.rightmost, got, c.want)
		}
	}
	if r.usable != 8152 {
		t.Errorf("%d bytes can be used", r.usable)
	}
}

// TestInnoDBPages: the size of a record with its header, and how many fit a page with its directory.
func TestInnoDBPages(t *testing.T) {
	for _, c := range []struct {
		o                                    InnoDBOptions
		record, reserve, most, inner, fanOut int
	}{
		{InnoDBOptions{Key: 8}, 27, 1024, 590, 17, 928},
		{InnoDBOptions{Key: 1}, 20, 1024, 792, 10, 1547},
		{InnoDBOptions{Key: 8, Payload: 100}, 127, 1024, 127, 17, 928},
		{InnoDBOptions{Key: 16, Payload: 100}, 135, 1024, 119, 25, 637},
		{InnoDBOptions{Key: 16, Primary: 8}, 29, 0, 550, 33, 485},
		{InnoDBOptions{Key: 16, Primary: 8, Payload: 50}, 29, 0, 550, 33, 485}, // which a secondary index does not hold
		{InnoDBOptions{Key: 20, Payload: 255}, 294, 1024, 55, 29, 550},
		{InnoDBOptions{Key: 20, Payload: 256}, 296, 1024, 54, 29, 550}, // whose length takes two bytes
		{InnoDBOptions{Key: 255, Primary: 255}, 515, 0, 31, 519, 31},
		{InnoDBOptions{Key: 8, Payload: 8096}, 8124, 1024, 2, 17, 928}, // the greatest that fits twice
	} {
		r, err := InnoDB(c.o)
		if err != nil {
			t.Fatal(err)
		}
		leaf, inner := r.leaf.(inFormat), r.inner.(inFormat)
		if leaf.record != c.record || leaf.reserve != c.reserve || leaf.most() != c.most || inner.record != c.inner || inner.reserve != 0 || inner.most() != c.fanOut {
			t.Errorf("%+v: records of %d bytes, %d on a page, %d bytes free; above %d and %d", c.o, leaf.record, leaf.most(), leaf.reserve, inner.record, inner.most())
		}
		if got := leaf.used(7, true); got != 7*c.record || leaf.used(7, false) != got {
			t.Errorf("%+v: 7 records use %d bytes", c.o, got)
		}
		if r.Name() != "innodb" || r.PageSize() != 16384 || r.usable != 16384 || r.KeyWidth() != c.o.Key || r.front != 0 {
			t.Errorf("%+v: %+v", c.o, r)
		}
	}
}

// TestRulesRefuse: the errors name the size and the remedy, and the limits themselves are right.
func TestRulesRefuse(t *testing.T) {
	nb := func(o NBTreeOptions) error { return errorOf(NBTree(o)) }
	in := func(o InnoDBOptions) error { return errorOf(InnoDB(o)) }
	const (
		width   = "sim: nbtree: the key's width is %: use 1 to 126 bytes, which have a length of one byte"
		factor  = "sim: nbtree: the fill factor is %: use 10 to 100 percent, or 0 for the default"
		key     = "sim: innodb: the key's width is %: use 1 to 255 bytes"
		size    = "sim: innodb: a size is %: use 0 or more, and at most 255 bytes for a primary key"
		rowSize = "sim: innodb: the row's size is %: it must fit a page twice: choose a smaller payload"
	)
	for _, c := range []struct {
		err        error
		want, size string
	}{
		{nb(NBTreeOptions{Key: 1}), "", ""}, {nb(NBTreeOptions{Key: 126}), "", ""},
		{nb(NBTreeOptions{Key: 0}), width, "0"}, {nb(NBTreeOptions{Key: 127}), width, "127"},
		{nb(NBTreeOptions{Key: 8, FillFactor: 10}), "", ""}, {nb(NBTreeOptions{Key: 8, FillFactor: 100}), "", ""},
		{nb(NBTreeOptions{Key: 8, FillFactor: 9}), factor, "9"}, {nb(NBTreeOptions{Key: 8, FillFactor: 101}), factor, "101"}, {nb(NBTreeOptions{Key: 8, FillFactor: -1}), factor, "-1"},
		{in(InnoDBOptions{Key: 1}), "", ""}, {in(InnoDBOptions{Key: 255, Primary: 255}), "", ""},
		{in(InnoDBOptions{Key: 0}), key, "0"}, {in(InnoDBOptions{Key: 256}), key, "256"},
		{in(InnoDBOptions{Key: 8, Payload: -1}), size, "-1"}, {in(InnoDBOptions{Key: 8, Primary: -3}), size, "-3"}, {in(InnoDBOptions{Key: 8, Primary: 256}), size, "0"},
		{in(InnoDBOptions{Key: 8, Payload: 8096}), "", ""}, {in(InnoDBOptions{Key: 8, Payload: 8097}), rowSize, "8125"},
	} {
		want := strings.Replace(c.want, "%", c.size, 1)
		if c.err == nil != (want == "") || c.err != nil && c.err.Error() != want {
			t.Errorf("the error is %v, want %s", c.err, want)
		}
	}
}

// TestInnoDBCut: a page splits beside the record that was inserted last if the new one goes there, else in the middle.
func TestInnoDBCut(t *testing.T) {
	for _, c := range []struct {
		name        string
		n, last, at int
		want        cut
	}{
		{"rising, at the end", 10, 9, 10, cut{stay: 10, upper: true}},
		{"rising, before the last one", 10, 8, 9, cut{stay: 9, upper: true}},
		{"rising, before two", 10, 7, 8, cut{stay: 9}},
		{"rising, before many", 10, 0, 1, cut{stay: 2}},
		{"falling, at the beginning", 10, 0, 0, cut{stay: 0, down: true}},
		{"falling, after the first", 10, 1, 1, cut{stay: 1, down: true}},
		{"falling, after two", 10, 2, 2, cut{stay: 1, upper: true, down: true}},
		{"falling, after many", 10, 9, 9, cut{stay: 8, upper: true, down: true}},
		{"elsewhere, at the beginning", 10, 5, 0, cut{stay: 5}},
		{"elsewhere, in the middle", 10, 8, 5, cut{stay: 5}},
		{"elsewhere, behind the middle", 10, 8, 6, cut{stay: 5, upper: true}},
		{"elsewhere, odd", 11, 8, 6, cut{stay: 5, upper: true}},
		{"forgotten, at the end", 10, -1, 10, cut{stay: 5, upper: true}},
		{"forgotten, at the beginning", 10, -1, 0, cut{stay: 5}},
		{"two records", 2, -1, 1, cut{stay: 1}},
		{"one record, before it", 1, -1, 0, cut{stay: 0}},
		{"one record, after it", 1, -1, 1, cut{stay: 1, upper: true}},
	} {
		if got := (inFormat{record: 100}).cut(&page{n: c.n, last: c.last}, c.at); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestInnoDBFits: where inserts follow one another, a sixteenth of a page of a clustered index stays free. Garbage is
// there for the taking but on a page that would be nearly full.
func TestInnoDBFits(t *testing.T) {
	clustered, secondary := inFormat{record: 1000, reserve: inReserve}, inFormat{record: 1000}
	small := inFormat{record: 100}
	// A page of records of 1000 bytes has room for 16: free(15) is 1244.
	for _, c := range []struct {
		name              string
		f                 inFormat
		n, heap, last, at int
		want              bool
	}{
		{"the first record", clustered, 0, 0, -1, 0, true},
		{"the last that leaves the reserve", clustered, 14, 14, 13, 14, true},
		{"the first that does not, in rising order", clustered, 15, 15, 14, 15, false},
		{"in falling order", clustered, 15, 15, 0, 0, false},
		{"in no order", clustered, 15, 15, 3, 9, true},
		{"at the beginning, where nothing is followed", clustered, 15, 15, -1, 0, true},
		{"a secondary index has no reserve", secondary, 15, 15, 14, 15, true},
		{"a full page", secondary, 16, 16, -1, 3, false},
		{"a page full of garbage", secondary, 10, 16, -1, 3, true},
		{"garbage, and room for one record", secondary, 15, 16, -1, 3, true},
		{"garbage, and no room", secondary, 16, 17, -1, 3, false},
		{"garbage on a nearly full page", small, 157, 161, -1, 3, false},
		{"garbage, less full", small, 150, 161, -1, 3, true},
		{"garbage on a nearly full page, and room on top of it", small, 157, 160, -1, 3, true},
	} {
		if got := c.f.fits(&page{n: c.n, heap: c.heap, last: c.last}, c.at); got != c.want {
			t.Errorf("%s: it fits: %v (%d bytes free of records, %d of all)", c.name, got, c.f.free(c.n), c.f.free(c.heap))
		}
	}
	// Two records are enough for an order, one is not.
	large := inFormat{record: 7900, reserve: inReserve}
	if p := (&page{n: 1, heap: 1, last: 0}); !large.fits(p, 1) {
		t.Error("a second record does not fit")
	}
	// The directory takes two bytes for four records, rounded up.
	for n, want := range map[int]int{0: 16251, 1: 16151, 2: 16050, 3: 15950, 4: 15849, 7: 15548, 8: 15447} {
		if got := small.free(n); got != want {
			t.Errorf("%d records leave %d bytes, want %d", n, got, want)
		}
	}
}

// TestSlots: a new record takes the garbage that was made last, and else a place on top.
func TestSlots(t *testing.T) {
	check := func(name string, s *slots, of, free []int16) {
		t.Helper()
		if !slices.Equal(s.of, of) || !slices.Equal(s.free, free) {
			t.Errorf("%s: the slots are %v, and %v are free, want %v and %v", name, s.of, s.free, of, free)
		}
	}
	s := &slots{}
	s.fill(3)
	check("filled", s, []int16{0, 1, 2}, nil)
	s.insert(1, 3)
	check("on top", s, []int16{0, 3, 1, 2}, nil)
	s.deleteLast(2)
	check("the last two are garbage", s, []int16{0, 3}, []int16{2, 1})
	s.insert(0, 4)
	check("in the garbage", s, []int16{1, 0, 3}, []int16{2})
	if heap := s.deleteFirst(1, 4); heap != 4 {
		t.Errorf("the first deleted: the heap has %d", heap)
	}
	check("the first deleted", s, []int16{0, 3}, []int16{2, 1})
	s.of = []int16{3, 2, 0}
	s.free = nil
	if heap := s.deleteFirst(2, 4); heap != 2 {
		t.Errorf("the topmost deleted one by one: the heap has %d", heap)
	}
	check("the topmost deleted", s, []int16{0}, nil)
	s.fill(1)
	check("filled again", s, []int16{0}, nil)
}

// TestMariaDB: MariaDB deletes the records that a split moves down one by one, which leaves less garbage.
func TestMariaDB(t *testing.T) {
	for _, c := range []struct {
		maria  bool
		leaves int
		chain  uint32
	}{{false, 138, 0x7a043816}, {true, 136, 0x729d98ce}} {
		r, err := InnoDB(InnoDBOptions{Key: 16, Primary: 8, MariaDB: c.maria})
		if err != nil {
			t.Fatal(err)
		}
		tree := newTree(t, r, Options{})
		key, next := make([]byte, 16), turning(1)
		for range 40_000 {
			next(key)
			insert(t, tree, key)
		}
		if s := tree.Stats(); s.Leaves != c.leaves || chain(tree) != c.chain {
			t.Errorf("MariaDB %v: %d leaf pages, chain %#x, want %d, %#x", c.maria, s.Leaves, chain(tree), c.leaves, c.chain)
		}
		valid(t, tree, 40_000)
	}
}
