package modproxy

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// RootPath is the path of the repository's root module; every other module's path
// begins with it.
const RootPath = "github.com/sortid/sortid"

// Module is one module of the repository.
type Module struct {
	Path     string   // the module path
	Dir      string   // folder below the repository's root, with slashes; "." is the root
	Requires []string // the repository's modules that it requires, sorted
}

// Tag returns the git tag of the module's version, "pgxtype/v1.2.3" for example.
func (m Module) Tag(version string) string {
	if m.Dir == "." {
		return version
	}
	return m.Dir + "/" + version
}

// Tagged reports whether releases tag the module. Modules of tests have no versions: those
// below integration_test and those in a folder internal.
func (m Module) Tagged() bool {
	return m.Dir != "integration_test" && !strings.HasPrefix(m.Dir, "integration_test/") && !strings.Contains(m.Dir, "/internal/")
}

// Library reports whether programs import the module. Libraries work with the Go
// release of the root module, and their tests need no server.
func (m Module) Library() bool {
	return m.Tagged() && m.Dir != "bench" && m.Dir != "ops/doctor"
}

// GoMod returns the name of the module's go.mod below the folder root.
func (m Module) GoMod(root string) string {
	return filepath.Join(root, filepath.FromSlash(m.Dir), "go.mod")
}

// Modules returns the modules that root's go.work names. Each module comes after
// the modules that it requires.
func Modules(root string) ([]Module, error) {
	name := filepath.Join(root, "go.work")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	work, err := modfile.ParseWork(name, data, nil)
	if err != nil {
		return nil, err
	}
	var modules []Module
	for _, use := range work.Use {
		m, err := readModule(root, path.Clean(use.Path))
		if err != nil {
			return nil, err
		}
		modules = append(modules, m)
	}
	return ordered(modules)
}

func readModule(root, dir string) (Module, error) {
	m := Module{Dir: dir}
	file, err := parse(m.GoMod(root))
	if err != nil {
		return Module{}, err
	}
	m.Path = file.Module.Mod.Path
	if want := path.Join(RootPath, dir); m.Path != want {
		return Module{}, fmt.Errorf("%s: the module path is %q: make it %q", m.GoMod(root), m.Path, want)
	}
	for _, r := range file.Require {
		if Own(r.Mod.Path) {
			m.Requires = append(m.Requires, r.Mod.Path)
		}
	}
	slices.Sort(m.Requires)
	return m, nil
}

// ordered sorts modules by their requirements, and by folder where those leave a
// choice.
func ordered(modules []Module) ([]Module, error) {
	rest := slices.SortedFunc(slices.Values(modules), func(a, b Module) int { return strings.Compare(a.Dir, b.Dir) })
	var sorted []Module
	done := map[string]bool{}
	for len(rest) > 0 {
		i := slices.IndexFunc(rest, func(m Module) bool {
			return !slices.ContainsFunc(m.Requires, func(p string) bool { return !done[p] })
		})
		if i < 0 {
			return nil, fmt.Errorf("go.work: %s requires %q: add the missing module or break the cycle", rest[0].Dir, rest[0].Requires)
		}
		done[rest[i].Path] = true
		sorted = append(sorted, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return sorted, nil
}

// Own reports whether modpath is one of this repository's modules.
func Own(modpath string) bool {
	return modpath == RootPath || strings.HasPrefix(modpath, RootPath+"/")
}

func parse(name string) (*modfile.File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(name, data, nil)
}

// Needs returns which of the repository's modules each of them requires, also through
// another one, sorted: between releases a go.mod replaces all of these, because the go
// command reads the go.mod of each. The modules are in the order of [Modules].
func Needs(modules []Module) map[string][]string {
	found := map[string][]string{}
	for _, m := range modules {
		list := slices.Clone(m.Requires)
		for _, required := range m.Requires {
			list = append(list, found[required]...)
		}
		slices.Sort(list)
		found[m.Path] = slices.Compact(list)
	}
	return found
}

// Replaced returns which modules the module's go.mod below root replaces, sorted.
func (m Module) Replaced(root string) ([]string, error) {
	file, err := parse(m.GoMod(root))
	if err != nil {
		return nil, err
	}
	var list []string
	for _, r := range file.Replace {
		list = append(list, r.Old.Path)
	}
	slices.Sort(list)
	return list, nil
}

// Require makes the module's go.mod below root require version of the repository's
// modules. Its replace directives for them go if replace is false, and stay if it
// is true.
func (m Module) Require(root, version string, replace bool) error {
	file, err := parse(m.GoMod(root))
	if err != nil {
		return err
	}
	for _, modpath := range m.Requires {
		if err := file.AddRequire(modpath, version); err != nil {
			return err
		}
	}
	for _, r := range slices.Clone(file.Replace) {
		if replace || !Own(r.Old.Path) {
			continue
		}
		if err := file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
			return err
		}
	}
	file.Cleanup()
	data, err := file.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(m.GoMod(root), data, 0o644)
}
