package api_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/format"
)

// root is the repository, and inModule the beginning of its import paths.
const (
	root     = "../.."
	inModule = "github.com/sortid/sortid/"
)

// place is a file that names each format: Go has no type parameter for a package, and people read pages. Everything
// else reads the table of package format.
type place struct {
	files string // a file, or the pattern of files one of which has it
	what  string
	mark  func(format.Format) string // the expression that it matches
}

var places = []place{
	{"internal/format/dynamic/dynamic.go", "a row with its functions", imported},
	{"pgxtype/register.go", "a row among the formats that Register registers", imported},
	{"migrations/postgres/*.sql", "its SQL", creates},
	{"migrations/mysql/*.sql", "its SQL", creates},
	{"migrations/sqlitefunc/scalar/*.go", "its SQL on SQLite", imported},
	{"ops/doctor/internal/newkeys/format.go", "the times that its function takes", func(f format.Format) string { return `\t"(` + oneOf(f.SQL) + `)": ` }},

	{"id/bubble_test.go", "its generator and its blocks in a bubble of synctest", imported},
	{"id/guess_test.go", "a generator whose IDs are guessed", imported},
	{"id/schema_test.go", "the patterns of its texts", imported},
	{"id/idtesting/idtesting_test.go", "its generator with a source for tests", imported},
	{"ops/public/public_test.go", "its public texts", imported},
	{"ops/doctor/internal/idkind/idkind_test.go", "its IDs, whose kind the doctor tells", imported},
	{"integration_test/cluster/format_test.go", "its keys, written on several nodes", imported},
	{"integration_test/matrix/formats_test.go", "what its columns have to refuse", imported},
	{"integration_test/migrations/suite/formats.go", "what its SQL is compared with", imported},

	{"doc.go", "a link", linksTo},
	{"id/doc.go", "a link", linksTo},
	{"ops/public/doc.go", "how many texts are errors", named},
	{"pgxtype/doc.go", "its columns", named},
	{"README.md", "a row", func(f format.Format) string { return "(?m)^\\| .*`id/" + f.Name + "`" }},
	{"CHANGELOG.md", "its name", named},
	{"docs/columns.md", "its columns", named},
	{"docs/doctor.md", "whether the doctor knows it", named},
	{"docs/formats.md", "a row", func(f format.Format) string { return `(?m)^\| ` + f.Title + ` .*[^|]+\|` }},
	{"docs/formats.md", "a column of the table of guesses", func(f format.Format) string { return `(?m)^\| known \|.* (` + f.Title + `|` + profile(f) + `) \|` }},
	{"docs/formats.md", "a reader in TypeScript", func(f format.Format) string { return `(?m)^  (` + f.Name + `|` + profile(f) + `)\(text: string\)` }},
	{"docs/formats.md", "a reader in Python", func(f format.Format) string { return `(?m)^def (` + f.Name + `|` + profile(f) + `)\(text\)` }},
	{"docs/moving.md", "whether existing rows can get its keys", named},
	{"docs/nodes.md", "whether it needs node numbers", named},
	{"docs/recipes.md", "the patterns of its texts", func(f format.Format) string { return `(?m)^\| ` + f.Title + ` \|` }},
	{"docs/server.md", "its name in functions", func(f format.Format) string { return "`(" + oneOf(f.SQL) + ")`" }},
}

// holds reports whether the place is code of a directory.
func (p place) holds(dir string) bool {
	return path.Dir(p.files) == dir && path.Ext(p.files) == ".go" && path.Base(p.files) != "doc.go" && !strings.HasSuffix(p.files, "_test.go")
}

func imported(f format.Format) string { return `"` + inModule + "id/" + f.Name + `"\n` }

func linksTo(f format.Format) string { return `\[` + inModule + "id/" + f.Name + `\]` }

func named(f format.Format) string { return `\b(` + f.Title + `|` + profile(f) + `)\b` }

func creates(f format.Format) string { return `FUNCTION sortid_(` + oneOf(f.SQL) + `)_new\(` }

func oneOf(words []string) string { return strings.Join(words, "|") }

// profile returns the name of what New makes.
func profile(f format.Format) string {
	if f.Profile != "" {
		return f.Profile
	}
	return f.Title
}

// TestPlaces: each format of the table is in every place that needs it. What a new row fails is what is left to do.
func TestPlaces(t *testing.T) {
	for _, f := range format.All() {
		for _, file := range []string{"doc.go", "typed.go", "conformance_test.go", "example_test.go", "testdata/" + f.Name + ".json"} {
			if file = "id/" + f.Name + "/" + file; !exists(file) {
				t.Errorf("%s: there is no %s", f.Name, file)
			}
		}
		for _, p := range places {
			if !anyFile(t, p.files, regexp.MustCompile(p.mark(f))) {
				t.Errorf("%s: %s has nothing for it: add %s", f.Name, p.files, p.what)
			}
		}
	}
}

func exists(file string) bool {
	_, err := os.Stat(filepath.Join(root, file))
	return err == nil
}

// TestArchitecture: the page lists the places.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(page), "\n- **A format**: ")
	list, _, ends := strings.Cut(list, "\n- **")
	if !found || !ends {
		t.Fatal("docs/architecture.md does not say where to add a format")
	}
	for _, p := range places {
		name := path.Dir(p.files)
		if name == "." || path.Ext(p.files) == ".md" {
			name = path.Base(p.files)
		}
		if !strings.Contains(list, "`"+name+"`") && !strings.Contains(list, "["+name+"]") {
			t.Errorf("docs/architecture.md does not name %s, where a format needs %s", name, p.what)
		}
	}
}

// TestNoOtherList: no other package imports most formats, and no other file names most of them, so that a new
// format is in its place everywhere else.
func TestNoOtherList(t *testing.T) {
	const most = 4
	others := []string{"internal/format", "bench/btree/internal/key"} // the table, and what is measured beside other keys
	for dir, files := range product(t) {
		if slices.Contains(others, dir) || slices.ContainsFunc(places, func(p place) bool { return p.holds(dir) }) {
			continue
		}
		imported := map[string]bool{}
		for name, file := range files {
			for _, spec := range file.Imports {
				imported[strings.Trim(spec.Path.Value, `"`)] = true
			}
			if n := count(func(f format.Format) bool { return slices.Contains(words(file), f.Name) }); n >= most {
				t.Errorf("%s names %d formats: take the names from package format", name, n)
			}
		}
		if n := count(func(f format.Format) bool { return imported[inModule+"id/"+f.Name] }); n >= most {
			t.Errorf("%s imports %d formats: take their functions from package dynamic", dir, n)
		}
	}
}

// count returns how many formats have a property.
func count(has func(format.Format) bool) (n int) {
	for _, f := range format.All() {
		if has(f) {
			n++
		}
	}
	return n
}

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// anyFile reports whether the text of a file that matches a glob pattern matches an expression.
func anyFile(t *testing.T, glob string, expression *regexp.Regexp) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, glob))
	if err != nil || len(files) == 0 {
		t.Fatalf("no file is called %s: %v", glob, err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		if strings.HasSuffix(file, "_test.go") && file != filepath.Join(root, glob) {
			return false // a pattern is for the others
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return expression.Match(text)
	})
}

// product returns the Go files that are neither tests nor test support, by their directories and names.
func product(t *testing.T) map[string]map[string]*ast.File {
	t.Helper()
	dirs := map[string]map[string]*ast.File{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(rel))
		switch base := d.Name(); {
		case d.IsDir() && (base == ".git" || base == "testdata" || strings.HasSuffix(base, "test")):
			return filepath.SkipDir
		case filepath.Ext(base) != ".go" || strings.HasSuffix(base, "_test.go") || dir == ".":
			return nil
		}
		if dirs[dir] == nil {
			dirs[dir] = map[string]*ast.File{}
		}
		dirs[dir][filepath.ToSlash(rel)] = parse(t, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) < 50 {
		t.Fatalf("%d packages", len(dirs))
	}
	return dirs
}

// words returns the words in the texts of a Go file.
func words(file *ast.File) (list []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if _, isImport := n.(*ast.ImportSpec); isImport {
			return false
		}
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			list = append(list, strings.FieldsFunc(literal.Value, func(r rune) bool {
				return (r < 'a' || r > 'z') && (r < '0' || r > '9')
			})...)
		}
		return true
	})
	return list
}
