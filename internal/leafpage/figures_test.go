package leafpage

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

// turning returns a function that fills keys in rows that each rise or fall for a while, and then turn.
func turning(seed uint64) func(key []byte) {
	rng := rand.New(rand.NewPCG(seed, 3))
	type row struct{ low, high, falls uint64 }
	var rows [40]row
	for i := range rows {
		rows[i].low = uint64(i+1) << 32
		rows[i].high = rows[i].low
	}
	return func(key []byte) {
		r := &rows[rng.IntN(len(rows))]
		if rng.IntN(30) == 0 {
			r.falls = 1 - r.falls
		}
		n := r.high
		if r.falls == 1 {
			r.low--
			n = r.low
		} else {
			r.high++
		}
		binary.BigEndian.PutUint64(key, n)
	}
}

// orders has the orders of keys, by name.
var orders = map[string]func() func([]byte){
	"rising": rising, "falling": falling, "random": func() func([]byte) { return randomKeys(1) },
	"mixed": func() func([]byte) { return mixed(1) }, "turning": func() func([]byte) { return turning(1) },
}

// chain returns a checksum of the leaf pages in key order: their numbers, and how many records they have.
func chain(tree *Tree) uint32 {
	sum := crc32.NewIEEE()
	for p := range tree.leafPages() {
		fmt.Fprintln(sum, p.number, p.n)
	}
	return sum.Sum32()
}

// TestFigures: trees of 12,000 keys, as they have been since servers were found to have the same leaf pages.
// integration_test/replay compares the rules with servers.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		rules, order                      string
		leaves, pages, splits, leafSplits int
		fill                              float64
		chain                             uint32
	}{
		{"nbtree", "rising", 219, 226, 222, 218, 90.34, 0x269e4036},
		{"nbtree", "falling", 387, 401, 397, 386, 51.82, 0x5ea714ce},
		{"nbtree", "random", 286, 295, 291, 285, 69.55, 0xdbc92408},
		{"nbtree", "mixed", 353, 362, 358, 352, 56.66, 0xdf4a5591},
		{"nbtree", "turning", 375, 388, 384, 374, 53.43, 0xfbf1c046},
		{"innodb", "rising", 232, 238, 235, 231, 90.61, 0xe01b87e4},
		{"innodb", "falling", 232, 238, 235, 231, 90.61, 0xe318602c},
		{"innodb", "random", 322, 331, 328, 321, 65.28, 0x1e2c8a69},
		{"innodb", "mixed", 295, 303, 300, 294, 71.26, 0xb4e4e019},
		{"innodb", "turning", 420, 430, 427, 419, 50.05, 0x2be7b06},
		{"innodb-secondary", "rising", 183, 188, 185, 182, 98.06, 0xbd4b0761},
		{"innodb-secondary", "falling", 183, 188, 185, 182, 98.06, 0x8613e8e9},
		{"innodb-secondary", "random", 260, 267, 264, 259, 69.02, 0xdcd75975},
		{"innodb-secondary", "mixed", 239, 245, 242, 238, 75.08, 0xcade9331},
		{"innodb-secondary", "turning", 334, 343, 340, 333, 53.73, 0xf32a74f6},
	} {
		r := wideRules(t)[c.rules]
		tree := newTree(t, r, Options{})
		key, next := make([]byte, r.KeyWidth()), orders[c.order]()
		for range 12_000 {
			next(key)
			insert(t, tree, key)
		}
		s := tree.Stats()
		want := Stats{Rows: 12_000, Leaves: c.leaves, Pages: c.pages, Splits: c.splits, LeafSplits: c.leafSplits, Fill: s.Fill}
		if s != want || fmt.Sprintf("%.2f", s.Fill) != fmt.Sprintf("%.2f", c.fill) || chain(tree) != c.chain {
			t.Errorf("%s, %s: the figures are %+v, chain %#x, want %+v, %.2f, %#x", c.rules, c.order, s, chain(tree), want, c.fill, c.chain)
		}
		if predicted, err := Predict(r, keysOf(r.KeyWidth(), 12_000, orders[c.order]())); err != nil || predicted != s {
			t.Errorf("%s, %s: predicted are %+v, %v", c.rules, c.order, predicted, err)
		}
	}
}

// keysOf returns so many keys of a function that fills them.
func keysOf(width, n int, next func([]byte)) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		key := make([]byte, width)
		for range n {
			if next(key); !yield(key) {
				return
			}
		}
	}
}

// TestServers: leaf pages that servers had after 250,000 keys in order, from integration_test/replay/testdata/recorded.json:
// PostgreSQL 18.6 with its fill, MySQL 9.7.4 and MariaDB 11.8.9.
func TestServers(t *testing.T) {
	rules := func(r Rules, err error) Rules {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, c := range []struct {
		name   string
		rules  Rules
		keys   func() func([]byte)
		leaves int
		fill   float64
	}{
		{"PostgreSQL, uuid", rules(NBTree(NBTreeOptions{Key: 16})), rising, 958, 89.98},
		{"PostgreSQL, uuid, falling", rules(NBTree(NBTreeOptions{Key: 16})), falling, 1713, 50.47},
		{"InnoDB, BINARY(16)", rules(InnoDB(InnoDBOptions{Key: 16, Payload: 100})), rising, 2233, 0},
		{"InnoDB, unique BIGINT", rules(InnoDB(InnoDBOptions{Key: 8, Primary: 8})), rising, 332, 0},
		{"MariaDB, unique BINARY(16), falling", rules(InnoDB(InnoDBOptions{Key: 16, Primary: 8, MariaDB: true})), falling, 456, 0},
	} {
		s, err := Predict(c.rules, keysOf(c.rules.KeyWidth(), 250_000, c.keys()))
		if err != nil || s.Leaves != c.leaves {
			t.Errorf("%s: %d leaf pages, %v, want %d", c.name, s.Leaves, err, c.leaves)
		}
		if off := s.Fill - c.fill; c.fill > 0 && (off < -0.06 || off > 0.06) {
			t.Errorf("%s: the leaf pages are %.2f %% full, want %.2f", c.name, s.Fill, c.fill)
		}
	}
}
