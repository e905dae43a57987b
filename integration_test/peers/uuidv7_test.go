package peers

import (
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"github.com/sortid/sortid/id/uuidv7"
)

var (
	sinkUUIDv7 uuidv7.ID
	sinkGofrs  gofrs.UUID
)

func uuidv7New(n int) {
	var x uuidv7.ID
	for range n {
		x = uuidv7.New()
	}
	sinkUUIDv7 = x
}

// BenchmarkUUIDv7 measures bursts that the generator makes without waiting for the
// clock. A longer loop makes 4,096,000 IDs a second.
func BenchmarkUUIDv7(b *testing.B) {
	b.Run("google-v7", func(b *testing.B) {
		bursts(b, 0.3, uuidv7New, func(n int) {
			var x google.UUID
			for range n {
				x, _ = google.NewV7()
			}
			sinkGoogle = x
		})
	})
	b.Run("google-v7-single", func(b *testing.B) { burstsOf(b, 1, 0.3, uuidv7New, func(int) { sinkGoogle = googleV7() }) })
	b.Run("gofrs-v7", func(b *testing.B) {
		bursts(b, 0, uuidv7New, func(n int) {
			var x gofrs.UUID
			for range n {
				x, _ = gofrs.NewV7()
			}
			sinkGofrs = x
		})
	})
	b.Run("oklog", func(b *testing.B) {
		bursts(b, 0.6, uuidv7New, func(n int) {
			var x oklog.ULID
			for range n {
				x = oklog.Make()
			}
			sinkOklog = x
		})
	})
}

// BenchmarkUUIDv7Two: two goroutines on one generator, which share a burst.
func BenchmarkUUIDv7Two(b *testing.B) {
	ours := pair(uuidv7.New)
	b.Run("one", func(b *testing.B) { burstsOf(b, burst/2, 0, ours, uuidv7New) }) // both are ours
	for _, peer := range []struct {
		name string
		turn func(int)
	}{
		{"google-v4", pair(google.New)}, {"google-v7", pair(googleV7)}, {"gofrs-v7", pair(gofrsV7)}, {"oklog", pair(oklog.Make)},
		{"ksuid", pair(ksuid.New)}, {"rs-xid", pair(xid.New)}, {"snowflake", pair(node(b).Generate)},
	} {
		b.Run(peer.name, func(b *testing.B) { bursts(b, 1, ours, peer.turn) })
	}
}
