package ulidflake_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

// random returns the random field in the layout of a generator.
func random(g *ulidflake.Generator, x ulidflake.ID) int {
	if g.Scalable {
		return int(x.Scalable().Random)
	}
	return int(x.Fields().Random)
}

// FuzzBlock: with any settings and randomness, the steps of a block are of the size
// that New draws, IDs have the generator's number, and New continues behind it.
func FuzzBlock(f *testing.F) {
	f.Add(uint16(0), uint16(4095), false, uint8(0), uint8(1), []byte{0xFF, 0x12, 3, 4})
	f.Add(uint16(3), uint16(100), true, uint8(31), uint8(1), []byte{1, 2, 3, 4, 5})
	f.Add(uint16(1), uint16(15), false, uint8(0), uint8(2), []byte{0})
	f.Fuzz(func(t *testing.T, before, size uint16, scalable bool, sid, entropy uint8, bits []byte) {
		now := newClock(0)
		g := &ulidflake.Generator{Scalable: scalable, EntropyBytes: int(entropy % 4), Clock: now.Read, Rand: &idtest.Cycle{Bytes: bits}}
		if scalable {
			g.Machine = id.NodeOf(int(sid % 32))
		}
		step, values := 1<<(8*max(g.EntropyBytes, 1)-1), 1<<20
		if scalable {
			values = 1 << 15
		}
		last, lastOK := -1, false
		for range before % 8 {
			if x, err := g.New(); err == nil {
				last, lastOK = random(g, x), true
			}
		}
		n := 1 + int(size)%ulidflake.MaxBlock
		block, err := g.Block(n)
		if err != nil {
			room := n*step <= values/2
			full := errors.Is(err, id.ErrOverflow) && room && lastOK && last+n*step >= values
			config := errors.Is(err, id.ErrConfig) && (step > values/2 || scalable && g.EntropyBytes == 3)
			if !full && !config && !(errors.Is(err, id.ErrRange) && !room) || block != (ulidflake.Block{}) {
				t.Fatalf("%d IDs with steps of %d after %d: %v", n, step, last, err)
			}
			return
		}
		ids := block.AppendTo(nil)
		for i, x := range ids {
			r := random(g, x)
			if d := r - last; (lastOK || i > 0) && (d < 1 || d > 2*step-1) || x.Timestamp() != 0 || scalable && x.Scalable().Machine != sid%32 {
				t.Fatalf("ID %d is %#x after %#x, with steps of %d", i, r, last, step)
			}
			last = r
		}
		if x, err := g.New(); err == nil && x <= ids[len(ids)-1] {
			t.Errorf("behind the block comes %v, after %v", x, ids[len(ids)-1])
		}
	})
}

// TestBlockFirst: in a new millisecond a block begins at a random value from which it
// fits: the greatest one leaves no room, the least one leaves all.
func TestBlockFirst(t *testing.T) {
	for _, c := range []struct {
		g     *ulidflake.Generator
		bits  byte
		n     int
		first int // less than this by 0 to 127
	}{
		{&ulidflake.Generator{}, 0, 1000, 127},
		{&ulidflake.Generator{}, 0xFF, ulidflake.MaxBlock, 1<<19 + 127},
		{&ulidflake.Generator{}, 0xFF, 1, 1<<20 - 128 + 127},
		{&ulidflake.Generator{Scalable: true, Machine: id.NodeOf(0)}, 0xFF, 128, 1<<14 + 127},
	} {
		now := newClock(0)
		c.g.Clock, c.g.Rand = now.Read, &idtest.Cycle{Bytes: []byte{c.bits}}
		block, err := c.g.Block(c.n)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := block.Next()
		if d := c.first - random(c.g, x); d < 0 || d > 128 {
			t.Errorf("a block of %d begins at %#x, want up to %#x", c.n, random(c.g, x), c.first)
		}
	}
}

func TestBlockRefused(t *testing.T) {
	for name, c := range map[string]struct {
		g      *ulidflake.Generator
		n      int
		reason id.Reason
		text   string
	}{
		"scalable":             {&ulidflake.Generator{Scalable: true, Machine: id.NodeOf(0)}, 129, id.ErrRange, "1 to 128 IDs"},
		"two bytes":            {&ulidflake.Generator{EntropyBytes: 2}, 17, id.ErrRange, "1 to 16 IDs"},
		"two bytes, scalable":  {&ulidflake.Generator{Scalable: true, Machine: id.NodeOf(0), EntropyBytes: 2}, 1, id.ErrConfig, "use EntropyBytes 1"},
		"three bytes":          {&ulidflake.Generator{EntropyBytes: 3}, 1, id.ErrConfig, "use EntropyBytes 1"},
		"settings":             {&ulidflake.Generator{Machine: id.NodeOf(1)}, 1, id.ErrConfig, "set Scalable"},
		"too little of a seed": {&ulidflake.Generator{Rand: strings.NewReader("0123456789abcde")}, 1, id.ErrEntropy, "fix Rand"},
		"no random field":      {&ulidflake.Generator{Rand: strings.NewReader("0123456789abcdef")}, 1, id.ErrEntropy, "fix Rand"},
	} {
		if b, err := c.g.Block(c.n); !errors.Is(err, c.reason) || b != (ulidflake.Block{}) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBlockFull: a block for which the millisecond has no room is an error, and
// leaves the generator as it was.
func TestBlockFull(t *testing.T) {
	now := newClock(0)
	g := ulidflake.Generator{Clock: now.Read, Rand: bytes.NewReader(append([]byte{0x0F, 0xFF, 0x00}, bytes.Repeat([]byte{1}, 100)...))}
	last := idtest.Must(g.New())
	for range 3 {
		if b, err := g.Block(2); !errors.Is(err, id.ErrOverflow) || b != (ulidflake.Block{}) || !strings.Contains(err.Error(), "block of 2 IDs") {
			t.Fatalf("%v, %v", b, err)
		}
	}
	if x := idtest.Must(g.New()); x != last+1 {
		t.Errorf("%v comes after %v", x, last)
	}
	now.Set(sinceEpoch(1))
	if b, err := g.Block(2); err != nil || b.Len() != 2 {
		t.Errorf("in the next millisecond: %d, %v", b.Len(), err)
	}
}
