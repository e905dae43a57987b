package uuidv7_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uuidv7"
)

type typeID struct{ Text, Prefix, UUID string }

func loadTypeIDs(t *testing.T) (valid, invalid []typeID) {
	t.Helper()
	data, err := os.ReadFile("testdata/uuidv7.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		TypeID struct{ Valid, Invalid []typeID }
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.TypeID.Valid) != 9 || len(file.TypeID.Invalid) != 19 {
		t.Fatalf("%d valid and %d invalid vectors", len(file.TypeID.Valid), len(file.TypeID.Invalid))
	}
	return file.TypeID.Valid, file.TypeID.Invalid
}

type (
	prefixed struct{}
	preFix   struct{}
)

func (prefixed) IDPrefix() string { return "prefix" }
func (preFix) IDPrefix() string   { return "pre_fix" }

// TestTypeIDVectors: the codec takes every version, and For takes version 7.
func TestTypeIDVectors(t *testing.T) {
	valid, invalid := loadTypeIDs(t)
	sevens := 0
	for _, v := range valid {
		prefix, uuid, err := uuidv7.ParseTypeID(v.Text)
		if err != nil || prefix != v.Prefix || uuidv7.ID(uuid).UUID() != v.UUID {
			t.Errorf("ParseTypeID(%q) = %q, %x, %v", v.Text, prefix, uuid, err)
		}
		if got, err := uuidv7.AppendTypeID([]byte("before "), v.Prefix, uuid); err != nil || string(got) != "before "+v.Text {
			t.Errorf("AppendTypeID(%q, %s) = %q, %v", v.Prefix, v.UUID, got, err)
		}
		want := uuidv7.ID(uuid)
		var x uuidv7.ID
		switch v.Prefix {
		case "prefix":
			y, parseErr := uuidv7.ParseFor[prefixed](v.Text)
			x, err = uuidv7.ID(y), parseErr
		case "pre_fix":
			y, parseErr := uuidv7.ParseFor[preFix](v.Text)
			x, err = uuidv7.ID(y), parseErr
		default:
			if _, err = uuidv7.ParseFor[prefixed](v.Text); !errors.Is(err, id.ErrPrefix) {
				t.Errorf("ParseFor(%q): %v", v.Text, err)
			}
			continue
		}
		if want.IsValid() {
			sevens++
		}
		if want.IsValid() != (err == nil) || err == nil && x != want || err != nil && !errors.Is(err, id.ErrVersion) {
			t.Errorf("ParseFor(%q) = %v, %v", v.Text, x, err)
		}
	}
	if sevens != 1 {
		t.Errorf("For takes %d of the vectors, want 1", sevens)
	}
	for _, v := range invalid {
		prefix, uuid, err := uuidv7.ParseTypeID(v.Text)
		var syntax *id.SyntaxError
		if !errors.As(err, &syntax) || prefix != "" || uuid != [16]byte{} {
			t.Errorf("ParseTypeID(%q) = %q, %x, %v", v.Text, prefix, uuid, err)
		}
		if x, err := uuidv7.ParseFor[prefixed](v.Text); err == nil {
			t.Errorf("ParseFor(%q) = %v", v.Text, x)
		}
	}
}

// TestTypeIDErrors: a prefix that breaks the rule is an error, and the bytes are those of
// before.
func TestTypeIDErrors(t *testing.T) {
	for _, prefix := range []string{"_", "a_", "_a", "A", "a1", strings.Repeat("a", 64), "é"} {
		got, err := uuidv7.AppendTypeID([]byte("before"), prefix, uuidv7.New())
		if !errors.Is(err, id.ErrPrefix) || string(got) != "before" {
			t.Errorf("AppendTypeID(%q) = %q, %v", prefix, got, err)
		}
	}
	for text, reason := range map[string]id.Reason{
		"":                                   id.ErrLength,
		"01h455vb4pex5vsknk084sn02":          id.ErrLength,
		"prefix_":                            id.ErrLength,
		"_01h455vb4pex5vsknk084sn02q":        id.ErrPrefix,
		"prefix-01h455vb4pex5vsknk084sn02q":  id.ErrPrefix,
		"prefix_81h455vb4pex5vsknk084sn02q":  id.ErrOverflow,
		"prefix_01H455vb4pex5vsknk084sn02q":  id.ErrCharacter,
		"prefix_01h455vb4pex5vsknk084sn02\n": id.ErrCharacter,
		strings.Repeat("a", 1<<20):           id.ErrPrefix,
	} {
		if _, _, err := uuidv7.ParseTypeID(text); !errors.Is(err, reason) || len(err.Error()) > 400 {
			t.Errorf("ParseTypeID(%.40q): %v, want %v", text, err, reason)
		}
	}
}
