package wiji_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/wiji"
)

// TestGeneratorsDiffer: generators that see the same clock differ by their random
// fields alone, and each keeps its own.
func TestGeneratorsDiffer(t *testing.T) {
	randoms := make(map[uint64]bool)
	for range 100 {
		g := wiji.Generator{Clock: func() time.Time { return time.UnixMicro(1_774_397_000_000_000) }}
		first := idtest.Must(g.New())
		for i := range 10 {
			if x := idtest.Must(g.New()); x.Fields().Random != first.Fields().Random || int(x.Sequence()) != i+1 {
				t.Errorf("ID %d has the random field %x and the sequence %d", i+1, x.Fields().Random, x.Sequence())
			}
		}
		randoms[first.Fields().Random] = true
	}
	if len(randoms) != 100 {
		t.Errorf("100 generators have %d random fields", len(randoms))
	}
}

// TestBlockWaits: if a microsecond has no room for a block, the next one has, and the
// IDs that the first has left remain available.
func TestBlockWaits(t *testing.T) {
	clock := idtest.NewClock(time.UnixMicro(3_600_001_000))
	g := wiji.Generator{Clock: clock.Read}
	last := idtest.Must(g.Block(wiji.MaxBlock - 1)).AppendTo(nil)[wiji.MaxBlock-2]
	clock.Set(time.UnixMicro(1000)) // New cannot wait so long
	if b, err := g.Block(2); !errors.Is(err, id.ErrExhausted) || b.Len() != 0 {
		t.Fatalf("two IDs where one is left: %d, %v", b.Len(), err)
	}
	if x := idtest.Must(g.New()); x.Sequence() != wiji.MaxSequence || x.UnixMicros() != 3_600_001_000 {
		t.Errorf("the last ID of the microsecond is %v", x)
	}
	clock.Set(time.UnixMicro(3_600_001_001))
	if x, _ := first(idtest.Must(g.Block(wiji.MaxBlock))); x.UnixMicros() != 3_600_001_001 || x.Sequence() != 0 || x.Compare(last) <= 0 {
		t.Errorf("the next block begins with %v", x)
	}
	clock.Set(time.UnixMicro(wiji.MaxTextTimestamp))
	if x, _ := first(idtest.Must(g.Block(1))); x.UnixMicros() != wiji.MaxTextTimestamp {
		t.Errorf("after a jump over centuries: %v", x)
	}
}

func first(b wiji.Block) (wiji.ID, bool) { return b.Next() }

func TestFromFieldsRefuses(t *testing.T) {
	for _, f := range []wiji.Fields{
		{Version: 1, Timestamp: wiji.MaxTimestamp + 1}, {Version: 1, Random: wiji.MaxRandom + 1}, {Version: 2}, {},
	} {
		if x, err := wiji.FromFields(f); err == nil || !x.IsZero() {
			t.Errorf("FromFields(%+v) = %v, %v", f, x, err)
		}
	}
}
