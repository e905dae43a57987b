package base58

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// reference encodes by repeated division, as the definition of the form says.
func reference(v uint64) string {
	n, base, digit := new(big.Int).SetUint64(v), big.NewInt(58), new(big.Int)
	var out [Size]byte
	for i := Size - 1; i >= 0; i-- {
		n.DivMod(n, base, digit)
		out[i] = Alphabet[digit.Int64()]
	}
	return string(out[:])
}

func encode(v uint64) string {
	var b [Size]byte
	Put11(&b, v)
	return string(b[:])
}

// testNumbers returns the surroundings of the powers of 2 and 58 and of the sums that the
// encoder divides by, and many others.
func testNumbers() []uint64 {
	out := []uint64{math.MaxUint64}
	power := uint64(1)
	for range Size {
		for d := uint64(1); d < 58 && d <= math.MaxUint64/power; d++ {
			out = append(out, d*power-1, d*power, d*power+1)
		}
		power *= 58
	}
	for i := range 64 {
		out = append(out, 1<<i-1, 1<<i, 1<<i+1, math.MaxUint64-1<<i)
	}
	r := rand.New(rand.NewPCG(58, 11))
	for range 20_000 {
		out = append(out, r.Uint64(), r.Uint64()>>r.UintN(64))
	}
	return out
}

func TestRoundTrip(t *testing.T) {
	for _, v := range testNumbers() {
		s := encode(v)
		if want := reference(v); s != want {
			t.Fatalf("Put11(%d) writes %q, want %q", v, s, want)
		}
		if got, ok := Get11(s); got != v || !ok {
			t.Fatalf("Get11(%q) = %d, %v, want %d", s, got, ok, v)
		}
	}
}

func TestGet11Refuses(t *testing.T) {
	for _, s := range []string{
		"", "1", "1111111111", "111111111111", "jpXCZedGfVR", "jpXCZedGfVz", "jpXCZedGfW1", "jpYCZedGfVQ", "jq111111111",
		"k1111111111", "z1111111111", "zzzzzzzzzzz",
	} {
		if v, ok := Get11(s); ok || len(s) != Size && v != 0 {
			t.Errorf("Get11(%q) = %d, %v", s, v, ok)
		}
	}
	for c := range 256 {
		good := strings.IndexByte(Alphabet, byte(c)) >= 0
		if Contains(byte(c)) != good {
			t.Errorf("Contains(%#x) = %v", c, !good)
		}
		for i := range Size {
			b := []byte("21111111111")
			b[i] = byte(c)
			_, ok := Get11(string(b))
			if want := good && (i > 0 || c <= 'j'); ok != want {
				t.Errorf("Get11(%q) is %v, want %v", b, ok, want)
			}
			b = []byte("11111111111") // zeros
			b[i] = byte(c)
			if _, ok := Get11(string(b)); !good && ok {
				t.Errorf("Get11(%q) is taken", b)
			}
		}
	}
}
