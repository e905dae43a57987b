package api_test

import (
	"go/types"
	"maps"
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

// TestNames: each name of a package that the documentation and the comments in Go files mention is
// there, so that a change of a name changes the sentences, too.
func TestNames(t *testing.T) {
	patterns := []string{"./id", "./sqltype", "./pgxtype", "./gormtype", "./ops/public", "./ops/lease", "./id/blocks"}
	for _, format := range formats {
		patterns = append(patterns, "./id/"+format)
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadTypes, Dir: "../.."}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	scopes := make(map[string]*types.Scope)
	for _, p := range loaded {
		scopes[p.Name] = p.Types.Scope()
	}
	if len(scopes) != len(patterns) {
		t.Fatalf("found %v", slices.Sorted(maps.Keys(scopes)))
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
