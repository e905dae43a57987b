package store

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestBig16 compares Big16 with package binary, at every alignment, and between bytes that it
// must not touch.
func TestBig16(t *testing.T) {
	for i := range 1000 {
		hi, lo := rand.Uint64(), rand.Uint64()
		var got, want [48]byte
		for j := range got {
			got[j] = byte(rand.Uint32())
		}
		want = got
		at := i % 32
		Big16((*[16]byte)(got[at:]), hi, lo)
		binary.BigEndian.PutUint64(want[at:], hi)
		binary.BigEndian.PutUint64(want[at+8:], lo)
		if got != want {
			t.Fatalf("at %d, of %x and %x: %x, want %x", at, hi, lo, got, want)
		}
	}
}
