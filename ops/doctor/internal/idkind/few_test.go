package idkind

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The chance of two IDs is a number, which JSON can hold, whatever their times are: all values of
// the model may be older or newer than both.
func TestChanceOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	at := func(ms uint64) []byte {
		b := binary.BigEndian.AppendUint64(nil, ms<<16|0x7000|rng.Uint64N(1<<12))
		return binary.BigEndian.AppendUint64(b, rng.Uint64()>>2|1<<63)
	}
	now := time.Now()
	for range 1000 {
		ms := uint64(now.UnixMilli()) - rng.Uint64N(1e9)
		r := Of([]any{at(ms), at(ms + rng.Uint64N(1<<20))}, Hints{Now: now})
		for _, p := range r.Parts {
			if math.IsInf(p.Chance, 0) || math.IsNaN(p.Chance) {
				t.Fatalf("%v: the chance is 10^%g", p, p.Chance)
			}
		}
	}
}

// One ID of the present is likely what it is: also in a column that sorts by the node.
func TestOne(t *testing.T) {
	n := uint64(moment.UnixNano()/100 + 0x01B21DD213814000)
	v1 := binary.BigEndian.AppendUint64(nil, n<<32|n>>32&0xFFFF<<16|n>>48|0x1000)
	v1 = append(v1, 0x91, 7, 2, 0x42, 0xac, 0x12, 0, 3)
	for byLastGroup, want := range map[bool]Order{false: Random, true: Ordered} {
		r := Of([]any{v1}, Hints{Now: moment, ByLastGroup: byLastGroup})
		if len(r.Parts) != 1 || r.Parts[0].String() != "UUIDv1" || r.Parts[0].Kind.Order != want {
			t.Errorf("by the last group %v: %+v", byLastGroup, r)
		}
	}
}
