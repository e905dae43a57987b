package fault

import (
	"strings"
	"testing"
)

// TestLengths: where an input of the wrong length shows what went wrong, the error
// says what to do.
func TestLengths(t *testing.T) {
	for _, c := range []struct {
		err    error
		remedy string
	}{
		{TextLength("f", "text", "", "3"), ""},
		{TextLength("f", "text", "abcd", "3"), ""},
		{TextLength("f", "text", "abc\n", "3"), "remove the space around the text"},
		{TextLength("f", "text", " abc", "3"), "remove the space around the text"},
		{TextLength("f", "text", "\x00\x01\xFF\n", "3"), "this is not text, use FromBytes for the binary form"},
		{TextLength("f", "prefix", "\x00\x01\xFF\x02", "1 to 3"), ""},
		{BinaryLength("f", nil, 3), ""},
		{BinaryLength("f", []byte("abcd"), 3), "this looks like text, use Parse for the text form"},
		{BinaryLength("f", []byte{0, 'a', 'b', 'c'}, 3), ""},
	} {
		_, remedy, found := strings.Cut(c.err.Error(), "bytes, not ")
		if _, remedy, _ = strings.Cut(remedy, ": "); !found || remedy != c.remedy {
			t.Errorf("%v: want the remedy %q", c.err, c.remedy)
		}
	}
}
