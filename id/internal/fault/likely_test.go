package fault_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

// TestLikely: the errors for IDs of another format name it, in each form. The ULID's bits at the
// place of the version of Wiji are not 1, which a 16th of all ULIDs have.
func TestLikely(t *testing.T) {
	x := ulid.MustParse("01ARYZ6S41TSV4RRFFQ69G5FAV")
	raw := x.Bytes()
	seven := uuidv7.MustParse("01890a5d-ac96-774b-bcce-b302099a8057").Bytes()
	const four = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(wiji.Parse(x.String())), "it looks like a ULID: use package ulid"},
		{second(wiji.FromBytes(raw[:])), "it looks like a ULID: use package ulid"},
		{second(wiji.Parse(four)), "it looks like a UUIDv4: use the type of a UUID library"},
		{second(wiji.Parse(strings.ReplaceAll(four, "-", ""))), "it looks like a UUIDv4"},
		{second(wiji.FromBytes(seven[:])), "it looks like a UUIDv7: use package uuidv7"},
		{second(wiji.FromBytes(make([]byte, 16))), "use Inspect"},
		{second(uuidv7.Parse(four)), "version 4, not 7: use the type of a UUID library"},
		{second(uuidv7.Parse("01890a5d-ac96-474b-0cce-b302099a8057")), "not a UUID of RFC 9562: it looks like a ULID"},
		{second(uuidv7.Parse(x.String())), "26 is the length of a ULID and of a Wiji"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v: want %q", c.err, c.want)
		}
	}
}

// TestPrefixHint: a text with the prefix of a kind leads to ParseFor, in each format.
func TestPrefixHint(t *testing.T) {
	const want = `"user_" is the prefix of a typed ID: use ParseFor`
	for name, err := range map[string]error{
		"wiji":      second(wiji.Parse(wiji.NewFor[user]().String())),
		"for":       second(wiji.ParseFor[int](wiji.NewFor[user]().String())),
		"ulid":      second(ulid.Parse(ulid.NewFor[user]().String())),
		"uuidv7":    second(uuidv7.Parse(uuidv7.NewFor[user]().String())),
		"ulidflake": second(ulidflake.Parse(ulidflake.NewFor[user]().String())),
		"field":     new(wiji.ID).UnmarshalJSON([]byte(`"` + wiji.NewFor[user]().String() + `"`)),
		"length":    second(wiji.Parse("user_" + strings.Repeat("0", 21))), // as long as a Wiji
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"_x", "x_1_y", "1_x", "a-b_c", "x"} {
		if _, err := wiji.Parse(text); strings.Contains(err.Error(), "ParseFor") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
