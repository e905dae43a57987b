package modules

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// modules returns the modules that go.work names.
func modules(t *testing.T) []modproxy.Module {
	t.Helper()
	all, err := modproxy.Modules(repository)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestWorkspace: go.work names every module, except those of tools below .ci, which
// would raise the versions that the others are tested with.
func TestWorkspace(t *testing.T) {
	list, err := modproxy.Git(repository, "ls-files", "--cached", "--others", "--exclude-standard", "go.mod", "*/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for name := range strings.Lines(list) {
		if dir := path.Dir(strings.TrimSpace(name)); !strings.HasPrefix(dir, ".ci/") {
			want = append(want, dir)
		}
	}
	for _, m := range modules(t) {
		got = append(got, m.Dir)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("go.work names the modules %q, and the repository has %q", got, want)
	}
}

// TestGoDirectives: the root module requires nothing, and all modules that users
// import begin with the same Go release.
func TestGoDirectives(t *testing.T) {
	all := modules(t)
	root := all[0].Mod
	if n := len(root.Require); n > 0 {
		t.Errorf("the root module has %d requirements, want none: move the package that needs them to another module", n)
	}
	if _, err := os.Stat(filepath.Join(repository, "go.sum")); !os.IsNotExist(err) {
		t.Errorf("the root module has a go.sum (%v)", err)
	}
	for _, m := range all {
		if m.Library() && m.Mod.Go.Version != root.Go.Version {
			t.Errorf("%s/go.mod says go %s, want %s as in the root module", m.Dir, m.Mod.Go.Version, root.Go.Version)
		}
		if m.Mod.Toolchain != nil {
			t.Errorf("%s/go.mod has a toolchain directive: remove it", m.Dir)
		}
	}
}

// TestReplaced: each go.mod replaces those of the repository's modules that it requires, directly or through
// another one, and no other module: a program that requires the module would not replace it. A release replaces none.
func TestReplaced(t *testing.T) {
	all := modules(t)
	if !slices.ContainsFunc(all, func(m modproxy.Module) bool { return len(m.Mod.Replace) > 0 }) {
		t.Skip("this commit is a release")
	}
	byPath := map[string]modproxy.Module{}
	for _, m := range all {
		byPath[m.Path] = m
	}
	for _, m := range all {
		needs := m.Requires()
		for i := 0; i < len(needs); i++ {
			for _, required := range byPath[needs[i]].Requires() {
				if !slices.Contains(needs, required) {
					needs = append(needs, required)
				}
			}
		}
		var replaced []string
		for _, r := range m.Mod.Replace {
			replaced = append(replaced, r.Old.Path)
		}
		slices.Sort(needs)
		slices.Sort(replaced)
		if !slices.Equal(replaced, needs) {
			t.Errorf("%s/go.mod replaces %q, want %q", m.Dir, replaced, needs)
		}
	}
}
