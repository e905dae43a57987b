package servertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/sortid/sortid/internal/dbserver"
)

// strangerFile is a file of testdata/strangers: the statements of a schema, and what its comments
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
type strangerFile struct {
	name        string
	kind        dbserver.Kind
	statements  []string
	keys, found []string
	leave       []string // of all cases that are not refused
	cases       []*strangerMove
	write, old  []string
	plans       []string
}

// strangerMove is a case of a file.
type strangerMove struct {
	columns, with, leave, reviewed           []string
	found, unmoved, noted                    []string
	before, after                            []string
	refused, unnamed, either, stops, unknown []string
	from                                     string
}

func (m *strangerMove) String() string {
	if len(m.columns) > 1 {
		return fmt.Sprintf("%s and %d more", m.columns[0], len(m.columns)-1)
	}
	return m.columns[0]
}

// asUUID is the form of a case that names none.
const asUUID = "uuid"

// isPlain reports whether a case has nothing but columns, what is found, and what is noted.
func (m *strangerMove) isPlain() bool {
	return reflect.DeepEqual(m, &strangerMove{columns: m.columns, found: m.found, noted: m.noted, from: asUUID})
}

// inOneMove is how many plain cases are one move.
const inOneMove = 8

// together makes one case of several plain ones, at the place of the first: a script moves all of their columns.
func together(cases []*strangerMove) (list []*strangerMove) {
	var last *strangerMove
	n := 0
	for _, m := range cases {
		if !m.isPlain() {
			list = append(list, m)
			continue
		}
		if n%inOneMove == 0 {
			last = &strangerMove{from: asUUID}
			list = append(list, last)
		}
		last.columns, last.found, last.noted = append(last.columns, m.columns...), append(last.found, m.found...), append(last.noted, m.noted...)
		n++
	}
	return list
}

var strangerLine = regexp.MustCompile(`^-- ([a-z]+(?: column)?): (.*)$`)

// readStranger reads the file of a schema for a server. It replaces {{own}} and {{other}} by the names of its
// database and of another one.
func readStranger(t *testing.T, name string, kind dbserver.Kind, own, other string) *strangerFile {
	t.Helper()
	f := &strangerFile{name: name, kind: kind}
	var sql strings.Builder
	for line := range strings.Lines(strings.NewReplacer("{{own}}", own, "{{other}}", other).Replace(readFile(t, name, kind))) {
		line = strings.TrimSuffix(line, "\n")
		if after, ok := strings.CutPrefix(line, "-- "+string(kind)+": "); ok {
			line = after
		}
		if m := strangerLine.FindStringSubmatch(line); m != nil && m[1] != "mysql" && m[1] != "mariadb" {
			f.take(t, m[1], m[2])
			continue
		}
		sql.WriteString(line + "\n")
	}
	f.statements = splitSQL(kind, readFile(t, "", kind)+sql.String())
	f.statements = append(f.statements, "DROP TABLE numbers", "DROP FUNCTION key_of")
	return f
}

func readFile(t *testing.T, name string, kind dbserver.Kind) string {
	t.Helper()
	server := "mysql"
	if kind == dbserver.Postgres {
		server = "postgres"
	}
	b, err := os.ReadFile(filepath.Join("testdata", "strangers", name, server+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// take takes a comment of the file.
func (f *strangerFile) take(t *testing.T, word, text string) {
	t.Helper()
	if one, ok := strings.CutSuffix(word, " column"); ok {
		f.takeList(t, one, text, []string{text})
		return
	}
	f.takeList(t, word, text, strings.Fields(text))
}

// takeList takes a comment with its list.
func (f *strangerFile) takeList(t *testing.T, word, text string, list []string) {
	t.Helper()
	switch word {
	case "keys":
		f.keys = append(f.keys, list...)
		return
	case "move":
		m := &strangerMove{columns: list, from: asUUID}
		if text == "all" {
			m.columns, m.found = f.keys, f.found
		}
		f.cases = append(f.cases, m)
		return
	case "write":
		f.write = append(f.write, text)
		return
	case "old":
		f.old = append(f.old, text)
		return
	case "plan":
		f.plans = append(f.plans, text)
		return
	}
	if len(f.cases) == 0 && word == "found" {
		f.found = append(f.found, list...)
		return
	}
	if len(f.cases) == 0 && word == "leave" {
		f.leave = append(f.leave, list...)
		return
	}
	m := f.cases[len(f.cases)-1]
	switch word {
	case "with":
		m.with = append(m.with, list...)
	case "found":
		m.found = append(slices.Clip(m.found), list...)
	case "unmoved":
		m.unmoved = append(m.unmoved, list...)
	case "noted":
		m.noted = append(m.noted, list...)
	case "leave":
		m.leave = append(m.leave, list...)
	case "from":
		m.from = text
	case "reviewed":
		m.reviewed = append(m.reviewed, strings.Split(text, ", ")...)
	case "before":
		m.before = append(m.before, text)
	case "after":
		m.after = append(m.after, text)
	case "refused":
		m.refused = append(m.refused, list...)
	case "unnamed":
		m.unnamed = append(m.unnamed, list...)
	case "either":
		m.either = append(m.either, list...)
	case "unknown":
		m.unknown = append(m.unknown, list...)
	case "stops":
		m.stops = append(m.stops, list...)
	default:
		t.Fatalf("%s: %q: no such word", f.name, word)
	}
}

// keyOf is the function key_of of the files.
func keyOf(kind string, n int) string {
	sum := sha256.Sum256([]byte(kind + strconv.Itoa(n)))
	digits := []byte(hex.EncodeToString(sum[:16]))
	digits[12], digits[16] = '4', '8'
	return gofrs.FromStringOrNil(string(digits)).String()
}

var placeholder = regexp.MustCompile(`\{\{([^ }]+)( \d+)?\}\}`)

// filledIn replaces {{n}} by the number, {{users}} by the key of a user of the number, and {{users 3}} by that of the third.
func filledIn(statement string, n int) string {
	return placeholder.ReplaceAllStringFunc(statement, func(s string) string {
		m := placeholder.FindStringSubmatch(s)
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
