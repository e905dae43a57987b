package uid11_test

import (
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uid11"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	idtest.Messages(t, map[string]error{
		`uid11: int64 "-1": overflow: a uid11 is not negative: check where the number comes from; if a signed column stored an ID of 2^63 or more, read it with FromUint64(uint64(v))`:   idtest.ErrorOf(uid11.FromInt64(-1)),
		`uid11: uint64 "18446744073709551615": overflow: 2^63 and more does not fit a signed integer: use an unsigned integer, the 8 bytes or the text`:                                  idtest.ErrorOf(uid11.Max().Int64()),
		`uid11: text "0pXCZedGfVQ": character outside the alphabet: "0" at byte 0 is not in Bitcoin's Base58 alphabet, without 0, I, O and l`:                                            idtest.ErrorOf(uid11.Parse("0pXCZedGfVQ")),
		`uid11: prefix "k": overflow: no text begins with it: the greatest text is jpXCZedGfVQ`:                                                                                          idtest.ErrorOf(uid11.ParsePrefix("k")),
		`uid11: new ID: invalid setting: Profile is snowish and Machine is not set: set it to id.NodeOf(n), with another n from 0 to 1023 for each generator that runs at the same time`: idtest.ErrorOf((&uid11.Generator{Profile: uid11.Snowish}).New()),
		`uid11: new ID: invalid setting: Machine is 3 and Profile is xid: do not set Machine, or use Snowish`:                                                                            idtest.ErrorOf((&uid11.Generator{Machine: id.NodeOf(3)}).New()),
		`uid11: block of 100 IDs: invalid setting: Profile is xid, which has no sequence: use Snowish or TSSeqRand`:                                                                      idtest.ErrorOf((&uid11.Generator{}).Block(100)),
		`uid11: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field; read a number as a uint64 and use uid11.FromUint64`:          new(uid11.ID).UnmarshalJSON([]byte("1234")),
	})
}
