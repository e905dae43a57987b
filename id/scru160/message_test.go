package scru160_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"text", errorOf(scru160.Parse("?")),
			`scru160: text "?": wrong length: it has 1 bytes, not 32 (base32hex) or 40 (hex)`},
		{"character", errorOf(scru160.Parse(strings.Repeat("W", 32))),
			`scru160: text "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW": character outside the alphabet: "W" at byte 0 is not in the base32hex alphabet, 0 to 9 and A to V`},
		{"no node", errorOf((&scru160.Generator{NodeBits: 8}).New()),
			`scru160: new ID: invalid setting: NodeBits is 8: Node is not set: set it to id.NodeOf(n), with another n for each generator that runs at the same time`},
		{"setting", errorOf((&scru160.Generator{Node: id.NodeOf(1)}).New()),
			`scru160: new ID: invalid setting: Node is 1: it does not fit NodeBits, which is 0`},
		{"block", errorOf((&scru160.Generator{Micros: true}).Block(65)),
			`scru160: block of 65 IDs: out of range: a block has 1 to 64 IDs: draw several blocks; for a pool, set blocks.Size`},
		{"reserved", errorOf((&scru160.Generator{Clock: clockAt(0).read}).New()),
			`scru160: new ID: reserved timestamp: the clock shows 1970-01-01T00:00:00Z, and generators must not use the first and the last millisecond of the format: set the clock right`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%s: the error is\n\t%v\nwant\n\t%s", c.name, c.err, c.want)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
