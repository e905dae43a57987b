package leafpage

import (
	"encoding/binary"
	"math"
	"testing"
)

const smallest = 1 << 16 // the least that Keep can be

// grow returns two trees of the same keys: one that holds all of them, and one that gives
// pages up, by a draw from the seed if it has to.
func grow(t *testing.T, r Rules, rows int, seed uint64, keys func() func([]byte)) (all, some *Tree) {
	t.Helper()
	all, some = newTree(t, r, Options{}), newTree(t, r, Options{Keep: smallest, Seed: seed})
	for _, tree := range []*Tree{all, some} {
		key, next := make([]byte, 16), keys()
		for range rows {
			next(key)
			insert(t, tree, key)
		}
	}
	return all, some
}

// milliseconds returns a function that fills keys which rise a little less than by one:
// a hundred of a tick come in any order.
func milliseconds(seed uint64) func([]byte) {
	random, n := randomKeys(seed), uint64(0)
	return func(key []byte) {
		random(key)
		n++
		binary.BigEndian.PutUint64(key, n/100<<16|uint64(key[6])<<8|uint64(key[7]))
	}
}

// Keys that are in order by and large never come back to a page that was given up: all
// figures stay the same, and the memory stays within its bound.
func TestColdPagesChangeNothing(t *testing.T) {
	const rows = 600_000
	for name, r := range rulesOf(t) {
		for order, keys := range map[string]func() func([]byte){
			"rising": rising, "falling": falling, "milliseconds": func() func([]byte) { return milliseconds(1) },
		} {
			t.Run(name+"/"+order, func(t *testing.T) {
				all, some := grow(t, r, rows, 0, keys)
				want, got := all.Stats(), some.Stats()
				if got != want {
					t.Errorf("the figures are %+v, want %+v", got, want)
				}
				if some.memory.held > smallest+smallest/epochs {
					t.Errorf("%d keys are held", some.memory.held)
				}
				visited := 0
				for range some.leafPages() {
					visited++
				}
				if visited > want.Leaves/20+2*r.inner.most() && all.height > 2 {
					t.Errorf("%d of %d leaf pages are still there", visited, want.Leaves)
				}
				if _, ok := some.Leaves(); ok && all.height > 2 {
					t.Error("pages that have become sums are listed")
				}
			})
		}
	}
}

// A key that returns to a page that was given up is counted and reported.
func TestStrays(t *testing.T) {
	tree := newTree(t, rulesOf(t)["nbtree"], Options{Keep: smallest})
	key, next := make([]byte, 16), rising()
	for range 500_000 {
		next(key)
		insert(t, tree, key)
	}
	clear(key)
	for i := range byte(10) {
		key[0], key[15] = 0, i // less than all others
		key[14] = 0
		insert(t, tree, append(key[:8:8], 0, 0, 0, 0, 0, 0, 1, i))
	}
	s := tree.Stats()
	if s.Strays != 10 || s.Rows != 500_010 {
		t.Errorf("10 keys strayed: %+v", s)
	}
}

// Where keys go everywhere a part of the pages stands for all. Its number of leaf pages
// is off by no more than the error that is stated, times what a standard error allows.
func TestSampledPages(t *testing.T) {
	const rows, seeds = 250_000, 3
	for name, r := range rulesOf(t) {
		square, stated, fill := 0.0, 0.0, 0.0
		for seed := range uint64(seeds) {
			all, some := grow(t, r, rows, seed, func() func([]byte) { return randomKeys(seed) })
			want, got := all.Stats(), some.Stats()
			if got.Error == 0 || got.Strays != 0 || got.Gathers || got.Rows != rows || got.Pages != 0 {
				t.Fatalf("%s: the figures are %+v", name, got)
			}
			if _, ok := some.Leaves(); ok {
				t.Errorf("%s: pages that are not followed are listed", name)
			}
			off := float64(got.Leaves)/float64(want.Leaves) - 1
			square, stated = square+off*off, stated+got.Error*got.Error
			fill += (got.Fill - want.Fill) / seeds
			if math.Abs(off) > 5*got.Error {
				t.Errorf("%s: %d leaf pages, want %d: off by %.2f%%, and %.2f%% is stated", name, got.Leaves, want.Leaves, 100*off, 100*got.Error)
			}
		}
		off, claim := math.Sqrt(square/seeds), math.Sqrt(stated/seeds)
		t.Logf("%s: off by %.3f%% (root mean square), stated %.3f%%; the fill by %.2f", name, 100*off, 100*claim, fill)
		if off > 2*claim {
			t.Errorf("%s: the estimates are off by %.3f%%, and %.3f%% is stated", name, 100*off, 100*claim)
		}
		if math.Abs(fill) > 1 {
			t.Errorf("%s: the fill is off by %.2f on average", name, fill)
		}
	}
}

// Where keys first go everywhere and then to one place, whose page was given up, the
// figures are marked as what they are.
func TestKeysThatGather(t *testing.T) {
	tree := newTree(t, rulesOf(t)["nbtree"], Options{Keep: smallest})
	key, next := make([]byte, 16), randomKeys(6)
	for range 300_000 {
		next(key)
		insert(t, tree, key)
	}
	var lostPage uint64
	for {
		next(key)
		if p := tree.descend(key); p.state == lost {
			lostPage = binary.BigEndian.Uint64(key)
			break
		}
	}
	for i := range uint64(300_000) {
		binary.BigEndian.PutUint64(key, lostPage)
		binary.BigEndian.PutUint64(key[8:], i)
		insert(t, tree, key)
	}
	if s := tree.Stats(); !s.Gathers {
		t.Errorf("half of all keys went to one page that is not followed: %+v", s)
	}
}
