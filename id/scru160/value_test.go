package scru160_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
)

// TestValue: an ID without a column type is an error with the types to use, and so are
// its bytes.
func TestValue(t *testing.T) {
	for _, x := range []scru160.ID{scru160.New(), {}} {
		v, err := x.Value()
		var plain *id.ValueError
		if v != x.String() || !errors.Is(err, id.ErrPlain) || !errors.As(err, &plain) || plain.Type != "scru160.ID" {
			t.Errorf("Value of %v = %v, %v", x, v, err)
		}
		for _, remedy := range []string{"sqltype.BinaryOf(id) for BINARY", "sqltype.TextOf(id) for text", "gormtype.Of(id)", "pgxtype.Register"} {
			if !strings.Contains(err.Error(), remedy) {
				t.Errorf("%v: the error does not say %q", err, remedy)
			}
		}
		if strings.Contains(err.Error(), "sqltype.UUIDOf(id) for uuid") != (len(x) == 16) {
			t.Errorf("the remedies are %v", err)
		}
		if v, err := x.Bytes().Value(); v == nil || !errors.Is(err, id.ErrPlain) {
			t.Errorf("Value of the bytes = %v, %v", v, err)
		}
		var b [20]byte = x.Bytes()
		if b != x {
			t.Errorf("Bytes of %v = %x", x, b)
		}
	}
}
