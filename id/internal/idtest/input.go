package idtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
)

// jsonForms: JSON values that are not the text of an ID are errors. Among them are null
// and numbers, which encoding/json by itself skips or reads into an integer.
func (s suite[T, P]) jsonForms(t *testing.T) {
	good := s.New()
	text := good.String()
	for _, bad := range []string{
		`null`, `0`, `1`, `-1`, `1e3`, `1.5`, `9007199254740993`, `12345678901234567890`, `true`, `{}`, `[]`,
		`"?"`, `"` + text + ` "`, `["` + text + `"]`, `"` + strings.Repeat(text, 1000) + `"`, `"\/"`, `"\ud800"`, `"\\` + text + `"`,
	} {
		x := good
		s.refused(t, "JSON "+bad[:min(len(bad), 40)], x, unmarshalInto(&x, bad))
		document := struct{ Key T }{good}
		s.refused(t, "JSON "+bad[:min(len(bad), 40)]+" in a field", document.Key, unmarshalInto(&document, `{"Key":`+bad+`}`))
	}
	// Every character can be escaped.
	var escaped []byte
	for _, c := range []byte(text) {
		escaped = fmt.Appendf(escaped, `\u%04x`, c)
	}
	var x T
	if err := unmarshalInto(&x, `"`+string(escaped)+`"`); err != nil || x != good {
		t.Errorf("JSON %q = %v, %v, want %v", escaped, x, err, good)
	}
	pointer := struct{ Key *T }{&good}
	if err := unmarshalInto(&pointer, `{"Key":null}`); err != nil || pointer.Key != nil {
		t.Errorf("JSON null gives a pointer %v, %v", pointer.Key, err)
	}
}

func unmarshalInto(dst any, data string) error { return json.Unmarshal([]byte(data), dst) }

// jsonOption: the option ",string" of a field's tag, which concerns only IDs that are
// integers, changes no ID: it comes back, or reading it is an error.
func (s suite[T, P]) jsonOption(t *testing.T) {
	type document struct {
		Key T `json:",string"` //nolint:staticcheck // the misuse that is tested
	}
	for _, x := range s.samples(t) {
		data, err := json.Marshal(document{x})
		if want := `{"Key":"` + x.String() + `"}`; err != nil || string(data) != want {
			t.Fatalf("JSON of %v is %s, %v, want %s", x, data, err, want)
		}
		back := document{s.New()}
		if err := json.Unmarshal(data, &back); err == nil && back.Key != x {
			t.Fatalf("JSON %s comes back as %v", data, back.Key)
		} else if err != nil {
			s.refused(t, "JSON with the option string", back.Key, err)
		}
	}
}

// scan tests the Scan functions of package fmt, which by themselves read the digits at the
// beginning of a text into an ID that is an integer, and read nothing into an array.
func (s suite[T, P]) scan(t *testing.T) {
	good := s.New()
	text := good.String()
	_, scans := any(&good).(fmt.Scanner)
	for _, c := range []struct{ format, text string }{{"%v", text}, {"%v", " " + text + "\n"}, {"%s", text + " rest"}} {
		x := s.New()
		if _, err := fmt.Sscanf(c.text, c.format, &x); (err == nil) != scans || scans && x != good {
			t.Errorf("Sscanf of %q gives %v, %v", c.text, x, err)
		}
	}
	for _, c := range []struct{ format, text string }{
		{"%v", "0"}, {"%v", "12345"}, {"%v", text + "?"}, {"%v", text[1:]}, {"%v", "0x10"}, {"%v", "-1"}, {"%v", text + text}, {"%v", ""},
		{"%d", text}, {"%x", text}, {"%q", text}, {"%c", text},
	} {
		x := good
		_, err := fmt.Sscanf(c.text, c.format, &x)
		switch {
		case scans && c.text != "":
			s.refused(t, "Sscanf of "+c.text+" with "+c.format, x, err)
		case err == nil || x != good && !x.IsZero():
			t.Errorf("Sscanf of %q with %s gives %v, %v", c.text, c.format, x, err)
		}
	}
}

// closed is a writer that fails.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// graphql tests the methods that gqlgen calls: they write and read a string, and an error writes
// nothing.
func (s suite[T, P]) graphql(t *testing.T) {
	for _, x := range append(s.samples(t), *new(T), fromRaw[T](bytes.Repeat([]byte{0xFF}, s.Size))) {
		want, err := json.Marshal(x)
		var b bytes.Buffer
		if failed := x.MarshalGQLContext(t.Context(), &b); (failed != nil) != (err != nil) || b.String() != string(want) {
			t.Errorf("GraphQL of %v is %s, %v, want %s, %v", x, b.Bytes(), failed, want, err)
		}
		if err != nil {
			continue
		}
		y, text := s.New(), ""
		if err := json.Unmarshal(want, &text); err != nil {
			t.Fatal(err)
		}
		if err := P(&y).UnmarshalGQLContext(t.Context(), text); err != nil || y != x {
			t.Errorf("GraphQL %q is %v, %v", text, y, err)
		}
	}
	if err := s.New().MarshalGQLContext(t.Context(), closed{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("GraphQL to a writer that fails: %v", err)
	}
	for _, bad := range []any{nil, "?", s.New().String() + "\x00", json.Number("1"), int64(1), true, []any{s.New().String()}} {
		x := s.New()
		err := P(&x).UnmarshalGQLContext(t.Context(), bad)
		s.refused(t, fmt.Sprintf("GraphQL %v", bad), x, err)
	}
}

// param tests the ways in which web frameworks and package flag set an ID: they read its text
// and refuse everything else.
func (s suite[T, P]) param(t *testing.T) {
	x := s.New()
	var got, zero T
	if err := P(&got).UnmarshalParam(x.String()); err != nil || got != x {
		t.Errorf("UnmarshalParam(%q) gives %v, %v", x, got, err)
	}
	for _, bad := range []string{"", "?", x.String() + " "} {
		got = x
		err := P(&got).UnmarshalParam(bad)
		s.refused(t, "UnmarshalParam", got, err)
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(P(&got), "id", zero, "")
	if err := flags.Parse([]string{"-id", x.String()}); err != nil || got != x {
		t.Errorf("the flag -id=%v gives %v, %v", x, got, err)
	}
	if err := flags.Parse([]string{"-id", "?"}); err == nil {
		t.Errorf("the flag -id=? gives %v", got)
	}
}
