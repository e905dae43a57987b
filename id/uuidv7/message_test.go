package uuidv7_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uuidv7"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	idtest.Messages(t, map[string]error{
		`uuidv7: text "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}": wrong length: it has 38 bytes, not 36 (with hyphens) or 32 (hex)`:                                     idtest.ErrorOf(uuidv7.Parse("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}")),
		`uuidv7: uuid "017f22e-279b0-7cc3-98c4-dc0c0c07398f": misplaced separator: put the hyphens after 8, 12, 16 and 20 digits`:                                     idtest.ErrorOf(uuidv7.Parse("017f22e-279b0-7cc3-98c4-dc0c0c07398f")),
		`uuidv7: hex "017f22e279b07cc398c4dc0c0c07398g": character outside the alphabet: "g" at byte 31 is not in the hexadecimal digits`:                             idtest.ErrorOf(uuidv7.Parse("017f22e279b07cc398c4dc0c0c07398g")),
		`uuidv7: text "017f22e2-79b0-4cc3-98c4-dc0c0c07398f": unknown version: version 4, not 7: use the type of a UUID library for other versions`:                   idtest.ErrorOf(uuidv7.Parse("017f22e2-79b0-4cc3-98c4-dc0c0c07398f")),
		`uuidv7: binary 0x017f22e279b07cc3d8c4dc0c0c07398f: unknown version: the digit after the third hyphen is d, not 8, 9, a or b: this is not a UUID of RFC 9562`: idtest.ErrorOf(uuidv7.FromBytes([]byte("\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\xd8\xc4\xdc\x0c\x0c\x07\x39\x8f"))),
		`uuidv7: text "00000000-0000-0000-0000-000000000000": unknown version: this is the nil UUID: use a pointer or a Null type for a missing ID`:                   idtest.ErrorOf(uuidv7.Parse("00000000-0000-0000-0000-000000000000")),
		`uuidv7: time 1969-12-31T23:59:59.999Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock or the argument`:    idtest.ErrorOf(uuidv7.MinAt(time.UnixMilli(-1))),
		`uuidv7: block of 0 IDs: out of range: a block has 1 to 65536 IDs: draw several blocks; for a pool, set blocks.Size`:                                          idtest.ErrorOf(uuidv7.NewBlock(0)),
	})
}
