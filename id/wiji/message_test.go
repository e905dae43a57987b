package wiji_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/wiji"
)

// TestGreatTexts: the error of a text that is too great names no text that Parse
// refuses as well.
func TestGreatTexts(t *testing.T) {
	for first, reason := range map[string]id.Reason{
		"2": id.ErrFirstCharacter, "7": id.ErrFirstCharacter, "8": id.ErrOverflow, "Z": id.ErrOverflow,
	} {
		_, err := wiji.Parse(first + strings.Repeat("Z", 25))
		if !errors.Is(err, reason) || !strings.Contains(err.Error(), "the first character must be 0 or 1") ||
			strings.Contains(strings.ReplaceAll(err.Error(), first+strings.Repeat("Z", 25), ""), "ZZZ") {
			t.Errorf("a text that begins with %s: %v", first, err)
		}
	}
}

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	idtest.Messages(t, map[string]error{
		`wiji: text "069Q6ZXR120002M45BSQQG28T": wrong length: it has 25 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex)`:                                               idtest.ErrorOf(wiji.Parse("069Q6ZXR120002M45BSQQG28T")),
		`wiji: text "069Q6ZXR120002M45BSQQG28T!": character outside the alphabet: "!" at byte 25 is not in Crockford's Base32 alphabet (I, L, O and U mean 1, 1, 0 and V)`: idtest.ErrorOf(wiji.Parse("069Q6ZXR120002M45BSQQG28T!")),
		`wiji: binary 0x00000000000000000000000000000000: unknown version: version 0, not 1: use Inspect to read the fields of any version`:                                idtest.ErrorOf(wiji.FromBytes(make([]byte, 16))),
		`wiji: time 1969-12-31T23:59:59.999999Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 2540-11-07T23:35:09.481983Z: check the clock or the argument`:      idtest.ErrorOf(wiji.MinAt(time.UnixMicro(-1))),
		`wiji: block of 0 IDs: out of range: a block has 1 to 65536 IDs: draw several blocks; for a pool, set blocks.Size`:                                                 idtest.ErrorOf(wiji.NewBlock(0)),
		`wiji: json "null": not the text form: use a pointer, or a Null type of sqltype, for a value that can be null`:                                                     new(wiji.ID).UnmarshalJSON([]byte("null")),
		`wiji: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field`:                                                 new(wiji.ID).UnmarshalJSON([]byte("1234")),
		`wiji: verb "%d": not the text form: use %v or %s`: idtest.ErrorOf(fmt.Sscanf("1234", "%d", new(wiji.ID))),
	})
}
