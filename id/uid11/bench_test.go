package uid11_test

import (
	"testing"

	"github.com/sortid/sortid/id/uid11"
)

// BenchmarkGenerator: the format limits Snowish and TSSeqRand to 4,096 IDs a
// millisecond.
func BenchmarkGenerator(b *testing.B) {
	for _, p := range profiles {
		b.Run(p.String(), func(b *testing.B) {
			g := uid11.Generator{Profile: p, Machine: machineOf(p)}
			for b.Loop() {
				_, _ = g.New()
			}
		})
	}
}

func BenchmarkParsePrefix(b *testing.B) {
	for b.Loop() {
		_, _ = uid11.ParsePrefix("5DjwJR")
	}
}
