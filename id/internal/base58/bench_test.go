package base58

import (
	"math/big"
	"testing"
)

var (
	texts  = [4]string{"5DjwJRDNPCa", "jpXCZedGfVQ", "113q8KFkAEs", "1C3CPq7c8PY"}
	sinkID uint64
)

func BenchmarkPut11(b *testing.B) {
	b.Run("this", func(b *testing.B) {
		var dst [Size]byte
		for i := range b.N {
			Put11(&dst, uint64(i)*0x9E37_79B9_7F4A_7C15)
		}
	})
	b.Run("math-big", func(b *testing.B) {
		// Its numbers are made once, because a good implementation would do that.
		n, base, digit := new(big.Int), big.NewInt(58), new(big.Int)
		var dst [Size]byte
		for i := range b.N {
			n.SetUint64(uint64(i) * 0x9E37_79B9_7F4A_7C15)
			for k := Size - 1; k >= 0; k-- {
				n.QuoRem(n, base, digit)
				dst[k] = Alphabet[digit.Uint64()]
			}
		}
	})
}

func BenchmarkGet11(b *testing.B) {
	b.Run("this", func(b *testing.B) {
		for i := range b.N {
			v, _ := Get11(texts[i&3])
			sinkID += v
		}
	})
	b.Run("math-big", func(b *testing.B) {
		n, base, digit := new(big.Int), big.NewInt(58), new(big.Int)
		for i := range b.N {
			s := texts[i&3]
			n.SetUint64(0)
			for k := range len(s) {
				v := values[s[k]]
				if v == outside {
					b.Fatal(s)
				}
				n.Add(n.Mul(n, base), digit.SetUint64(uint64(v)))
			}
			if !n.IsUint64() {
				b.Fatal(s)
			}
			sinkID += n.Uint64()
		}
	})
}
