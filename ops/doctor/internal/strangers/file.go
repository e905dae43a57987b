// Package strangers has schemas that nobody here made, of programs and of odd cases, and says of each how its keys move. Tests
// read it with and without servers.
package strangers

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

//go:embed schemas
var schemas embed.FS

// postgres is the name of PostgreSQL. MySQL and MariaDB share the files of mysql.
const postgres = "postgres"

// File is a file of schemas/: the statements of a schema, and what its comments
// say of how it moves. A comment of the form "-- word: list" is one of these words; the same word
// again goes on with the list:
//
//	keys         the columns that "move: all" names
//	found        columns that the script finds by their values, or by foreign keys
//	with         columns that move if the user says so
//	unmoved      columns that do not
//	noted        names that the script's comments have
//	move         begins a case: columns, or all
//	leave        columns that stay as they are; in front of the first case, of all cases
//	from         the form, if it is not uuid
//	reviewed     names, with a comma between them
//	before       a statement that the refusal asks for, to run before the script is printed
//	after        a statement to run after the move
//	refused      names that a refusal has
//	unknown      names that the error has for columns that are not there
//	unnamed      names that it does not have
//	either       names that a refusal has, if there is one; otherwise the move is right
//	stops        names that the script's error has, or a refusal
//	write        a statement of the program. All are one transaction
//	old          a statement of the program that is tried before and after
//	plan         a query of PostgreSQL that reads no table in full, if it did not before
//
// Lists have spaces between their names; "move column" and so on has one name, with its spaces.
// A line of mysql.sql that begins with "-- mariadb: " or "-- mysql: " is for that server alone.
type File struct {
	Name string
	// Server is postgres, mysql or mariadb.
	Server string
	// Statements create the schema and its rows.
	Statements  []string
	keys, found []string
	// Leave has columns that stay in all cases that are not refused.
	Leave []string
	Cases []*Case
	// Write and Old are statements of the program, and Plans its queries; see [Filled].
	Write, Old, Plans []string
}

// Case is a move of some columns, and what is said of it.
type Case struct {
	Columns, With, Leave, Reviewed           []string
	Found, Unmoved, Noted                    []string
	Before, After                            []string
	Refused, Unnamed, Either, Stops, Unknown []string
	From                                     string
}

// String names a case by its columns.
func (m *Case) String() string {
	if len(m.Columns) > 1 {
		return fmt.Sprintf("%s and %d more", m.Columns[0], len(m.Columns)-1)
	}
	return m.Columns[0]
}

// asUUID is the form of a case that names none.
const asUUID = "uuid"

// isPlain reports whether a case has nothing but columns, what is found, and what is noted.
func (m *Case) isPlain() bool {
	return reflect.DeepEqual(m, &Case{Columns: m.Columns, Found: m.Found, Noted: m.Noted, From: asUUID})
}

// inOneMove is how many plain cases are one move.
const inOneMove = 8

// Together makes one case of several plain ones, at the place of the first: a script moves all of their columns.
func Together(cases []*Case) (list []*Case) {
	var last *Case
	n := 0
	for _, m := range cases {
		if !m.isPlain() {
			list = append(list, m)
			continue
		}
		if n%inOneMove == 0 {
			last = &Case{From: asUUID}
			list = append(list, last)
		}
		last.Columns, last.Found, last.Noted = append(last.Columns, m.Columns...), append(last.Found, m.Found...), append(last.Noted, m.Noted...)
		n++
	}
	return list
}

var strangerLine = regexp.MustCompile(`^-- ([a-z]+(?: column)?): (.*)$`)

// Read reads the file of a schema for a server. It replaces {{own}} and {{other}} by the names of its
// database and of another one.
func Read(t *testing.T, name, server, own, other string) *File {
	t.Helper()
	f := &File{Name: name, Server: server}
	var sql strings.Builder
	for line := range strings.Lines(strings.NewReplacer("{{own}}", own, "{{other}}", other).Replace(Text(t, name, server))) {
		line = strings.TrimSuffix(line, "\n")
		if after, ok := strings.CutPrefix(line, "-- "+server+": "); ok {
			line = after
		}
		if m := strangerLine.FindStringSubmatch(line); m != nil && m[1] != "mysql" && m[1] != "mariadb" {
			f.take(t, m[1], m[2])
			continue
		}
		sql.WriteString(line + "\n")
	}
	f.Statements = Split(server, Text(t, "", server)+sql.String())
	f.Statements = append(f.Statements, "DROP TABLE numbers", "DROP FUNCTION key_of")
	return f
}

// Text returns the text of the file of a schema for a server.
func Text(t *testing.T, name, server string) string {
	t.Helper()
	if server != postgres {
		server = "mysql"
	}
	b, err := schemas.ReadFile(path.Join("schemas", name, server+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Names are the schemas.
func Names(t *testing.T) (names []string) {
	t.Helper()
	entries, err := schemas.ReadDir("schemas")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// unquoted are the names of an error without the quotes of the servers.
var unquoted = strings.NewReplacer(`"`, "", "`", "")

// Unquoted returns a text without the quotes of the servers.
func Unquoted(text string) string { return unquoted.Replace(text) }

// NamesOf fails unless an error has all names, and none of those that it must not have.
func (m *Case) NamesOf(t *testing.T, err error, want []string) {
	t.Helper()
	text := Unquoted(err.Error())
	has := func(name string) bool {
		return regexp.MustCompile(`(?:^|[^\w])` + regexp.QuoteMeta(Unquoted(name)) + `(?:$|[^\w])`).MatchString(text)
	}
	var missing, extra []string
	for _, name := range want {
		if !has(name) {
			missing = append(missing, name)
		}
	}
	for _, name := range m.Unnamed {
		if has(name) {
			extra = append(extra, name)
		}
	}
	if len(missing) > 0 || len(extra) > 0 {
		t.Errorf("the refusal has not %q and should not have %q: %.3000s", missing, extra, text)
	}
}

// Printed fails unless a case has a script, or is refused as it says. refused is whether the error is a refusal.
func (m *Case) Printed(t *testing.T, script string, err error, refused bool) {
	t.Helper()
	switch {
	case err == nil && len(m.Refused)+len(m.Unknown) == 0:
	case err == nil:
		t.Errorf("a script of %d bytes, want a refusal with %q", len(script), slices.Concat(m.Refused, m.Unknown))
	case len(m.Unknown) > 0 && !refused:
		m.NamesOf(t, err, m.Unknown)
	case script != "":
		t.Errorf("an error and a script: %v", err)
	case !refused:
		t.Errorf("no refusal: %v", err)
	case len(m.Refused) > 0:
		m.NamesOf(t, err, m.Refused)
	case len(m.Either) > 0 || len(m.Stops) > 0:
		m.NamesOf(t, err, slices.Concat(m.Either, m.Stops))
	default:
		t.Error(err)
	}
}

// take takes a comment of the file.
func (f *File) take(t *testing.T, word, text string) {
	t.Helper()
	if one, ok := strings.CutSuffix(word, " column"); ok {
		f.takeList(t, one, text, []string{text})
		return
	}
	f.takeList(t, word, text, strings.Fields(text))
}

// takeList takes a comment with its list.
func (f *File) takeList(t *testing.T, word, text string, list []string) {
	t.Helper()
	switch word {
	case "keys":
		f.keys = append(f.keys, list...)
		return
	case "move":
		m := &Case{Columns: list, From: asUUID}
		if text == "all" {
			m.Columns, m.Found = f.keys, f.found
		}
		f.Cases = append(f.Cases, m)
		return
	case "write":
		f.Write = append(f.Write, text)
		return
	case "old":
		f.Old = append(f.Old, text)
		return
	case "plan":
		f.Plans = append(f.Plans, text)
		return
	}
	if len(f.Cases) == 0 && word == "found" {
		f.found = append(f.found, list...)
		return
	}
	if len(f.Cases) == 0 && word == "leave" {
		f.Leave = append(f.Leave, list...)
		return
	}
	m := f.Cases[len(f.Cases)-1]
	switch word {
	case "with":
		m.With = append(m.With, list...)
	case "found":
		m.Found = append(slices.Clip(m.Found), list...)
	case "unmoved":
		m.Unmoved = append(m.Unmoved, list...)
	case "noted":
		m.Noted = append(m.Noted, list...)
	case "leave":
		m.Leave = append(m.Leave, list...)
	case "from":
		m.From = text
	case "reviewed":
		m.Reviewed = append(m.Reviewed, strings.Split(text, ", ")...)
	case "before":
		m.Before = append(m.Before, text)
	case "after":
		m.After = append(m.After, text)
	case "refused":
		m.Refused = append(m.Refused, list...)
	case "unnamed":
		m.Unnamed = append(m.Unnamed, list...)
	case "either":
		m.Either = append(m.Either, list...)
	case "unknown":
		m.Unknown = append(m.Unknown, list...)
	case "stops":
		m.Stops = append(m.Stops, list...)
	default:
		t.Fatalf("%s: %q: no such word", f.Name, word)
	}
}

// keyOf is the function key_of of the files.
func keyOf(kind string, n int) string {
	sum := sha256.Sum256([]byte(kind + strconv.Itoa(n)))
	digits := []byte(hex.EncodeToString(sum[:16]))
	digits[12], digits[16] = '4', '8'
	return fmt.Sprintf("%s-%s-%s-%s-%s", digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
}

// Placeholder matches what [Filled] replaces.
var Placeholder = regexp.MustCompile(`\{\{([^ }]+)( \d+)?\}\}`)

// Filled replaces {{n}} by the number, {{users}} by the key of a user of the number, and {{users 3}} by that of the third.
func Filled(statement string, n int) string {
	return Placeholder.ReplaceAllStringFunc(statement, func(s string) string {
		m := Placeholder.FindStringSubmatch(s)
		if m[1] == "n" {
			return strconv.Itoa(n)
		}
		number := n
		if m[2] != "" {
			number, _ = strconv.Atoi(m[2][1:])
		}
		return keyOf(m[1], number)
	})
}
