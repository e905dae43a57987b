package api_test

import (
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// qualified matches a name of a package of this module in prose and code: wiji.NewBlock, id.Node,
// sqltype.Binary.V.
var qualified = regexp.MustCompile(`\b([a-z0-9]+)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)

// foreign lists what other packages of these names have: oklog/ulid.
var foreign = []string{"ulid.ULID", "ulid.Make"}

// loadPackages loads the packages whose names texts mention.
func loadPackages(t *testing.T, mode packages.LoadMode) []*packages.Package {
	t.Helper()
	patterns := []string{"./id", "./sqltype", "./pgxtype", "./gormtype", "./ops/public", "./ops/lease", "./id/blocks"}
	for _, format := range formats {
		patterns = append(patterns, "./id/"+format)
	}
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: "../.."}, patterns...)
	if err != nil || len(loaded) != len(patterns) {
		t.Fatalf("found %v, %v", loaded, err)
	}
	return loaded
}

// TestNames: each name of a package that the documentation and the comments in Go files mention is
// there, so that a change of a name changes the sentences, too.
func TestNames(t *testing.T) {
	scopes := make(map[string]*types.Scope)
	for _, p := range loadPackages(t, packages.LoadTypes) {
		scopes[p.Name] = p.Types.Scope()
	}
	mentioned := 0
	for _, file := range texts(t) {
		for _, m := range qualified.FindAllStringSubmatch(prose(t, file), -1) {
			scope := scopes[m[1]]
			variable := m[1] == "id" && method(scopes["wiji"], "ID", m[2])
			if scope == nil || variable || slices.Contains(foreign, m[0]) {
				continue
			}
			mentioned++
			if scope.Lookup(m[2]) == nil || m[3] != "" && !method(scope, m[2], m[3]) {
				t.Errorf("%s mentions %s, which does not exist", file, m[0])
			}
		}
	}
	if mentioned < 500 {
		t.Errorf("found %d names", mentioned)
	}
}

// Names that the documentation of a package mentions without a package: functions in calls, and links.
var (
	called = regexp.MustCompile(`(?m)(?:^|[^.\w])([A-Z]\w*[a-z]\w*)(?:\[\w+\])?\(`)
	linked = regexp.MustCompile(`(?m)(?:^|[\s(])\[([A-Z]\w*)(?:\.([A-Z]\w*))?\]`)
)

// TestPackageDocs: the names that the documentation of a package links without a package are its own, and so are the
// functions that the documentation of a format calls: it says which one is which of the specification.
func TestPackageDocs(t *testing.T) {
	mentioned := 0
	for _, p := range loadPackages(t, packages.LoadSyntax) {
		scope := p.Types.Scope()
		for _, file := range p.Syntax {
			names := linked.FindAllStringSubmatch(file.Doc.Text(), -1)
			if slices.Contains(formats, p.Name) {
				names = append(names, called.FindAllStringSubmatch(file.Doc.Text(), -1)...)
			}
			for _, m := range names {
				mentioned++
				if scope.Lookup(m[1]) == nil || len(m) == 3 && m[2] != "" && !method(scope, m[1], m[2]) {
					t.Errorf("the documentation of package %s mentions %s, which does not exist", p.Name, strings.TrimSpace(m[0]))
				}
			}
		}
	}
	if mentioned < 50 {
		t.Errorf("found %d names", mentioned)
	}
}

// method reports whether a type has that method or field.
func method(scope *types.Scope, typ, name string) bool {
	o := scope.Lookup(typ)
	if o == nil {
		return false
	}
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(o.Type()), true, o.Pkg(), name)
	return found != nil
}

// texts returns the pages and the Go files of the repository.
func texts(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(name string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if ext := path.Ext(name); ext == ".md" && d.Name() != "CHANGELOG.md" || ext == ".go" {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// prose returns a page, or the comments of a Go file.
func prose(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if path.Ext(file) == ".md" {
		return string(b)
	}
	var comments strings.Builder
	for line := range strings.Lines(string(b)) {
		if _, comment, ok := strings.Cut(line, "//"); ok {
			comments.WriteString(comment)
		}
	}
	return comments.String()
}
