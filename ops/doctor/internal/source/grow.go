package source

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/sortid/sortid/internal/leafpage"
)

// Grown is an index of random keys that has got as many rows again as it had.
type Grown struct {
	// Bytes is the size of all pages, or of the leaf pages if Storage.Spare, and Leaves and Fill are
	// those of Figures.
	Bytes  Figure `json:"bytes"`
	Leaves Figure `json:"leaf_pages"`
	Fill   Figure `json:"leaf_fill"`
	// Touched is on how many leaf pages the last LastRows rows are: each is read, unless it is in the
	// buffer pool, and written.
	Touched Figure `json:"leaf_pages_touched"`
}

// LastRows is of how many rows Grown.Touched counts the pages.
const LastRows = 1000

func unknownGrown(why string) Grown {
	u := Unknown(why)
	return Grown{u, u, u, u}
}

// pages are the leaf pages and all pages of a tree that was built.
type pages struct{ leaves, all float64 }

// growing builds a tree of random keys as large as an index, and inserts as many keys again.
// rebuilt is which part of its keys the tree had when its pages were last packed: 0 if they never
// were.
type growing func(rebuilt float64, again Filling) (before, after pages, err error)

// histories are the parts of growing, the most common ones first. The first one that leads to the
// pages of today counts.
var histories = []float64{0, 1, 0.85, 0.7, 0.5}

// grown returns what the index becomes with random keys again, and with ordered ones among the
// random ones. width is how well the sizes of its entries are known, and between by which part the
// pages of the ordered keys may differ from the built ones.
func grown(f Figures, st Storage, width Figure, between float64, build growing) (random, ordered Grown) {
	none := func(why string) (Grown, Grown) { return unknownGrown(why), unknownGrown(why) }
	switch {
	case !f.Leaves.Known():
		return none(f.Leaves.Missing)
	case f.Leaves.AtMost:
		return none("nothing shows how old the statistics are")
	case !f.Entries.Known() || f.Entries.Value < 1:
		return none("the number of rows is not known")
	case !width.Known():
		return none(width.Missing)
	}
	rebuilt, before, after, err := f.history(build)
	if err != nil {
		return none(OneLine(err))
	}
	off := math.Abs(before.leaves/f.Leaves.Value - 1)
	e := math.Hypot(relative(width), relative(f.Entries))
	if off > farthest+e+relative(f.Leaves)+1/before.leaves {
		return none("its pages are not those of random keys alone: rows were deleted, or have other sizes than the sample")
	}
	beside, beyond, err := build(rebuilt, InOrder)
	if err != nil {
		return none(OneLine(err))
	}
	spread := max(randomSpread, off)
	if rebuilt > 0 {
		spread = max(packedSpread, off)
	}
	random = f.grown(st, scaled(f.Leaves, after.leaves/before.leaves), spread, after.all/after.leaves)
	random.Touched = touched(random.Leaves)
	added := withError(beyond.leaves-beside.leaves, e+between+2/max(beyond.leaves-beside.leaves, 1))
	leaves := f.Leaves
	leaves.Value, leaves.Low, leaves.High = leaves.Value+added.Value, leaves.Low+added.Low, leaves.High+added.High
	ordered = f.grown(st, leaves, 0, beyond.all/beyond.leaves)
	// Beside the new pages, the one before and the one after them; both ends may be part of a page.
	perPage := LastRows / f.Entries.Value
	ordered.Touched = About(2+added.Value*perPage, 1+added.Low*perPage, 4+added.High*perPage)
	return random, ordered
}

// history returns the history that leads to the number of leaf pages, or the one that comes nearest,
// and the pages of the tree before and after as many random keys again.
func (f Figures) history(build growing) (rebuilt float64, before, after pages, err error) {
	nearest := math.Inf(1)
	for _, h := range histories {
		b, a, err := build(h, AtRandom)
		if err != nil {
			return 0, before, after, err
		}
		if off := math.Abs(b.leaves/f.Leaves.Value - 1); off < nearest {
			nearest, rebuilt, before, after = off, h, b, a
		}
		if nearest <= randomSpread {
			break
		}
	}
	return rebuilt, before, after, nil
}

// farthest is by how much the pages of two trees of random keys differ at most, where nearly all of
// them split at the same time; packedSpread is randomSpread for such pages, as a rebuild leaves them.
const (
	farthest     = 0.1
	packedSpread = 0.1
)

// grown returns the figures of a tree that has twice the entries on so many leaf pages.
func (f Figures) grown(st Storage, leaves Figure, spread, allPerLeaf float64) Grown {
	leaves.Low, leaves.High, leaves.Estimate = leaves.Low*(1-spread), leaves.High*(1+spread), true
	g := Grown{Leaves: leaves, Bytes: scaled(leaves, float64(st.PageSize)), Fill: f.Fill}
	if !st.Spare {
		g.Bytes = scaled(g.Bytes, allPerLeaf)
	}
	if f.Fill.Known() {
		twice := 2 * f.Leaves.Value
		const rounding = 0.2
		g.Fill = About(f.Fill.Value*twice/leaves.Value, f.Fill.Low*twice/leaves.High-rounding, min(100, f.Fill.High*twice/leaves.Low+rounding))
	}
	return g
}

// touched returns on how many of the leaf pages LastRows rows with random keys are.
func touched(leaves Figure) Figure {
	on := func(n float64) float64 { return n * -math.Expm1(-LastRows/n) }
	n := leaves.Value
	// Pages that hold more keys get more, so that some fewer pages are touched.
	const uneven = 0.02
	chance := math.Exp(-LastRows / n)
	e := 2 * math.Sqrt(n*chance*(1-chance))
	return About(on(n), on(leaves.Low)*(1-uneven)-e, min(LastRows, on(leaves.High)+e))
}

// grownRows is how many keys a simulated tree has before it grows: see randomRows.
const grownRows = 1 << 17

// grown simulates the growth of an index with so many entries.
func (l layout) grown(ctx context.Context, f Figures, st Storage, width Figure) (random, ordered Grown) {
	return grown(f, st, width, 0, func(rebuilt float64, again Filling) (before, after pages, err error) {
		for _, w := range l.widths(width) {
			if err := ctx.Err(); err != nil {
				return before, after, err
			}
			r, err := l.rules(w.bytes)
			if err != nil {
				return before, after, err
			}
			b, a, err := growTree(r, f.Entries.Value, rebuilt, again)
			if err != nil {
				return before, after, err
			}
			before.leaves, before.all = before.leaves+w.share*b.leaves, before.all+w.share*b.all
			after.leaves, after.all = after.leaves+w.share*a.leaves, after.all+w.share*a.all
		}
		return before, after, nil
	})
}

// growTree simulates a tree of n keys and as many again.
func growTree(r leafpage.Rules, n, rebuilt float64, again Filling) (before, after pages, err error) {
	const head = 8 // bytes of a key that are random
	if r.KeyWidth() < head {
		return before, after, errors.New("the keys are too short for random ones")
	}
	count := n
	for count > grownRows {
		count /= 2
	}
	t, err := leafpage.New(r, leafpage.Options{})
	if err != nil {
		return before, after, err
	}
	key := make([]byte, r.KeyWidth())
	insert := func(keys func(func(uint64) bool)) {
		for k := range keys {
			binary.BigEndian.PutUint64(key, k)
			if err == nil {
				err = t.Insert(key)
			}
		}
	}
	of := func() pages {
		s, scale := t.Stats(), n/count
		return pages{float64(s.Leaves) * scale, float64(s.Pages) * scale}
	}
	insert(keysOfHistory(int(count), rebuilt))
	before = of()
	insert(keysAgain(int(count), again))
	return before, of(), err
}

// keysOfHistory yields n random keys: a part of them in order, as a rebuild inserts them, and the
// others at random.
func keysOfHistory(n int, rebuilt float64) func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		rng := rand.New(rand.NewPCG(1, 3)) // the same keys each time
		packed := int(float64(n) * rebuilt)
		for i := range n {
			k := rng.Uint64()
			if i < packed {
				k = uint64(float64(i) / float64(packed) * math.MaxUint64)
			}
			if !yield(k) {
				return
			}
		}
	}
}

// keysAgain yields n more keys. Ordered ones are those of UUIDv7 and ULID of these years, which lie
// among random ones.
func keysAgain(n int, f Filling) func(func(uint64) bool) {
	return keysFrom(n, f, 0x01900000_00000000, rand.NewPCG(2, 3))
}

// keysFrom yields n keys: random ones, which are the same for each seed, or those from the first one on.
func keysFrom(n int, f Filling, first uint64, random *rand.PCG) func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for i := range uint64(n) {
			k := first + i
			if f == AtRandom {
				k = random.Uint64()
			}
			if !yield(k) {
				return
			}
		}
	}
}

// Grow simulates nbtree.
func (p *postgres) Grow(ctx context.Context, t *Table, x Index, s Sample, f Figures) (random, ordered Grown) {
	if !x.Unique {
		return unknownGrown(sharing), unknownGrown(sharing)
	}
	return p.layout(x).grown(ctx, f, p.Storage(), p.entryWidth(t, x, s))
}

// Grow simulates InnoDB.
func (m *mysql) Grow(ctx context.Context, t *Table, x Index, s Sample, f Figures) (random, ordered Grown) {
	return m.layout(x).grown(ctx, f, m.Storage(), m.entryWidth(t, x, s))
}

// grownPages is how many pages of rows the model has before it grows.
const grownPages = 150

// betweenPages is by how much SQLite's pages of ordered keys among random ones differ from those of
// the model: three neighbours share their rows again and again, and end fuller or emptier.
const betweenPages = 0.2

// Grow builds the tree in memory, and lets it grow.
func (s *sqlite) Grow(ctx context.Context, t *Table, x Index, sample Sample, f Figures) (random, ordered Grown) {
	m, err := s.modelOf(t, x, sample)
	switch {
	case err != nil:
		return unknownGrown(err.Error()), unknownGrown(err.Error())
	case m.keys == 0 || sample.Rows == 0 || !f.Entries.Known():
		why := "the rows are in the order of their numbers, or there are none"
		return unknownGrown(why), unknownGrown(why)
	}
	width := meanOf(m.payloads())
	n := int(min(f.Entries.Value, modelRows, max(1, grownPages*float64(s.pageSize)/width.Value)))
	return grown(f, s.Storage(), width, betweenPages, func(rebuilt float64, again Filling) (before, after pages, err error) {
		if rebuilt > 0 && rebuilt < 1 {
			return pages{leaves: 1}, before, nil // VACUUM rebuilds all pages
		}
		b, a, err := m.grow(ctx, n, rebuilt == 1, again)
		scale := f.Entries.Value / float64(n)
		return pages{b.leaves * scale, b.all * scale}, pages{a.leaves * scale, a.all * scale}, err
	})
}
