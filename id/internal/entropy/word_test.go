package entropy

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/sortid/sortid/id/internal/instance"
)

// TestWord counts the bits of words, across the ends of buffers and on several
// goroutines: none is stuck, and no word comes twice.
func TestWord(t *testing.T) {
	var s Source
	var seen sync.Map
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ever, always := uint64(0), ^uint64(0)
			for range 20 * streamSize {
				w, err := s.Word(nil)
				if _, twice := seen.LoadOrStore(w, true); twice || err != nil {
					t.Errorf("%x came twice, %v", w, err)
				}
				ever, always = ever|w, always&w
			}
			if ever != ^uint64(0) || always != 0 {
				t.Errorf("the bits %x are ever set and %x always", ever, always)
			}
		})
	}
	wg.Wait()
	if n := testing.AllocsPerRun(10*streamSize, func() { Word() }); n != 0 {
		t.Errorf("Word allocates %v times", n)
	}
}

// TestWordErased: a stream holds neither a word that it returned, nor what its words were
// made of.
func TestWordErased(t *testing.T) {
	b := &stream{next: streamSize}
	b.fill()
	var zero stream
	zero.rand.Seed(zero.seed)
	if b.seed != zero.seed || b.rand != zero.rand {
		t.Error("the seed or the generator's state is left")
	}
	if !b.mark.Current() {
		t.Error("a filled stream has no mark")
	}
	for range streamSize {
		if w := b.take(); w == 0 {
			t.Error("a word is zero")
		}
	}
	if b.words != zero.words {
		t.Errorf("words are left: %x", b.words)
	}
}

// TestWordInstance: another instance of the process discards the words.
func TestWordInstance(t *testing.T) {
	for range 100 {
		Word()
		instance.Renew()
		b := streams.Get().(*stream)
		old := b.words
		streams.Put(b)
		for range 10 {
			if w := Word(); slices.Contains(old[:], w) {
				t.Fatalf("%x is from the instance before", w)
			}
		}
	}
}

func TestWordReader(t *testing.T) {
	var s Source
	r := bytes.NewReader([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	if w, err := s.Word(r); w != 0x0102030405060708 || err != nil {
		t.Errorf("Word = %x, %v", w, err)
	}
	if w, err := s.Word(r); w != 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a short reader gives %x, %v", w, err)
	}
}

// TestNewCounter: counters begin at random numbers.
func TestNewCounter(t *testing.T) {
	a, b := NewCounter().Load(), NewCounter().Load()
	if a == b || a == 0 || b == 0 {
		t.Errorf("counters begin at %x and %x", a, b)
	}
}
