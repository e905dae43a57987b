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
	Path string // the module path
	Dir  string // folder below the repository's root, with slashes; "." is the root
	Mod  *modfile.File
}

// Tag returns the git tag of the module's version, "pgxtype/v1.2.3" for example.
func (m Module) Tag(version string) string { return path.Join(m.Dir, version) }

// Tagged reports whether releases tag the module. Modules of tests have no versions: those
// below integration_test and those in a module's folder internal. bench requires internal/dbserver.
func (m Module) Tagged() bool {
	return m.Dir != "integration_test" && !strings.HasPrefix(m.Dir, "integration_test/") && !strings.Contains(m.Dir, "/internal/")
}

// Library reports whether programs import the module. Libraries work with the Go
// release of the root module, and their tests need no server.
func (m Module) Library() bool {
	return m.Tagged() && m.Dir != "bench" && m.Dir != "internal/dbserver" && m.Dir != "ops/doctor"
}

// Requires returns which of the repository's modules the module requires.
func (m Module) Requires() (list []string) {
	for _, r := range m.Mod.Require {
		if Own(r.Mod.Path) {
			list = append(list, r.Mod.Path)
		}
	}
	return list
}

// Modules returns the modules that root's go.work names.
func Modules(root string) ([]Module, error) {
	data, err := os.ReadFile(filepath.Join(root, "go.work"))
	if err != nil {
		return nil, err
	}
	work, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return nil, err
	}
	var modules []Module
	for _, use := range work.Use {
		m := Module{Dir: path.Clean(use.Path)}
		m.Path = path.Join(RootPath, m.Dir)
		name := filepath.Join(root, m.Dir, "go.mod")
		if data, err = os.ReadFile(name); err != nil {
			return nil, err
		}
		if m.Mod, err = modfile.Parse(name, data, nil); err != nil {
			return nil, err
		}
		if m.Mod.Module.Mod.Path != m.Path {
			return nil, fmt.Errorf("%s: the module path is %q: make it %q", name, m.Mod.Module.Mod.Path, m.Path)
		}
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b Module) int { return strings.Compare(a.Dir, b.Dir) })
	return modules, nil
}

// Own reports whether modpath is one of this repository's modules.
func Own(modpath string) bool {
	return modpath == RootPath || strings.HasPrefix(modpath, RootPath+"/")
}

// release makes the module's go.mod below root require version of the repository's modules,
// without replace directives for them.
func (m Module) release(root, version string) error {
	for _, modpath := range m.Requires() {
		if err := m.Mod.AddRequire(modpath, version); err != nil {
			return err
		}
	}
	for _, r := range slices.Clone(m.Mod.Replace) {
		if err := m.Mod.DropReplace(r.Old.Path, r.Old.Version); err != nil {
			return err
		}
	}
	m.Mod.Cleanup()
	data, err := m.Mod.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, m.Dir, "go.mod"), data, 0o644)
}
