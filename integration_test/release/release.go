package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// release is a release in the making.
type release struct {
	repository string // where the release comes from, and goes to in the end
	version    string
	log        io.Writer
	untested   bool // go vet and the libraries' tests do not run: TestRelease is one of the tests that CI runs

	scratch string // holds all that follows
	clone   string // where the commits are made
	proxy   modproxy.Proxy
	env     []string // of go commands in the clone
	modules []modproxy.Module
}

// errReleased is the error for a commit that has no replace directives to restore.
var errReleased = errors.New("this commit is a release: release from a later one")

// newRelease clones the repository, if it is in a state to be released.
func newRelease(repository, version string, log io.Writer) (*release, error) {
	if err := checkVersion(repository, version); err != nil {
		return nil, err
	}
	changes, err := modproxy.Git(repository, "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if changes != "" {
		return nil, fmt.Errorf("the working tree has changes: commit or stash them:\n%s", changes)
	}
	scratch, err := os.MkdirTemp("", "sortid-release-")
	if err != nil {
		return nil, err
	}
	r := &release{repository: repository, version: version, log: log, scratch: scratch}
	if err := r.prepare(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// checkVersion refuses a version that no module of this repository can have next.
func checkVersion(repository, version string) error {
	if semver.Canonical(version) != version || semver.Build(version) != "" {
		return fmt.Errorf("version %q: not of the form v1.2.3 or v1.2.3-rc.1", version)
	}
	if major := semver.Major(version); major != "v0" && major != "v1" {
		return fmt.Errorf("version %q: module paths without a suffix end at v1: add /%s to every module path first", version, major)
	}
	tags, err := modproxy.Git(repository, "tag", "--list", "v*")
	if err != nil {
		return err
	}
	for tag := range strings.Lines(tags) {
		if tag = strings.TrimSpace(tag); semver.Compare(version, tag) <= 0 {
			return fmt.Errorf("version %q: the repository has the tag %s: choose a higher version", version, tag)
		}
	}
	return nil
}

// prepare makes the clone and the environment of its go commands. They have a module
// cache that nobody else uses: what this command publishes must not be taken for
// the release, should that differ in the end.
func (r *release) prepare() error {
	r.clone = filepath.Join(r.scratch, "clone")
	if _, err := modproxy.Git(r.repository, "clone", "-q", "--shared", ".", r.clone); err != nil {
		return err
	}
	for _, key := range []string{"user.name", "user.email", "user.signingKey", "gpg.format", "tag.gpgSign"} {
		if value, err := modproxy.Git(r.repository, "config", key); err == nil {
			if _, err := modproxy.Git(r.clone, "config", key, value); err != nil {
				return err
			}
		}
	}
	r.proxy = modproxy.Proxy{Dir: filepath.Join(r.scratch, "proxy")}
	var err error
	if r.env, err = r.proxy.CacheEnv(filepath.Join(r.scratch, "cache")); err != nil {
		return err
	}
	if r.modules, err = modproxy.Modules(r.clone); err != nil {
		return err
	}
	return checkReplaced(r.clone, r.modules)
}

// checkReplaced refuses a commit whose go.mod files do not replace each module of the
// repository that they need, or replace another one: a program that requires the module
// would not replace it.
func checkReplaced(root string, modules []modproxy.Module) error {
	needs, all := modproxy.Needs(modules), 0
	var wrong error
	for _, m := range modules {
		replaced, err := m.Replaced(root)
		if err != nil {
			return err
		}
		all += len(replaced)
		if want := needs[m.Path]; wrong == nil && !slices.Equal(replaced, want) {
			wrong = fmt.Errorf("%s/go.mod replaces %q: replace %q, which it requires directly or through another", m.Dir, replaced, want)
		}
	}
	if wrong != nil && all == 0 {
		return errReleased
	}
	return wrong
}

// close removes the clone and what belongs to it.
func (r *release) close() { os.RemoveAll(r.scratch) }

// goIn runs the go command in a module of the clone. An error carries its output.
func (r *release) goIn(m modproxy.Module, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join(r.clone, filepath.FromSlash(m.Dir))
	cmd.Env = r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: go %s: %w\n%s", m.Dir, strings.Join(args, " "), err, out)
	}
	return nil
}

// fetch brings the commits and the tags into the repository.
func (r *release) fetch() error {
	args := []string{"fetch", "-q", r.clone}
	for _, tag := range r.tags() {
		args = append(args, "refs/tags/"+tag+":refs/tags/"+tag)
	}
	if _, err := modproxy.Git(r.repository, "pull", "-q", "--ff-only", "--no-tags", r.clone, "HEAD"); err != nil {
		return err
	}
	_, err := modproxy.Git(r.repository, args...)
	return err
}

// tags returns the tags of the release. Each module comes after those that it
// requires.
func (r *release) tags() []string {
	var tags []string
	for _, m := range r.modules {
		if m.Tagged() {
			tags = append(tags, m.Tag(r.version))
		}
	}
	return tags
}

// printTags prints the tags and how to push them.
func (r *release) printTags() error {
	branch, err := modproxy.Git(r.repository, "rev-parse", "--abbrev-ref", "HEAD")
	if err != nil {
		return err
	}
	for _, tag := range r.tags() {
		fmt.Fprintln(r.log, tag)
	}
	object, err := modproxy.Git(r.clone, "cat-file", "tag", r.version)
	if err != nil {
		return err
	}
	if !strings.Contains(object, "-----BEGIN ") {
		fmt.Fprintln(r.log, "the tags are not signed, and the release workflow refuses them: git config tag.gpgSign true, and make the release again")
	}
	_, err = fmt.Fprintf(r.log, "push all of them at once:\ngit push --atomic origin %s %s\n", branch, strings.Join(r.tags(), " "))
	return err
}
