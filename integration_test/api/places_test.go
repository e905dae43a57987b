package api_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
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

// lists names the packages that have a row or functions for each format, because Go makes no generic type of a
// name. Everything else reads the table of package format.
var lists = map[string]string{
	"internal/format/dynamic": "a row with its functions",
	"pgxtype":                 "a row among the formats that Register registers",
	"integration_test/matrix": "a row with what its columns have to refuse",

	"migrations/sqlitefunc/scalar":      "its SQL on SQLite",
	"integration_test/migrations/suite": "what its SQL is compared with",
}

// pages names the texts that have a row or a link for each format.
var pages = map[string]func(format.Format) string{
	"README.md":       func(f format.Format) string { return "`id/" + f.Name + "`" },
	"doc.go":          func(f format.Format) string { return "[" + inModule + "id/" + f.Name + "]" },
	"id/doc.go":       func(f format.Format) string { return "[" + inModule + "id/" + f.Name + "]" },
	"docs/formats.md": func(f format.Format) string { return "\n| " + f.Title + " " },
}

// TestPlaces: each format of the table is in every place that needs it. What a new row fails is what is left to do.
func TestPlaces(t *testing.T) {
	for _, f := range format.All() {
		for _, dir := range slices.Sorted(maps.Keys(lists)) {
			if !imports(t, dir)[inModule+"id/"+f.Name] {
				t.Errorf("%s: %s has no import of id/%s: add %s", f.Name, dir, f.Name, lists[dir])
			}
		}
		for _, server := range []string{"postgres", "mysql"} {
			if !anyFile(t, "migrations/"+server+"/*.sql", regexp.MustCompile(`FUNCTION sortid_(`+strings.Join(f.SQL, "|")+`)_new\(`)) {
				t.Errorf("%s: migrations/%s has no function sortid_%s_new: add a file with its SQL", f.Name, server, f.SQL[0])
			}
		}
		for _, page := range slices.Sorted(maps.Keys(pages)) {
			if want := pages[page](f); !anyFile(t, page, regexp.MustCompile(regexp.QuoteMeta(want))) {
				t.Errorf("%s: %s has no %q: describe the format", f.Name, page, want)
			}
		}
	}
}

// TestNoOtherList: no other package imports most formats, and no other file names most of them, so that a new
// format is in its place everywhere else.
func TestNoOtherList(t *testing.T) {
	const most = 4
	others := []string{"internal/format", "bench/btree/internal/key"} // the table, and what is measured beside other keys
	for dir, files := range product(t) {
		if lists[dir] != "" || slices.Contains(others, dir) {
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

// imports returns the paths that the files of a directory import, its tests among them.
func imports(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", dir, err)
	}
	paths := map[string]bool{}
	for _, file := range files {
		for _, spec := range parse(t, file).Imports {
			paths[strings.Trim(spec.Path.Value, `"`)] = true
		}
	}
	return paths
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
