package ulid_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
)

func mustBlock(t testing.TB, g *ulid.Generator, n int) ulid.Block {
	t.Helper()
	b, err := g.Block(n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// FuzzBlock: a block is what so many calls of New would have made, and New goes on
// behind it.
func FuzzBlock(f *testing.F) {
	f.Add(uint64(0), uint16(0), uint16(0))
	f.Add(uint64(math.MaxUint64-5), uint16(3), uint16(300))
	f.Add(uint64(math.MaxUint64), uint16(0), uint16(math.MaxUint16))
	f.Add(uint64(9), uint16(math.MaxUint16), uint16(math.MaxUint16))
	f.Fuzz(func(t *testing.T, tail uint64, before, size uint16) {
		random := string(append([]byte{1, 2}, binary.BigEndian.AppendUint64(nil, tail)...))
		one := ulid.Generator{Clock: clockAt(7).read, Rand: strings.NewReader(random)}
		many := ulid.Generator{Clock: clockAt(7).read, Rand: strings.NewReader(random)}
		for range before {
			if a, b := must(t, &one), must(t, &many); a != b {
				t.Fatalf("two equal generators make %v and %v", a, b)
			}
		}
		for range 2 {
			block := mustBlock(t, &many, int(size)+1)
			if block.Len() != int(size)+1 {
				t.Errorf("a block of %d has %d", int(size)+1, block.Len())
			}
			for x := range block.All() {
				if want := must(t, &one); x != want {
					t.Fatalf("the block has %v where New makes %v", x, want)
				}
			}
			if a, b := must(t, &one), must(t, &many); a != b {
				t.Errorf("behind the block comes %v, and %v where there was none", b, a)
			}
		}
	})
}

// TestBlockOverflow: a block that has no room in the millisecond is refused, and the
// IDs that are left remain available.
func TestBlockOverflow(t *testing.T) {
	for _, begun := range []bool{false, true} {
		full := string(append([]byte{0xFF, 0xFF}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-3)...))
		random := full + full // a block that is refused has drawn one
		if begun {
			random = full
		}
		c := clockAt(5)
		g := ulid.Generator{Clock: c.read, Rand: io.MultiReader(strings.NewReader(random), repeat(0))}
		if begun {
			must(t, &g)
		}
		if b, err := g.Block(5); !errors.Is(err, id.ErrOverflow) || b.Len() != 0 {
			t.Fatalf("begun %v: five of the last four: %d, %v", begun, b.Len(), err)
		}
		left := 4
		if begun {
			left = 3
		}
		block := mustBlock(t, &g, left)
		last := ulid.ID{}
		for x := range block.All() {
			last = x
		}
		if last.UnixMillis() != 5 || last.Random() != [10]byte(slices.Repeat([]byte{0xFF}, 10)) {
			t.Errorf("begun %v: the last of the last four is %v", begun, last)
		}
		for range 3 {
			if _, err := g.Block(1); !errors.Is(err, id.ErrOverflow) {
				t.Errorf("begun %v: after the last: %v", begun, err)
			}
			if _, err := g.New(); !errors.Is(err, id.ErrOverflow) {
				t.Errorf("begun %v: after the last: %v", begun, err)
			}
		}
		c.set(6)
		if b := mustBlock(t, &g, ulid.MaxBlock); b.AppendTo(nil)[0].String() != "00000000060000000000000000" {
			t.Errorf("begun %v: the next millisecond begins with %v", begun, b.AppendTo(nil)[0])
		}
	}
}

func TestBlockRefused(t *testing.T) {
	g := ulid.Generator{Plain: true}
	if b, err := g.Block(1); !errors.Is(err, id.ErrConfig) || b.Len() != 0 {
		t.Errorf("a block of plain IDs: %v", err)
	}
	g = ulid.Generator{Clock: clockAt(-1).read}
	if b, err := g.Block(1); !errors.Is(err, id.ErrRange) || b.Len() != 0 {
		t.Errorf("a block before 1970: %v", err)
	}
	g = ulid.Generator{Rand: strings.NewReader("short")}
	if b, err := g.Block(1); !errors.Is(err, id.ErrEntropy) || b.Len() != 0 {
		t.Errorf("a block without randomness: %v", err)
	}
}
