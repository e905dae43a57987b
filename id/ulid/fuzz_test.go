package ulid_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/ulid"
)

func FuzzParse(f *testing.F) {
	file := load(f)
	for _, v := range file.Valid {
		for _, s := range []string{v.Text, v.UUID, v.Hex} {
			f.Add(s)
		}
	}
	for _, n := range file.Nasty {
		f.Add(string(vector.Bytes(f, n.InputHex)))
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := ulid.Parse(s)
		if ulid.Valid(s) != (err == nil) {
			t.Fatalf("Valid(%q) = %v, Parse: %v", s, ulid.Valid(s), err)
		}
		y := ulid.New()
		if e := y.UnmarshalText([]byte(s)); y != x || (e == nil) != (err == nil || s == "") {
			t.Fatalf("UnmarshalText(%q) = %v, %v; Parse: %v, %v", s, y, e, x, err)
		}
		if err != nil {
			if !x.IsZero() || !strings.HasPrefix(err.Error(), "ulid: ") {
				t.Fatalf("Parse(%q) = %v, %v", s, x, err)
			}
			return
		}
		// Which bytes a text is made of leaves nothing but the case open.
		var want string
		switch len(s) {
		case 26:
			want, s = x.String(), strings.ToUpper(s)
		case 36:
			want, s = x.UUID(), strings.ToLower(s)
		case 32:
			want, s = x.Hex(), strings.ToLower(s)
		}
		if s != want {
			t.Fatalf("%q is taken for %q", s, want)
		}
		if z, err := ulid.FromFields(x.Fields()); err != nil || z != x {
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
		x, err := ulid.FromBytes(b)
		y := ulid.New()
		if e := y.UnmarshalBinary(b); y != x || (e == nil) != (err == nil || len(b) == 0) {
			t.Fatalf("UnmarshalBinary(%x) = %v, %v; FromBytes: %v, %v", b, y, e, x, err)
		}
		if (err == nil) != (len(b) == 16) {
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
		for _, s := range []string{x.String(), x.UUID(), x.Hex()} {
			if z, err := ulid.Parse(s); err != nil || z != x {
				t.Fatalf("Parse(%q) = %v, %v", s, z, err)
			}
		}
	})
}
