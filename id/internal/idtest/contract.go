package idtest

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
)

// The table "One contract" of the documentation of package id is tested here and, for the empty
// text, JSON values and arguments of SQL, in zero, strictText, jsonForms, param, scan and plain.

// verbs tests what package fmt shows: the text, and the bytes or the number for %d.
func (s suite[T, P]) verbs(t *testing.T) {
	x := s.New()
	digits := fmt.Sprintf("%d", any(x))
	if v := reflect.ValueOf(x); v.Kind() == reflect.Array {
		digits = fmt.Sprint(v.Convert(reflect.ArrayOf(v.Len(), reflect.TypeFor[byte]())).Interface())
	}
	for format, want := range map[string]string{
		"%v": x.String(), "%s": x.String(), "%+v": x.String(), "%q": `"` + x.String() + `"`,
		"%x": hex.EncodeToString([]byte(x.String())), "%d": digits,
		"%#v": typename.For[T]() + "(" + strconv.Quote(x.String()) + ")",
	} {
		if got := fmt.Sprintf(format, x); got != want {
			t.Errorf("%s shows %s, want %s", format, got, want)
		}
	}
}

// equal tests the method Equal, which package cmp of tests calls, of the IDs that have one: those that are no integers.
func (s suite[T, P]) equal(t *testing.T) {
	x, y := s.New(), s.New()
	if e, ok := any(x).(interface{ Equal(T) bool }); ok && (!e.Equal(x) || e.Equal(y)) {
		t.Errorf("%v: Equal is %v with itself, and %v with %v", x, e.Equal(x), e.Equal(y), y)
	}
}

// logs tests the records of package slog.
func (s suite[T, P]) logs(t *testing.T) {
	var out bytes.Buffer
	x := s.New()
	slog.New(slog.NewTextHandler(&out, nil)).Info("made", "id", x)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("made", "id", x)
	if got := out.String(); !strings.Contains(got, "id="+x.String()+"\n") || !strings.Contains(got, `"id":"`+x.String()+`"`) {
		t.Errorf("log records of %v are\n%s", x, got)
	}
}

// invalid: String shows any value, and nothing else writes what could not be read. All bits of
// one are set: some formats have no such ID.
func (s suite[T, P]) invalid(t *testing.T) {
	x := fromRaw[T](bytes.Repeat([]byte{0xFF}, s.Size))
	if x.IsValid() {
		t.Skip("every value is an ID")
	}
	if x.String() == "" || s.Valid(x.String()) {
		t.Errorf("%v is shown as %q", x, x.String())
	}
	_, err := json.Marshal(x)
	for _, err := range []error{ErrorOf(x.MarshalText()), ErrorOf(x.MarshalBinary()), err} {
		var syntax *id.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%v is written: %v", x, err)
		}
	}
}
