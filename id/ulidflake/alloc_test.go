package ulidflake_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
)

var (
	sinkID    ulidflake.ID
	sinkBlock ulidflake.Block
	errSink   error
)

// TestAllocs tests the functions that the conformance suite does not know.
func TestAllocs(t *testing.T) {
	g, scalable := new(ulidflake.Generator), &ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(9)}
	millis := int64(0)
	// The clock advances, because an error allocates.
	scripted := &ulidflake.Generator{Clock: func() time.Time { millis++; return time.UnixMilli(ulidflake.EpochUnixMillis + millis/2) },
		Rand: zerosThenOnes{}}
	block, err := ulidflake.NewBlock(ulidflake.MaxBlock)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]ulidflake.ID, 0, 100)
	for _, c := range []struct {
		name string
		want float64
		call func()
	}{
		{"Generator.New scripted", 0, func() { sinkID, errSink = scripted.New() }},
		{"NewBlock", 1, func() { sinkBlock, errSink = ulidflake.NewBlock(100) }},
		{"Block.Next", 0, func() { sinkID, _ = block.Next() }},
		{"Block.All", 0, func() {
			for x := range sinkBlock.All() {
				sinkID = x
			}
		}},
		{"Block.AppendTo", 0, func() { ids = sinkBlock.TwoPass().AppendTo(ids[:0]) }},
		{"ParseInt64", 0, func() { sinkID, errSink = ulidflake.ParseInt64("14246757444195114") }},
	} {
		if n := testing.AllocsPerRun(1000, c.call); n != c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, n, c.want)
		}
		if errSink != nil {
			t.Fatalf("%s: %v", c.name, errSink)
		}
	}
	for _, g := range []*ulidflake.Generator{g, scalable} {
		// So few calls usually have room in a millisecond. The error of one without room
		// allocates, and so does the pool of randomness now and then.
		for try := 0; ; try++ {
			failed := false
			n := testing.AllocsPerRun(5, func() {
				_, err := g.New()
				failed = failed || err != nil
			})
			if !failed && n == 0 {
				break
			}
			if try == 100 {
				t.Errorf("Generator.New: %v allocations, or an error: %v", n, failed)
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
}
