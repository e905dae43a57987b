package uuidv7_test

import (
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uuidv7"
)

// FuzzBlock: the IDs of a block come after those before it, sixteen of each step, and New
// continues behind it. Their random bits differ, and come again with All.
func FuzzBlock(f *testing.F) {
	f.Add(uint16(0), uint16(0))
	f.Add(uint16(1), uint16(15))
	f.Add(uint16(4094), uint16(31))
	f.Add(uint16(4095), uint16(32))
	f.Add(uint16(4000), uint16(math.MaxUint16))
	f.Fuzz(func(t *testing.T, before, size uint16) {
		g := uuidv7.Generator{Clock: idtest.NewClock(at).Read}
		last := idtest.Must(g.New())
		for range int(before) % 8192 {
			last = idtest.Must(g.New())
		}
		n := 1 + int(size)
		block := idtest.Must(g.Block(n))
		ids := block.AppendTo(nil)
		random := make(map[uint64]bool)
		for place, x := range ids {
			if x.Compare(last) <= 0 || !x.IsValid() || x.UnixMillis() != ids[0].UnixMillis() {
				t.Fatalf("place %d is %v, after %v", place, x, last)
			}
			if int(x.RandA()) != int(ids[0].RandA())+place/16 || int(x.Fields().Random>>58) != place%16 {
				t.Fatalf("place %d is %v, in a block that begins with %v", place, x, ids[0])
			}
			random[x.Fields().Random&(1<<58-1)] = true
			last = x
		}
		if len(ids) != n || len(random) != n || !slices.Equal(block.AppendTo(nil), ids) {
			t.Errorf("a block of %d has %d IDs with %d random fields", n, len(ids), len(random))
		}
		x := idtest.Must(g.New())
		if steps := (x.UnixMillis()-last.UnixMillis())*4096 + int64(x.RandA()) - int64(last.RandA()); steps != 1 {
			t.Errorf("behind the block comes %v, %d steps after %v", x, steps, last)
		}
	})
}

// TestBlockWaits: blocks are 10 ms ahead of the clock at most, as IDs are, and a block
// that has no room does not change the generator.
func TestBlockWaits(t *testing.T) { synctest.Test(t, testBlockWaits) } // where a wait takes no time

func testBlockWaits(t *testing.T) {
	clock := idtest.NewClock(at)
	g := uuidv7.Generator{Clock: clock.Read}
	var last uuidv7.ID
	for i := range 10 {
		for x := range idtest.Must(g.Block(uuidv7.MaxBlock)).All() {
			if x.Compare(last) <= 0 || x.UnixMillis() != at.UnixMilli()+int64(i) {
				t.Fatalf("block %d has %v, after %v", i, x, last)
			}
			last = x
		}
	}
	clock.Add(-time.Millisecond) // a wait that fails polls less often
	if b, err := g.Block(uuidv7.MaxBlock); !errors.Is(err, id.ErrExhausted) || b.Len() != 0 {
		t.Fatalf("11 ms ahead: a block of %d, %v", b.Len(), err)
	}
	if b := idtest.Must(g.Block(16)); b.Len() != 16 {
		t.Errorf("the last step has %d IDs", b.Len())
	}
	if _, err := g.New(); !errors.Is(err, id.ErrExhausted) {
		t.Errorf("after the last step: %v", err)
	}
	clock.Add(2 * time.Millisecond)
	if x, ok := first(idtest.Must(g.Block(16 * 4095))); !ok || x.Compare(last) <= 0 || x.UnixMillis() != at.UnixMilli()+10 || x.RandA() != 1 {
		t.Errorf("after a millisecond: %v, step %d", x, x.RandA())
	}
	clock.Set(time.Unix(0, -1))
	if b, err := g.Block(1); !errors.Is(err, id.ErrRange) || b.Len() != 0 {
		t.Errorf("a clock before 1970: %d, %v", b.Len(), err)
	}
}

func first(b uuidv7.Block) (uuidv7.ID, bool) { return b.Next() }
