package scru160_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	idtest.Messages(t, map[string]error{
		`scru160: text "?": wrong length: it has 1 bytes, not 32 (base32hex) or 40 (hex)`:                                                                                              idtest.ErrorOf(scru160.Parse("?")),
		`scru160: text "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW": character outside the alphabet: "W" at byte 0 is not in the base32hex alphabet, 0 to 9 and A to V`:                          idtest.ErrorOf(scru160.Parse(strings.Repeat("W", 32))),
		`scru160: new ID: invalid setting: NodeBits is 8: Node is not set: set it to id.NodeOf(n), with another n for each generator that runs at the same time`:                       idtest.ErrorOf((&scru160.Generator{NodeBits: 8}).New()),
		`scru160: new ID: invalid setting: Node is 1: it does not fit NodeBits, which is 0`:                                                                                            idtest.ErrorOf((&scru160.Generator{Node: id.NodeOf(1)}).New()),
		`scru160: block of 65 IDs: out of range: a block has 1 to 64 IDs: draw several blocks; for a pool, set blocks.Size`:                                                            idtest.ErrorOf((&scru160.Generator{Micros: true}).Block(65)),
		`scru160: new ID: reserved timestamp: the clock shows 1970-01-01T00:00:00Z, and generators must not use the first and the last millisecond of the format: set the clock right`: idtest.ErrorOf((&scru160.Generator{Clock: idtest.NewClock(time.UnixMicro(0)).Read}).New()),
	})
}
