// Package vector reads the golden conformance vectors of a format for its tests, and
// runs the parts that all formats share. The files are the reference: they were
// computed with big integers and checked against the specifications' reference
// programs. No program rewrites them.
package vector

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

// File is the content of a vector file. V is a format's valid entry, and G its
// scripted generation.
type File[V, G any] struct {
	Valid      []V
	Nasty      []Nasty
	Generation []G
}

// Nasty is a hostile input and the expected result.
type Nasty struct {
	Name     string
	Kind     string // "text", "uuid", "hex", "binary", "int64" or "prefix"
	InputHex string `json:"input_hex"` // the exact bytes
	Expect   string // "accept" or "reject"
	Reason   string // "length", "charset", "overflow", "first_char", "version" or "separator"
	Hex      string // of what is accepted
	Text     string // canonical, of what is accepted
}

// Load reads a file. It ignores fields that V and G do not have. A part without
// entries fails the test.
func Load[V, G any](t testing.TB, path string) File[V, G] {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var f File[V, G]
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if len(f.Valid) == 0 || len(f.Nasty) == 0 || len(f.Generation) == 0 {
		t.Fatalf("%s: %d valid, %d nasty, %d generation: a part is missing", path, len(f.Valid), len(f.Nasty), len(f.Generation))
	}
	return f
}

// Bytes returns a vector's hexadecimal field as bytes.
func Bytes(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatalf("the vector holds %q: %v", s, err)
	}
	return b
}

var reasons = map[string]id.Reason{
	"length": id.ErrLength, "charset": id.ErrCharacter, "overflow": id.ErrOverflow,
	"first_char": id.ErrFirstCharacter, "version": id.ErrVersion, "separator": id.ErrSeparator,
}

// Refused tests that err is a decoder's error with the vector's reason.
func (n Nasty) Refused(t testing.TB, err error) {
	t.Helper()
	want, known := reasons[n.Reason]
	if !known {
		t.Fatalf("%s %q: unknown reason %q", n.Kind, n.Name, n.Reason)
	}
	var syntax *id.SyntaxError
	if !errors.Is(err, want) || !errors.As(err, &syntax) {
		t.Errorf("%s %q: the error is %v, want %v", n.Kind, n.Name, err, want)
	}
}

// Run tests the hostile inputs of the kinds for which decode has a decoder, and
// returns the others.
func Run[T interface {
	comparable
	String() string
	Hex() string
}](t *testing.T, nasty []Nasty, decode map[string]func([]byte) (T, error)) (rest []Nasty) {
	t.Helper()
	for _, n := range nasty {
		f := decode[n.Kind]
		if f == nil {
			rest = append(rest, n)
			continue
		}
		x, err := f(Bytes(t, n.InputHex))
		var zero T
		if n.Expect == "reject" {
			n.Refused(t, err)
			if x != zero {
				t.Errorf("%s %q: the error comes with %v", n.Kind, n.Name, x)
			}
			continue
		}
		if err != nil || x.Hex() != strings.ToLower(n.Hex) || n.Text != "" && x.String() != n.Text {
			t.Errorf("%s %q = %v (%s), %v, want %s", n.Kind, n.Name, x, x.Hex(), err, n.Text)
		}
	}
	return rest
}
