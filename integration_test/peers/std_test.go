//go:build go1.27

package peers

import (
	"testing"
	"uuid"

	"github.com/sortid/sortid/id/uuidv7"
)

var sinkStd uuid.UUID

// BenchmarkUUIDv7Std compares with the standard library of Go 1.27.
func BenchmarkUUIDv7Std(b *testing.B) {
	b.Run("one", func(b *testing.B) {
		bursts(b, 0.6, uuidv7New, func(n int) {
			var x uuid.UUID
			for range n {
				x = uuid.NewV7()
			}
			sinkStd = x
		})
	})
	b.Run("single", func(b *testing.B) { burstsOf(b, 1, 0.6, uuidv7New, func(int) { sinkStd = uuid.NewV7() }) })
	b.Run("two", func(b *testing.B) { bursts(b, 1, pair(uuidv7.New), pair(uuid.NewV7)) })
}

// BenchmarkParseStd compares the parser of the UUID form with that of the standard library.
func BenchmarkParseStd(b *testing.B) {
	text := uuidv7.New().String()
	against(b, 0.5, func(n int) {
		var x uuidv7.ID
		for range n {
			x, _ = uuidv7.Parse(text)
		}
		sinkUUIDv7 = x
	}, func(n int) {
		var x uuid.UUID
		for range n {
			x, _ = uuid.Parse(text)
		}
		sinkStd = x
	})
}
