package ulidflake_test

import (
	"fmt"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
)

// TestMessages: an error reads format, request, fault, remedy.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"negative", errorOf(ulidflake.FromInt64(-1)),
			`ulidflake: int64 "-1": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`},
		{"decimal", errorOf(ulidflake.ParseInt64("007")),
			`ulidflake: int64 "007": not the canonical form: remove the sign and leading zeros`},
		{"text", errorOf(ulidflake.Parse("8000000000000")),
			`ulidflake: text "8000000000000": overflow: the greatest text is 7ZZZZZZZZZZZZ: the first character must be 0 to 7`},
		{"no scalability", errorOf((&ulidflake.Generator{Scalable: true}).New()),
			`ulidflake: new ID: invalid setting: Scalable is set and Scalability is not: set it to id.NodeOf(n), with another n from 0 to 31 for each generator that runs at the same time`},
		{"setting", errorOf((&ulidflake.Generator{Scalability: id.NodeOf(3)}).New()),
			`ulidflake: new ID: invalid setting: Scalability is 3 and Scalable is not set: set Scalable, too`},
		{"block", errorOf((&ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(0)}).Block(129)),
			`ulidflake: block of 129 IDs: out of range: a block has 1 to 128 IDs: draw several blocks; for a pool, set blocks.Size`},
		{"json null", new(ulidflake.ID).UnmarshalJSON([]byte("null")),
			`ulidflake: json "null": not the text form: use a pointer, or a Null type of sqltype, for a value that can be null`},
		{"json number", new(ulidflake.ID).UnmarshalJSON([]byte("1234")),
			`ulidflake: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field; read a number as an int64 and use ulidflake.FromInt64`},
		{"verb", errorOf(fmt.Sscanf("1234", "%d", new(ulidflake.ID))),
			`ulidflake: verb "%d": not the text form: use %v or %s`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%s: the error is\n\t%v\nwant\n\t%s", c.name, c.err, c.want)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
