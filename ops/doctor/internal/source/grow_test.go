package source

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// What an index becomes is what a tree of its history becomes, in proportion to the pages of today.
func TestGrown(t *testing.T) {
	// A tree of 100 leaf pages that was never packed, or of fewer pages for its history, has twice as many with random
	// keys again, and 60 more with ordered ones; each ten leaf pages have one above them.
	type asked struct {
		rebuilt float64
		again   Filling
	}
	trees := func(leaves map[float64]float64, log *[]asked) growing {
		return func(rebuilt float64, again Filling) (before, after pages, err error) {
			*log = append(*log, asked{rebuilt, again})
			n, ok := leaves[rebuilt]
			if !ok {
				return before, after, errors.New("no such history")
			}
			more := 2 * n
			if again == InOrder {
				more = n + 60
			}
			return pages{n, n * 1.1}, pages{more, more * 1.1}, nil
		}
	}
	f := Figures{Entries: Exactly(20_000), Leaves: Exactly(100), Fill: About(60, 57, 63)}
	st := Storage{PageSize: 1000}
	width := Exactly(28)
	var log []asked
	random, ordered := grown(f, st, width, 0, trees(map[float64]float64{0: 100}, &log))
	if want := []asked{{0, AtRandom}, {0, InOrder}}; !slices.Equal(log, want) {
		t.Errorf("asked %v", log)
	}
	if want := About(200, 200*0.96, 200*1.04); !near(random.Leaves, want) {
		t.Errorf("leaf pages %+v, want %+v", random.Leaves, want)
	}
	if want := About(220_000, 220_000*0.96, 220_000*1.04); !near(random.Bytes, want) {
		t.Errorf("bytes %+v, want %+v", random.Bytes, want)
	}
	if want := About(60, 57*200/208.0-0.2, 63*200/192.0+0.2); !near(random.Fill, want) {
		t.Errorf("fill %+v, want %+v", random.Fill, want)
	}
	if want := touched(random.Leaves); random.Touched != want {
		t.Errorf("touched %+v, want %+v", random.Touched, want)
	}
	if want := About(160, 158, 162); !near(ordered.Leaves, want) { // 60 new pages, two more or less
		t.Errorf("leaf pages %+v, want %+v", ordered.Leaves, want)
	}
	if want := About(176_000, 173_800, 178_200); !near(ordered.Bytes, want) {
		t.Errorf("bytes %+v, want %+v", ordered.Bytes, want)
	}
	if want := About(2+60*0.05, 1+58*0.05, 4+62*0.05); !near(ordered.Touched, want) { // 1,000 of 20,000 rows
		t.Errorf("touched %+v, want %+v", ordered.Touched, want)
	}
	// Files with spare pages are measured by their leaf pages, and of a fill that is not known nothing follows.
	f.Fill = Unknown("not read")
	random, _ = grown(f, Storage{PageSize: 1000, Spare: true}, width, 0, trees(map[float64]float64{0: 100}, &log))
	if want := About(200_000, 192_000, 208_000); !near(random.Bytes, want) || random.Fill != f.Fill {
		t.Errorf("bytes %+v, fill %+v, want %+v", random.Bytes, random.Fill, want)
	}
	// The entries' width, their number and what the model leaves open make the new pages less sure: 3, 4 and 10 %.
	f.Entries = About(20_000, 19_200, 20_800)
	_, ordered = grown(f, st, About(100, 97, 103), 0.1, trees(map[float64]float64{0: 100}, &log))
	if want := About(160, 100+60*(1-0.15-2.0/60), 100+60*(1+0.15+2.0/60)); !near(ordered.Leaves, want) {
		t.Errorf("leaf pages %+v, want %+v", ordered.Leaves, want)
	}
	// The pages that a rebuild left split at the same time: 10 % more or less.
	random, _ = grown(Figures{Entries: Exactly(20_000), Leaves: Exactly(70), Fill: Exactly(90)}, st, width, 0, trees(map[float64]float64{0: 100, 1: 70}, &log))
	if want := About(140, 126, 154); !near(random.Leaves, want) {
		t.Errorf("leaf pages %+v, want %+v", random.Leaves, want)
	}
	// A tree that is some percent off grows in proportion, and is less sure by as much.
	random, _ = grown(Figures{Entries: Exactly(20_000), Leaves: Exactly(105), Fill: Exactly(90)}, st, width, 0, trees(map[float64]float64{0: 100, 1: 50, 0.85: 50, 0.7: 50, 0.5: 50}, &log))
	if off := 1 - 100.0/105; !near(random.Leaves, About(210, 210*(1-off), 210*(1+off))) {
		t.Errorf("leaf pages %+v", random.Leaves)
	}
}

// Nothing is said of a tree whose pages or rows are not known, or are not those of random keys alone.
func TestNotGrown(t *testing.T) {
	all := func(n float64) growing {
		return func(float64, Filling) (pages, pages, error) { return pages{n, n}, pages{2 * n, 2 * n}, nil }
	}
	ok := Figures{Entries: Exactly(20_000), Leaves: Exactly(100), Fill: Exactly(66)}
	with := func(change func(*Figures)) Figures { f := ok; change(&f); return f }
	failing := func(float64, Filling) (a, b pages, err error) { return a, b, errors.New("too short\nat all") }
	failsLater := func(_ float64, again Filling) (a, b pages, err error) {
		if again == InOrder {
			return a, b, errors.New("too long")
		}
		return pages{100, 100}, pages{200, 200}, nil
	}
	const other = "its pages are not those of random keys alone: rows were deleted, or have other sizes than the sample"
	for _, c := range []struct {
		what  string
		f     Figures
		width Figure
		build growing
		want  string
	}{
		{"known", ok, Exactly(28), all(100), ""},
		{"no pages", with(func(f *Figures) { f.Leaves = Unknown("not read") }), Exactly(28), all(100), "not read"},
		{"a bound", with(func(f *Figures) { f.Leaves = AtMost(100) }), Exactly(28), all(100), "nothing shows how old the statistics are"},
		{"no rows", with(func(f *Figures) { f.Entries = Unknown("not counted") }), Exactly(28), all(100), "the number of rows is not known"},
		{"less than a row", with(func(f *Figures) { f.Entries = Exactly(0.9) }), Exactly(28), all(100), "the number of rows is not known"},
		{"one row", with(func(f *Figures) { f.Entries = Exactly(1) }), Exactly(28), all(100), ""},
		{"no width", ok, Unknown("not sampled"), all(100), "not sampled"},
		{"no tree", ok, Exactly(28), failing, "too short"}, {"no ordered tree", ok, Exactly(28), failsLater, "too long"},
		// 10 %, and one of so many pages.
		{"10 % fewer", ok, Exactly(28), all(89.2), ""}, {"11 % fewer", ok, Exactly(28), all(88.8), other},
		{"10 % more", ok, Exactly(28), all(110.9), ""}, {"12 % more", ok, Exactly(28), all(111), other},
		// 3 and 4 % are 5 %, and 5 % of the pages themselves.
		{"not so sure", with(func(f *Figures) { f.Entries, f.Leaves = About(100, 96, 104), About(100, 95, 105) }), About(100, 97, 103), all(120.8), ""},
		{"not so sure, and more", with(func(f *Figures) { f.Entries, f.Leaves = About(100, 96, 104), About(100, 95, 105) }), About(100, 97, 103), all(120.9), other},
	} {
		random, ordered := grown(c.f, Storage{PageSize: 1000}, c.width, 0, c.build)
		if random.Leaves.Missing != c.want || ordered.Bytes.Missing != c.want || random.Touched.Missing != c.want {
			t.Errorf("%s: %+v", c.what, random)
		}
	}
}

// The history is the first one that leads to the pages of today, or else the one that comes nearest.
func TestHistory(t *testing.T) {
	for _, c := range []struct {
		leaves []float64 // by the histories
		want   float64
		asked  int
	}{
		{[]float64{100, 0, 0, 0, 0}, 0, 1}, {[]float64{96.1, 100, 0, 0, 0}, 0, 1}, {[]float64{95.9, 99, 0, 0, 0}, 1, 2}, {[]float64{50, 70, 85, 80, 60}, 0.85, 5}, {[]float64{50, 150, 140, 90, 60}, 0.7, 5}, {[]float64{120, 120, 120, 120, 120}, 0, 5},
	} {
		asked := 0
		rebuilt, before, after, err := Figures{Leaves: Exactly(100)}.history(func(rebuilt float64, again Filling) (a, b pages, err error) {
			asked++
			n := c.leaves[slices.Index(histories, rebuilt)]
			if again != AtRandom {
				t.Error("not at random")
			}
			return pages{n, n}, pages{3 * n, 3 * n}, nil
		})
		if err != nil || rebuilt != c.want || asked != c.asked || after.leaves != 3*before.leaves || before.leaves != c.leaves[slices.Index(histories, c.want)] {
			t.Errorf("%v: %g after %d, %+v, %+v, %v", c.leaves, rebuilt, asked, before, after, err)
		}
	}
}

// A thousand rows at random places touch nearly as many of many pages, and nearly all of few.
func TestTouched(t *testing.T) {
	got := touched(About(1000, 900, 1100))
	on := func(n float64) float64 { return n * (1 - math.Exp(-1000/n)) }
	e := 2 * math.Sqrt(1000*math.Exp(-1)*(1-math.Exp(-1)))
	if want := About(on(1000), on(900)*0.98-e, on(1100)+e); !near(got, want) || math.Round(got.Value) != 632 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := touched(Exactly(1e9)); math.Round(got.Value) != 1000 || got.High != LastRows {
		t.Errorf("of many pages: %+v", got)
	}
	if got := touched(Exactly(10)); math.Round(got.Value) != 10 {
		t.Errorf("of few pages: %+v", got)
	}
}

// A rebuild has put a part of the keys in order; ordered keys lie among the random ones.
func TestKeysOfHistory(t *testing.T) {
	for packed, want := range map[float64]int{0: 0, 1: 1000, 0.7: 700} {
		keys := slices.Collect(keysOfHistory(1000, packed))
		if len(keys) != 1000 || !slices.IsSorted(keys[:want]) || want < 1000 && slices.IsSorted(keys[want:]) || want == 700 && slices.IsSorted(keys[:710]) {
			t.Errorf("%g: %d keys", packed, len(keys))
		}
		if want > 0 && (keys[0] != 0 || keys[want-1] < math.MaxUint64/1000*998) {
			t.Errorf("%g: from %x to %x", packed, keys[0], keys[want-1])
		}
		for range keysOfHistory(1000, packed) {
			break
		}
	}
	if got := slices.Collect(keysFrom(3, InOrder, 7, nil)); !slices.Equal(got, []uint64{7, 8, 9}) {
		t.Errorf("in order: %v", got)
	}
	again, other := slices.Collect(keysAgain(3, AtRandom)), slices.Collect(keysAgain(3, AtRandom))
	if !slices.Equal(again, other) || slices.IsSorted(again) && again[2]-again[0] == 2 {
		t.Errorf("at random: %v, %v", again, other)
	}
	if got := slices.Collect(keysAgain(2, InOrder)); !slices.Equal(got, []uint64{0x0190000000000000, 0x0190000000000001}) {
		t.Errorf("in order: %x", got)
	}
	for range keysAgain(9, AtRandom) {
		break
	}
}

// The tree of an index with random keys has as many pages as the simulator gives it, and twice as many again.
func TestGrowOfServers(t *testing.T) {
	p, m := &postgres{blockSize: 8192}, &mysql{pageSize: 16 << 10}
	table := &Table{Name: "t", clusters: true, Columns: []Column{{Name: "id", Class: UUID, fixed: 16, align: 1}}, Indexes: []Index{{Name: "p", Columns: []string{"id"}, Primary: true, Unique: true, Clustered: true}}}
	sample := Sample{Rows: 100}
	f := Figures{Entries: Exactly(30_000), Leaves: Exactly(158), Fill: Exactly(68)}
	for _, c := range []struct {
		server          Source
		leaves          float64 // today
		random, ordered float64
	}{{p, 158, 317, 365}, {m, 120, 235, 189}} {
		f.Leaves = Exactly(c.leaves)
		random, ordered := c.server.Grow(t.Context(), table, table.Indexes[0], sample, f)
		if math.Round(random.Leaves.Value) != c.random || ordered.Leaves.Value != c.ordered {
			t.Errorf("%T: %+v, %+v", c.server, random.Leaves, ordered.Leaves)
		}
	}
	if random, _ := p.Grow(t.Context(), table, Index{Name: "i", Columns: []string{"id"}}, sample, f); random != unknownGrown(sharing) {
		t.Errorf("an index that is not unique: %+v", random)
	}
}
