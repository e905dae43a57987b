package ulid_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulid"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	idtest.Messages(t, map[string]error{
		`ulid: text " 01ARZ3NDEKTSV4RRFFQ69G5FAV": wrong length: it has 27 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex): remove the space around the text`: idtest.ErrorOf(ulid.Parse(" 01ARZ3NDEKTSV4RRFFQ69G5FAV")),
		`ulid: text "8ZZZZZZZZZZZZZZZZZZZZZZZZZ": overflow: the value does not fit 128 bits: the greatest text is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ`:                    idtest.ErrorOf(ulid.Parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")),
		`ulid: binary 0x303141525a334e44454b54: wrong length: it has 11 bytes, not 16: this looks like text, use Parse for the text form`:                        idtest.ErrorOf(ulid.FromBytes([]byte("01ARZ3NDEKT"))),
		`ulid: block of 5 IDs: invalid setting: Plain is set, and plain IDs have no order: use a Generator without Plain`:                                        idtest.ErrorOf((&ulid.Generator{Plain: true}).Block(5)),
		`ulid: new ID: no randomness: reading from Rand failed: fix Rand, or leave it nil to use crypto/rand: EOF`:                                               idtest.ErrorOf((&ulid.Generator{Rand: strings.NewReader("")}).New()),
	})
}
