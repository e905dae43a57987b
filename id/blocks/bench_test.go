package blocks_test

import (
	"testing"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// BenchmarkFill compares a thousand IDs of a loop with those of Fill.
func BenchmarkFill(b *testing.B) {
	benchmarkFill(b, "wiji", wiji.New, wiji.NewBlock)
	benchmarkFill(b, "ulid", ulid.New, ulid.NewBlock)
	benchmarkFill(b, "ulidflake", ulidflake.New, ulidflake.NewBlock)
	benchmarkFill(b, "uuidv7", uuidv7.New, uuidv7.NewBlock)
	benchmarkFill(b, "scru160", scru160.New, scru160.NewBlock)
}

func benchmarkFill[T any](b *testing.B, format string, newID func() T, draw func(int) (blocks.Block[T], error)) {
	ids := make([]T, 1000)
	w := blocks.NewPool(draw, blocks.TwoPass, blocks.Size(4096)).Get()
	for name, run := range map[string]func() error{
		"New": func() error {
			for i := range ids {
				ids[i] = newID()
			}
			return nil
		},
		"Fill": func() error { return blocks.Fill(ids, draw) },
		"Next": func() (err error) {
			for i := range ids {
				if ids[i], err = w.Next(); err != nil {
					return err
				}
			}
			return nil
		},
		"Writer.Fill": func() error { return w.Fill(ids) },
	} {
		b.Run(format+"/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ids)), "ns/ID")
		})
	}
}

// BenchmarkNext compares an ID of a writer with one of the format's New.
func BenchmarkNext(b *testing.B) {
	benchmark(b, "wiji", wiji.New, blocks.NewPool(wiji.NewBlock, blocks.TwoPass))
	benchmark(b, "ulid", ulid.New, blocks.NewPool(ulid.NewBlock, blocks.TwoPass))
	benchmark(b, "uuidv7", uuidv7.New, blocks.NewPool(uuidv7.NewBlock, blocks.TwoPass))
}

func benchmark[T any](b *testing.B, format string, newID func() T, pool *blocks.Pool[T]) {
	b.Run(format+"/New", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newID()
		}
	})
	b.Run(format+"/Next", func(b *testing.B) {
		b.ReportAllocs()
		w := pool.Get()
		defer pool.Put(w)
		for b.Loop() {
			if _, err := w.Next(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(format+"/GetNextPut", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w := pool.Get()
			if _, err := w.Next(); err != nil {
				b.Fatal(err)
			}
			pool.Put(w)
		}
	})
}
