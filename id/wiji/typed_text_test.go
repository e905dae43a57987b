package wiji_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/wiji"
)

type broken struct{}

func (broken) IDPrefix() string { return "User" }

// TestTypedMessages: the error of a text names the prefix that it has and the one that the
// kind has.
func TestTypedMessages(t *testing.T) {
	for _, c := range []struct {
		text   string
		reason id.Reason
		want   string
	}{
		{"user_069q6zxr120002m45bsqqg28t5", id.ErrPrefix,
			`wiji: text "user_069q6zxr120002m45bsqqg28t5": wrong prefix: it has the prefix "user", and a wiji.For[idtest.Order] has ` +
				`the prefix "order": check which kind of ID is meant; convert a plain ID instead of parsing its text`},
		{"069Q6ZXR120002M45BSQQG28T5", id.ErrPrefix,
			`wiji: text "069Q6ZXR120002M45BSQQG28T5": wrong prefix: it has no prefix, and a wiji.For[idtest.Order] has ` +
				`the prefix "order": check which kind of ID is meant; convert a plain ID instead of parsing its text`},
		{"ORDER_069q6zxr120002m45bsqqg28t5", id.ErrPrefix, ""},
		{"", id.ErrPrefix, ""},
		{"order", id.ErrPrefix, ""},
		{"order_", id.ErrLength, `wiji: text "order_": wrong length: after the prefix: it has 0 bytes, not 26`},
		{"order_064dcdfe-e022-0000-2a10-abcdef012345", id.ErrLength,
			`wiji: text "order_064dcdfe-e022-0000-2a10-abcdef012345": wrong length: after the prefix: it has 36 bytes, not 26`},
		{"order_069q6zxr120002m45bsqqg28t!", id.ErrCharacter,
			`wiji: text "order_069q6zxr120002m45bsqqg28t!": character outside the alphabet: after the prefix: "!" at byte 25 is not in ` +
				`Crockford's Base32 alphabet (I, L, O and U mean 1, 1, 0 and V)`},
	} {
		x, err := wiji.ParseFor[idtest.Order](c.text)
		if !errors.Is(err, c.reason) || !x.IsZero() || c.want != "" && err.Error() != c.want {
			t.Errorf("ParseFor(%q) = %v, %v\nwant %s", c.text, x, err, c.want)
		}
	}
	_, err := wiji.ParseFor[idtest.Order]("order_069q6zxr120002m85bsqqg28t5")
	var version wiji.VersionError
	if !errors.As(err, &version) || version != 2 {
		t.Errorf("another version: %v", err)
	}
}

// TestTypedBroken: a prefix that breaks the rule is an error where texts are written and
// read, and nowhere else.
func TestTypedBroken(t *testing.T) {
	x := wiji.NewFor[broken]()
	const want = `wiji: prefix "User": invalid setting: IDPrefix of wiji_test.broken does not return a TypeID prefix: ` +
		`use 1 to 63 characters a to z and _, with a letter at each end`
	check := func(call string, err error) {
		t.Helper()
		if !errors.Is(err, id.ErrConfig) || err.Error() != want {
			t.Errorf("%s: %v", call, err)
		}
	}
	text, err := x.MarshalText()
	if check("MarshalText", err); len(text) > 0 {
		t.Errorf("MarshalText returns %q", text)
	}
	text, err = x.AppendText([]byte("before"))
	if check("AppendText", err); string(text) != "before" {
		t.Errorf("AppendText returns %q", text)
	}
	plain := wiji.ID(x).String()
	_, err = wiji.ParseFor[broken](plain)
	check("ParseFor", err)
	check("UnmarshalText", new(wiji.For[broken]).UnmarshalText([]byte(plain)))
	check("UnmarshalParam", new(wiji.For[broken]).UnmarshalParam("User_"+plain))
	if x.String() != plain {
		t.Errorf("String returns %s, want %s", x, plain)
	}
	raw, err := x.MarshalBinary()
	if y, err2 := wiji.FromBytes(raw); err != nil || err2 != nil || y != wiji.ID(x) {
		t.Errorf("the bytes come back as %v, %v, %v", y, err, err2)
	}
}
