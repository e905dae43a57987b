package idtest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func (s suite[T, P]) roundTrip(t *testing.T) {
	for _, x := range s.samples(t) {
		text, err := x.MarshalText()
		if err != nil {
			t.Fatalf("%v: MarshalText: %v", x, err)
		}
		if len(text) != s.TextSize || string(text) != x.String() {
			t.Fatalf("MarshalText gives %q, String %q, of %d bytes", text, x.String(), s.TextSize)
		}
		raw, err := x.MarshalBinary()
		if err != nil || len(raw) != s.Size {
			t.Fatalf("%v: MarshalBinary gives %d bytes, %v; want %d", x, len(raw), err, s.Size)
		}
		if !x.IsValid() {
			t.Errorf("%v is not valid", x)
		}
		s.comesBack(t, x)
		s.appends(t, x, text, raw)
		s.unmarshals(t, x, text, raw)
	}
}

// comesBack tests that a valid ID comes back from all forms that it has: there are IDs that are
// too great for a text.
func (s suite[T, P]) comesBack(t *testing.T, x T) {
	t.Helper()
	text, err := x.MarshalText()
	if hasText := s.Valid(x.String()); hasText != (err == nil) || hasText && !x.IsZero() && string(text) != x.String() {
		t.Errorf("%v: MarshalText gives %q, %v; Valid of String: %v", x, text, err, hasText)
	} else if y, err := s.Parse(x.String()); hasText && (y != x || err != nil) {
		t.Errorf("Parse(%v) = %v, %v", x, y, err)
	}
	raw, _ := plainBytes(x)
	if b, err := x.MarshalBinary(); err != nil || !bytes.Equal(b, raw) && !x.IsZero() {
		t.Errorf("%v: MarshalBinary gives %x, %v; want %x", x, b, err, raw)
	}
	if y, err := s.FromBytes(raw); err != nil || y != x {
		t.Errorf("FromBytes(%x) = %v, %v", raw, y, err)
	}
	for _, form := range s.Forms {
		if y, err := s.Parse(form(x)); err != nil || y != x {
			t.Errorf("Parse(%s) = %v, %v, want %v", form(x), y, err, x)
		}
	}
	for name, back := range s.Back {
		if y, err := back(x); err != nil || y != x {
			t.Errorf("%v comes back from its %s as %v, %v", x, name, y, err)
		}
	}
}

// appends tests that what is appended to stays.
func (s suite[T, P]) appends(t *testing.T, x T, text, raw []byte) {
	t.Helper()
	for _, prefix := range [][]byte{nil, []byte("before "), append(make([]byte, 0, 128), "room "...)} {
		if got, err := x.AppendText(slices.Clip(prefix)); err != nil || string(got) != string(prefix)+string(text) {
			t.Errorf("AppendText(%q) = %q, %v", prefix, got, err)
		}
		if got, err := x.AppendText(prefix); err != nil || string(got) != string(prefix)+string(text) {
			t.Errorf("AppendText(%q) with room = %q, %v", prefix, got, err)
		}
		if got, err := x.AppendBinary(slices.Clip(prefix)); err != nil || string(got) != string(prefix)+string(raw) {
			t.Errorf("AppendBinary(%q) = %q, %v", prefix, got, err)
		}
	}
}

// unmarshals tests also that the decoders do not hold on to their input.
func (s suite[T, P]) unmarshals(t *testing.T, x T, text, raw []byte) {
	t.Helper()
	var y T
	buf := bytes.Clone(text)
	if err := P(&y).UnmarshalText(buf); err != nil {
		t.Errorf("UnmarshalText(%q): %v", text, err)
	}
	clear(buf)
	if y != x {
		t.Errorf("UnmarshalText(%q) gives %v", text, y)
	}
	var z T
	buf = bytes.Clone(raw)
	if err := P(&z).UnmarshalBinary(buf); err != nil {
		t.Errorf("UnmarshalBinary(%x): %v", raw, err)
	}
	clear(buf)
	if z != x {
		t.Errorf("UnmarshalBinary(%x) gives %v", raw, z)
	}
}

func (s suite[T, P]) json(t *testing.T) {
	type document struct {
		Key  T
		List []T
		Map  map[T]int
		None *T
	}
	for _, x := range s.samples(t) {
		want := document{Key: x, List: []T{x, x}, Map: map[T]int{x: 1}}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatalf("%v: %v", x, err)
		}
		if !strings.Contains(string(data), `"Key":"`+x.String()+`"`) {
			t.Fatalf("JSON %s does not hold the text of %v as a string", data, x)
		}
		var got document
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if got.Key != x || !slices.Equal(got.List, want.List) || got.Map[x] != 1 || got.None != nil {
			t.Errorf("JSON %s comes back as %+v", data, got)
		}
	}
}

func (s suite[T, P]) order(t *testing.T) {
	ids := s.samples(t)
	for i, x := range ids {
		for _, y := range ids[i:] {
			bx, _ := x.MarshalBinary()
			by, _ := y.MarshalBinary()
			want := bytes.Compare(bx, by)
			if got := x.Compare(y); got != want || y.Compare(x) != -want || s.Compare(x, y) != want {
				t.Fatalf("%v.Compare(%v) = %d, the bytes say %d", x, y, got, want)
			}
			if got := strings.Compare(x.String(), y.String()); got != want {
				t.Fatalf("texts %v and %v compare as %d, the bytes as %d", x, y, got, want)
			}
			if want < 0 && y.Time().Before(x.Time()) {
				t.Fatalf("%v < %v, and their times are %v and %v", x, y, x.Time(), y.Time())
			}
		}
	}
}

func (s suite[T, P]) zero(t *testing.T) {
	var zero T
	if !zero.IsZero() || s.New().IsZero() {
		t.Error("IsZero is wrong")
	}
	if zero.IsValid() != s.ZeroIsValid {
		t.Errorf("IsValid of the zero value is %v", zero.IsValid())
	}
	text := zero.String()
	if digits := text[strings.LastIndexByte(text, '_')+1:]; len(text) != s.TextSize || strings.Trim(digits, "0-1") != "" {
		t.Errorf("String of the zero value is %q: it shows any value", text)
	}
	type document struct{ ID T }
	data, err := json.Marshal(document{})
	back := document{s.New()}
	if err != nil || string(data) != `{"ID":""}` || json.Unmarshal(data, &back) != nil || !back.ID.IsZero() {
		t.Errorf("JSON of the zero value is %s, %v, and comes back as %v", data, err, back)
	}
	var x T
	// As netip.Addr: the value that is no identifier is the empty text.
	if text, err := zero.MarshalText(); err != nil || len(text) != 0 {
		t.Errorf("MarshalText of the zero value gives %q, %v", text, err)
	}
	x = s.New()
	if err := P(&x).UnmarshalText(nil); err != nil || !x.IsZero() {
		t.Errorf("UnmarshalText of nothing gives %v, %v", x, err)
	}
	x = s.New()
	raw, err := zero.MarshalBinary()
	if err != nil || len(raw) != 0 || P(&x).UnmarshalBinary(raw) != nil || !x.IsZero() {
		t.Errorf("the zero value does not come back from its binary form: %x, %v, %v", raw, err, x)
	}
	if s.Valid("") || s.Valid(zero.String()) != s.ZeroIsValid {
		t.Error("Valid takes the zero value, which is no identifier")
	}
}
