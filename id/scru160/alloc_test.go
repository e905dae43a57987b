package scru160_test

import (
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
)

var (
	sinkID    scru160.ID
	sinkBlock scru160.Block
)

// TestAllocs tests the functions that the conformance suite does not know.
func TestAllocs(t *testing.T) {
	var g scru160.Generator
	all := scru160.Generator{Micros: true, CounterBits: 8, NodeBits: 8, Node: id.NodeOf(255)}
	x := scru160.New()
	text, hex := x.String(), x.Hex()
	block, ids := mustBlock(t, &g, scru160.MaxBlock), make([]scru160.ID, 0, 100)
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Generator.New", 0, func() { sinkID, _ = g.New() }},
		{"Generator.New with settings", 0, func() { sinkID, _ = all.New() }},
		{"NewBlock", 1, func() { sinkBlock, _ = scru160.NewBlock(100) }},
		{"Generator.Block", 1, func() { sinkBlock, _ = g.Block(100) }},
		{"Block.Next", 0, func() { sinkID, _ = block.Next() }},
		{"Block.All", 0, func() {
			for x := range sinkBlock.All() {
				sinkID = x
			}
		}},
		{"Block.AppendTo", 0, func() { ids = sinkBlock.TwoPass().AppendTo(ids[:0]) }},
		{"Parse hex", 0, func() { sinkID, _ = scru160.Parse(hex) }},
		{"CompareText", 0, func() { _, _ = scru160.CompareText(text, text) }},
	} {
		if got := testing.AllocsPerRun(1000, c.f); got != c.want {
			t.Errorf("%s allocates %v times, want %v", c.name, got, c.want)
		}
	}
}
