package wiji_test

import (
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

var (
	sinkID     wiji.ID
	sinkBlock  wiji.Block
	sinkString string
	sinkBytes  []byte
)

func TestAllocs(t *testing.T) {
	var g wiji.Generator
	x := wiji.New()
	text, uuid, hex, raw := x.String(), x.UUID(), x.Hex(), x.Bytes()
	textBytes := []byte(text)
	buf := make([]byte, 0, 64)
	twoPassed := must(wiji.NewBlock(wiji.MaxBlock)).TwoPass()
	block, ids := must(wiji.NewBlock(wiji.MaxBlock)), make([]wiji.ID, 0, 100)
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"New", 0, func() { sinkID = wiji.New() }},
		{"Generator.New", 0, func() { sinkID, _ = g.New() }},
		{"Generate", 0, func() { _ = sinkID.Generate() }},
		{"NewBlock", 0, func() { sinkBlock, _ = wiji.NewBlock(100) }},
		{"Generator.Block", 0, func() { sinkBlock, _ = g.Block(100) }},
		{"Block.Next", 0, func() { sinkID, _ = block.Next() }},
		{"Block.TwoPass", 0, func() { sinkID, _ = twoPassed.Next() }},
		{"Block.All", 0, func() {
			for x := range sinkBlock.All() {
				sinkID = x
			}
		}},
		{"Block.AppendTo", 0, func() { ids = sinkBlock.TwoPass().AppendTo(ids[:0]) }},
		{"Parse", 0, func() { sinkID, _ = wiji.Parse(text) }},
		{"Parse UUID", 0, func() { sinkID, _ = wiji.Parse(uuid) }},
		{"Parse hex", 0, func() { sinkID, _ = wiji.Parse(hex) }},
		{"Valid", 0, func() { _ = wiji.Valid(text) }},
		{"FromBytes", 0, func() { sinkID, _ = wiji.FromBytes(raw[:]) }},
		{"UnmarshalText", 0, func() { _ = sinkID.UnmarshalText(textBytes) }},
		{"UnmarshalBinary", 0, func() { _ = sinkID.UnmarshalBinary(raw[:]) }},
		{"AppendText", 0, func() { sinkBytes, _ = x.AppendText(buf) }},
		{"AppendBinary", 0, func() { sinkBytes, _ = x.AppendBinary(buf) }},
		{"String", 1, func() { sinkString = x.String() }},
		{"UUID", 1, func() { sinkString = x.UUID() }},
		{"Hex", 1, func() { sinkString = x.Hex() }},
		{"MarshalText", 1, func() { sinkBytes, _ = x.MarshalText() }},
		{"MarshalBinary", 1, func() { sinkBytes, _ = x.MarshalBinary() }},
	} {
		if got := testing.AllocsPerRun(1000, c.f); got != c.want {
			t.Errorf("%s allocates %v times, want %v", c.name, got, c.want)
		}
	}
}
