package inspect

import (
	"encoding/binary"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/inspect/source"
	"github.com/sortid/sortid/bench/btree/internal/sim"
)

// pages are the leaf pages of a tree and all of its pages.
type pages struct {
	leaves, all source.Figure
}

// simulatedRows is how many keys are inserted into a simulated tree of ordered keys. Beyond
// that its pages grow with the rows.
const simulatedRows = 100_000

// ordered returns the pages of a tree of so many entries that came in order, or that a
// rebuild packed: both fill pages to the fill factor.
func ordered(s source.Source, x source.Index, entry, rows source.Figure) pages {
	return between(s, x, entry, rows, func(r sim.Rules, n float64) (sim.Stats, float64, error) {
		count := int(min(n, simulatedRows))
		t, err := sim.New(r, sim.Options{})
		if err != nil {
			return sim.Stats{}, 0, err
		}
		key := make([]byte, r.KeyWidth())
		for i := range count {
			put(key, uint64(i))
			if err := t.Insert(key); err != nil {
				return sim.Stats{}, 0, err
			}
		}
		return t.Stats(), n / float64(max(count, 1)), nil
	})
}

// random returns the pages of a tree of so many random keys.
func random(s source.Source, x source.Index, entry, rows source.Figure) pages {
	return between(s, x, entry, rows, func(r sim.Rules, n float64) (sim.Stats, float64, error) {
		const keep = 1 << 17
		stats, err := sim.PredictRandom(r, int(n), sim.Options{Keep: keep, Seed: 1})
		return stats, 1, err
	})
}

// put writes a number at the end of a key; a narrow key takes its low bytes.
func put(key []byte, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	copy(key[max(0, len(key)-8):], b[max(0, 8-len(key)):])
}

// between simulates trees with entries a little narrower and wider than the mean, which is
// no whole number of bytes, and takes the pages in proportion.
func between(s source.Source, x source.Index, entry, rows source.Figure, simulate func(sim.Rules, float64) (sim.Stats, float64, error)) pages {
	switch {
	case !entry.Known():
		return pages{entry, entry}
	case !rows.Known():
		return pages{rows, rows}
	}
	grain, offset := s.Grain()
	unit := float64(grain)
	at := func(v float64) (leaves, all, e float64, err error) {
		low := math.Floor(v/unit) * unit
		part := (v - low) / unit
		for i, width := range []float64{low, low + unit} {
			share := []float64{1 - part, part}[i]
			if share == 0 {
				continue
			}
			r, err := s.Tree(x, int(width)+offset)
			if err != nil {
				return 0, 0, 0, err
			}
			stats, scale, err := simulate(r, rows.Value)
			if err != nil {
				return 0, 0, 0, err
			}
			n := float64(stats.Leaves) * scale
			inner := float64(stats.Pages-stats.Leaves) * scale
			if stats.Pages == 0 { // not counted
				inner = n / 200
			}
			leaves, all, e = leaves+share*n, all+share*(n+inner), max(e, 2*stats.Error)
		}
		return leaves, all, e, nil
	}
	leaves, all, e, err := at(entry.Value - float64(offset))
	if err != nil {
		return pages{source.Unknown(err.Error()), source.Unknown(err.Error())}
	}
	// A wider entry takes more pages in proportion.
	e = math.Sqrt(e*e + square((entry.High-entry.Low)/2/entry.Value) + square((rows.High-rows.Low)/2/rows.Value))
	return pages{source.About(leaves, leaves*(1-e), leaves*(1+e)), source.About(all, all*(1-e), all*(1+e))}
}

func square(v float64) float64 { return v * v }

// heap returns the bytes of a table's file that was rewritten with rows of a width.
func heap(s source.Source, row, rows source.Figure) source.Figure {
	switch {
	case !row.Known():
		return row
	case !rows.Known():
		return rows
	}
	page := float64(s.HeapPage())
	size := func(width, rows float64) float64 {
		perPage := math.Floor(page / width)
		if row.High > row.Low { // rows of different widths: half of one is left free
			perPage = (page - width/2) / width
		}
		return math.Ceil(rows/perPage) * float64(s.PageSize())
	}
	const extension = 64 // the server adds up to so many pages to a file at a time
	return source.About(size(row.Value, rows.Value), size(row.Low, rows.Low), size(row.High, rows.High)+extension*float64(s.PageSize()))
}
