package idtest

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// FuzzParse is the body of a format's fuzz test of the same name: what Parse takes is the
// spelling of one of the ID's texts, and the ID comes back from all its forms.
func FuzzParse[T ID[T], P Pointer[T]](f *testing.F, format Format[T]) {
	s := suite[T, P]{format}
	for _, input := range s.inputs(f) {
		f.Add(string(input))
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := s.Parse(text)
		y := s.Max()
		if err2 := P(&y).UnmarshalText([]byte(text)); y != x || (err2 == nil) != (err == nil || text == "") || s.Valid(text) != (err == nil) {
			t.Fatalf("Parse(%q) = %v, %v; UnmarshalText: %v, %v; Valid: %v", text, x, err, y, err2, s.Valid(text))
		}
		if err != nil {
			s.refused(t, "Parse", x, err)
			return
		}
		if !s.spells(text, x) {
			t.Fatalf("%q is taken for %v", text, x)
		}
		s.comesBack(t, x)
	})
}

// spells reports whether a text is one of an ID's texts. The length of a text tells its form,
// so that only the case of letters, and digits for which others stand, are left open.
func (s suite[T, P]) spells(text string, x T) bool {
	want := x.String()
	for _, form := range s.Forms {
		if other := form(x); len(other) == len(text) {
			want = other
		}
	}
	if s.Spell != nil {
		text, want = s.Spell(text), s.Spell(want)
	}
	return text == want || !s.CaseSensitive && len(text) == len(want) && strings.EqualFold(text, want)
}

// FuzzFromBytes is the body of a format's fuzz test of the same name: what FromBytes takes are
// the bytes of an ID that comes back from all its forms.
func FuzzFromBytes[T ID[T], P Pointer[T]](f *testing.F, format Format[T]) {
	s := suite[T, P]{format}
	for _, input := range s.inputs(f) {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := s.FromBytes(b)
		y := s.Max()
		if err2 := P(&y).UnmarshalBinary(b); y != x || (err2 == nil) != (err == nil || len(b) == 0) {
			t.Fatalf("FromBytes(%x) = %v, %v; UnmarshalBinary: %v, %v", b, x, err, y, err2)
		}
		if err != nil {
			if s.refused(t, "FromBytes", x, err); len(b) == s.Size && fromRaw[T](b).IsValid() {
				t.Fatalf("FromBytes refuses %x: %v", b, err)
			}
			return
		}
		if raw, _ := plainBytes(x); !bytes.Equal(raw, b) || !x.IsValid() {
			t.Fatalf("%x becomes %x, valid: %v", b, raw, x.IsValid())
		}
		s.comesBack(t, x)
	})
}

// FuzzBlock is the body of a fuzz test of a format whose blocks have the IDs that so many calls
// of New would have made: New continues behind a block as behind these, and a block that does
// not fit changes nothing.
func FuzzBlock[T ID[T], P Pointer[T]](f *testing.F, format Format[T]) {
	s := suite[T, P]{format}
	f.Add([]byte{0}, uint16(0), uint16(0))
	f.Add([]byte("\x01\x02\xff\xff\xff\xff\xff\xff\xff\xfa"), uint16(3), uint16(300))
	f.Add([]byte{0xFF}, uint16(1), uint16(5))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfa"), uint16(2), uint16(2))
	f.Add([]byte{9}, uint16(s.MaxBlock-1), uint16(s.MaxBlock-1))
	f.Fuzz(func(t *testing.T, random []byte, before, size uint16) {
		clock := NewClock(s.stops()[1])
		one, many := s.Generator(clock.Read, &Cycle{Bytes: random}), s.Generator(clock.Read, &Cycle{Bytes: random})
		both := func() bool {
			a, err := one.New()
			b, err2 := many.New()
			if a != b || (err == nil) != (err2 == nil) {
				t.Fatalf("New makes %v, %v behind a block, and %v, %v where there was none", b, err2, a, err)
			}
			return err == nil
		}
		both()
		taken := 1
		for taken <= int(before)%s.MaxBlock && both() {
			taken++
		}
		clock.Add(-time.Hour) // so that no generator waits for an ID
		for range 2 {
			n := 1 + int(size)%s.MaxBlock
			block, err := many.Block(n)
			if err != nil {
				if !errors.Is(err, id.ErrOverflow) && !errors.Is(err, id.ErrExhausted) || block.Len() != 0 || taken+n <= s.Room {
					t.Fatalf("a block of %d after %d IDs: %d, %v", n, taken, block.Len(), err)
				}
			}
			for x := range block.All() {
				if want, err := one.New(); x != want || err != nil {
					t.Fatalf("the block has %v where New makes %v, %v", x, want, err)
				}
			}
			taken += block.Len()
			if both() {
				taken++
			}
		}
	})
}

// Cycle is a source of randomness that returns the same bytes over and over, or zeros if there
// are none.
type Cycle struct {
	Bytes []byte
	next  int
}

func (c *Cycle) Read(p []byte) (int, error) {
	clear(p)
	for i := range p {
		if len(c.Bytes) > 0 {
			p[i] = c.Bytes[c.next%len(c.Bytes)]
			c.next++
		}
	}
	return len(p), nil
}
