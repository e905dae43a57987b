package uid11_test

import (
	"testing"

	"github.com/sortid/sortid/id/uid11"
)

func BenchmarkNew(b *testing.B) {
	for range b.N {
		sinkID = uid11.New()
	}
}

func BenchmarkNewParallel(b *testing.B) {
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			uid11.New()
		}
	})
}

// BenchmarkGenerator: Snowish and TSSeqRand are bound by the format, 4,096 IDs a
// millisecond.
func BenchmarkGenerator(b *testing.B) {
	for _, p := range profiles {
		b.Run(p.String(), func(b *testing.B) {
			g := uid11.Generator{Profile: p}
			for range b.N {
				sinkID, sinkErr = g.New()
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for range b.N {
		sinkID, sinkErr = uid11.Parse("5DjwJRDNPCa")
	}
}

func BenchmarkParsePrefix(b *testing.B) {
	for range b.N {
		sinkRange, sinkErr = uid11.ParsePrefix("5DjwJR")
	}
}

func BenchmarkString(b *testing.B) {
	x := uid11.New()
	for range b.N {
		sinkString = x.String()
	}
}

func BenchmarkAppendText(b *testing.B) {
	x, room := uid11.New(), make([]byte, 0, 16)
	for range b.N {
		sinkBytes, sinkErr = x.AppendText(room)
	}
}
