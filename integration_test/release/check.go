package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// check checks the tagged commit with the published modules, and then the commit
// after it. It runs the tests of the libraries; those of the other modules need
// servers, and CI has run them at the commit before, which has the same code.
func (r *release) check() error {
	if _, err := modproxy.Git(r.clone, "checkout", "-q", "--detach", r.version); err != nil {
		return err
	}
	for _, m := range r.modules {
		if err := r.checkModule(m); err != nil {
			return err
		}
	}
	if err := r.checkWorkspace(); err != nil {
		return err
	}
	if err := r.checkClean(); err != nil {
		return err
	}
	if err := r.checkTags(); err != nil {
		return err
	}
	if _, err := modproxy.Git(r.clone, "checkout", "-q", "-"); err != nil {
		return err
	}
	for _, m := range r.modules {
		if err := r.goIn(m, "mod", "tidy", "-diff"); err != nil {
			return err
		}
	}
	return r.checkClean()
}

// checkModule checks a module of the tagged commit by itself.
func (r *release) checkModule(m modproxy.Module) error {
	name := m.GoMod(r.clone)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return err
	}
	if len(file.Replace) > 0 {
		return fmt.Errorf("%s/go.mod replaces %s: a release must not", m.Dir, file.Replace[0].Old.Path)
	}
	if err := r.goIn(m, "mod", "tidy", "-diff"); err != nil {
		return err
	}
	if !m.Library() {
		return nil
	}
	commands := [][]string{{"build", "./..."}, {"vet", "./..."}, {"test", "./..."}}
	if r.untested {
		commands = commands[:1]
	}
	fmt.Fprintln(r.log, "test", m.Dir)
	for _, args := range commands {
		if err := r.goIn(m, args...); err != nil {
			return err
		}
	}
	return nil
}

// checkWorkspace loads all packages and their tests in the workspace, from where the
// release's version is not public.
func (r *release) checkWorkspace() error {
	cmd := exec.Command("go", "list", "-deps", "-test", "work")
	cmd.Dir = r.clone
	cmd.Env = append(os.Environ(), "GOWORK=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go list work: %w\n%s", err, out)
	}
	return nil
}

// checkClean refuses a command that changed the commit.
func (r *release) checkClean() error {
	changes, err := modproxy.Git(r.clone, "status", "--porcelain")
	if err == nil && changes != "" {
		err = fmt.Errorf("the checks changed files: run go mod tidy in each module and go list -m all, and commit them:\n%s", changes)
	}
	return err
}

// checkTags fetches every module by its tag, as a program's go command does, and
// compares it with the one that go.sum was made from.
func (r *release) checkTags() error {
	env := append(slices.Clone(r.env),
		"GOMODCACHE="+filepath.Join(r.scratch, "fetched"),
		"GOPROXY=direct",
		"GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url.file://"+filepath.ToSlash(r.clone)+".insteadOf",
		"GIT_CONFIG_VALUE_0=https://"+modproxy.RootPath)
	for _, m := range r.modules {
		if !m.Tagged() {
			continue
		}
		cmd := exec.Command("go", "mod", "download", "-json", m.Path+"@"+r.version)
		cmd.Dir, cmd.Env = r.scratch, env
		out, err := cmd.Output()
		var fetched struct{ Sum, Error string }
		if err2 := json.Unmarshal(out, &fetched); err == nil {
			err = err2
		}
		if err != nil {
			return fmt.Errorf("fetching %s@%s by its tag: %w: %s", m.Path, r.version, err, fetched.Error)
		}
		published, err := r.proxy.Sum(m, r.version)
		if err != nil {
			return err
		}
		if fetched.Sum != published {
			return fmt.Errorf("the tag %s has %s, and go.sum was made from %s", m.Tag(r.version), fetched.Sum, published)
		}
	}
	return nil
}
