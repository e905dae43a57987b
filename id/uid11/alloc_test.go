package uid11_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id/uid11"
)

var (
	sinkID     uid11.ID
	sinkString string
	sinkBytes  []byte
	sinkRange  uid11.Range
	sinkErr    error
)

func TestAllocations(t *testing.T) {
	x := uid11.New()
	s, b := x.String(), x.Bytes()
	text, room := []byte(s), make([]byte, 0, 64)
	var xid uid11.Generator
	random := uid11.Generator{Profile: uid11.FullRandom}
	snowish := uid11.Generator{Profile: uid11.Snowish, Machine: 3, Epoch: unixTime}
	sequence := uid11.Generator{Profile: uid11.TSSeqRand}
	var now clock
	scripted := uid11.Generator{Clock: now.read, Rand: ones{}}
	for _, c := range []struct {
		name string
		want float64
		call func()
	}{
		{"New", 0, func() { sinkID = uid11.New() }},
		{"Generate", 0, func() { sinkErr = sinkID.Generate() }},
		{"Generator.New", 0, func() { sinkID, sinkErr = xid.New() }},
		{"Generator.New scripted", 0, func() { sinkID, sinkErr = scripted.New() }},
		{"FullRandom", 0, func() { sinkID, sinkErr = random.New() }},
		{"Snowish", 0, func() { sinkID, sinkErr = snowish.New() }},
		{"TSSeqRand", 0, func() { sinkID, sinkErr = sequence.New() }},
		{"Parse", 0, func() { sinkID, sinkErr = uid11.Parse(s) }},
		{"ParsePrefix", 0, func() { sinkRange, sinkErr = uid11.ParsePrefix(s[:6]) }},
		{"FromBytes", 0, func() { sinkID, sinkErr = uid11.FromBytes(b[:]) }},
		{"UnmarshalText", 0, func() { sinkErr = sinkID.UnmarshalText(text) }},
		{"UnmarshalBinary", 0, func() { sinkErr = sinkID.UnmarshalBinary(b[:]) }},
		{"AppendText", 0, func() { sinkBytes, sinkErr = x.AppendText(room) }},
		{"AppendBinary", 0, func() { sinkBytes, sinkErr = x.AppendBinary(room) }},
		{"MinAt", 0, func() { sinkID, sinkErr = uid11.MinAt(time.Now()) }},
		{"String", 1, func() { sinkString = x.String() }},
		{"MarshalText", 1, func() { sinkBytes, sinkErr = x.MarshalText() }},
		{"MarshalBinary", 1, func() { sinkBytes, sinkErr = x.MarshalBinary() }},
	} {
		// Enough runs for Snowish and TSSeqRand to wait for the clock now and then.
		if n := testing.AllocsPerRun(10_000, c.call); n != c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, n, c.want)
		}
		if sinkErr != nil {
			t.Fatalf("%s: %v", c.name, sinkErr)
		}
	}
}
