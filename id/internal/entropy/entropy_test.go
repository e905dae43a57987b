package entropy

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/iotest"
)

func TestReader(t *testing.T) {
	var s Source
	r := bytes.NewReader([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21})
	for _, c := range []struct {
		n      int
		hi, lo uint64
	}{{1, 0, 1}, {2, 0, 0x0203}, {8, 0, 0x0405060708090a0b}, {10, 0x0c0d, 0x0e0f101112131415}} {
		hi, lo, err := s.Draw(r, c.n)
		if hi != c.hi || lo != c.lo || err != nil {
			t.Errorf("Draw(%d) = %x, %x, %v, want %x, %x", c.n, hi, lo, err, c.hi, c.lo)
		}
	}
	if hi, lo, err := s.Draw(r, 1); hi|lo != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("an empty reader gives %x, %x, %v", hi, lo, err)
	}
	if hi, lo, err := s.Draw(iotest.HalfReader(bytes.NewReader(make([]byte, 3))), 16); hi|lo != 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a short reader gives %x, %x, %v", hi, lo, err)
	}
}

// TestSystem counts the bits of what crypto/rand gives, by every width, across the
// ends of blocks and on several goroutines: none is stuck, and nothing comes twice.
func TestSystem(t *testing.T) {
	var s Source
	for n := 1; n <= 16; n++ {
		var ever, always [2]uint64
		always = [2]uint64{^uint64(0), ^uint64(0)}
		for range 500 {
			hi, lo, err := s.Draw(nil, n)
			if err != nil {
				t.Fatal(err)
			}
			ever[0], ever[1] = ever[0]|hi, ever[1]|lo
			always[0], always[1] = always[0]&hi, always[1]&lo
		}
		hi, lo := join(bytes.Repeat([]byte{0xFF}, n))
		if ever != [2]uint64{hi, lo} || always != [2]uint64{} {
			t.Errorf("of %d bytes, the bits %x are ever set and %x always", n, ever, always)
		}
	}
	var seen sync.Map
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 5000 {
				hi, lo, _ := s.Draw(nil, 16)
				if _, twice := seen.LoadOrStore([2]uint64{hi, lo}, true); twice {
					t.Errorf("%x, %x came twice", hi, lo)
				}
			}
		})
	}
	wg.Wait()
}

func TestConcurrentReader(t *testing.T) {
	var s Source
	r := bytes.NewReader(make([]byte, 4*1000*3)) // not safe for concurrent use by itself
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 1000 {
				if _, _, err := s.Draw(r, 3); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if r.Len() != 0 {
		t.Errorf("%d bytes are left", r.Len())
	}
}
