package modules

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// program is the folder of a program outside the repository.
type program struct {
	dir string
	env []string
}

// newProgram makes a program in an empty folder. Its modules come from the release
// and from where the user's environment says.
func newProgram(t *testing.T, r release, files ...txtar.File) program {
	t.Helper()
	env, err := r.proxy.Env(filepath.Join(scratch, "cache"), "-mod=mod")
	if err != nil {
		t.Fatal(err)
	}
	p := program{dir: t.TempDir(), env: env}
	for _, f := range files {
		p.write(t, f.Name, string(f.Data))
	}
	return p
}

// offline is the program when the release is the only source of modules.
func (p program) offline(r release) program {
	p.env = append(slices.Clone(p.env), "GOPROXY="+r.proxy.URL(), "GOMODCACHE="+filepath.Join(scratch, "offline"))
	return p
}

func (p program) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (p program) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// unreachable matches what the go command says when it cannot reach a module that
// is not in the cache. A module that a proxy does not have reads otherwise.
var unreachable = regexp.MustCompile(`dial tcp|no such host|connection refused|connection reset|i/o timeout|TLS handshake|` +
	`context deadline exceeded|network is unreachable|module lookup disabled by GOPROXY=off|50[234] `)

// run runs the go command and returns its output.
func (p program) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = p.dir
	cmd.Env = p.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case err == nil:
	case unreachable.MatchString(stderr.String()) && os.Getenv(dbtest.RequireVariable) != "1":
		t.Skipf("go %s: %v\n%s\na module is neither in the cache nor reachable: set GOPROXY to a proxy that has it",
			strings.Join(args, " "), err, stderr.String())
	default:
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, stderr.String(), out)
	}
	return string(out)
}

// require adds requirements of the repository's modules to the program's go.mod.
func (p program) require(t *testing.T, version string, modules ...modproxy.Module) {
	t.Helper()
	args := []string{"mod", "edit"}
	for _, m := range modules {
		args = append(args, "-require="+m.Path+"@"+version)
	}
	p.run(t, args...)
}

// goRelease returns the Go release that a go.mod names.
func goRelease(t *testing.T, goMod string) string {
	t.Helper()
	file, err := modfile.Parse("go.mod", []byte(goMod), nil)
	if err != nil {
		t.Fatal(err)
	}
	return file.Go.Version
}

// requirements returns the version of each module that a go.mod requires.
func requirements(t *testing.T, goMod string) map[string]string {
	t.Helper()
	file, err := modfile.Parse("go.mod", []byte(goMod), nil)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, r := range file.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	return versions
}

// difference returns the lines that only one of two texts has, those of before with
// "-" and those of after with "+" in front. It skips the brackets of blocks.
func difference(before, after string) []string {
	lines := map[string]string{}
	for line := range strings.Lines(before) {
		lines[strings.TrimSpace(line)] = "-"
	}
	for line := range strings.Lines(after) {
		line = strings.TrimSpace(line)
		if _, both := lines[line]; both {
			delete(lines, line)
		} else {
			lines[line] = "+"
		}
	}
	var diff []string
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		if line != "" && line != ")" && line != "require (" {
			diff = append(diff, lines[line]+" "+line)
		}
	}
	return diff
}
