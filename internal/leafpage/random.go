package leafpage

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
)

// PredictRandom returns the figures of a tree after so many uniformly distributed keys,
// such as UUIDv4. Once the tree has more keys than Options.Keep, it generates only the
// keys of pages that are followed, and draws how many others lie between two of them. So
// 1e9 rows take a small multiple of the time of Keep rows, and Stats.Error is the
// standard error. Keys must have at least 8 bytes. The same Seed gives the same result.
func PredictRandom(r Rules, rows int, o Options) (Stats, error) {
	if r.key < 8 {
		return Stats{}, fmt.Errorf("sim: random keys of %d bytes: use keys of 8 bytes or more", r.key)
	}
	if rows < 0 {
		return Stats{}, fmt.Errorf("sim: %d rows: use 0 or more", rows)
	}
	t, err := New(r, o)
	if err != nil {
		return Stats{}, err
	}
	d := drawer{tree: t, rng: rand.New(rand.NewPCG(o.Seed, 3)), key: make([]byte, r.key)}
	for t.rows < rows {
		if err := d.insert(rows); err != nil {
			return Stats{}, err
		}
	}
	return t.Stats(), nil
}

// drawer draws keys that are spread evenly over the pages that are followed.
type drawer struct {
	tree       *Tree
	rng        *rand.Rand
	key        []byte
	generation uint16
	spans      []span  // between keys that go to pages which are followed; empty for all
	share      float64 // of all keys, those that are in a span
}

// span is a part of the keys, by their first eight bytes.
type span struct {
	low    uint64
	before float64 // how much the spans in front of it hold together
}

// insert adds the next key that goes to a page which is followed, and counts the others
// in front of it, up to so many rows in all.
func (d *drawer) insert(rows int) error {
	m := &d.tree.memory
	if d.generation != m.generation {
		d.generation = m.generation
		d.measure()
	}
	head := d.rng.Uint64()
	if len(d.spans) > 0 {
		skip := min(int(d.rng.ExpFloat64()/-math.Log1p(-d.share)), rows-d.tree.rows)
		m.skipped += skip
		if d.tree.rows += skip; d.tree.rows == rows {
			return nil
		}
		head = d.draw()
	}
	binary.BigEndian.PutUint64(d.key, head)
	for i := 8; i < len(d.key); i++ {
		d.key[i] = byte(d.rng.Uint32())
	}
	return d.tree.Insert(d.key)
}

// draw returns the first eight bytes of a key in one of the spans.
func (d *drawer) draw() uint64 {
	at := d.rng.Float64() * d.share * (1 << 64)
	i := sort.Search(len(d.spans), func(i int) bool { return d.spans[i].before > at }) - 1
	return d.spans[i].low + uint64(at-d.spans[i].before)
}

// measure notes which keys go to pages that are followed.
func (d *drawer) measure() {
	d.spans = d.spans[:0]
	sum, following := 0.0, false
	var low, begin uint64
	end := func(high uint64) {
		if following {
			d.spans = append(d.spans, span{begin, sum})
			sum += float64(high - begin)
			following = false
		}
	}
	first := true
	d.tree.aboveLeaves(d.tree.root, d.tree.height, func(p *page) {
		for i, c := range p.child {
			if low = p.head(i, d.tree.width); first {
				low, first = 0, false
			}
			switch {
			case c.state != open:
				end(low)
			case !following:
				following, begin = true, low
			}
		}
	})
	end(math.MaxUint64)
	d.share = sum / (1 << 64)
}
