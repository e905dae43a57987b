// Package release_test makes a release of the working tree, and looks at what it leaves.
package release_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

const version = "v0.97.0"

// released is the error for a commit that has no replace directives to restore.
const released = "this commit is a release: release from a later one"

// Files that a release writes.
const (
	compatBase   = "integration_test/modules/compat_base"
	releasedSums = "migrations/testdata/released.sha256"
)

// git runs git in dir.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := modproxy.Git(dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// repository makes a repository of the working tree.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := modproxy.CopyTree("../..", dir); err != nil {
		t.Fatal(err)
	}
	if err := modproxy.Commit(dir, "the working tree"); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "config", "user.name", "test")
	git(t, dir, "config", "user.email", "test@example.com")
	return dir
}

// signTags has the repository sign its tags with a new key. It reports whether it can.
func signTags(t *testing.T, dir string) bool {
	t.Helper()
	key := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Logf("the tags are not signed: ssh-keygen: %v: %s", err, out)
		return false
	}
	git(t, dir, "config", "gpg.format", "ssh")
	git(t, dir, "config", "user.signingKey", key+".pub")
	git(t, dir, "config", "tag.gpgSign", "true")
	return true
}

// release runs the command in a repository, with the environment's variables added, and returns what it prints.
func release(t *testing.T, dir string, env []string, args ...string) (string, error) {
	t.Helper()
	script, err := filepath.Abs("../../.ci/release")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(script, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestRelease makes a release of the working tree, with the checks that the command
// makes itself, and looks at the commits that it leaves. If the working tree is a
// release, it must be refused.
func TestRelease(t *testing.T) {
	dir := repository(t)
	signs := signTags(t, dir)
	state := "git rev-parse HEAD; git tag; git status --porcelain"
	before := git(t, dir, "rev-parse", "HEAD")
	kept, record := filepath.Join(t.TempDir(), "it's kept"), filepath.Join(t.TempDir(), "record")
	if err := os.WriteFile(record, []byte("{ cd '"+dir+"'; "+state+"; } >"+record+".log"), 0o644); err != nil {
		t.Fatal(err)
	}
	log, err := release(t, dir, []string{"RELEASE_UNTESTED=1", "RELEASE_BEFORE=sh " + record}, "-k", kept, version)
	if !strings.Contains(git(t, dir, "show", "HEAD:pgxtype/go.mod"), "replace") && !strings.Contains(git(t, dir, "tag"), version) {
		if err == nil || !strings.Contains(log, released) {
			t.Fatalf("of a release: %v: %s, want %q", err, log, released)
		}
		return // the commits before and after it are released here
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if got, err := os.ReadFile(record + ".log"); err != nil || string(got) != before+"\n" {
		t.Errorf("before the end the repository has changed: %s, %v", got, err)
	}
	want := []string{version, "migrations/sqlitefunc/" + version, "internal/dbserver/" + version, "bench/" + version, "ops/doctor/" + version, "gormtype/" + version, "pgxtype/" + version}
	checkTagOrder(t, dir, log, want)
	for _, tag := range want {
		if git(t, dir, "rev-parse", tag+"^{commit}") != git(t, dir, "rev-parse", "HEAD~1") {
			t.Errorf("the tag %s is not on the release commit", tag)
		}
		if signed := strings.Contains(git(t, dir, "cat-file", "tag", tag), "-----BEGIN SSH SIGNATURE-----"); signed != signs {
			t.Errorf("the tag %s is signed: %v, want %v", tag, signed, signs)
		}
	}
	if git(t, dir, "rev-parse", "HEAD~2") != before {
		t.Error("a release has other than two commits")
	}
	if changes := git(t, dir, "status", "--porcelain"); changes != "" {
		t.Errorf("the working tree has changes:\n%s", changes)
	}
	modules, err := modproxy.Modules(dir)
	if err != nil {
		t.Fatal(err)
	}
	checkTagged(t, dir, modules)
	checkNext(t, dir, modules)
	checkKept(t, kept)
	if log, err := release(t, dir, nil, "-n", "-k", kept, "v0.98.0"); err == nil || !strings.Contains(log, "name a new folder") {
		t.Errorf("-k with a folder that exists: %v: %s", err, log)
	}
	git(t, dir, "checkout", "-q", version)
	if log, err := release(t, dir, nil, "-n", "v0.98.0"); err == nil || !strings.Contains(log, released) {
		t.Errorf("of a release: %v: %s, want %q", err, log, released)
	}
}

// checkTagOrder checks that the log has the tags as they are to be pushed: each module comes after those that it requires.
func checkTagOrder(t *testing.T, dir, log string, want []string) {
	t.Helper()
	_, push, _ := strings.Cut(log, "\ngit push --atomic origin main ")
	tags := strings.Fields(push)
	if !strings.Contains(log, strings.Join(tags, "\n")+"\n") || !slices.Equal(slices.Sorted(slices.Values(tags)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the tags are %q, want %q in some order:\n%s", tags, want, log)
	}
	modules, err := modproxy.Modules(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		for _, required := range m.Requires() {
			of := modproxy.Module{Dir: path.Clean("./" + strings.TrimPrefix(required, modproxy.RootPath))}
			if m.Tagged() && slices.Index(tags, of.Tag(version)) > slices.Index(tags, m.Tag(version)) {
				t.Errorf("%s comes before %s, which it requires", m.Path, required)
			}
		}
	}
}

// checkTagged checks the release commit: no replacements, every requirement at the
// release's version, and the code of the commit before.
func checkTagged(t *testing.T, dir string, modules []modproxy.Module) {
	t.Helper()
	for _, m := range modules {
		goMod := git(t, dir, "show", version+":"+strings.TrimPrefix(m.Dir+"/go.mod", "./"))
		if strings.Contains(goMod, "replace") || strings.Count(goMod, " "+version) != len(m.Requires()) {
			t.Errorf("at the tag, %s/go.mod is\n%s", m.Dir, goMod)
		}
	}
	for name := range strings.FieldsSeq(git(t, dir, "diff", "--name-only", version+"~1", version)) {
		if base := filepath.Base(name); base != "go.mod" && base != "go.sum" && name != "CHANGELOG.md" && name != "go.work" && name != releasedSums {
			t.Errorf("the release commit changes %s", name)
		}
	}
	files := strings.Fields(git(t, dir, "ls-tree", "-r", "--name-only", version, "--", "migrations"))
	sums := git(t, dir, "show", version+":"+releasedSums)
	for _, name := range files {
		if name, found := strings.CutPrefix(name, "migrations/"); found && strings.HasSuffix(name, ".sql") && !strings.Contains(sums, "  "+name) {
			t.Errorf("%s does not list %s", releasedSums, name)
		}
	}
	if log := git(t, dir, "show", version+":CHANGELOG.md"); !strings.Contains(log, "## Unreleased\n\n## "+version+", 20") {
		t.Error("CHANGELOG.md has no heading for the release")
	}
}

// required matches a requirement of one of the repository's modules.
var required = regexp.MustCompile(`(?m)(\Q` + modproxy.RootPath + `\E\S*) v\S+$`)

// checkNext checks the commit after the release: it has the replacements from before
// the release, and compat_base names the release.
func checkNext(t *testing.T, dir string, modules []modproxy.Module) {
	t.Helper()
	for _, m := range modules {
		name := strings.TrimPrefix(m.Dir+"/go.mod", "./")
		want := required.ReplaceAllString(git(t, dir, "show", version+"~1:"+name), "${1} "+version)
		if got := git(t, dir, "show", "HEAD:"+name); got != want {
			t.Errorf("after the release, %s is\n%s\nwant\n%s", name, got, want)
		}
	}
	if diff := git(t, dir, "diff", version+"~1", "HEAD", "--", "go.work", "go.work.sum", "*go.sum"); diff != "" {
		t.Errorf("after the release, other files differ:\n%s", diff)
	}
	base, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(compatBase)))
	if err != nil || !strings.HasSuffix(string(base), "\n"+version+"\n") {
		t.Errorf("compat_base is %q, %v", base, err)
	}
}

// program is a program outside of the repository.
const program = `package main

import (
	"fmt"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
)

func main() {
	_ = pgxtype.Register
	fmt.Println(wiji.MustParse("069Q6ZXR120002M45BSQQG28T5").Time().Year())
}
`

// checkKept builds a program with the proxy that -k leaves, when everything else of the
// release is gone.
func checkKept(t *testing.T, kept string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-ec", `. "$1/env"
go mod init example.com/program
# With GOPRIVATE, the go command finds no second module of a repository at a version.
test -n "$(go env GONOPROXY)" || go get `+modproxy.RootPath+`@`+version+`
go get `+modproxy.RootPath+`/pgxtype@`+version+`
go mod tidy
go run .
go list -m `+modproxy.RootPath, "sh", kept)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "\n2026\n"+modproxy.RootPath+" "+version+"\n") {
		t.Errorf("a program with the proxy that was kept: %v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(kept, "proxy", filepath.FromSlash(modproxy.RootPath), "integration_test")); !os.IsNotExist(err) {
		t.Errorf("the proxy has a module without a tag: %v", err)
	}
}

// TestRefused: a release that cannot be is refused before anything is made.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "README"), []byte("sortid\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := modproxy.Commit(dir, "first"); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "tag", "v0.4.0")
	refused := func(version, want string) {
		t.Helper()
		if log, err := release(t, dir, nil, version); err == nil || !strings.Contains(log, want) {
			t.Errorf("%s: %v: %s, want %q", version, err, log, want)
		}
	}
	refused("1.0.0", "not of the form v1.2.3")
	refused("v1.0", "not of the form v1.2.3")
	refused("v1.0.0+build", "not of the form v1.2.3")
	refused("v2.0.0", "add /v2 to every module path")
	refused("v0.4.0", "choose a higher version")
	refused("v0.4.0-rc.1", "choose a higher version")
	if err := os.WriteFile(filepath.Join(dir, "new"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	refused("v0.5.0", "the working tree has changes")
}
