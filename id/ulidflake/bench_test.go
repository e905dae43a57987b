package ulidflake_test

import (
	"testing"

	"github.com/sortid/sortid/id/ulidflake"
)

// BenchmarkNew is bound by the format: some 4,000 IDs fit a millisecond.
func BenchmarkNew(b *testing.B) {
	for range b.N {
		sinkID = ulidflake.New()
	}
}

// BenchmarkGenerator leaves the waiting out: of a call that finds the random field
// full it measures the error.
func BenchmarkGenerator(b *testing.B) {
	g := new(ulidflake.Generator)
	for range b.N {
		sinkID, sinkErr = g.New()
	}
}

func BenchmarkParse(b *testing.B) {
	for range b.N {
		sinkID, sinkErr = ulidflake.Parse("00CMXB6TAK4SA")
	}
}

func BenchmarkString(b *testing.B) {
	x := ulidflake.New()
	for range b.N {
		sinkString = x.String()
	}
}

func BenchmarkAppendText(b *testing.B) {
	x, room := ulidflake.New(), make([]byte, 0, 16)
	for range b.N {
		room, sinkErr = x.AppendText(room[:0])
	}
}
