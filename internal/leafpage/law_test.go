package leafpage

import (
	"encoding/binary"
	"flag"
	"math"
	"math/rand/v2"
	"testing"
)

// expectedKeys is how far TestExpectedFar goes: 0 is not at all, as 10^9 keys take half an hour.
var expectedKeys = flag.Int("expected-keys", 0, "keys of the trees of TestExpectedFar, such as 1000000000")

// randomTree grows trees with random keys.
type randomTree struct {
	*Tree
	rng *rand.Rand
	key []byte
}

func newRandomTree(t testing.TB, r Rules, o Options, seed uint64) randomTree {
	return randomTree{newTree(t, r, o), rand.New(rand.NewPCG(seed, 9)), make([]byte, r.KeyWidth())}
}

func (r randomTree) grow(t testing.TB, keys int) {
	t.Helper()
	for r.Rows() < keys {
		for i := 0; i < len(r.key); i += 8 {
			binary.BigEndian.PutUint64(r.key[i:], r.rng.Uint64())
		}
		if err := r.Insert(r.key); err != nil {
			t.Fatal(err)
		}
	}
}

// The mean of grown trees is the expected one. A single tree is off by chance.
func TestExpected(t *testing.T) {
	const from, to, trees = 30_000, 240_000, 12
	for name, r := range rulesOf(t) {
		var grown []randomTree
		var before []*Tree
		for seed := range uint64(trees) {
			tree := newRandomTree(t, r, Options{}, seed)
			tree.grow(t, from)
			grown, before = append(grown, tree), append(before, tree.Tree)
		}
		lists, err := Expected(before, from, 2*from, to)
		if err != nil {
			t.Fatal(err)
		}
		same, want := lists[0], lists[2]
		off := make([]float64, trees)
		mean := 0.0
		for i, tree := range grown {
			if have := float64(tree.Stats().Leaves); math.Abs(same[i]-have) > 1e-6 {
				t.Errorf("%s: %.3f pages are expected of as many keys, %.0f are there", name, same[i], have)
			}
			tree.grow(t, to)
			off[i] = float64(tree.Stats().Leaves)/want[i] - 1
			mean += off[i] / trees
		}
		const most, one = 0.004, 0.025
		if math.Abs(mean) > most {
			t.Errorf("%s: the trees have %+.2f %% of the expected pages more", name, 100*mean)
		}
		for i := range off {
			if math.Abs(off[i]) > one {
				t.Errorf("%s: tree %d is off by %+.2f %%", name, i, 100*off[i])
			}
		}
		t.Logf("%s: off by %+.3f %% in the mean", name, 100*mean)
	}
}

// Trees that do not hold their keys, or differ, are refused.
func TestExpectedRefuses(t *testing.T) {
	r := rulesOf(t)["nbtree"]
	large, small, empty := newRandomTree(t, r, Options{Keep: smallest}, 1), newRandomTree(t, r, Options{}, 1), newRandomTree(t, r, Options{}, 1)
	large.grow(t, 3*smallest)
	small.grow(t, 1000)
	for name, trees := range map[string][]*Tree{"sampled": {large.Tree}, "sizes": {small.Tree, empty.Tree}, "empty": {empty.Tree}, "none": nil} {
		if got, err := Expected(trees, 1e6); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got, err := Expected([]*Tree{small.Tree}, 3000, 2000); err == nil {
		t.Errorf("falling numbers: %v", got)
	}
}

func BenchmarkExpected(b *testing.B) {
	for name, r := range rulesOf(b) {
		b.Run(name, func(b *testing.B) {
			tree := newRandomTree(b, r, Options{}, 1)
			tree.grow(b, 30_000)
			for b.Loop() {
				if _, err := Expected([]*Tree{tree.Tree}, 1e6, 1e9); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The simulator confirms what is expected of large trees: go test -run TestExpectedFar -expected-keys N.
func TestExpectedFar(t *testing.T) {
	if *expectedKeys == 0 {
		t.Skip("it takes long: give -expected-keys")
	}
	for name, r := range rulesOf(t) {
		var small []*Tree
		for seed := range uint64(12) {
			tree := newRandomTree(t, r, Options{}, seed)
			tree.grow(t, 30_000)
			small = append(small, tree.Tree)
		}
		tree := newRandomTree(t, r, Options{Keep: 1 << 22}, 77)
		for keys := 1_000_000; keys <= *expectedKeys; keys *= 10 {
			tree.grow(t, keys)
			lists, err := Expected(small, keys)
			if err != nil {
				t.Fatal(err)
			}
			low, high, mean, list := math.Inf(1), 0.0, 0.0, lists[0]
			for _, n := range list {
				low, high, mean = min(low, n), max(high, n), mean+n/float64(len(list))
			}
			s := tree.Stats()
			n := float64(s.Leaves)
			t.Logf("%-16s %11d keys: %9.0f leaf pages (fill %.2f, standard error %.2f %%), expected %9.0f (%9.0f to %9.0f): off by %+.2f %%",
				name, keys, n, s.Fill, 100*s.Error, mean, low, high, 100*(n/mean-1))
			if most := 0.01 + 3*s.Error; n < low*(1-most) || n > high*(1+most) {
				t.Errorf("%s, %d keys: %.0f is out of the expected interval", name, keys, n)
			}
		}
	}
}
