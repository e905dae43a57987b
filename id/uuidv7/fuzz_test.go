package uuidv7_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/uuidv7"
)

func FuzzParse(f *testing.F) {
	file := load(f)
	for _, v := range file.Valid {
		for _, s := range []string{v.Text, v.Hex, strings.ToUpper(v.Text)} {
			f.Add(s)
		}
	}
	for _, n := range file.Nasty {
		f.Add(string(vector.Bytes(f, n.InputHex)))
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := uuidv7.Parse(s)
		if uuidv7.Valid(s) != (err == nil) {
			t.Fatalf("Valid(%q) = %v, Parse: %v", s, uuidv7.Valid(s), err)
		}
		y := uuidv7.New()
		if e := y.UnmarshalText([]byte(s)); s != "" && (y != x || (e == nil) != (err == nil)) {
			t.Fatalf("UnmarshalText(%q) = %v, %v; Parse: %v, %v", s, y, e, x, err)
		}
		if err != nil {
			if !x.IsZero() || !strings.HasPrefix(err.Error(), "uuidv7: ") {
				t.Fatalf("Parse(%q) = %v, %v", s, x, err)
			}
			return
		}
		want := x.String()
		if len(s) == 32 {
			want = x.Hex()
		}
		if strings.ToLower(s) != want {
			t.Fatalf("%q is taken for %q", s, want)
		}
		if z, err := uuidv7.FromFields(x.Fields()); err != nil || z != x || !x.IsValid() {
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
		x, err := uuidv7.FromBytes(b)
		y := uuidv7.New()
		if e := y.UnmarshalBinary(b); len(b) > 0 && (y != x || (e == nil) != (err == nil)) {
			t.Fatalf("UnmarshalBinary(%x) = %v, %v; FromBytes: %v, %v", b, y, e, x, err)
		}
		if err != nil {
			if !x.IsZero() {
				t.Fatalf("%v comes with the error %v", x, err)
			}
			return
		}
		if raw := x.Bytes(); !bytes.Equal(raw[:], b) || b[6]>>4 != 7 || b[8]>>6 != 2 {
			t.Fatalf("%x becomes %x", b, raw)
		}
		for _, s := range []string{x.String(), x.Hex()} {
			if z, err := uuidv7.Parse(s); err != nil || z != x {
				t.Fatalf("Parse(%q) = %v, %v", s, z, err)
			}
		}
	})
}
