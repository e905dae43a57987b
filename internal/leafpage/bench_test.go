package leafpage_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sortid/sortid/internal/leafpage"
)

// payload is that of the clustered rows, in bytes.
const payload = 100

// Inserts into a tree that grows with b.N. A tree of 1e9 rows:
//
//	go test ./internal/leafpage -run '^$' -bench 'Insert/.*/sequential' -benchtime 1000000000x -timeout 1h
func BenchmarkInsert(b *testing.B) {
	for _, r := range []leafpage.Rules{must(leafpage.NBTree(leafpage.NBTreeOptions{Key: 16})), must(leafpage.InnoDB(leafpage.InnoDBOptions{Key: 16, Payload: payload}))} {
		for _, pool := range []bool{false, true} {
			name := r.Name()
			if pool {
				name += "-pool"
			}
			b.Run(name+"/sequential", func(b *testing.B) {
				n := uint64(0)
				benchmark(b, r, pool, func(key []byte) {
					n++
					binary.BigEndian.PutUint64(key[8:], n)
				})
			})
			b.Run(name+"/random", func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				benchmark(b, r, pool, func(key []byte) {
					binary.BigEndian.PutUint64(key, rng.Uint64())
					binary.BigEndian.PutUint64(key[8:], rng.Uint64())
				})
			})
		}
	}
}

func must(r leafpage.Rules, err error) leafpage.Rules {
	if err != nil {
		panic(err)
	}
	return r
}

func benchmark(b *testing.B, r leafpage.Rules, pool bool, next func([]byte)) {
	t, err := leafpage.New(r, leafpage.Options{Pool: pool})
	if err != nil {
		b.Fatal(err)
	}
	key := make([]byte, 16)
	for b.Loop() {
		next(key)
		if err := t.Insert(key); err != nil {
			b.Fatal(err)
		}
	}
	s := t.Stats()
	b.ReportMetric(float64(s.Leaves), "leaf-pages")
	b.ReportMetric(s.Fill, "leaf-fill-%")
	b.ReportMetric(100*s.Error, "error-%")
}

// How far the estimate of a tree of 1e7 random keys is off, when it holds one in ten, 2.5
// or 1.2 of them, beside the error that it states; the root mean squares of several trees.
//
//	go test ./internal/leafpage -run '^$' -bench SampleError -benchtime 4x
func BenchmarkSampleError(b *testing.B) {
	const rows = 10_000_000
	keeps := []int{1 << 20, 1 << 22, 1 << 23}
	for _, r := range []leafpage.Rules{must(leafpage.NBTree(leafpage.NBTreeOptions{Key: 16})), must(leafpage.InnoDB(leafpage.InnoDBOptions{Key: 16, Payload: payload}))} {
		b.Run(r.Name(), func(b *testing.B) {
			off, stated := make([]float64, len(keeps)), make([]float64, len(keeps))
			seed, n := uint64(0), 0
			for b.Loop() {
				seed++
				n++
				want := random(b, r, leafpage.Options{}, rows, seed)
				for i, keep := range keeps {
					got := random(b, r, leafpage.Options{Keep: keep, Seed: seed}, rows, seed)
					d := float64(got.Leaves)/float64(want.Leaves) - 1
					off[i] += d * d
					stated[i] += got.Error * got.Error
				}
			}
			for i, keep := range keeps {
				b.ReportMetric(100*math.Sqrt(off[i]/float64(n)), fmt.Sprintf("off-%d-%%", keep))
				b.ReportMetric(100*math.Sqrt(stated[i]/float64(n)), fmt.Sprintf("stated-%d-%%", keep))
			}
		})
	}
}

// random grows a tree of random keys.
func random(b *testing.B, r leafpage.Rules, o leafpage.Options, rows int, seed uint64) leafpage.Stats {
	b.Helper()
	t, err := leafpage.New(r, o)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	key := make([]byte, 16)
	for range rows {
		binary.BigEndian.PutUint64(key, rng.Uint64())
		binary.BigEndian.PutUint64(key[8:], rng.Uint64())
		if err := t.Insert(key); err != nil {
			b.Fatal(err)
		}
	}
	return t.Stats()
}

// A tree of 1e9 random keys, estimated from as many keys as it holds.
//
//	go test ./internal/leafpage -run '^$' -bench PredictRandom -benchtime 1x
func BenchmarkPredictRandom(b *testing.B) {
	for _, r := range []leafpage.Rules{must(leafpage.NBTree(leafpage.NBTreeOptions{Key: 16})), must(leafpage.InnoDB(leafpage.InnoDBOptions{Key: 16, Payload: payload}))} {
		for _, keep := range []int{1 << 20, leafpage.DefaultKeep} {
			b.Run(fmt.Sprintf("%s/keep-%d", r.Name(), keep), func(b *testing.B) {
				var s leafpage.Stats
				for b.Loop() {
					var err error
					if s, err = leafpage.PredictRandom(r, 1_000_000_000, leafpage.Options{Keep: keep}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(s.Leaves), "leaf-pages")
				b.ReportMetric(s.Fill, "leaf-fill-%")
				b.ReportMetric(100*s.Error, "error-%")
			})
		}
	}
}
