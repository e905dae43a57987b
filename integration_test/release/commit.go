package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// compatBase is the file that names the release which TestMixedVersions of package
// modules takes older modules from.
const compatBase = "integration_test/modules/compat_base"

// make makes the release commit, its tags and the next commit, in the clone.
func (r *release) make() error {
	developed, err := r.readModFiles()
	if err != nil {
		return err
	}
	if err := r.editChangelog(); err != nil {
		return err
	}
	if err := r.editReleased(); err != nil {
		return err
	}
	if err := r.editWork(); err != nil {
		return err
	}
	for _, m := range r.modules {
		if err := r.releaseModule(m); err != nil {
			return err
		}
	}
	if err := r.commit("modules: release " + r.version); err != nil {
		return err
	}
	for _, tag := range r.tags() {
		if _, err := modproxy.Git(r.clone, "tag", "-m", "sortid "+r.version, tag); err != nil {
			return err
		}
	}
	for name, data := range developed {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	for _, m := range r.modules {
		// With the released version, `go get` of a later commit finds what it requires.
		if err := m.Require(r.clone, r.version, true); err != nil {
			return err
		}
	}
	if err := r.writeCompatBase(); err != nil {
		return err
	}
	return r.commit("modules: replace by folders after " + r.version)
}

// readModFiles reads go.work, and the go.mod and go.sum of all modules.
func (r *release) readModFiles() (map[string][]byte, error) {
	names := []string{r.workFile()}
	for _, m := range r.modules {
		names = append(names, m.GoMod(r.clone), strings.TrimSuffix(m.GoMod(r.clone), "mod")+"sum")
	}
	files := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // the root module has no go.sum
		}
		if err != nil {
			return nil, err
		}
		files[name] = data
	}
	return files, nil
}

func (r *release) workFile() string { return filepath.Join(r.clone, "go.work") }

// editWork makes go.work replace the release's version of every module by its folder.
// In a workspace the go command reads the go.mod of each version that is required,
// and the release is not public before its commit has passed CI.
func (r *release) editWork() error {
	data, err := os.ReadFile(r.workFile())
	if err != nil {
		return err
	}
	work, err := modfile.ParseWork("go.work", data, nil)
	if err != nil {
		return err
	}
	for _, m := range r.modules {
		dir := m.Dir
		if dir != "." {
			dir = "./" + dir
		}
		if err := work.AddReplace(m.Path, r.version, dir, ""); err != nil {
			return err
		}
	}
	work.Cleanup()
	return os.WriteFile(r.workFile(), modfile.Format(work.Syntax), 0o644)
}

// releaseModule brings the go.mod and go.sum of a module into the form of the
// release, and publishes the module for those that require it.
func (r *release) releaseModule(m modproxy.Module) error {
	fmt.Fprintln(r.log, "tidy", m.Dir)
	if err := m.Require(r.clone, r.version, false); err != nil {
		return err
	}
	if err := r.goIn(m, "mod", "tidy"); err != nil {
		return err
	}
	if _, err := modproxy.Git(r.clone, "add", "-A"); err != nil {
		return err
	}
	tree, err := modproxy.Git(r.clone, "write-tree")
	if err != nil {
		return err
	}
	return r.proxy.Publish(r.clone, tree, m, r.version)
}

func (r *release) commit(message string) error {
	if _, err := modproxy.Git(r.clone, "add", "-A"); err != nil {
		return err
	}
	_, err := modproxy.Git(r.clone, "commit", "-q", "-m", message)
	return err
}

// editChangelog gives the changes since the last release the heading of this one,
// below an empty "Unreleased".
func (r *release) editChangelog() error {
	const heading = "## Unreleased\n"
	name := filepath.Join(r.clone, "CHANGELOG.md")
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, after, found := strings.Cut(string(data), heading)
	if !found {
		return fmt.Errorf("CHANGELOG.md: no line %q: add it above the changes of this release", strings.TrimSpace(heading))
	}
	dated := fmt.Sprintf("%s\n## %s, %s\n", heading, r.version, time.Now().UTC().Format(time.DateOnly))
	return os.WriteFile(name, []byte(before+dated+after), 0o644)
}

// releasedSums is the file with the checksums of the migrations that databases have run.
const releasedSums = "migrations/testdata/released.sha256"

// editReleased adds the checksums of the migrations that this release publishes, so that
// these files never change again.
func (r *release) editReleased() error {
	cmd := exec.Command("go", "test", "-count=1", "-run", "^TestReleased$", "./migrations", "-args", "-update")
	cmd.Dir, cmd.Env = r.clone, r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: go test: %w\n%s", releasedSums, err, out)
	}
	return nil
}

// writeCompatBase writes the release's tag to compat_base, below its comment.
func (r *release) writeCompatBase() error {
	name := filepath.Join(r.clone, filepath.FromSlash(compatBase))
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var text strings.Builder
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	text.WriteString(r.version + "\n")
	return os.WriteFile(name, []byte(text.String()), 0o644)
}
