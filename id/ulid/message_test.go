package ulid_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulid"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"text", errorOf(ulid.Parse(" 01ARZ3NDEKTSV4RRFFQ69G5FAV")),
			`ulid: text " 01ARZ3NDEKTSV4RRFFQ69G5FAV": wrong length: it has 27 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex): remove the space around the text`},
		{"overflow", errorOf(ulid.Parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")),
			`ulid: text "8ZZZZZZZZZZZZZZZZZZZZZZZZZ": overflow: the value does not fit 128 bits: the greatest text is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ`},
		{"binary", errorOf(ulid.FromBytes([]byte("01ARZ3NDEKT"))),
			`ulid: binary 0x303141525a334e44454b54: wrong length: it has 11 bytes, not 16: this looks like text, use Parse for the text form`},
		{"field", errorOf(ulid.FromFields(ulid.Fields{Timestamp: 1 << 48})),
			`ulid: timestamp 281474976710656: out of range: use 0 to 281474976710655`},
		{"plain", errorOf((&ulid.Generator{Plain: true}).Block(5)),
			`ulid: block of 5 IDs: invalid setting: Plain is set, and plain IDs have no order: use a Generator without Plain`},
		{"no randomness", errorOf((&ulid.Generator{Rand: strings.NewReader("")}).New()),
			`ulid: new ID: no randomness: reading from Rand failed: fix Rand, or leave it nil to use crypto/rand: EOF`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%s: the error is\n\t%v\nwant\n\t%s", c.name, c.err, c.want)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
