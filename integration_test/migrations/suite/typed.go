package suite

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uuidv7"
	table "github.com/sortid/sortid/internal/format"
)

// prefixes keep the rule of TypeID, and badPrefixes do not.
var (
	prefixes    = []string{"user", "a", "pre_fix", "a__b", strings.Repeat("z", 63)}
	badPrefixes = []string{"", "User", "1user", "us-er", "_user", "user_", "user\n", "üser", strings.Repeat("z", 64), "us'er"}
)

// quoted is a prefix as a text of SQL.
func quoted(prefix string) string { return "'" + strings.ReplaceAll(prefix, "'", "''") + "'" }

// typedTexts: the texts of typed IDs are those of Go, and come back.
func (u unit) typedTexts(t *testing.T) {
	ids := slices.DeleteFunc(u.samples(random(t), 200), func(raw []byte) bool { return !u.valid(raw) })
	in := u.encode(ids)
	onID := func(prefix string) string {
		return u.function(t, "typed_text") + "(" + quoted(prefix) + ", " + u.column.In("v") + ")"
	}
	onText := func(prefix string) string {
		return u.column.Out(u.function(t, "typed_parse") + "(" + quoted(prefix) + ", " + u.Text("v") + ")")
	}
	for _, prefix := range prefixes {
		var texts []string
		var readable [][]byte
		for i, got := range u.each(t, onID(prefix), in) {
			if want := u.typed(prefix, ids[i]); got != want {
				t.Fatalf("%s: typed_text of %x is %s, want %s", u.Server.Name, ids[i], got, want)
			}
			if _, err := u.parse(u.text(ids[i])); err == nil { // which the text form can hold
				texts = append(texts, hex.EncodeToString([]byte(got)))
				readable = append(readable, ids[i])
			}
		}
		for i, got := range u.each(t, onText(prefix), texts) {
			if x := u.decode(t, "typed_parse", got); !bytes.Equal(x, readable[i]) {
				t.Fatalf("%s: typed_parse of %x is %x", u.Server.Name, readable[i], x)
			}
		}
	}
	x := ids[0]
	for _, prefix := range badPrefixes {
		for _, message := range []string{
			u.fails(t, onID(prefix), u.column.Encode(x), prefix), u.fails(t, onText(prefix), hex.EncodeToString([]byte("user_x")), prefix),
		} {
			if !strings.Contains(message, u.library+": prefix ") || !strings.Contains(message, id.ErrConfig.Error()) {
				t.Errorf("%s: the error for the prefix %q is %q", u.Server.Name, prefix, message)
			}
		}
	}
	for text, rule := range map[string]id.Reason{
		u.text(x):                id.ErrPrefix,
		u.typed("order", x):      id.ErrPrefix,
		"User" + u.text(x):       id.ErrPrefix,
		"":                       id.ErrPrefix,
		"user_":                  id.ErrLength,
		u.typed("user", x) + "0": id.ErrLength,
		"user_" + u.typed("", x): id.ErrLength,
		"user_" + strings.Repeat("!", len(u.typed("", x))-1): id.ErrCharacter,
	} {
		message := u.fails(t, onText("user"), hex.EncodeToString([]byte(text)), text)
		if !strings.Contains(message, u.library) || !strings.Contains(message, rule.Error()) {
			t.Errorf("%s: typed_parse of %q: the message %q does not name %s and %q", u.Server.Name, text, message, u.library, rule)
		}
	}
	for _, call := range []string{
		u.function(t, "typed_text") + "(NULL, " + u.column.In("v") + ")", u.function(t, "typed_text") + "('user', " + u.column.In("NULL") + ")",
	} {
		if got := u.each(t, call, in[:1]); got[0] != null {
			t.Errorf("%s: %s is %q", u.Server.Name, call, got[0])
		}
	}
}

// typed is the text of a typed ID in Go.
func (u unit) typed(prefix string, raw []byte) string {
	text := u.text(raw)
	if u.library == "uuidv7" { // TypeID
		b, err := uuidv7.AppendTypeID(nil, "", [16]byte(raw))
		if err != nil {
			panic(err)
		}
		text = string(b)
	}
	if f, _ := table.Named(u.library); !f.HasCase {
		text = strings.ToLower(text)
	}
	return prefix + "_" + text
}
