package leafpage

import (
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
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

// fewRecords returns rules of InnoDB by how many records a page has.
func fewRecords(t *testing.T) map[string]Rules {
	t.Helper()
	list := make(map[string]Rules)
	for records, payload := range map[int]int{31: 480, 15: 1000, 7: 2000, 5: 3000, 4: 4000, 3: 5000, 2: 6000} {
		r, err := InnoDB(InnoDBOptions{Key: 16, Payload: payload})
		if err != nil || r.leaf.most() != records {
			t.Fatalf("payload of %d bytes: %d records on a page, %v, want %d", payload, r.leaf.most(), err, records)
		}
		list[fmt.Sprint("innodb-", records)] = r
	}
	return list
}

// The mean of grown trees is the expected one. A single tree is off by chance.
func TestExpected(t *testing.T) {
	const from, to, trees = 4_000, 32_000, 8
	list := wideRules(t)
	delete(list, "mariadb") // its pages are as many as MySQL's here
	maps.Copy(list, fewRecords(t))
	for name, r := range list {
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
		most := max(0.01, r.LawError())
		one := most + 0.02
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

// TestLawKeepsKeys: whatever becomes of the pages, e times as many keys are on them. InnoDB's pages lose those that go
// onto the next page, unless it is known which pages there are.
func TestLawKeepsKeys(t *testing.T) {
	for name, lost := range map[string]float64{"nbtree": 1e-7, "innodb": 0.02, "innodb-secondary": 0.02} {
		m := &law{format: wideRules(t)[name].leaf, index: make(map[pageState]int)}
		for n := 1; n < m.format.most(); n += 7 {
			m.state(pageState{n, n})
		}
		m.follow(nil)
		for i, list := range m.to {
			pages := 0.0
			for _, c := range list {
				pages += c.pages
			}
			if pages < 1-1e-12 || pages > 2+1e-12 {
				t.Errorf("%s: a key makes %v pages of one with %d", name, pages, m.states[i].n)
			}
		}
		keys := make([]float64, len(m.states))
		for i, s := range m.states {
			keys[i] = float64(s.n)
		}
		m.become(keys, 1)
		for i, s := range m.states {
			if off := keys[i]/float64(s.n)/math.E - 1; off > 1e-7 || off < -lost {
				t.Errorf("%s: %d keys become %v, which is off by %.2g", name, s.n, keys[i], off)
			}
		}
	}
}

// TestLawOfTheLastPage: nbtree's last page has room for one record more, and counts as a full page among others.
func TestLawOfTheLastPage(t *testing.T) {
	for records, want := range map[int]int{407: 406, 406: 406, 405: 405} {
		tree := pagesOf(t, []int{200, 0, records}, nil)
		m := &law{format: tree.rules.leaf, index: make(map[pageState]int)}
		got := map[pageState]float64{}
		for i, n := range m.pagesOf(tree) {
			got[m.states[i]] = n
		}
		if len(got) != 2 || got[pageState{200, 200}] != 1 || got[pageState{want, want}] != 1 {
			t.Errorf("with %d records on the last page: %v", records, got)
		}
	}
}

// TestLawOfAPage: what the next random key makes of a page, counted by hand.
func TestLawOfAPage(t *testing.T) {
	// A page with room for two records of nbtree, the right one of a pair: it splits into 1 and 2.
	two := nbFormat{full: [2]int{2, 2}, left: [2]int{1, 1}}
	// InnoDB's page with room for two.
	in := inFormat{record: 8000}
	for _, c := range []struct {
		name string
		f    format
		of   pageState
		tree []pageState
		want map[pageState]float64
	}{
		{"nbtree, a record", two, pageState{1, 1}, nil, map[pageState]float64{{2, 2}: 1}},
		{"nbtree, full", two, pageState{2, 2}, nil, map[pageState]float64{{1, 1}: 1, {2, 2}: 1}},
		{"nbtree has no garbage", two, pageState{1, 2}, nil, map[pageState]float64{{2, 2}: 1}},
		{"innodb, a record", in, pageState{1, 1}, nil, map[pageState]float64{{2, 2}: 1}},
		// A key after the second record, in one case of two, goes onto the next page. One between them makes a page of two
		// records and one of a record. In the rising and in the falling case, a third each, that one keeps its garbage.
		{"innodb, full", in, pageState{2, 2}, nil, map[pageState]float64{{2, 2}: 1, {1, 2}: 1. / 3, {1, 1}: 1. / 6}},
		// If every other page is full, so is the next one in every other case: then the page splits, in each of the three
		// ways into a page of two records and one of a record, which keeps its garbage in one of them.
		{"innodb, full among others", in, pageState{2, 2}, []pageState{{2, 2}, {1, 1}}, map[pageState]float64{{2, 2}: 1, {1, 2}: 5. / 12, {1, 1}: 1. / 3}},
	} {
		m := &law{format: c.f, index: make(map[pageState]int)}
		i := m.state(c.of)
		tree := map[int]float64{}
		for _, s := range c.tree {
			tree[m.state(s)]++
		}
		m.follow([]map[int]float64{tree})
		got := map[pageState]float64{}
		for _, to := range m.to[i] {
			got[m.states[to.state]] = to.pages
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		for s, pages := range c.want {
			if math.Abs(got[s]-pages) > 1e-12 {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// TestHandedOn: what pages hand on comes to the next ones, counted by hand. Of a full page of two records and of one of a
// record the full one hands on one key of two, so that each gets half a key, and the one with room takes it.
func TestHandedOn(t *testing.T) {
	m := &law{format: inFormat{record: 8000}, index: make(map[pageState]int)}
	full, one := m.state(pageState{2, 2}), m.state(pageState{1, 1})
	m.follow([]map[int]float64{{full: 1, one: 1}})
	if m.shut != 0.5 || math.Abs(m.offered-0.5) > 1e-12 || math.Abs(m.handed[full]-1) > 1e-12 || m.handed[one] != 0 {
		t.Errorf("%v of the pages are full, each hands on %v keys: %v", m.shut, m.offered, m.handed)
	}
	if m.taken[one] != full || m.taken[full] != full {
		t.Errorf("with a key more they are %v", m.taken)
	}
	records, into := make([]float64, len(m.states)), make([]float64, len(m.states))
	for i, s := range m.states {
		records[i] = float64(s.n)
	}
	m.slope(records, into)
	// No key is lost or comes twice: each page gets one for each record that it has.
	if got, want := into[full]+into[one], records[full]+records[one]; math.Abs(got-want) > 1e-12 {
		t.Errorf("%v records of %v", got, want)
	}
	if want := 1 + 0.5; math.Abs(into[one]-want) > 1e-12 {
		t.Errorf("a page of a record gets %v, want %v", into[one], want)
	}
	for s, want := range map[pageState]bool{{1, 1}: true, {2, 2}: false, {1, 2}: true} {
		if m.room(s) != want {
			t.Errorf("a page of %d records and %d places has room: %v", s.n, s.heap, m.room(s))
		}
	}
	nb := &law{format: nbFormat{full: [2]int{2, 2}, left: [2]int{1, 1}}, index: make(map[pageState]int)}
	if nb.room(pageState{1, 1}) {
		t.Error("nbtree hands nothing on")
	}
}

// Trees that do not hold their keys, or differ, are refused.
func TestExpectedRefuses(t *testing.T) {
	r := rulesOf(t)["nbtree"]
	large, small, empty := randomTree{keeping(t, r, 1000, 1), rand.New(rand.NewPCG(1, 9)), make([]byte, r.KeyWidth())}, newRandomTree(t, r, Options{}, 1), newRandomTree(t, r, Options{}, 1)
	large.grow(t, 3000)
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
	list := rulesOf(t)
	maps.Copy(list, fewRecords(t))
	for name, r := range list {
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
			low, high, mean := math.Inf(1), 0.0, 0.0
			for _, n := range lists[0] {
				low, high, mean = min(low, n), max(high, n), mean+n/float64(len(lists[0]))
			}
			s := tree.Stats()
			n := float64(s.Leaves)
			t.Logf("%-16s %11d keys: %9.0f leaf pages (fill %.2f, standard error %.2f %%), expected %9.0f (%9.0f to %9.0f): off by %+.2f %%",
				name, keys, n, s.Fill, 100*s.Error, mean, low, high, 100*(n/mean-1))
			if most := r.LawError() + 0.005 + 3*s.Error; n < low*(1-most) || n > high*(1+most) {
				t.Errorf("%s, %d keys: %.0f is out of the expected interval", name, keys, n)
			}
		}
	}
}
