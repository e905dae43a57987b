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
	b.Run("two", func(b *testing.B) { bursts(b, 1, pair(uuidv7.New), pair(uuid.NewV7)) })
}
