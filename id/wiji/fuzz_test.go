package wiji_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

// corpus adds the golden inputs to a fuzz test's seeds.
func corpus(f *testing.F, add func([]byte)) {
	file := load(f)
	for _, v := range file.Valid {
		for _, s := range []string{v.Text, v.UUID, v.Hex} {
			add([]byte(s))
		}
	}
	for _, n := range file.Nasty {
		add([]byte(n.InputHex))
	}
}

// canonical is what the substitutions and cases of a text come to.
var canonical = strings.NewReplacer("I", "1", "L", "1", "O", "0", "U", "V")

func FuzzParse(f *testing.F) {
	corpus(f, func(b []byte) { f.Add(string(b)) })
	f.Fuzz(func(t *testing.T, s string) {
		x, err := wiji.Parse(s)
		if wiji.Valid(s) != (err == nil) {
			t.Fatalf("Valid(%q) = %v, Parse: %v", s, wiji.Valid(s), err)
		}
		y := wiji.New()
		if e := y.UnmarshalText([]byte(s)); s != "" && (y != x || (e == nil) != (err == nil)) {
			t.Fatalf("UnmarshalText(%q) = %v, %v; Parse: %v, %v", s, y, e, x, err)
		}
		if err != nil {
			if !x.IsZero() || !strings.HasPrefix(err.Error(), "wiji: ") {
				t.Fatalf("Parse(%q) = %v, %v", s, x, err)
			}
			return
		}
		var want string
		switch len(s) {
		case 26:
			want = x.String()
			s = canonical.Replace(strings.ToUpper(s))
		case 36:
			want, s = x.UUID(), strings.ToLower(s)
		case 32:
			want, s = x.Hex(), strings.ToLower(s)
		}
		if s != want {
			t.Fatalf("%q is taken for %q", s, want)
		}
		if f, err := wiji.Inspect(want); err != nil || f != x.Fields() {
			t.Fatalf("Inspect(%q) = %+v, %v", want, f, err)
		}
		if z, err := wiji.FromFields(x.Fields()); err != nil || z != x {
			t.Fatalf("FromFields(%+v) = %v, %v", x.Fields(), z, err)
		}
	})
}

func FuzzFromBytes(f *testing.F) {
	for _, v := range load(f).Valid {
		x := wiji.MustParse("069Q6ZXR120002M45BSQQG28T5")
		f.Add(x[:])
		f.Add([]byte(v.Hex)[:16])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := wiji.FromBytes(b)
		y := wiji.New()
		if e := y.UnmarshalBinary(b); len(b) > 0 && (y != x || (e == nil) != (err == nil)) {
			t.Fatalf("UnmarshalBinary(%x) = %v, %v; FromBytes: %v, %v", b, y, e, x, err)
		}
		if err != nil {
			if !x.IsZero() {
				t.Fatalf("%v comes with the error %v", x, err)
			}
			return
		}
		if raw := x.Bytes(); !bytes.Equal(raw[:], b) {
			t.Fatalf("%x becomes %x", b, raw)
		}
		for _, s := range []string{x.UUID(), x.Hex()} {
			if z, err := wiji.Parse(s); err != nil || z != x {
				t.Fatalf("Parse(%q) = %v, %v", s, z, err)
			}
		}
		text, err := x.MarshalText()
		if (err == nil) != (x.UnixMicros() <= wiji.MaxTextTimestamp) {
			t.Fatalf("MarshalText of %x: %q, %v", b, text, err)
		}
		if err == nil {
			if z, err := wiji.Parse(string(text)); err != nil || z != x {
				t.Fatalf("Parse(%q) = %v, %v", text, z, err)
			}
		}
	})
}
