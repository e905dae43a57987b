package id_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

// TestSchemas: the patterns of docs/recipes.md match a text exactly if it is what the library
// writes for an ID.
func TestSchemas(t *testing.T) {
	table := schemas(t)
	testSchema(t, table["Wiji"], "wiji", wiji.New, wiji.Parse)
	testSchema(t, table["ULID"], "ulid", ulid.New, ulid.Parse)
	testSchema(t, table["UUIDv7"], "uuidv7", uuidv7.New, uuidv7.Parse)
	testSchema(t, table["SCRU160"], "scru160", scru160.New, scru160.Parse)
	testSchema(t, table["Ulid-Flake"], "ulidflake", ulidflake.New, ulidflake.Parse)
	testSchema(t, table["uid11"], "uid11", uid11.New, uid11.Parse)
	testSchema(t, table["Wiji, typed"], "wiji", wiji.NewFor[user], wiji.ParseFor[user])
	testSchema(t, table["ULID, typed"], "ulid", ulid.NewFor[user], ulid.ParseFor[user])
	testSchema(t, table["UUIDv7, typed"], "uuidv7", uuidv7.NewFor[user], uuidv7.ParseFor[user])
	testSchema(t, table["SCRU160, typed"], "scru160", scru160.NewFor[user], scru160.ParseFor[user])
	testSchema(t, table["Ulid-Flake, typed"], "ulidflake", ulidflake.NewFor[user], ulidflake.ParseFor[user])
	testSchema(t, table["uid11, typed"], "uid11", uid11.NewFor[user], uid11.ParseFor[user])
	if len(table) != 12 {
		t.Errorf("%d rows, want 12", len(table))
	}
}

// schema is a row of the table of docs/recipes.md.
type schema struct {
	name    string
	length  int
	pattern *regexp.Regexp
}

func schemas(t *testing.T) map[string]schema {
	t.Helper()
	doc, err := os.ReadFile("../docs/recipes.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]schema{}
	for _, row := range regexp.MustCompile("(?m)^\\| ([^|]+) \\| [^|]*\\| (\\d+) \\| `(\\^[^|]+\\$)` \\|$").FindAllStringSubmatch(string(doc), -1) {
		length, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		table[row[1]] = schema{row[1], length, regexp.MustCompile(row[3])}
	}
	return table
}

// characters holds what is put into each place of a text: those at the ends of what an alphabet or the
// pattern has.
const characters = "\x00 -/012345678:@ABCDEFGHIJKLMNOPQRSTUVWXYZ[_`abcdefghijklmnopqrstuvwxyz{~"

func testSchema[T fmt.Stringer](t *testing.T, s schema, format string, next func() T, parse func(string) (T, error)) {
	t.Helper()
	if s.pattern == nil {
		t.Fatalf("docs/recipes.md has no pattern for %s", format)
	}
	valid := 0
	check := func(text string) {
		t.Helper()
		x, err := parse(text)
		isCanonical := err == nil && x.String() == text
		isTooLarge := format == "uid11" && strings.HasPrefix(strings.TrimPrefix(text, "user_"), "j") && errors.Is(err, id.ErrOverflow)
		if matches := s.pattern.MatchString(text); matches != isCanonical && !isTooLarge {
			t.Fatalf("%s: the pattern matches %q: %v, error %v", s.name, text, matches, err)
		}
		if isCanonical {
			valid++
			if len(text) != s.length {
				t.Fatalf("%s: %q has the length %d, want %d", s.name, text, len(text), s.length)
			}
		}
	}
	texts := vectors(t, format)
	if strings.HasSuffix(s.name, "typed") {
		for i, text := range texts {
			if x, err := parse("user_" + text); err == nil {
				texts[i] = x.String()
			} else {
				texts[i] = "user_" + text
			}
		}
	}
	for range 3 {
		texts = append([]string{next().String()}, texts...)
	}
	for n, text := range texts {
		check(text)
		check(strings.ToLower(text))
		check(strings.ToUpper(text))
		check(text + "0")
		if n > 12 {
			continue
		}
		for i := range text {
			check(text[:i] + text[i+1:])
			for _, c := range characters {
				check(text[:i] + string(c) + text[i+1:])
			}
		}
	}
	if valid < 1000 {
		t.Errorf("%s: %d texts of IDs, want 1000", s.name, valid)
	}
}

// vectors returns the texts of the golden vectors of a format, valid and not.
func vectors(t *testing.T, format string) (texts []string) {
	t.Helper()
	data, err := os.ReadFile(format + "/testdata/" + format + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Valid []struct{ Text, UUID string }
		Nasty []struct {
			Kind  string
			Input string `json:"input_hex"`
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Valid {
		if v.Text == "" {
			v.Text = v.UUID
		}
		texts = append(texts, v.Text)
	}
	for _, v := range file.Nasty {
		if b, err := hex.DecodeString(v.Input); err == nil && v.Kind == "text" && len(b) < 64 {
			texts = append(texts, string(b))
		}
	}
	return texts
}
