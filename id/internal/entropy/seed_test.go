package entropy

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"testing"
)

func TestSeed(t *testing.T) {
	var s Source
	key := []byte("0123456789abcdef")
	seed, err := s.Seed(bytes.NewReader(key))
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range []int{0, 1, 255, 256, 65_535} {
		sum := sha256.Sum256(append(bytes.Clone(key), 0, 0, 0, 0, 0, 0, byte(place>>8), byte(place)))
		wantHi, wantLo := join(sum[:16])
		if hi, lo := seed.At(place); hi != wantHi || lo != wantLo {
			t.Errorf("place %d has %x, %x, want %x, %x", place, hi, lo, wantHi, wantLo)
		}
	}
	if seed, err := s.Seed(bytes.NewReader(key[1:])); !errors.Is(err, io.ErrUnexpectedEOF) || seed != (Seed{}) {
		t.Errorf("a short reader gives %v, %v", seed, err)
	}
	if n := testing.AllocsPerRun(100, func() { seed.At(7) }); n != 0 {
		t.Errorf("At allocates %v times", n)
	}
}
