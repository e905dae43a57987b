package blocks_test

import (
	"testing"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

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
