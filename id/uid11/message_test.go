package uid11_test

import (
	"fmt"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"negative", errorOf(uid11.FromInt64(-1)),
			`uid11: int64 "-1": overflow: a uid11 is not negative: check where the number comes from; if a signed column stored an ID of 2^63 or more, read it with FromUint64(uint64(v))`},
		{"greatest", errorOf(uid11.Max().Int64()),
			`uid11: uint64 "18446744073709551615": overflow: 2^63 and more does not fit a signed integer: use an unsigned integer, the 8 bytes or the text`},
		{"character", errorOf(uid11.Parse("0pXCZedGfVQ")),
			`uid11: text "0pXCZedGfVQ": character outside the alphabet: "0" at byte 0 is not in Bitcoin's Base58 alphabet, without 0, I, O and l`},
		{"prefix", errorOf(uid11.ParsePrefix("k")),
			`uid11: prefix "k": overflow: no text begins with it: the greatest text is jpXCZedGfVQ`},
		{"no machine", errorOf((&uid11.Generator{Profile: uid11.Snowish}).New()),
			`uid11: new ID: invalid setting: Profile is snowish and Machine is not set: set it to id.NodeOf(n), with another n from 0 to 1023 for each generator that runs at the same time`},
		{"setting", errorOf((&uid11.Generator{Machine: id.NodeOf(3)}).New()),
			`uid11: new ID: invalid setting: Machine is 3 and Profile is xid: do not set Machine, or use Snowish`},
		{"block", errorOf((&uid11.Generator{}).Block(100)),
			`uid11: block of 100 IDs: invalid setting: Profile is xid, which has no sequence: use Snowish or TSSeqRand`},
		{"json null", new(uid11.ID).UnmarshalJSON([]byte("null")),
			`uid11: json "null": not the text form: use a pointer, or a Null type of sqltype, for a value that can be null`},
		{"json number", new(uid11.ID).UnmarshalJSON([]byte("1234")),
			`uid11: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field; read a number as a uint64 and use uid11.FromUint64`},
		{"verb", errorOf(fmt.Sscanf("1234", "%d", new(uid11.ID))),
			`uid11: verb "%d": not the text form: use %v or %s`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%s: the error is\n\t%v\nwant\n\t%s", c.name, c.err, c.want)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
