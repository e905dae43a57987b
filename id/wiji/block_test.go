package wiji

import (
	"math/bits"
	"testing"
)

// TestConsecutive: an ID of a block has the bits of the first one below its sequence number.
func TestConsecutive(t *testing.T) {
	for _, first := range []consecutive{{0, 0}, {7, 1<<56 - 1}, {7, 0xFFFF_FFFF_FFFF_FFFF}, {0x0123_4567_89AB_CDEF, 0xFE80_0000_0000_0001}} {
		for _, place := range []int{0, 1, 2, 254, 255, 256, 257, MaxBlock - 1} {
			var want ID
			lo, carry := bits.Add64(first.lo, uint64(place)<<56, 0)
			want.set(first.hi+uint64(place)>>8+carry, lo)
			if got := first.ID(place); got != want {
				t.Errorf("ID %d after %x %x is %x, want %x", place, first.hi, first.lo, got, want)
			}
		}
	}
}
