package peers

import (
	"crypto/rand"
	"slices"
	"strconv"
	"testing"
	"time"

	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// BenchmarkRate measures single calls at rates of 10 to 10,000 IDs a second, the medians in
// nanoseconds. In between, "warm" keeps the processor busy with the clock, and "cold" sleeps:
// then the caches and the frequency of the processor are those of an idle machine. A reading of
// the clock, which surrounds each call, is subtracted. The libraries take turns. google/uuid
// makes a UUIDv7 as its users get it, with 16 bytes of crypto/rand each, and with its pool.
func BenchmarkRate(b *testing.B) {
	var sink [16]byte
	var wide [20]byte
	var narrow [12]byte
	ways := []struct {
		name string
		make func()
	}{
		{"wiji", func() { sink = wiji.New() }},
		{"uuidv7", func() { sink = uuidv7.New() }},
		{"google", func() { sink, _ = google.NewV7FromReader(rand.Reader) }},
		{"google-pool", func() { sink = googleV7() }},
		{"gofrs", func() { sink = gofrsV7() }},
		{"oklog", func() { sink = oklog.Make() }},
		{"ksuid", func() { wide = ksuid.New() }},
		{"xid", func() { narrow = xid.New() }},
	}
	for _, rate := range []int{10, 100, 1_000, 10_000} {
		for name, pause := range map[string]func(time.Duration){"warm": busy, "cold": time.Sleep} {
			b.Run(strconv.Itoa(rate)+"-a-second/"+name, func(b *testing.B) {
				took := make([][]float64, len(ways))
				var clock []float64
				for b.Loop() {
					for i, w := range ways {
						pause(time.Second / time.Duration(rate*len(ways)))
						took[i] = append(took[i], timed(w.make))
						clock = append(clock, timed(func() {}))
					}
				}
				b.ReportMetric(0, "ns/op")
				for i, w := range ways {
					b.ReportMetric(median(took[i])-median(clock), w.name+"-ns")
				}
			})
		}
	}
	_, _, _ = sink, wide, narrow
}

func busy(d time.Duration) {
	for begun := time.Now(); time.Since(begun) < d; {
		continue
	}
}

// timed returns how long a call takes, in nanoseconds.
func timed(call func()) float64 {
	begun := time.Now()
	call()
	return float64(time.Since(begun))
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
