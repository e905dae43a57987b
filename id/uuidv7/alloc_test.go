package uuidv7_test

import (
	"testing"

	"github.com/sortid/sortid/id/uuidv7"
)

var (
	sinkID     uuidv7.ID
	sinkBlock  uuidv7.Block
	sinkString string
	sinkBytes  []byte
)

// TestAllocs tests the functions that the conformance suite does not know.
func TestAllocs(t *testing.T) {
	var g uuidv7.Generator
	x := uuidv7.New()
	at, hex := x.Time(), x.Hex()
	buf := make([]byte, 0, 64)
	block, ids := must(uuidv7.NewBlock(uuidv7.MaxBlock)), make([]uuidv7.ID, 0, 100)
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Generator.New", 0, func() { sinkID, _ = g.New() }},
		{"NewBlock", 1, func() { sinkBlock, _ = uuidv7.NewBlock(100) }},
		{"Generator.Block", 1, func() { sinkBlock, _ = g.Block(100) }},
		{"Block.Next", 0, func() { sinkID, _ = block.Next() }},
		{"Block.All", 0, func() {
			for x := range sinkBlock.All() {
				sinkID = x
			}
		}},
		{"Block.AppendTo", 0, func() { ids = sinkBlock.TwoPass().AppendTo(ids[:0]) }},
		{"At", 0, func() { sinkID, _ = uuidv7.At(at) }},
		{"Parse hex", 0, func() { sinkID, _ = uuidv7.Parse(hex) }},
		{"AppendUUID", 0, func() { sinkBytes = x.AppendUUID(buf) }},
		{"UUID", 1, func() { sinkString = x.UUID() }},
	} {
		if got := testing.AllocsPerRun(1000, c.f); got != c.want {
			t.Errorf("%s allocates %v times, want %v", c.name, got, c.want)
		}
	}
}
