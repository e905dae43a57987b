package ulidflake_test

import (
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	idtest.Messages(t, map[string]error{
		`ulidflake: int64 "-1": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                                         idtest.ErrorOf(ulidflake.FromInt64(-1)),
		`ulidflake: uint64 "9223372036854775808": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                       idtest.ErrorOf(ulidflake.FromUint64(1 << 63)),
		`ulidflake: int64 "-2": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                                         idtest.ErrorOf(ulidflake.ID(-2).Int64()),
		`ulidflake: int64 "-3": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                                         idtest.ErrorOf(ulidflake.ID(-3).Uint64()),
		`ulidflake: int64 "007": not the canonical form: remove the sign and leading zeros`:                                                                                             idtest.ErrorOf(ulidflake.ParseInt64("007")),
		`ulidflake: text "8000000000000": overflow: the greatest text is 7ZZZZZZZZZZZZ: the first character must be 0 to 7`:                                                             idtest.ErrorOf(ulidflake.Parse("8000000000000")),
		`ulidflake: new ID: invalid setting: Scalable is set and Scalability is not: set it to id.NodeOf(n), with another n from 0 to 31 for each generator that runs at the same time`: idtest.ErrorOf((&ulidflake.Generator{Scalable: true}).New()),
		`ulidflake: new ID: invalid setting: Scalability is 3 and Scalable is not set: set Scalable, too`:                                                                               idtest.ErrorOf((&ulidflake.Generator{Scalability: id.NodeOf(3)}).New()),
		`ulidflake: block of 129 IDs: out of range: a block has 1 to 128 IDs: draw several blocks; for a pool, set blocks.Size`:                                                         idtest.ErrorOf((&ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(0)}).Block(129)),
		`ulidflake: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field; read a number as an int64 and use ulidflake.FromInt64`:  new(ulidflake.ID).UnmarshalJSON([]byte("1234")),
	})
}
