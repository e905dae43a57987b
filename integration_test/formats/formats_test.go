package formats

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	table "github.com/sortid/sortid/internal/format"
)

// language is one of the two of the page.
type language struct {
	name    string
	command []string
	file    string
	// convert makes what the command runs from the code of the page.
	convert func(code string) string
	// run reads [format, text] pairs from the standard input and prints for each the value
	// and the time in milliseconds, or null for a text that is refused.
	run string
}

// annotation is a type in the TypeScript of the page. Releases of Node before 22.6 do not
// read types.
var annotation = regexp.MustCompile(`: (string|RegExp|bigint)\b`)

var languages = []language{
	{"ts", []string{"node"}, "read.mjs", func(code string) string { return annotation.ReplaceAllString(code, "") }, `
const out = JSON.parse(await new Response(process.stdin).text()).map(([format, text]) => {
  try {
    const { value, ms } = read[format](text);
    return [String(value), ms];
  } catch {
    return null;
  }
});
console.log(JSON.stringify(out));
`},
	{"python", []string{"python3"}, "read.py", func(code string) string { return code }, `
import json, sys

def result(name, text):
    try:
        value, ms = globals()[name](text)
        return [str(value), ms]
    except ValueError:
        return None

print(json.dumps([result(*pair) for pair in json.load(sys.stdin)]))
`},
}

// vectors is the part of a file of test vectors that a reader needs.
type vectors struct {
	Valid []struct {
		Name string `json:"name"`
		Hex  string `json:"hex"`
		Text string `json:"text"`
		Time string `json:"time"`
		// Parse says what a strict parser does with the text of a Wiji.
		Parse struct {
			Text string `json:"text"`
		} `json:"parse"`
		XID struct {
			Time string `json:"time"`
		} `json:"xid"`
	} `json:"valid"`
	Nasty []struct {
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Input  *string
		Hex    string `json:"hex"`
		Expect string `json:"expect"`
	} `json:"nasty"`
}

// vector is a text, and the value that it has or "" if it must be refused.
type vector struct {
	format, name, text, value string
	time                      string // RFC 3339, "" if the year has five digits
}

// loadVectors returns the vectors of the texts that the page reads.
func loadVectors(t *testing.T) []vector {
	t.Helper()
	var list []vector
	for _, f := range table.All() {
		format := f.Name
		if f.Profile != "" {
			format = f.Profile // the page reads texts of the profile
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "id", f.Name, "testdata", f.Name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var v vectors
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		for _, c := range v.Valid {
			one := vector{format, c.Name, c.Text, decimal(t, c.Hex), c.Time + c.XID.Time}
			if strings.HasPrefix(c.Parse.Text, "reject") {
				one.value = ""
			}
			list = append(list, one)
		}
		for _, c := range v.Nasty {
			// JSON replaces what is not UTF-8, and the page reads one form of each format.
			if c.Kind != "text" && (c.Kind != "uuid" || format != "uuidv7") || c.Input == nil || !utf8.ValidString(*c.Input) {
				continue
			}
			one := vector{format: format, name: c.Name, text: *c.Input}
			if c.Expect == "accept" {
				one.value = decimal(t, c.Hex)
			}
			list = append(list, one)
		}
	}
	return list
}

func decimal(t *testing.T, digits string) string {
	t.Helper()
	raw, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return new(big.Int).SetBytes(raw).String()
}

// code returns the code of the page in a language.
func code(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(page), "\n```"+name+"\n")
	block, _, closed := strings.Cut(after, "\n```\n")
	if !ok || !closed {
		t.Fatalf("docs/formats.md has no block of %s", name)
	}
	return block + "\n"
}

func TestPage(t *testing.T) {
	list := loadVectors(t)
	if len(list) < 250 {
		t.Fatalf("%d vectors", len(list))
	}
	pairs := make([][2]string, len(list))
	for i, v := range list {
		pairs[i] = [2]string{v.format, v.text}
	}
	input, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), l.file)
			page := code(t, l.name)
			for _, v := range list {
				if !strings.Contains(page, " "+v.format+"(text") {
					t.Fatalf("docs/formats.md has no function in %s that reads %s", l.name, v.format)
				}
			}
			if err := os.WriteFile(program, []byte(l.convert(page)+l.run), 0o600); err != nil {
				t.Fatal(err)
			}
			out := execute(t, input, append(l.command, program)...)
			var results [][]any
			if err := json.Unmarshal(out, &results); err != nil || len(results) != len(list) {
				t.Fatalf("%d results: %v", len(results), err)
			}
			for i, v := range list {
				check(t, v, results[i])
			}
		})
	}
}

// check compares a result with a vector.
func check(t *testing.T, v vector, result []any) {
	t.Helper()
	if result == nil || v.value == "" {
		if result != nil || v.value != "" {
			t.Errorf("%s, %s: %q is %v, want the value %q", v.format, v.name, v.text, result, v.value)
		}
		return
	}
	if result[0] != v.value {
		t.Errorf("%s, %s: %q is %v, want the value %s", v.format, v.name, v.text, result[0], v.value)
	}
	if v.time == "" {
		return
	}
	want, err := time.Parse(time.RFC3339, v.time)
	if err != nil {
		t.Fatalf("%s, %s: %v", v.format, v.name, err)
	}
	if ms := int64(result[1].(float64)); ms != want.UnixMilli() {
		t.Errorf("%s, %s: %q is of %d ms, want %d", v.format, v.name, v.text, ms, want.UnixMilli())
	}
}

// execute runs a program with an input. A machine without the program skips the test.
func execute(t *testing.T, input []byte, command ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed: %v", command[0], err)
	}
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		var stderr []byte
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			stderr = exit.Stderr
		}
		t.Fatalf("%v: %s", err, stderr)
	}
	return out
}
