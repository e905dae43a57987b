package ulidflake_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id/ulidflake"
)

var (
	sinkID     ulidflake.ID
	sinkString string
	sinkErr    error
)

func TestAllocations(t *testing.T) {
	x := ulidflake.New()
	text := []byte(x.String())
	s, b := x.String(), x.Bytes()
	room := make([]byte, 0, 64)
	g, scalable := new(ulidflake.Generator), &ulidflake.Generator{Scalable: true, Scalability: 9}
	millis := int64(0)
	// An error allocates; with a clock that moves on there is none.
	scripted := &ulidflake.Generator{Clock: func() time.Time { millis++; return time.UnixMilli(ulidflake.EpochUnixMillis + millis/2) },
		Rand: zerosThenOnes{}}
	for _, c := range []struct {
		name string
		want float64
		call func()
	}{
		{"New", 0, func() { sinkID = ulidflake.New() }},
		{"Generate", 0, func() { sinkErr = sinkID.Generate() }},
		{"Generator.New scripted", 0, func() { sinkID, sinkErr = scripted.New() }},
		{"Parse", 0, func() { sinkID, sinkErr = ulidflake.Parse(s) }},
		{"ParseInt64", 0, func() { sinkID, sinkErr = ulidflake.ParseInt64("14246757444195114") }},
		{"FromBytes", 0, func() { sinkID, sinkErr = ulidflake.FromBytes(b[:]) }},
		{"UnmarshalText", 0, func() { sinkErr = sinkID.UnmarshalText(text) }},
		{"UnmarshalBinary", 0, func() { sinkErr = sinkID.UnmarshalBinary(b[:]) }},
		{"AppendText", 0, func() { room, sinkErr = x.AppendText(room[:0]) }},
		{"AppendBinary", 0, func() { room, sinkErr = x.AppendBinary(room[:0]) }},
		{"MinAt", 0, func() { sinkID, sinkErr = ulidflake.MinAt(time.Now()) }},
		{"String", 1, func() { sinkString = x.String() }},
	} {
		if n := testing.AllocsPerRun(1000, c.call); n != c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, n, c.want)
		}
		if sinkErr != nil {
			t.Fatalf("%s: %v", c.name, sinkErr)
		}
	}
	for _, g := range []*ulidflake.Generator{g, scalable} {
		// Few enough calls to have room in a millisecond. The error of one that has
		// none allocates, and so does the pool of randomness now and then.
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
