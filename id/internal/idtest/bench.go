package idtest

import "testing"

// Bench runs the benchmarks that all formats have in common as sub-benchmarks of b.
func Bench[T ID[T], P Pointer[T]](b *testing.B, f Format[T]) {
	var x T
	good := f.New()
	text := good.String()
	raw, err := good.MarshalBinary()
	room := make([]byte, 0, 64)
	for _, c := range []struct {
		name string
		call func()
	}{
		{"New", func() { x = f.New() }},
		{"Generate", func() { err = P(&x).Generate() }},
		{"Parse", func() { x, err = f.Parse(text) }},
		{"FromBytes", func() { x, err = f.FromBytes(raw) }},
		{"String", func() { text = good.String() }},
		{"AppendText", func() { room, err = good.AppendText(room[:0]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.call()
			}
			if err != nil {
				b.Fatal(err)
			}
		})
	}
	b.Run("NewParallel", func(b *testing.B) {
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				f.New()
			}
		})
	})
	if f.NewBlock == nil {
		return
	}
	b.Run("Block", func(b *testing.B) {
		b.ReportAllocs()
		block, err := f.NewBlock(f.MaxBlock)
		for b.Loop() {
			if _, ok := block.Next(); !ok && err == nil {
				block, err = f.NewBlock(f.MaxBlock)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	})
}
