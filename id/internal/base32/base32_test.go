package base32

import (
	"encoding/base32"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

var crockford, hex = New(Crockford), New(Hex)

// reference encodes with math/big: digits, most significant first.
func reference(alphabet string, size int, words ...uint64) string {
	v := new(big.Int)
	for _, w := range words {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(w))
	}
	out := make([]byte, size)
	for i := range out {
		out[size-1-i] = alphabet[new(big.Int).And(v, big.NewInt(31)).Int64()]
		v.Rsh(v, 5)
	}
	return string(out)
}

func TestRoundTrip(t *testing.T) {
	for range 2000 {
		top, hi, lo := rand.Uint32(), rand.Uint64(), rand.Uint64()
		var b26 [26]byte
		crockford.Put26(&b26, hi, lo)
		if want := reference(Crockford, 26, hi, lo); string(b26[:]) != want {
			t.Fatalf("Put26(%x, %x) = %s, want %s", hi, lo, b26, want)
		}
		h, l, ok := crockford.Get26(string(b26[:]))
		if h != hi || l != lo || !ok {
			t.Fatalf("Get26(%s) = %x, %x, %v", b26, h, l, ok)
		}
		for c := '8'; c <= 'Z'; c++ {
			if h, l, ok := crockford.Get26(string(c) + string(b26[1:])); ok {
				t.Fatalf("Get26 takes %c%s as %x, %x", c, b26[1:], h, l)
			}
		}
		var b13 [13]byte
		crockford.Put13(&b13, hi)
		if want := reference(Crockford, 13, hi); string(b13[:]) != want {
			t.Fatalf("Put13(%x) = %s, want %s", hi, b13, want)
		}
		v, first, ok := crockford.Get13(strings.ToLower(string(b13[:])))
		if v != hi || !ok || int(first) != strings.IndexByte(Crockford, b13[0]) {
			t.Fatalf("Get13(%s) = %x, %d, %v", b13, v, first, ok)
		}
		if want := reference(Hex, 2, hi&1023); hex.Two(hi) != uint16(want[0])|uint16(want[1])<<8 {
			t.Fatalf("Two(%x) = %x, want %s", hi, hex.Two(hi), want)
		}
		var b32 [32]byte
		hex.Put32(&b32, top, hi, lo)
		raw := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(nil, top), hi), lo)
		if want := base32.HexEncoding.EncodeToString(raw); string(b32[:]) != want {
			t.Fatalf("Put32(%x) = %s, want %s", raw, b32, want)
		}
		a, h, l, ok := hex.Get32(string(b32[:]))
		if a != top || h != hi || l != lo || !ok {
			t.Fatalf("Get32(%s) = %x, %x, %x, %v", b32, a, h, l, ok)
		}
	}
}

// TestBytes puts every byte at every place of every form.
func TestBytes(t *testing.T) {
	const text = "0BCDEFGH0123456789JKMNPQRSTVW01A"
	for _, a := range []struct {
		*Alphabet
		digits string
	}{{crockford, Crockford}, {hex, Hex}} {
		base := strings.Map(func(r rune) rune {
			if strings.ContainsRune(a.digits, r) {
				return r
			}
			return '0'
		}, text)
		for i := range len(base) {
			for c := range 256 {
				b := []byte(base)
				b[i] = byte(c)
				upper := byte(c)
				if 'a' <= c && c <= 'z' {
					upper -= 0x20
				}
				want := strings.IndexByte(a.digits, upper) >= 0
				if a.Contains(byte(c)) != want {
					t.Fatalf("Contains(%q) = %v", byte(c), !want)
				}
				for _, size := range []int{13, 26, 32} {
					if i == 0 && size == 26 && want && strings.IndexByte(a.digits, upper) > 7 {
						continue // an overflow, which TestRoundTrip looks at
					}
					if i < size && a.get(string(b[:size])) != want {
						t.Fatalf("%q at %d of %d: ok = %v", byte(c), i, size, !want)
					}
				}
			}
		}
	}
}

// get reports whether the decoder of the text's length takes it.
func (a *Alphabet) get(s string) (ok bool) {
	switch len(s) {
	case 13:
		_, _, ok = a.Get13(s)
	case 26:
		_, _, ok = a.Get26(s)
	case 32:
		_, _, _, ok = a.Get32(s)
	}
	return ok
}

func TestLengths(t *testing.T) {
	for n := range 50 {
		s := strings.Repeat("0", n)
		v, first, ok13 := crockford.Get13(s)
		hi26, lo26, ok26 := crockford.Get26(s)
		top, hi32, lo32, ok32 := crockford.Get32(s)
		if ok13 != (n == 13) || ok26 != (n == 26) || ok32 != (n == 32) {
			t.Errorf("%d characters are read: %v, %v, %v", n, ok13, ok26, ok32)
		}
		if v|uint64(first)|hi26|lo26|uint64(top)|hi32|lo32 != 0 {
			t.Errorf("%d zeros are read as %d, %d, %d, %d, %d, %d and %d", n, v, first, hi26, lo26, top, hi32, lo32)
		}
	}
}

func TestAliases(t *testing.T) {
	a := New(Crockford, "I1", "L1", "O0", "UV")
	for _, c := range []struct{ alias, plain string }{{"I", "1"}, {"l", "1"}, {"o", "0"}, {"O", "0"}, {"u", "V"}, {"U", "v"}} {
		x, _, ok := a.Get13("000000000000" + c.alias)
		y, _, _ := a.Get13("000000000000" + c.plain)
		if x != y || !ok {
			t.Errorf("%s is read as %d, %v, and %s as %d", c.alias, x, ok, c.plain, y)
		}
	}
}

// TestAppend: texts are appended in place where there is room for them, and else into new memory with what was there.
func TestAppend(t *testing.T) {
	const hi, lo = 0x0123456789ABCDEF, 0xFEDCBA9876543210
	for _, c := range []struct {
		name  string
		size  int
		want  string
		write func(b []byte) []byte
	}{
		{"Append13", 13, reference(Crockford, 13, hi), func(b []byte) []byte { return crockford.Append13(b, hi) }},
		{"Append32", 32, reference(Hex, 32, 0x76543210, hi, lo), func(b []byte) []byte { return hex.Append32(b, 0x76543210, hi, lo) }},
		{"Room", 26, strings.Repeat("\x00", 26), func(b []byte) []byte { return Room(b, 26) }},
	} {
		for before := range 70 {
			for _, room := range []int{0, c.size - 1, c.size, c.size + 1} {
				b := append(make([]byte, 0, 1+before+room), strings.Repeat("x", 1+before)...)
				got := c.write(b)
				if want := string(b) + c.want; string(got) != want {
					t.Fatalf("%s to %d bytes: %q, want %q", c.name, len(b), got, want)
				}
				if inPlace := &got[0] == &b[0]; inPlace != (cap(b)-len(b) >= c.size) {
					t.Fatalf("%s to %d bytes with room for %d is in place: %v", c.name, len(b), cap(b)-len(b), inPlace)
				}
			}
		}
	}
}
