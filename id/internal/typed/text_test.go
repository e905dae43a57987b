package typed_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/typed"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

// odd is a plain ID that has no text: AppendText fails for "fails", and appends nothing else.
type odd string

var errNoText = errors.New("no text")

func (x odd) String() string { return "SHOWN" + string(x) }

func (x odd) AppendText(b []byte) ([]byte, error) {
	if x == "fails" {
		return append(b, "half"...), errNoText
	}
	return b, nil
}

var keepCase = typed.Format{Name: "test", Size: 4, KeepCase: true}

// TestTexts: the text of a typed ID is the prefix and the text of the plain ID, in lower case but where letters have a
// case. String shows any value.
func TestTexts(t *testing.T) {
	k := typed.Of[user]()
	for _, c := range []struct {
		what, got, want string
	}{
		{"String", typed.String(k, &format, text("A1Z9")), "user_a1z9"},
		{"String with case", typed.String(k, &keepCase, text("A1z9")), "user_A1z9"},
		{"String of a value without text", typed.String(k, &format, odd("")), "user_shown"},
		{"String of a value whose text is an error", typed.String(k, &keepCase, odd("fails")), "user_SHOWNfails"},
		{"GoString", k.GoString(&format, `a"b`), `test.For[typed_test.user]("a\"b")`},
	} {
		if c.got != c.want {
			t.Errorf("%s = %s, want %s", c.what, c.got, c.want)
		}
	}
	before := []byte("AB")
	for _, c := range []struct {
		x    odd
		want error
	}{{"", nil}, {"fails", errNoText}} {
		if b, err := typed.AppendText(k, &format, before, c.x); string(b) != "AB" || !errors.Is(err, c.want) {
			t.Errorf("AppendText of %q = %q, %v, want AB, %v", c.x, b, err, c.want)
		}
	}
	if b, err := typed.AppendText(k, &format, before, text("CDEF")); string(b) != "ABuser_cdef" || err != nil {
		t.Errorf("AppendText = %q, %v", b, err)
	}
	if b, err := typed.AppendText(typed.Of[broken](), &format, before, text("CDEF")); string(b) != "AB" || !errors.Is(err, id.ErrConfig) {
		t.Errorf("AppendText with a prefix that texts cannot have = %q, %v", b, err)
	}
	value, err := k.Value(&format, "user_abcd", 16)
	var refused *id.ValueError
	if value != "user_abcd" || !errors.As(err, &refused) || refused.Type != "test.For[typed_test.user]" || refused.Size != 16 {
		t.Errorf("Value = %v, %v", value, err)
	}
}

// TestTextAllocs: a text is made in one allocation, and in none if there is room for it.
func TestTextAllocs(t *testing.T) {
	k, b := typed.Of[user](), make([]byte, 0, len("user_")+format.Size)
	if n := testing.AllocsPerRun(100, func() { _, _ = typed.AppendText(k, &format, b, text("ABCD")) }); n != 0 {
		t.Errorf("with room, AppendText allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = typed.String(k, &format, text("ABCD")) }); n != 1 {
		t.Errorf("String allocates %v times", n)
	}
}

// TestLower: of texts of any length, the letters are put in lower case and the digits stay.
func TestLower(t *testing.T) {
	const letters = "0A1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q7R8S9T0U1V2W3X4Y5Zabz"
	k := typed.Of[user]()
	for from := range 9 {
		for n := range 33 {
			s := letters[from : from+n]
			if got, want := typed.String(k, &typed.Format{Size: n}, text(s)), "user_"+strings.ToLower(s); n > 0 && got != want {
				t.Errorf("%s is put as %s, want %s", s, got, want)
			}
		}
	}
}

// TestParse: a text needs the prefix of its kind, and the error about the rest shows the whole input.
func TestParse(t *testing.T) {
	failure := errors.New("failure")
	parse := func(s string) (string, error) {
		switch s {
		case "fail":
			return "", failure
		case "xxxx":
			return "", &id.SyntaxError{Format: "test", Form: "text", Input: s, Reason: id.ErrCharacter, Detail: "use digits"}
		case "yyyy":
			return "", &id.SyntaxError{Format: "test", Form: "text", Input: s, Reason: id.ErrOverflow}
		}
		return "read " + s, nil
	}
	const remedy = `, and a test.For[typed_test.user] has the prefix "user": check which kind of ID is meant; convert a plain ID instead of parsing its text`
	x := strings.Repeat
	for _, c := range []struct{ input, want, err string }{
		{"user_abcd", "read abcd", ""},
		{"user_fail", "", "failure"},
		{"user_xxxx", "", "test: text \"user_xxxx\": character outside the alphabet: after the prefix: use digits"},
		{"user_yyyy", "", "test: text \"user_yyyy\": overflow"},
		{"user_abc", "", "test: text \"user_abc\": wrong length: after the prefix: it has 3 bytes, not 4"},
		{"user_abcde", "", "test: text \"user_abcde\": wrong length: after the prefix: it has 5 bytes, not 4"},
		{"user_", "", "test: text \"user_\": wrong length: after the prefix: it has 0 bytes, not 4"},
		{"abcd", "", "test: text \"abcd\": wrong prefix: it has no prefix" + remedy},
		{"", "", "test: text \"\": wrong prefix: it has no prefix" + remedy},
		{"order_abcd", "", "test: text \"order_abcd\": wrong prefix: it has the prefix \"order\"" + remedy},
		{"_abcd", "", "test: text \"_abcd\": wrong prefix: it has the prefix \"\"" + remedy},
		{x("a", 63) + "_a", "", "test: text \"" + x("a", 63) + "_\"… (65 bytes): wrong prefix: it has the prefix \"" + x("a", 63) + "\"" + remedy},
		{x("a", 64) + "_", "", "test: text \"" + x("a", 64) + "\"… (65 bytes): wrong prefix: it has no prefix" + remedy},
	} {
		got, err := typed.Parse[user](&format, c.input, parse)
		if got != c.want || err == nil != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%q: %q and the error\n\t%v\nwant %q and\n\t%s", c.input, got, err, c.want, c.err)
		}
	}
	if got, err := typed.Parse[none](&format, "any text", parse); got != "read any text" || err != nil {
		t.Errorf("a kind without a prefix: %q, %v", got, err)
	}
	want := `test: prefix "User": invalid setting: IDPrefix of typed_test.broken does not return a TypeID prefix: ` + typed.PrefixRule
	if got, err := typed.Parse[broken](&format, "User_abcd", parse); got != "" || err == nil || err.Error() != want {
		t.Errorf("a prefix that texts cannot have: %q, %v, want %s", got, err, want)
	}
}

// TestCut: a decoder reads what Cut returns, and After completes its error.
func TestCut(t *testing.T) {
	plain, k := typed.Of[none](), typed.Of[user]()
	if rest, err := plain.Cut(&format, "abcdef"); rest != "abcdef" || err != nil {
		t.Errorf("a kind without a prefix: %q, %v", rest, err)
	}
	if rest, err := k.Cut(&format, "user_abcd"); rest != "abcd" || err != nil {
		t.Errorf("a kind with a prefix: %q, %v", rest, err)
	}
	if rest, err := k.Cut(&format, "user_abc"); rest != "" || !errors.Is(err, id.ErrLength) {
		t.Errorf("a text that is too short: %q, %v", rest, err)
	}
	refused := &id.SyntaxError{Format: "test", Form: "text", Input: `"x"`, Reason: id.ErrCharacter, Detail: "use digits"}
	for _, c := range []struct {
		kind *typed.Kind
		want string
	}{{plain, refused.Error()}, {k, `test: text "user_x": character outside the alphabet: after the prefix: use digits`}} {
		if err := c.kind.After("user_x", refused); err == nil || err.Error() != c.want {
			t.Errorf("After = %v, want %s", err, c.want)
		}
		if err := c.kind.After("user_x", nil); err != nil {
			t.Errorf("After without an error = %v", err)
		}
	}
	if refused.Input != `"x"` || refused.Detail != "use digits" {
		t.Errorf("After changes its argument to %+v", refused)
	}
}

// TestManyKinds: a kind stays the same when more kinds are in use than are kept at hand.
func TestManyKinds(t *testing.T) {
	kinds := []func() *typed.Kind{
		typed.Of[[1]user], typed.Of[[2]user], typed.Of[[3]user], typed.Of[[4]user], typed.Of[[5]user], typed.Of[[6]user], typed.Of[[7]user],
		typed.Of[[8]user], typed.Of[[9]user], typed.Of[[10]user], typed.Of[[11]user], typed.Of[[12]user], typed.Of[[13]user], typed.Of[[14]user],
		typed.Of[[15]user], typed.Of[[16]user], typed.Of[[17]user], typed.Of[[18]user], typed.Of[[19]user], typed.Of[[20]user],
	}
	seen := map[*typed.Kind]bool{}
	first := make([]*typed.Kind, len(kinds))
	for i, of := range kinds {
		first[i] = of()
		seen[first[i]] = true
	}
	for round := range 20 {
		for i, of := range kinds {
			if of() != first[i] {
				t.Errorf("kind %d is made twice, in round %d", i, round)
			}
		}
	}
	if len(seen) != len(kinds) {
		t.Errorf("%d types have %d kinds", len(kinds), len(seen))
	}
}

func TestBroken(t *testing.T) {
	for _, c := range []struct {
		kind *typed.Kind
		want bool
	}{{typed.Of[none](), false}, {typed.Of[user](), false}, {typed.Of[broken](), true}, {typed.Of[iface](), true}} {
		if c.kind.Broken() != c.want {
			t.Errorf("%s: Broken is %v", c.kind.Type(&format), !c.want)
		}
	}
}
