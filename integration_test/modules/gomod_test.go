package modules

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// modules returns the modules that go.work names, and their go.mod files.
func modules(t *testing.T) ([]modproxy.Module, []*modfile.File) {
	t.Helper()
	all, err := modproxy.Modules(repository)
	if err != nil {
		t.Fatal(err)
	}
	var files []*modfile.File
	for _, m := range all {
		name := m.GoMod(repository)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := modfile.Parse(name, data, nil)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return all, files
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
	all, _ := modules(t)
	for _, m := range all {
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
	all, files := modules(t)
	lowest := ""
	for i, m := range all {
		if m.Dir == "." {
			lowest = files[i].Go.Version
			if n := len(files[i].Require); n > 0 {
				t.Errorf("the root module has %d requirements, want none: move the package that needs them to another module", n)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(repository, "go.sum")); !os.IsNotExist(err) {
		t.Errorf("the root module has a go.sum (%v)", err)
	}
	for i, m := range all {
		if m.Library() && files[i].Go.Version != lowest {
			t.Errorf("%s/go.mod says go %s, want %s as in the root module", m.Dir, files[i].Go.Version, lowest)
		}
		if files[i].Toolchain != nil {
			t.Errorf("%s/go.mod has a toolchain directive: remove it", m.Dir)
		}
	}
}
