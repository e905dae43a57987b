package uid11_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uid11"
)

// FuzzBlock: a block has the sequence numbers that so many calls of New would have
// taken, and New continues behind it.
func FuzzBlock(f *testing.F) {
	f.Add(uint16(0), uint16(0), uint16(0), false)
	f.Add(uint16(0), uint16(4), uint16(5), true)
	f.Add(uint16(3), uint16(4000), uint16(1023), true)
	f.Add(uint16(4095), uint16(0), uint16(7), true)
	f.Fuzz(func(t *testing.T, before, size, machine uint16, snowish bool) {
		now := newClock(0)
		g := uid11.Generator{Profile: uid11.TSSeqRand, Clock: now.Read}
		if snowish {
			machine %= uid11.MaxMachine + 1
			g.Profile, g.Machine = uid11.Snowish, id.NodeOf(int(machine))
		}
		g.Rand = randOf(g.Profile)
		taken := before % uid11.MaxBlock
		for range taken {
			idtest.Must(g.New())
		}
		n := 1 + int(size)%(uid11.MaxBlock-int(taken))
		block, err := g.Block(n)
		if err != nil || block.Len() != n {
			t.Fatalf("a block of %d has %d, %v", n, block.Len(), err)
		}
		rest := block
		first, _ := rest.Next()
		if taken == 0 && !snowish {
			taken = sequenceOf(t, g.Profile, first) // begins at random
		}
		for x := range block.All() {
			if sequenceOf(t, g.Profile, x) != taken || x.Timestamp() != 0 {
				t.Fatalf("%v has the sequence number %d, want %d", x, sequenceOf(t, g.Profile, x), taken)
			}
			if f, err := x.Snowish(); snowish && (err != nil || f.Machine != machine) {
				t.Fatalf("%+v, %v, want machine %d", f, err, machine)
			}
			taken++
		}
		if int(taken) < uid11.MaxBlock {
			if x := idtest.Must(g.New()); sequenceOf(t, g.Profile, x) != taken {
				t.Errorf("behind the block comes %v", x)
			}
		}
	})
}

// TestBlockRandom: the IDs of a TSSeqRand block have random fields that differ, and
// are the same each time.
func TestBlockRandom(t *testing.T) {
	g := uid11.Generator{Profile: uid11.TSSeqRand}
	block, err := g.Block(uid11.MaxBlock)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[uint16]bool)
	for x := range block.All() {
		seen[x.TSSeqRand().Random] = true
	}
	// Of 1,024 values, 4,096 draws miss 19 on average.
	if len(seen) < 900 {
		t.Errorf("%d IDs have %d random fields", uid11.MaxBlock, len(seen))
	}
}

func TestBlockRefused(t *testing.T) {
	for name, c := range map[string]struct {
		g      *uid11.Generator
		n      int
		reason id.Reason
		text   string
	}{
		"xid":         {&uid11.Generator{}, 1, id.ErrConfig, "use Snowish or TSSeqRand"},
		"full random": {&uid11.Generator{Profile: uid11.FullRandom}, 1, id.ErrConfig, "use Snowish or TSSeqRand"},
		"machine":     {&uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(1024)}, 1, id.ErrConfig, "use 0 to 1023"},
		"too little":  {&uid11.Generator{Profile: uid11.TSSeqRand, Rand: strings.NewReader("0123456789abcde")}, 1, id.ErrEntropy, "fix Rand"},
	} {
		if b, err := c.g.Block(c.n); !errors.Is(err, c.reason) || b != (uid11.Block{}) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
