package source

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/sortid/sortid/internal/leafpage"
)

// Filling is how entries came onto the pages of a tree.
type Filling int

// The fillings.
const (
	InOrder  Filling = iota // inserts of ordered keys
	AtRandom                // inserts of random keys
	Packed                  // a rebuild
)

// Pages holds the leaf pages of a tree and all of its pages.
type Pages struct{ Leaves, All Figure }

func unknownPages(why string) Pages { return Pages{Unknown(why), Unknown(why)} }

// layout are a server's rules for the pages of an index, by the bytes of an entry. These
// grow in steps of unit bytes, beyond an offset.
type layout struct {
	rules        func(entry int) (leafpage.Rules, error)
	unit, offset int
}

// How many keys are inserted into a simulated tree. Beyond that, pages of ordered keys grow with
// the rows. Pages of random keys split at nearly the same times, so that their fill rises and
// falls with each doubling of the rows: the simulation halves the rows until they are few enough.
const (
	orderedRows = 100_000
	randomRows  = 1 << 19
)

// randomSpread is by how much two trees of as many random keys differ, as a part of their pages:
// the first few pages split early or late, and all pages that come from them with them.
const randomSpread = 0.04

// simulate simulates a tree of n keys, and returns by how much to multiply its pages. On the
// servers, a rebuild fills pages as ordered keys do.
func simulate(r leafpage.Rules, n float64, f Filling) (leafpage.Stats, float64, error) {
	count := int(min(n, orderedRows))
	if f == AtRandom {
		count = int(n)
		for count > randomRows {
			count /= 2
		}
	}
	t, err := leafpage.New(r, leafpage.Options{})
	if err != nil {
		return leafpage.Stats{}, 0, err
	}
	rng := rand.New(rand.NewPCG(1, 3)) // the same keys each time
	key := make([]byte, r.KeyWidth())
	for i := range uint64(count) {
		if f == AtRandom {
			i = rng.Uint64()
		}
		put(key, i)
		if err := t.Insert(key); err != nil {
			return leafpage.Stats{}, 0, err
		}
	}
	return t.Stats(), n / float64(max(count, 1)), nil
}

// put writes a number at the end of a key; a narrow key takes its low bytes.
func put(key []byte, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	copy(key[max(0, len(key)-8):], b[max(0, 8-len(key)):])
}

// width is one of the widths of entries that are simulated, with its share of the pages.
type width struct {
	bytes int
	share float64
}

// widths returns the widths a little below and above the mean, which is no whole number of bytes.
func (l layout) widths(entry Figure) []width {
	unit, offset := float64(l.unit), float64(l.offset)
	low := math.Floor((entry.Value-offset)/unit) * unit
	part := (entry.Value - offset - low) / unit
	list := []width{{int(low + offset), 1 - part}}
	if part > 0 {
		list = append(list, width{int(low + unit + offset), part})
	}
	return list
}

// simulated returns the pages of a tree of so many entries, of the widths in proportion.
func (l layout) simulated(entry, rows Figure, f Filling) Pages {
	switch {
	case !entry.Known():
		return Pages{entry, entry}
	case !rows.Known():
		return Pages{rows, rows}
	case rows.Value < 1:
		return unknownPages("there are no rows")
	}
	leaves, all, whole := 0.0, 0.0, 0.0
	for _, w := range l.widths(entry) {
		r, err := l.rules(w.bytes)
		if err != nil {
			return unknownPages(err.Error())
		}
		stats, scale, err := simulate(r, rows.Value, f)
		if err != nil {
			return unknownPages(err.Error())
		}
		n := float64(stats.Leaves) * scale
		// The pages of the simulated tree are whole, the last one of each level is not full.
		whole = max(whole, 2*scale)
		inner := max(0, float64(stats.Pages-stats.Leaves-1)*scale+1) // there is one root
		leaves, all = leaves+w.share*n, all+w.share*(n+inner)
	}
	// A wider entry takes more pages in proportion.
	e := math.Hypot(relative(entry), relative(rows))
	if f == AtRandom {
		e = math.Hypot(e, randomSpread)
	}
	e += whole / max(leaves, 1)
	return Pages{withError(leaves, e), withError(all, e)}
}

// relative returns the half of a figure's interval as a part of the figure.
func relative(f Figure) float64 { return (f.High - f.Low) / 2 / f.Value }

// withError returns an estimate whose interval is a part of it on both sides, and not below 0.
func withError(v, part float64) Figure { return About(v, v*max(0, 1-part), v*(1+part)) }
