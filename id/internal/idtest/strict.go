package idtest

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

// refused tests the terms of a decoder's error.
func (s suite[T, P]) refused(t *testing.T, call string, x T, err error) {
	t.Helper()
	var syntax *id.SyntaxError
	switch {
	case err == nil:
		t.Errorf("%s gives %v and no error", call, x)
	case !errors.As(err, &syntax):
		t.Errorf("%s: the error is a %T, not an *id.SyntaxError", call, err)
	case !strings.HasPrefix(err.Error(), s.Name+": ") || syntax.Format != s.Name:
		t.Errorf("%s: the error does not name the format: %v", call, err)
	case syntax.Reason == (id.Reason{}) || !errors.Is(err, syntax.Reason):
		t.Errorf("%s: the error has no reason: %v", call, err)
	case len(err.Error()) > 1000:
		t.Errorf("%s: the error has %d bytes", call, len(err.Error()))
	}
	if !x.IsZero() {
		t.Errorf("%s: the error comes with %v", call, x)
	}
}

// badTexts returns texts that no format takes, made of a good one.
func badTexts(good string) []string {
	bad := []string{" ", "?", good[1:], good[:len(good)-1], good + good[:1], " " + good, good + " ", good + "\n", "\ufeff" + good,
		" " + good[1:], good[:len(good)-1] + " ", "{" + good + "}", strings.Repeat(good, 4096), strings.Repeat("\x00", len(good))}
	for i := range len(good) {
		for _, c := range []byte{0, ' ', '!', '/', ':', '@', '[', '`', '{', '_', '-', '.', 0x7F, 0x80, 0xB0, 0xFF} {
			if c == good[i] { // a hyphen, or the underscore after a prefix
				continue
			}
			b := []byte(good)
			b[i] = c
			bad = append(bad, string(b))
		}
	}
	return bad
}

func (s suite[T, P]) strictText(t *testing.T) {
	good := s.New()
	for _, text := range badTexts(good.String()) {
		x, err := s.Parse(text)
		s.refused(t, "Parse", x, err)
		if s.Valid(text) {
			t.Errorf("Valid takes %q", text)
		}
		x = good
		err = P(&x).UnmarshalText([]byte(text))
		s.refused(t, "UnmarshalText", x, err)
	}
	_, err := s.Parse("")
	if err == nil || s.Valid("") {
		t.Error("Parse takes an empty text")
	}
	for i := range len(good.String()) {
		for c := range 256 {
			text := []byte(good.String())
			text[i] = byte(c)
			if x, err := s.Parse(string(text)); err == nil && !s.spells(string(text), x) || s.Valid(string(text)) != (err == nil) {
				t.Errorf("%q is taken for %v, %v", text, x, err)
			}
		}
	}
}

func (s suite[T, P]) strictBinary(t *testing.T) {
	good := s.New()
	raw, err := good.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range [][]byte{raw[1:], raw[:len(raw)-1], append(bytes.Clone(raw), 0), bytes.Repeat(raw, 1000), []byte(good.String()), {0}} {
		x, err := s.FromBytes(b)
		s.refused(t, "FromBytes", x, err)
		x = good
		err = P(&x).UnmarshalBinary(b)
		s.refused(t, "UnmarshalBinary", x, err)
	}
	x, err := s.FromBytes(nil)
	s.refused(t, "FromBytes", x, err)
}

func (s suite[T, P]) letterCase(t *testing.T) {
	for _, x := range s.samples(t) {
		lower := strings.ToLower(x.String())
		if lower == x.String() {
			continue
		}
		y, err := s.Parse(lower)
		switch {
		case s.CaseSensitive && err == nil && y == x:
			t.Fatalf("Parse takes %q for %v, in a format whose letters have a case", lower, x)
		case !s.CaseSensitive && (err != nil || y != x):
			t.Fatalf("Parse(%q) = %v, %v, want %v", lower, y, err, x)
		}
	}
	// What Unicode folds to a letter is no letter of a text.
	for _, fold := range []string{"\u017f", "\u212a"} {
		text := s.New().String()
		text = text[:len(text)-len(fold)] + fold
		x, err := s.Parse(text)
		s.refused(t, "Parse", x, err)
	}
}

func (s suite[T, P]) must(t *testing.T) {
	x := s.New()
	if got := s.MustParse(x.String()); got != x {
		t.Errorf("MustParse(%v) = %v", x, got)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), s.Name+": ") {
			t.Errorf("MustParse panics with %v, not with the error of Parse", err)
		}
	}()
	s.MustParse("?")
	t.Error("MustParse takes a question mark")
}
