package ulid_test

import (
	"testing"

	"github.com/sortid/sortid/id/ulid"
)

var (
	sinkBlock  ulid.Block
	sinkID     ulid.ID
	sinkString string
	sinkBytes  []byte
)

func TestAllocs(t *testing.T) {
	var g ulid.Generator
	x := ulid.New()
	text, uuid, hex, raw := x.String(), x.UUID(), x.Hex(), x.Bytes()
	textBytes := []byte(text)
	buf := make([]byte, 0, 64)
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"New", 0, func() { sinkID = ulid.New() }},
		{"Generator.New", 0, func() { sinkID, _ = g.New() }},
		{"Generate", 0, func() { _ = sinkID.Generate() }},
		{"NewBlock", 0, func() { sinkBlock, _ = ulid.NewBlock(100) }},
		{"Generator.Block", 0, func() { sinkBlock, _ = g.Block(100) }},
		{"Block", 0, func() {
			for x := range sinkBlock.TwoPass().All() {
				sinkID = x
			}
		}},
		{"Parse", 0, func() { sinkID, _ = ulid.Parse(text) }},
		{"Parse UUID", 0, func() { sinkID, _ = ulid.Parse(uuid) }},
		{"Parse hex", 0, func() { sinkID, _ = ulid.Parse(hex) }},
		{"Valid", 0, func() { _ = ulid.Valid(text) }},
		{"FromBytes", 0, func() { sinkID, _ = ulid.FromBytes(raw[:]) }},
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
