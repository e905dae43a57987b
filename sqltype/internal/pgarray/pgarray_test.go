package pgarray

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func elements(text string) (out []string, err error) {
	err = Each(text, func(element []byte) error {
		out = append(out, string(element))
		return nil
	})
	return out, err
}

// TestEach reads what a PostgreSQL server wrote.
func TestEach(t *testing.T) {
	for text, want := range map[string][]string{
		`{}`:                       nil,
		`{a}`:                      {"a"},
		`{1,-2,3}`:                 {"1", "-2", "3"},
		`{""}`:                     {""},
		`{"a b","",c}`:             {"a b", "", "c"},
		`{"NULL","null","a,b"}`:    {"NULL", "null", "a,b"},
		`{"\"","\\","\\\\x00"}`:    {`"`, `\`, `\\x00`},
		`{"{}","{\"a\",\"b\"}"}`:   {"{}", `{"a","b"}`},
		"{\"\n\",\"\t\",\"\x00\"}": {"\n", "\t", "\x00"},
		"{!,#$%,[],|~,\x80é}":      {"!", "#$%", "[]", "|~", "\x80é"}, // beside those that need quotes
	} {
		if got, err := elements(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is read as %q, %v", text, got, err)
		}
	}
}

func TestEachStrict(t *testing.T) {
	for _, text := range []string{"", "{", "}", "a", "{a", "a}", " {}", "{} ", "{ }", "{ a}", "{a }", "{a b}", "{,}", "{a,}", "{,a}", "{a,,b}", "{{}}", "{{a}}",
		"{a}{b}", "{a}b}", "[0:0]={a}", `{"}`, `{"a}`, `{a"}`, `{a"b"}`, `{"a"b}`, `{"a" ,b}`, `{"a""b"}`, `{"\}`, `{\a}`, `{a\,b}`, "{a\x7f}", "{a\n}"} {
		if got, err := elements(text); err == nil {
			t.Errorf("%s is read as %q", text, got)
		} else if errors.Is(err, ErrNull) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"{NULL}", "{null}", "{a,Null,b}"} {
		if _, err := elements(text); !errors.Is(err, ErrNull) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The errors of what no server writes say where it begins.
func TestEachErrors(t *testing.T) {
	const shape = "an array of one dimension is written {a,b,c}"
	for text, want := range map[string]string{
		"":          shape,
		"{":         shape,
		"a,b}":      shape,
		"{a,b":      shape,
		"{a b}":     "' ' in an element without quotes at byte 2",
		"{a,b,{c}}": "'{' in an element without quotes at byte 5",
		"{a}}":      "'}' in an element without quotes at byte 2",
		`{a,b"}`:    `'"' in an element without quotes at byte 4`,
		`{\a}`:      `'\\' in an element without quotes at byte 1`,
		"{\x7f}":    `'\x7f' in an element without quotes at byte 1`,
		"{,a}":      "an element is empty at byte 1",
		"{a,,b}":    "an element is empty at byte 3",
		"{a,}":      "an element is empty at byte 3",
		"{a,NULL}":  "an element is NULL at byte 3",
		`{"a"b}`:    "'b' at byte 4 is not a comma",
		`{"a","b}`:  "a quote is not closed at byte 7",
		`{"a\}`:     "a backslash escapes nothing at byte 4",
	} {
		if _, err := elements(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestEachStops(t *testing.T) {
	stop := errors.New("stop")
	calls := 0
	err := Each("{a,b,c}", func([]byte) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("a", `"\`)
	f.Add("NULL", "{,}")
	f.Fuzz(func(t *testing.T, a, b string) {
		text := append(Quote(append(Quote([]byte{'{'}, []byte(a)), ','), []byte(b)), '}')
		if got, err := elements(string(text)); err != nil || !slices.Equal(got, []string{a, b}) {
			t.Errorf("%q, %q come back from %s as %q, %v", a, b, text, got, err)
		}
	})
}

// FuzzEach: what is read and written again is read as the same.
func FuzzEach(f *testing.F) {
	f.Add(`{a,"b c","\\"}`)
	f.Fuzz(func(t *testing.T, text string) {
		want, err := elements(text)
		if err != nil {
			return
		}
		quoted := make([]string, len(want))
		for i, e := range want {
			quoted[i] = string(Quote(nil, []byte(e)))
		}
		got, err := elements("{" + strings.Join(quoted, ",") + "}")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is read as %q, and after that as %q, %v", text, want, got, err)
		}
	})
}
