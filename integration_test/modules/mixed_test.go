package modules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// TestMixedVersions builds a program that has the working tree's root module beside
// older versions of the modules that import it, and runs the tests of those modules
// there. A build of a user mixes versions in this way when one requirement raises
// the root module, and pgxtype and gormtype use its internal packages.
//
// The file compat_base names the release to take the older modules from.
func TestMixedVersions(t *testing.T) {
	base := compatBase(t)
	if base == "" {
		t.Skip("compat_base names no release, so there is nothing older")
	}
	r := publish(t)
	tree := filepath.Join(scratch, "older")
	if err := modproxy.CheckOut(repository, base, tree); err != nil {
		t.Fatalf("compat_base names %s: run git fetch --tags: %v", base, err)
	}
	modules, err := r.proxy.PublishTree(tree, older)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"pgxtype", "gormtype"} {
		t.Run(dir, func(t *testing.T) {
			p := newProgram(t, r)
			path := modproxy.RootPath + "/" + dir
			p.write(t, "main.go", "package main\n\nimport _ \""+path+"\"\n\nfunc main() {}\n")
			p.write(t, "go.mod", "module example.com/mixed\n\ngo 1.25.0\n")
			p.require(t, newer, r.module(t, "."))
			p.require(t, older, release{modules: modules}.module(t, dir))
			p.run(t, "mod", "tidy")
			p.run(t, "run", ".")
			p.run(t, "test", "-short", path+"/...")
			if got := p.run(t, "list", "-m", modproxy.RootPath, path); got != modproxy.RootPath+" "+newer+"\n"+path+" "+older+"\n" {
				t.Errorf("the program is built with\n%s", got)
			}
		})
	}
}

// compatBase returns the tag in the file compat_base, without comments.
func compatBase(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("compat_base")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return ""
}
