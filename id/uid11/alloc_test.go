package uid11_test

import (
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

var (
	sinkID    uid11.ID
	sinkBlock uid11.Block
	sinkRange uid11.Range
	errSink   error
)

// TestAllocs tests the functions that the conformance suite does not know.
func TestAllocs(t *testing.T) {
	s := uid11.New().String()
	var xid uid11.Generator
	random := uid11.Generator{Profile: uid11.FullRandom}
	snowish := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(3), Epoch: unixTime}
	sequence := uid11.Generator{Profile: uid11.TSSeqRand}
	var now clock
	scripted := uid11.Generator{Clock: now.read, Rand: ones{}}
	ids := make([]uid11.ID, 0, 100)
	for _, c := range []struct {
		name string
		want float64
		call func()
	}{
		{"Generator.New", 0, func() { sinkID, errSink = xid.New() }},
		{"Generator.New scripted", 0, func() { sinkID, errSink = scripted.New() }},
		{"FullRandom", 0, func() { sinkID, errSink = random.New() }},
		{"Snowish", 0, func() { sinkID, errSink = snowish.New() }},
		{"TSSeqRand", 0, func() { sinkID, errSink = sequence.New() }},
		{"Block", 1, func() { sinkBlock, errSink = sequence.Block(100) }},
		{"Block.All", 0, func() {
			for x := range sinkBlock.All() {
				sinkID = x
			}
		}},
		{"Block.AppendTo", 0, func() { ids = sinkBlock.TwoPass().AppendTo(ids[:0]) }},
		{"ParsePrefix", 0, func() { sinkRange, errSink = uid11.ParsePrefix(s[:6]) }},
	} {
		// So many runs make Snowish and TSSeqRand wait for the clock now and then.
		if n := testing.AllocsPerRun(5_000, c.call); n != c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, n, c.want)
		}
		if errSink != nil {
			t.Fatalf("%s: %v", c.name, errSink)
		}
	}
}
