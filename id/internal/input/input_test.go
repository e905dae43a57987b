package input

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

// text is an ID: the text itself. "bad" is the text of none.
type text struct{ string }

var errBad = errors.New("bad text")

func (x *text) UnmarshalText(b []byte) error {
	if x.string = string(b); x.string == "bad" {
		x.string = ""
		return errBad
	}
	return nil
}

func (x *text) Scan(state fmt.ScanState, verb rune) error { return Scan(x, "f", state, verb) }

// TestJSON: an ID is a JSON string, whose characters may be escaped, and no other value.
func TestJSON(t *testing.T) {
	const (
		asString = `: not the text form: write the text as a JSON string, without ",string" in the tag of the field`
		isNull   = `f: json "null": not the text form: use a pointer, or a Null type of sqltype, for a value that can be null`
	)
	long := strings.Repeat("x", 638-6) + `\u0041` // as long as an escaped ID can be
	for _, c := range []struct{ json, numbers, want, err string }{
		{`""`, "", "", ""},
		{`"abc"`, "", "abc", ""},
		{`"\u0061bc"`, "", "abc", ""},
		{`"a\nb"`, "", "a\nb", ""},
		{`"a\/b"`, "", `a\/b`, ""}, // what is not understood is for the parser of the format to refuse
		{`"` + long + `"`, "", long[:632] + "A", ""},
		{`"x` + long + `"`, "", "x" + long, ""},
		{`"bad"`, "", "", "bad text"},
		{`null`, "", "", isNull},
		{`null`, "use Int64", "", isNull},
		{`12`, "", "", `f: json "12"` + asString},
		{`12`, "use Int64", "", `f: json "12"` + asString + "; use Int64"},
		{`"`, "", "", `f: json "\""` + asString},
		{``, "", "", `f: json ""` + asString},
		{`"ab`, "", "", `f: json "\"ab"` + asString},
		{`ab"`, "", "", `f: json "ab\""` + asString},
	} {
		x := text{"before"}
		err := JSON(&x, "f", c.numbers, []byte(c.json))
		if got := fmt.Sprint(err); x.string != c.want || got != c.err && (err != nil || c.err != "") {
			t.Errorf("%s: %q and the error\n\t%v\nwant %q and\n\t%s", c.json, x.string, err, c.want, c.err)
		}
	}
}

// TestScan: fmt reads the text behind spaces and up to a space, by %v and %s alone. Of an input without verbs, the
// method skips the spaces.
func TestScan(t *testing.T) {
	for _, c := range []struct {
		verb, input, want string
		err               error
	}{
		{"%v", "  abc def", "abc", nil}, {"%s", "abc", "abc", nil}, {"%d", "abc", "", id.ErrForm}, {"%x", "abc", "", id.ErrForm},
		{"", " abc def", "abc", nil}, {"", " ", "", io.ErrUnexpectedEOF}, {"%v", "", "", io.ErrUnexpectedEOF}, {"%v", "  ", "", io.ErrUnexpectedEOF}, {"%v", "bad", "", errBad},
	} {
		x := text{"before"}
		read := func() (int, error) { return fmt.Sscanf(c.input, c.verb, &x) }
		if c.verb == "" {
			read = func() (int, error) { return fmt.Sscan(c.input, &x) }
		}
		if _, err := read(); x.string != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s of %q: %q, %v, want %q, %v", c.verb, c.input, x.string, err, c.want, c.err)
		}
	}
	_, err := fmt.Sscanf("abc", "%d", new(text))
	if want := "f: verb %d: not the text form: use %v or %s"; err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), `"`, ""), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

func TestBinary(t *testing.T) {
	read := func(b []byte) (int, error) {
		if b[0] == 0 {
			return 0, errBad
		}
		return int(b[0]), nil
	}
	for _, c := range []struct {
		data []byte
		want int
		err  error
	}{{[]byte{7}, 7, nil}, {nil, 0, nil}, {[]byte{}, 0, nil}, {[]byte{0}, 0, errBad}} {
		x := 5
		if err := Binary(&x, c.data, read); x != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: %d, %v, want %d, %v", c.data, x, err, c.want, c.err)
		}
	}
}

func TestMust(t *testing.T) {
	if got := Must(7, nil); got != 7 {
		t.Errorf("%d, want 7", got)
	}
	defer func() {
		if r := recover(); r != errBad {
			t.Errorf("the panic has %v", r)
		}
	}()
	Must(7, errBad)
}
