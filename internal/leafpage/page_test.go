package leafpage

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"sort"
	"testing"
)

// place finds what a search from the left finds, for keys of any width, spread evenly
// or not, that are there or not.
func TestPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(key []byte, kind int) {
		for i := range key {
			key[i] = byte(rng.Uint32())
		}
		switch kind {
		case 1: // the first eight bytes are often equal
			binary.BigEndian.PutUint64(append(make([]byte, 0, 8), key...)[:8], 0)
			for i := range min(8, len(key)) {
				key[i] &= 1
			}
		case 2: // close together but for a few
			if rng.IntN(10) > 0 {
				clear(key[:len(key)-2])
			}
		}
	}
	for _, width := range []int{2, 3, 7, 8, 9, 16, 20} {
		for kind := range 3 {
			for range 60 {
				n := rng.IntN(100)
				set := map[string]bool{}
				for range n {
					key := make([]byte, width)
					random(key, kind)
					set[string(key)] = true
				}
				var keys []string
				for k := range set {
					keys = append(keys, k)
				}
				sort.Strings(keys)
				p := &page{n: len(keys)}
				for _, k := range keys {
					p.keys = append(p.keys, k...)
				}
				for i := range 40 {
					key := make([]byte, width)
					random(key, kind)
					if i%4 == 0 && len(keys) > 0 {
						copy(key, keys[rng.IntN(len(keys))])
					}
					want := sort.SearchStrings(keys, string(key))
					equal := want < len(keys) && bytes.Equal([]byte(keys[want]), key)
					if at, eq := p.search(key); at != want || eq != equal {
						t.Fatalf("width %d, kind %d: the place of %x among %d keys is %d, %v, want %d, %v", width, kind, key, len(keys), at, eq, want, equal)
					}
				}
			}
		}
	}
}
