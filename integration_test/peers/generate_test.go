package peers

import (
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

func init() { google.EnableRandPool() } // its fastest setting

var (
	start   = time.Now()
	elapsed time.Duration
)

func googleV7() google.UUID { x, _ := google.NewV7(); return x }
func gofrsV7() gofrs.UUID   { x, _ := gofrs.NewV7(); return x }

func node(b *testing.B) *snowflake.Node {
	n, err := snowflake.NewNode(1)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

func BenchmarkNew(b *testing.B) {
	plain := ulid.Generator{Plain: true}
	wijiNew := func(n int) {
		var x wiji.ID
		for range n {
			x = wiji.New()
		}
		sinkWiji = x
	}
	ulidNew := func(n int) {
		var x ulid.ID
		for range n {
			x = ulid.New()
		}
		sinkULID = x
	}
	b.Run("wiji/monotonic-clock", func(b *testing.B) {
		against(b, 1.4, wijiNew, func(n int) {
			var x time.Duration
			for range n {
				x = time.Since(start)
			}
			elapsed = x
		})
	})
	b.Run("wiji/google-v7", func(b *testing.B) {
		against(b, 1.0/3, wijiNew, func(n int) {
			var x google.UUID
			for range n {
				x, _ = google.NewV7()
			}
			sinkGoogle = x
		})
	})
	b.Run("wiji/google-v4", func(b *testing.B) { against(b, 0, wijiNew, loop(google.New)) })
	b.Run("wiji/gofrs-v7", func(b *testing.B) { against(b, 0, wijiNew, loop(gofrsV7)) })
	oklogMake := func(n int) {
		var x oklog.ULID
		for range n {
			x = oklog.Make()
		}
		sinkOklog = x
	}
	b.Run("wiji/oklog", func(b *testing.B) { against(b, 1.0/2, wijiNew, oklogMake) })
	b.Run("wiji/ksuid", func(b *testing.B) { against(b, 0, wijiNew, loop(ksuid.New)) })
	b.Run("wiji/rs-xid", func(b *testing.B) { against(b, 0.65, wijiNew, loop(xid.New)) })
	b.Run("ulid/oklog", func(b *testing.B) { against(b, 1/1.5, ulidNew, oklogMake) })
	b.Run("ulid-plain/oklog", func(b *testing.B) {
		against(b, 0, loop(func() ulid.ID { x, _ := plain.New(); return x }), loop(oklog.Make))
	})
	b.Run("scru160/monotonic-clock", func(b *testing.B) {
		against(b, 2, loop(scru160.New), loop(func() time.Duration { return time.Since(start) }))
	})
	b.Run("scru160/ksuid", func(b *testing.B) { against(b, 0, loop(scru160.New), loop(ksuid.New)) })
	b.Run("uid11-xid/rs-xid", func(b *testing.B) { against(b, 0, loop(uid11.New), loop(xid.New)) })
	b.Run("ulidflake/snowflake", func(b *testing.B) { against(b, 0, loop(ulidflake.New), loop(node(b).Generate)) })
}

// BenchmarkShared: two goroutines, and eight, on one generator. Against one goroutine on
// the same generator, a ratio of 1/0.7 or less means that two make at least 0.7 times as
// many IDs a second together as the one alone.
func BenchmarkShared(b *testing.B) {
	const most = 1 / 0.7
	b.Run("wiji/one", func(b *testing.B) { against(b, most, pair(wiji.New), loop(wiji.New)) })
	b.Run("ulid/one", func(b *testing.B) { against(b, most, pair(ulid.New), loop(ulid.New)) })
	b.Run("scru160/one", func(b *testing.B) { against(b, most, pair(scru160.New), loop(scru160.New)) })
	b.Run("uid11-xid/one", func(b *testing.B) { against(b, most, pair(uid11.New), loop(uid11.New)) })
	b.Run("ulidflake/one", func(b *testing.B) { against(b, most, pair(ulidflake.New), loop(ulidflake.New)) })
	for name, goroutines := range map[string]int{"two": 2, "eight": 8} {
		b.Run(name, func(b *testing.B) {
			peer := func(name string, turn func(int)) {
				b.Run("wiji/"+name, func(b *testing.B) { against(b, 1, shared(goroutines, wiji.New), turn) })
			}
			peer("google-v4", shared(goroutines, google.New))
			peer("google-v7", shared(goroutines, googleV7))
			peer("gofrs-v7", shared(goroutines, gofrsV7))
			peer("oklog", shared(goroutines, oklog.Make))
			peer("ksuid", shared(goroutines, ksuid.New))
			peer("rs-xid", shared(goroutines, xid.New))
			peer("snowflake", shared(goroutines, node(b).Generate))
		})
	}
}
