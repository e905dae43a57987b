package modules

import (
	"flag"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

var update = flag.Bool("update", false, "write testdata/internal.txt")

// TestInternalSymbols holds the declarations of the root module's internal packages
// that the other libraries use. A user's build can have a root module that is newer
// than pgxtype and gormtype, so what a release of those uses is a promise.
func TestInternalSymbols(t *testing.T) {
	const golden = "testdata/internal.txt"
	got := map[string]bool{}
	for _, m := range publish(t).modules {
		if m.Library() && m.Dir != "." {
			collectInternal(t, m, got)
		}
	}
	if len(got) == 0 {
		t.Fatal("no module uses an internal package of the root module")
	}
	text := strings.Join(slices.Sorted(maps.Keys(got)), "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(string(want), text); len(diff) > 0 {
		t.Errorf("other modules use these declarations of the root module's internal packages now (+), and no longer (-):\n%s\n"+
			"A release of pgxtype or gormtype has to work with every later root module of its major version. "+
			"If a declaration is in a release, keep it and its signature, and add a new one beside it; "+
			"TestMixedVersions checks that. Then write the list with go test ./integration_test/modules -run InternalSymbols -update",
			strings.Join(diff, "\n"))
	}
}

// collectInternal adds what the packages of a module, without tests, use of the root
// module's internal packages.
func collectInternal(t *testing.T, m modproxy.Module, symbols map[string]bool) {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax,
		Dir:  repository + "/" + m.Dir,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Fatalf("%s: %v", m.Dir, e)
		}
		for _, used := range p.TypesInfo.Uses {
			if used.Pkg() != nil && internalOfRoot(used.Pkg().Path(), m) {
				describe(used, symbols)
			}
		}
	}
}

// internalOfRoot reports whether a package is an internal one outside of the module
// m, in this repository.
func internalOfRoot(path string, m modproxy.Module) bool {
	return modproxy.Own(path) && strings.Contains(path+"/", "/internal/") && !strings.HasPrefix(path+"/", m.Path+"/")
}

// describe adds the line of a declaration that a package uses: its kind, its name
// and its type.
func describe(used types.Object, symbols map[string]bool) {
	switch o := used.(type) {
	case *types.PkgName:
		return
	case *types.Func:
		used = o.Origin()
	case *types.Var:
		used = o.Origin()
		if o.IsField() {
			symbols["field "+used.Pkg().Path()+"."+used.Name()+" "+types.TypeString(used.Type(), nil)] = true
			return
		}
	case *types.TypeName:
		if _, parameter := o.Type().(*types.TypeParam); parameter {
			return
		}
	}
	symbols[types.ObjectString(used, nil)] = true
}
