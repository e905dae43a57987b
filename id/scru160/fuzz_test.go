package scru160_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/scru160"
)

func FuzzParse(f *testing.F) {
	file := load(f)
	for _, v := range file.Valid {
		for _, s := range []string{v.Text, v.Hex} {
			f.Add(s)
		}
	}
	for _, n := range file.Nasty {
		f.Add(string(vector.Bytes(f, n.InputHex)))
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := scru160.Parse(s)
		if scru160.Valid(s) != (err == nil) {
			t.Fatalf("Valid(%q) = %v, Parse: %v", s, scru160.Valid(s), err)
		}
		y := scru160.New()
		if e := y.UnmarshalText([]byte(s)); y != x || (e == nil) != (err == nil || s == "") {
			t.Fatalf("UnmarshalText(%q) = %v, %v; Parse: %v, %v", s, y, e, x, err)
		}
		if err != nil {
			if !x.IsZero() || !strings.HasPrefix(err.Error(), "scru160: ") {
				t.Fatalf("Parse(%q) = %v, %v", s, x, err)
			}
			return
		}
		// Which bytes a text is made of leaves nothing but the case open.
		var want string
		switch len(s) {
		case 32:
			want, s = x.String(), strings.ToUpper(s)
		case 40:
			want, s = x.Hex(), strings.ToLower(s)
		}
		if s != want {
			t.Fatalf("%q is taken for %q", s, want)
		}
		if z, err := scru160.FromFields(x.Fields()); err != nil || z != x {
			t.Fatalf("FromFields(%+v) = %v, %v", x.Fields(), z, err)
		}
	})
}

func FuzzFromBytes(f *testing.F) {
	file := load(f)
	for _, v := range file.Valid {
		f.Add(vector.Bytes(f, v.Hex))
	}
	for _, n := range file.Nasty {
		f.Add(vector.Bytes(f, n.InputHex))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := scru160.FromBytes(b)
		y := scru160.New()
		if e := y.UnmarshalBinary(b); y != x || (e == nil) != (err == nil || len(b) == 0) {
			t.Fatalf("UnmarshalBinary(%x) = %v, %v; FromBytes: %v, %v", b, y, e, x, err)
		}
		if (err == nil) != (len(b) == 20) {
			t.Fatalf("FromBytes(%x) = %v, %v", b, x, err)
		}
		if err != nil {
			if !x.IsZero() {
				t.Fatalf("%v comes with the error %v", x, err)
			}
			return
		}
		raw, err := x.MarshalBinary()
		if err != nil || !bytes.Equal(raw, b) && !x.IsZero() {
			t.Fatalf("%x becomes %x, %v", b, raw, err)
		}
		if text, err := x.MarshalText(); err != nil || string(text) != x.String() && !x.IsZero() {
			t.Fatalf("%s, %v", text, err)
		}
		for _, s := range []string{x.String(), x.Hex()} {
			if z, err := scru160.Parse(s); err != nil || z != x {
				t.Fatalf("Parse(%q) = %v, %v", s, z, err)
			}
		}
	})
}

func FuzzCompareText(f *testing.F) {
	file := load(f)
	for i, v := range file.Valid {
		w := file.Valid[len(file.Valid)-1-i]
		f.Add(v.Text, strings.ToLower(w.Text))
		f.Add(v.Hex, strings.ToUpper(w.Hex))
		f.Add(v.Text, w.Hex)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got, err := scru160.CompareText(a, b)
		sameForm := scru160.Valid(a) && scru160.Valid(b) && len(a) == len(b)
		if (err == nil) != sameForm {
			t.Fatalf("CompareText(%q, %q) = %d, %v", a, b, got, err)
		}
		want := 0
		if sameForm {
			want = strings.Compare(strings.ToUpper(a), strings.ToUpper(b))
		}
		if got != want {
			t.Fatalf("CompareText(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}
