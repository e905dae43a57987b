package scru160_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

// counterValue returns the counter of an ID, including its bits in random16.
func counterValue(x scru160.ID, g *scru160.Generator) uint64 {
	return uint64(x.Counter())<<g.CounterBits | uint64(x.Extension())>>(16-g.CounterBits)
}

// FuzzBlock: with any settings, the IDs of a block count up from the one before it,
// New continues behind it, and all other random bits differ.
func FuzzBlock(f *testing.F) {
	f.Add(uint16(0), uint16(0), uint8(0), uint8(0), uint16(0), false)
	f.Add(uint16(300), uint16(1000), uint8(4), uint8(8), uint16(0xA5), true)
	f.Add(uint16(1), uint16(math.MaxUint16), uint8(16), uint8(0), uint16(0), false)
	f.Add(uint16(9), uint16(20), uint8(0), uint8(16), uint16(0xBEEF), true)
	f.Fuzz(func(t *testing.T, before, size uint16, counterBits, nodeBits uint8, node uint16, micros bool) {
		g := &scru160.Generator{Clock: idtest.NewClock(time.UnixMicro(1_234_567)).Read, Micros: micros, CounterBits: int(counterBits % 17)}
		g.NodeBits = int(nodeBits) % (17 - g.CounterBits)
		if node &= 1<<g.NodeBits - 1; g.NodeBits > 0 {
			g.Node = id.NodeOf(int(node))
		}
		room := int64(1) << (16 + g.CounterBits)
		if micros {
			room = 1 << (6 + g.CounterBits)
		}
		last := idtest.Must(g.New())
		for range int64(before) % (room / 4) {
			last = idtest.Must(g.New())
		}
		n := 1 + int(int64(size)%min(room/4, scru160.MaxBlock))
		block := idtest.Must(g.Block(n))
		random := make(map[[10]byte]bool)
		for x := range block.All() {
			if counterValue(x, g) != counterValue(last, g)+1 || x.Compare(last) <= 0 || x.UnixMillis() != 1234 {
				t.Fatalf("%v comes after %v", x, last)
			}
			if got := x.Extension() << g.CounterBits >> (16 - g.NodeBits); got != node {
				t.Fatalf("%v has the node %x, want %x", x, got, node)
			}
			if micros, _, ok := x.AltCounter(); g.Micros && (!ok || micros != 567) {
				t.Fatalf("%v has the microsecond %d", x, micros)
			}
			random[x.Fields().Random] = true
			last = x
		}
		if len(random) != n {
			t.Errorf("%d IDs have %d random fields", n, len(random))
		}
		if x := idtest.Must(g.New()); counterValue(x, g) != counterValue(last, g)+1 {
			t.Errorf("behind the block comes %v, after %v", x, last)
		}
	})
}

// TestBlockInitial: in a new millisecond the counter begins at a random value from
// which the block fits.
func TestBlockInitial(t *testing.T) {
	for _, c := range []struct {
		g     *scru160.Generator
		n     int
		first uint16
		room  bool // for another ID
	}{
		{&scru160.Generator{}, 1, 0x7FFF, true},
		{&scru160.Generator{}, 1 << 15, 0x7FFF, true},
		{&scru160.Generator{}, 1<<15 + 2, 0x7FFE, false},
		{&scru160.Generator{}, 1 << 16, 0, false},
		{&scru160.Generator{Headroom: 8}, 100, 0x7F, true},
		{&scru160.Generator{Micros: true}, 64, 7 << 6, false},
		{&scru160.Generator{Micros: true}, 32, 7<<6 | 31, true},
	} {
		c.g.Clock, c.g.Rand = idtest.NewClock(time.UnixMicro(1_007)).Read, idtest.Repeat(0xFF)
		block := idtest.Must(c.g.Block(c.n))
		x, _ := block.Next()
		if x.Counter() != c.first {
			t.Errorf("a block of %d begins with the counter %#x, want %#x", c.n, x.Counter(), c.first)
		}
		if !c.room {
			continue // New would wait for the clock
		}
		if next := idtest.Must(c.g.New()); counterValue(next, c.g) != counterValue(x, c.g)+uint64(c.n) {
			t.Errorf("after a block of %d from %v: %v", c.n, x, next)
		}
	}
}

func TestBlockSettings(t *testing.T) {
	for name, c := range map[string]struct {
		g      *scru160.Generator
		reason id.Reason
	}{
		"settings":   {&scru160.Generator{CounterBits: 17}, id.ErrConfig},
		"too little": {&scru160.Generator{Rand: strings.NewReader("0123456789abcdef012")}, id.ErrEntropy},
	} {
		if b, err := c.g.Block(5); !errors.Is(err, c.reason) || b != (scru160.Block{}) {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
}

// TestBlockFails: a failed call leaves the generator as it was.
func TestBlockFails(t *testing.T) {
	c := idtest.NewClock(time.UnixMilli(3_600_005))
	g := scru160.Generator{Clock: c.Read, Headroom: 15}
	last := idtest.Must(g.New())
	c.Set(time.UnixMilli(5)) // Block cannot wait so long
	for range 3 {
		if b, err := g.Block(1 << 16); !errors.Is(err, id.ErrExhausted) || b.Len() != 0 {
			t.Fatalf("a whole millisecond: %d, %v", b.Len(), err)
		}
	}
	if x := idtest.Must(g.New()); x.Counter() != last.Counter()+1 {
		t.Errorf("%v comes after %v", x, last)
	}
	c.Set(time.UnixMilli(3_600_006))
	if b := idtest.Must(g.Block(1 << 16)); b.Len() != 1<<16 {
		t.Errorf("%d IDs", b.Len())
	}
}

// TestBlockNotFirst: a block of the greatest size needs a timestamp of its own. It gets
// one even if another goroutine makes the first ID of every millisecond.
func TestBlockNotFirst(t *testing.T) {
	var g scru160.Generator
	now, readings, nested := time.UnixMilli(1234), 0, false
	g.Clock = func() time.Time {
		if nested {
			return now
		}
		if readings++; readings > 10 {
			t.Fatal("the block waits for ever")
		}
		now = now.Add(time.Millisecond)
		nested = true
		idtest.Must(g.New())
		nested = false
		return now
	}
	block := idtest.Must(g.Block(scru160.MaxBlock))
	ids := block.AppendTo(nil)
	if ahead := ids[0].Time().Sub(now); len(ids) != scru160.MaxBlock || ahead < 0 || ahead > time.Millisecond {
		t.Errorf("%d IDs are %v ahead of the clock", len(ids), ahead)
	}
	now, nested = now.Add(2*time.Millisecond), true
	if x := idtest.Must(g.New()); x.Compare(ids[len(ids)-1]) <= 0 {
		t.Errorf("%v comes after %v", x, ids[len(ids)-1])
	}
}
