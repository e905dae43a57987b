package ulidflake_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

// BenchmarkFormat: the format limits New to 4,000 IDs a millisecond.
func BenchmarkFormat(b *testing.B) { idtest.Bench(b, format()) }

// BenchmarkGenerator does not wait: if the random field is full, it measures the
// error.
func BenchmarkGenerator(b *testing.B) {
	g := new(ulidflake.Generator)
	for b.Loop() {
		sinkID, errSink = g.New()
	}
}
