package migrations

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/format"
)

// sets lists the migrations by their directory.
var sets = map[string]fs.FS{"postgres": Postgres, "mysql": MySQL, "tidb": TiDB, "sqlite": SQLite}

// read returns the names and the texts of a set's files in order.
func read(t *testing.T, name string) (names []string, texts []string) {
	t.Helper()
	entries, err := fs.ReadDir(sets[name], ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := fs.ReadFile(sets[name], e.Name())
		if err != nil {
			t.Fatal(err)
		}
		names, texts = append(names, e.Name()), append(texts, string(text))
	}
	if len(names) == 0 {
		t.Fatalf("%s has no migrations", name)
	}
	return names, texts
}

// Files are numbered without a gap, and each has an up part and a down part.
func TestFiles(t *testing.T) {
	file := regexp.MustCompile(`^(\d{5})_[a-z_]+\.sql$`)
	for set := range sets {
		names, texts := read(t, set)
		for i, name := range names {
			m := file.FindStringSubmatch(name)
			if m == nil || m[1] != fmt.Sprintf("%05d", i+1) {
				t.Errorf("%s: file %d has the wrong name: %s", set, i+1, name)
			}
			// The recipes for plain shells cut at these lines.
			up, down := strings.Index(texts[i], "\n-- +goose Up\n"), strings.Index(texts[i], "\n-- +goose Down\n")
			if up < 0 || down < up || strings.Count(texts[i], "+goose Down") != 1 {
				t.Errorf("%s/%s: the up part or the down part is missing", set, name)
			}
		}
	}
}

// No name has a digit: GORM reads digits in a default as the size of the column.
func TestNames(t *testing.T) {
	function := regexp.MustCompile(`(?i)CREATE\s+(?:OR\s+REPLACE\s+|/\*M! OR REPLACE \*/\s+)?(?:FUNCTION|PROCEDURE|DOMAIN|SEQUENCE|TABLE|TRIGGER|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)`)
	unlogged := regexp.MustCompile(`(?i)UNLOGGED\s+`)
	name := regexp.MustCompile(`^sortid_[a-z_]+$`)
	for set := range sets {
		names, texts := read(t, set)
		n := 0
		for i, text := range texts {
			up, _, _ := strings.Cut(text, "\n-- +goose Down")
			for line := range strings.Lines(unlogged.ReplaceAllString(up, "")) {
				if strings.HasPrefix(line, "--") {
					continue
				}
				for _, m := range function.FindAllStringSubmatch(line, -1) {
					if strings.HasPrefix(m[1], "%") {
						continue // a partition, whose name comes from its table
					}
					n++
					if !name.MatchString(m[1]) {
						t.Errorf("%s/%s creates %s, want lower-case letters after sortid_", set, names[i], m[1])
					}
				}
			}
		}
		if n == 0 {
			t.Errorf("%s creates nothing", set)
		}
	}
}

// MySQL has no function or procedure that PostgreSQL lacks, except for helpers, whose names begin with
// sortid_internal_. A uid11 that exceeds a bigint is bytes on PostgreSQL.
func TestInterface(t *testing.T) {
	function := regexp.MustCompile(`(?m)^CREATE (?:OR REPLACE|/\*M! OR REPLACE \*/) (?:FUNCTION|PROCEDURE) (\w+)`)
	names := func(set string) map[string]bool {
		found := map[string]bool{}
		_, texts := read(t, set)
		for _, text := range texts {
			for _, m := range function.FindAllStringSubmatch(text, -1) {
				if !strings.HasPrefix(m[1], "sortid_internal_") {
					found[m[1]] = true
				}
			}
		}
		return found
	}
	postgres, mysql := names("postgres"), names("mysql")
	if len(postgres) < 50 || len(mysql) < 50 {
		t.Fatalf("%d functions on PostgreSQL and %d on MySQL, want more", len(postgres), len(mysql))
	}
	for name := range mysql {
		if !postgres[name] && !postgres[name+"_bytes"] {
			t.Errorf("PostgreSQL has no %s: begin a helper's name with sortid_internal_", name)
		}
	}
}

// Each format has these functions under one of its names. A name of a uid11 that exceeds a bigint ends in _bytes.
func TestFormats(t *testing.T) {
	functions := []string{"new", "at", "text", "parse", "valid", "valid_text", "typed_text", "typed_parse", "time", "min_at", "max_at", "fields"}
	for _, set := range []string{"postgres", "mysql"} {
		_, texts := read(t, set)
		all := strings.Join(texts, "")
		for _, f := range format.All() {
			for _, function := range functions {
				created := regexp.MustCompile(`(?m)^CREATE .*FUNCTION sortid_(` + strings.Join(f.SQL, "|") + `)_` + function + `(_bytes)?\(`)
				if !created.MatchString(all) {
					t.Errorf("%s: no file creates sortid_%s_%s", set, f.SQL[0], function)
				}
			}
		}
	}
}

// The procedures for partitions name the formats that they take in an error.
func TestPartitionedFormats(t *testing.T) {
	list := regexp.MustCompile(`partitions: format.*unknown: use ([a-z0-9, ]+)`)
	for _, set := range []string{"postgres", "mysql"} {
		_, texts := read(t, set)
		all := strings.Join(texts, "")
		m := list.FindAllStringSubmatch(all, -1)
		if m == nil {
			t.Fatalf("%s: no message lists the formats", set)
		}
		taken := strings.Split(strings.Replace(m[len(m)-1][1], " or ", ", ", 1), ", ") // by the last version
		for _, f := range format.All() {
			if slices.Contains(taken, f.Name) != f.Partitioned {
				t.Errorf("%s: the procedures take %q, and Partitioned of %s is %v", set, taken, f.Name, f.Partitioned)
			}
		}
	}
}

// On MySQL each function and procedure is dropped right before it is created, so that it is missing for as short
// a time as possible, and so that every file can run again.
func TestReplace(t *testing.T) {
	create := regexp.MustCompile(`(?mi)^CREATE\b.*(FUNCTION|PROCEDURE) (\w+)`)
	names, texts := read(t, "mysql")
	for i, text := range texts {
		for _, m := range create.FindAllStringSubmatch(text, -1) {
			routine := m[1] + " IF EXISTS " + m[2]
			want := "/*!80000 DROP " + routine + " */ /*M! DO 0 */;\n-- +goose StatementBegin\nCREATE /*M! OR REPLACE */ " + m[1] + " " + m[2] + "("
			if strings.Count(text, want) != 1 || strings.Count(text, "DROP "+routine+";\n") != 1 {
				t.Errorf("%s creates %s and does not replace it, or does not remove it on the way down", names[i], m[2])
			}
		}
	}
}

// Each file of MySQL sets the session before it creates anything and restores it at its end, with the statements
// of the first file. A released file never changes: if later files need other settings, compare those with each other.
func TestSession(t *testing.T) {
	const begin, end = "\nSET @sortid_sql_mode = ", "\nSET SESSION sql_mode = @sortid_sql_mode"
	names, texts := read(t, "mysql")
	session := func(text string) (statements [2]string, ok bool) {
		up, _, _ := strings.Cut(text, "\n-- +goose Down\n")
		before, rest, begins := strings.Cut(up, begin)
		set, _, _ := strings.Cut(rest, "\n\n")
		_, restore, ends := strings.Cut(rest, end)
		ok = begins && ends && !strings.Contains(before, "\nCREATE ") && !strings.Contains(restore, "\nCREATE ")
		return [2]string{begin + set, end + restore}, ok
	}
	want, _ := session(texts[0])
	for i, name := range names {
		if got, ok := session(texts[i]); !ok || got != want {
			t.Errorf("%s has %s\nwant these statements before and after all others:%s", name, strings.Join(got[:], "\n"), strings.Join(want[:], "\n"))
		}
	}
}

// The table of leases is the same on TiDB as on MySQL.
func TestLeaseTable(t *testing.T) {
	var tables []string
	for _, set := range []string{"mysql", "tidb"} {
		_, texts := read(t, set)
		_, rest, found := strings.Cut(strings.Join(texts, ""), "\nCREATE TABLE IF NOT EXISTS sortid_lease (")
		table, _, ends := strings.Cut(rest, ";\n")
		if !found || !ends {
			t.Fatalf("%s creates no table of leases", set)
		}
		tables = append(tables, table)
	}
	if tables[0] != tables[1] {
		t.Errorf("the table of leases is\n%s\non MySQL and\n%s\non TiDB", tables[0], tables[1])
	}
}

// A program that embeds the files pays for them and for little more: the package imports small packages of the
// standard library alone, and neither database/sql nor regexp. Those beside embed and io/fs are for Selection.
// Package format imports package slices alone.
func TestImports(t *testing.T) {
	small := []string{`"embed"`, `"errors"`, `"fmt"`, `"io"`, `"io/fs"`, `"slices"`, `"strconv"`, `"strings"`, `"time"`, `"github.com/sortid/sortid/internal/format"`}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if !slices.Contains(small, spec.Path.Value) {
				t.Errorf("%s imports %s", e.Name(), spec.Path.Value)
			}
		}
	}
}
