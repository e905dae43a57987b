package entropy

import (
	"encoding/binary"
	"testing"

	"github.com/sortid/sortid/id/internal/instance"
)

// TestSalt: copies of a process to which crypto/rand returns the same bytes draw
// different ones.
func TestSalt(t *testing.T) {
	old := read
	read = func(p []byte) { clear(p) }
	defer func() { read = old; instance.Renew() }()
	var s Source
	seen := make(map[[2]uint64]int)
	for copies := range 20 {
		instance.Renew()
		for i := range 2 * streamSize {
			hi, lo, _ := s.Draw(nil, 16)
			if from, ok := seen[[2]uint64{hi, lo}]; hi == 0 || lo == 0 || ok && from != copies {
				t.Fatalf("copy %d: draw %d is %x, %x, as in copy %d", copies, i, hi, lo, from)
			}
			seen[[2]uint64{hi, lo}] = copies
			word := Word()
			if from, ok := seen[[2]uint64{word}]; ok && from != copies {
				t.Fatalf("copy %d: word %d is %x, as in copy %d", copies, i, word, from)
			}
			seen[[2]uint64{word}] = copies
		}
	}
}

// TestSaltMixes: every bit of the bytes that crypto/rand returns is left in the seed.
func TestSaltMixes(t *testing.T) {
	x := salt{words: [4]uint64{1, 2, 3, 1 << 63}}
	var p [64]byte
	for i := range p {
		p[i] = byte(i)
	}
	x.mix(p[:])
	x.mix(p[:])
	for i := range p {
		if p[i] != byte(i) {
			t.Fatalf("byte %d is %d", i, p[i])
		}
	}
}

// TestSaltWords: the salt's words follow one another, from the first one again.
func TestSaltWords(t *testing.T) {
	x := salt{words: [4]uint64{11, 12, 13, 14}}
	p := make([]byte, 9*8)
	x.mix(p)
	for i := range 9 {
		if got, want := binary.NativeEndian.Uint64(p[8*i:]), uint64(11+i%4); got != want {
			t.Errorf("word %d is mixed with %d, want %d", i, got, want)
		}
	}
}

// TestSaltOf: an instance keeps its salt, another one has another, and no word of it is missing.
func TestSaltOf(t *testing.T) {
	defer instance.Renew()
	instance.Renew()
	first := saltOf(instance.Now())
	if again := saltOf(instance.Now()); again != first {
		t.Error("an instance has two salts")
	}
	instance.Renew()
	second := saltOf(instance.Now())
	for i, w := range second.words {
		if w == 0 || w == first.words[i] {
			t.Errorf("word %d is %x, after %x", i, w, first.words[i])
		}
	}
}
