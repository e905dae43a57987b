package scru160_test

import (
	"testing"

	"github.com/sortid/sortid/id/scru160"
)

var (
	sinkID     scru160.ID
	sinkString string
	sinkBytes  []byte
)

func TestAllocs(t *testing.T) {
	var g scru160.Generator
	all := scru160.Generator{Micros: true, CounterBits: 8, NodeBits: 8, Node: 255}
	x := scru160.New()
	text, hex, raw := x.String(), x.Hex(), x.Bytes()
	textBytes := []byte(text)
	buf := make([]byte, 0, 64)
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"New", 0, func() { sinkID = scru160.New() }},
		{"Generator.New", 0, func() { sinkID, _ = g.New() }},
		{"Generator.New with settings", 0, func() { sinkID, _ = all.New() }},
		{"Generate", 0, func() { _ = sinkID.Generate() }},
		{"Parse", 0, func() { sinkID, _ = scru160.Parse(text) }},
		{"Parse hex", 0, func() { sinkID, _ = scru160.Parse(hex) }},
		{"CompareText", 0, func() { _, _ = scru160.CompareText(text, text) }},
		{"Valid", 0, func() { _ = scru160.Valid(text) }},
		{"FromBytes", 0, func() { sinkID, _ = scru160.FromBytes(raw[:]) }},
		{"UnmarshalText", 0, func() { _ = sinkID.UnmarshalText(textBytes) }},
		{"UnmarshalBinary", 0, func() { _ = sinkID.UnmarshalBinary(raw[:]) }},
		{"AppendText", 0, func() { sinkBytes, _ = x.AppendText(buf) }},
		{"AppendBinary", 0, func() { sinkBytes, _ = x.AppendBinary(buf) }},
		{"String", 1, func() { sinkString = x.String() }},
		{"Hex", 1, func() { sinkString = x.Hex() }},
		{"MarshalText", 1, func() { sinkBytes, _ = x.MarshalText() }},
		{"MarshalBinary", 1, func() { sinkBytes, _ = x.MarshalBinary() }},
	} {
		if got := testing.AllocsPerRun(1000, c.f); got != c.want {
			t.Errorf("%s allocates %v times, want %v", c.name, got, c.want)
		}
	}
}
