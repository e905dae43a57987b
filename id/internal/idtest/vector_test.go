package idtest

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulid"
)

// A vector file without one of its sections, or with an empty one, fails the test, and the error
// names the section.
func TestEverySectionIsRequired(t *testing.T) {
	data := Must(os.ReadFile("../../ulid/testdata/ulid.json"))
	if _, err := readVectors[valid, json.RawMessage](data); err != nil {
		t.Fatalf("ulid.json: %v", err)
	}
	for _, section := range []string{"valid", "nasty", "generation"} {
		for what, change := range map[string]func(map[string]json.RawMessage){
			"missing": func(file map[string]json.RawMessage) { delete(file, section) },
			"null":    func(file map[string]json.RawMessage) { file[section] = json.RawMessage("null") },
			"empty":   func(file map[string]json.RawMessage) { file[section] = json.RawMessage("[]") },
		} {
			file := map[string]json.RawMessage{}
			if err := json.Unmarshal(data, &file); err != nil {
				t.Fatal(err)
			}
			change(file)
			_, err := readVectors[valid, json.RawMessage](Must(json.Marshal(file)))
			if want := `the section "` + section + `" is missing or empty: add its vectors`; err == nil || err.Error() != want {
				t.Errorf("%s is %s: the error is %v, want %s", section, what, err, want)
			}
		}
	}
	if _, err := readVectors[valid, json.RawMessage]([]byte("[")); err == nil {
		t.Error("a file that is no JSON is read")
	}
}

// A format with all sections of which some asks too little fails as well: each part of what they
// have to ask is named when it is missing.
func TestEveryQuestionIsRequired(t *testing.T) {
	least, greatest := ulid.Min().Hex(), ulid.Max().Hex()
	complete := func() (suite[ulid.ID, *ulid.ID], Vectors[valid, json.RawMessage]) {
		s := suite[ulid.ID, *ulid.ID]{Format[ulid.ID]{
			Name: "ulid", Min: ulid.Min, Max: ulid.Max, Replay: func(*testing.T, json.RawMessage) {},
			Messages: map[string]error{`ulid: text "": …`: nil, "ulid: binary 0x00: …": nil, "ulid: time 2024-01-01T00:00:00Z: …": nil, "ulid: block of 0 IDs: …": nil},
		}}
		return s, Vectors[valid, json.RawMessage]{
			Valid:      []valid{{Hex: least}, {Hex: greatest}},
			Nasty:      []Nasty{{Kind: "text", Reason: "length"}, {Kind: "text", Reason: "charset"}, {Kind: "binary", Reason: "length"}},
			Generation: []json.RawMessage{json.RawMessage("{}")},
		}
	}
	if s, f := complete(); len(s.lacks(f)) > 0 {
		t.Fatalf("nothing is missing, and it lacks %q", s.lacks(f))
	}
	type change func(*suite[ulid.ID, *ulid.ID], *Vectors[valid, json.RawMessage])
	withoutValid := func(hex string) change {
		return func(_ *suite[ulid.ID, *ulid.ID], f *Vectors[valid, json.RawMessage]) {
			f.Valid = slices.DeleteFunc(f.Valid, func(v valid) bool { return v.Hex == hex })
		}
	}
	withoutNasty := func(kind, reason string) change {
		return func(_ *suite[ulid.ID, *ulid.ID], f *Vectors[valid, json.RawMessage]) {
			f.Nasty = slices.DeleteFunc(f.Nasty, func(n Nasty) bool { return n.Kind == kind && n.Reason == reason })
		}
	}
	withoutMessage := func(request string) change {
		return func(s *suite[ulid.ID, *ulid.ID], _ *Vectors[valid, json.RawMessage]) {
			maps.DeleteFunc(s.Messages, func(text string, _ error) bool { return strings.HasPrefix(text, "ulid: "+request) })
		}
	}
	for want, leaveOut := range map[string]change{
		"a vector of the least ID, " + least + `, in the section "valid"`:       withoutValid(least),
		"a vector of the greatest ID, " + greatest + `, in the section "valid"`: withoutValid(greatest),
		`a text of the wrong length in the section "nasty"`:                     withoutNasty("text", "length"),
		`a text of a wrong character in the section "nasty"`:                    withoutNasty("text", "charset"),
		`a binary form of the wrong length in the section "nasty"`:              withoutNasty("binary", "length"),
		"Messages with the error of a text":                                     withoutMessage("text"),
		"Messages with the error of a binary form":                              withoutMessage("binary"),
		"Messages with the error of a time":                                     withoutMessage("time"),
		"Messages with the error of a block":                                    withoutMessage("block"),
		`Replay, which runs the vectors of the section "generation"`:            func(s *suite[ulid.ID, *ulid.ID], _ *Vectors[valid, json.RawMessage]) { s.Replay = nil },
	} {
		s, f := complete()
		leaveOut(&s, &f)
		if got := s.lacks(f); !slices.Equal(got, []string{want}) {
			t.Errorf("without %s it lacks %q", want, got)
		}
	}
}
