package ranges

import (
	"bytes"
	"math/rand/v2"
)

// The constants of CockroachDB's load-based splitting, in its source
// pkg/kv/kvserver/split/unweighted_finder.go.
const (
	sampleKeys     = 20   // keys that are sampled
	sampleSeconds  = 10   // how long they count inserts
	leastCount     = 100  // inserts that a key must have counted
	greatestUneven = 0.25 // difference of the two sides, as a share of both
)

// finder looks for the key that divides the load of a range.
type finder struct {
	random  *rand.Rand
	seconds int
	count   int
	samples [sampleKeys]sample
}

// sample is a sampled key and the inserts on both sides of it since then.
type sample struct {
	entry       []byte
	left, right int
}

// record counts an insert, or samples it: each insert is among the samples with the same
// probability.
func (f *finder) record(entry []byte) {
	at := f.count
	if f.count >= sampleKeys {
		at = f.random.IntN(f.count)
	}
	f.count++
	if at < sampleKeys {
		f.samples[at] = sample{entry: entry}
		return
	}
	for i := range f.samples {
		if s := &f.samples[i]; bytes.Compare(s.entry, entry) <= 0 {
			s.right++
		} else {
			s.left++
		}
	}
}

// key returns the key that divides the load best, nil if none divides it well.
func (f *finder) key() []byte {
	var best []byte
	least := greatestUneven
	for _, s := range f.samples {
		n := s.left + s.right
		if n < leastCount {
			continue
		}
		if uneven := float64(max(s.left-s.right, s.right-s.left)) / float64(n); uneven < least {
			best, least = s.entry, uneven
		}
	}
	return best
}
