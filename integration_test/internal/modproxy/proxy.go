package modproxy

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
)

// Proxy is a module proxy in the folder Dir, which is absolute.
type Proxy struct{ Dir string }

// URL returns the proxy's address for GOPROXY.
func (p Proxy) URL() string { return fileURL(p.downloads()) }

func (p Proxy) downloads() string { return filepath.Join(p.Dir, "cache", "download") }

func fileURL(dir string) string { return "file://" + filepath.ToSlash(dir) }

// GoMod returns the name of the go.mod of a version.
func (p Proxy) GoMod(m Module, version string) string {
	return filepath.Join(p.downloads(), filepath.FromSlash(m.Path), "@v", version+".mod")
}

// PublishTree makes a repository of the tree in dir, edits every go.mod for a release, tags
// version of all modules, and has the go command fetch them: its module cache is a proxy.
// It returns the modules.
func (p Proxy) PublishTree(dir, version string) ([]Module, error) {
	modules, err := Modules(dir)
	if err != nil {
		return nil, err
	}
	args := []string{"mod", "download"}
	for _, m := range modules {
		if err := m.release(dir, version); err != nil {
			return nil, err
		}
		if m.Tagged() {
			args = append(args, m.Path+"@"+version)
		}
	}
	if err := Commit(dir, version); err != nil {
		return nil, err
	}
	for _, m := range modules {
		if _, err := Git(dir, "tag", m.Tag(version)); err != nil {
			return nil, err
		}
	}
	_, err = command(os.TempDir(), []string{
		"GOWORK=off", "GOPROXY=direct", "GONOSUMDB=" + RootPath, "GOFLAGS=-modcacherw", "GOMODCACHE=" + p.Dir,
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url." + fileURL(dir) + ".insteadOf", "GIT_CONFIG_VALUE_0=https://" + RootPath,
	}, "go", args...)
	return modules, err
}

// Env returns the environment of a go command, outside of any workspace, with a module cache in the
// folder dir, which it makes a [Link] of the user's. The go command takes the repository's modules from the proxy, and
// others from the user's cache or from where the user's environment says. Flags are added to GOFLAGS.
func (p Proxy) Env(dir string, flags ...string) ([]string, error) {
	user, err := goEnv("GOMODCACHE", "GOPROXY", "GONOPROXY", "GONOSUMDB", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	if err := Link(user["GOMODCACHE"], dir); err != nil {
		return nil, err
	}
	// The user's GOPRIVATE may bypass the proxy. Any value, none too, makes the go command fail on a version
	// of a second module of a repository ("found, but does not contain package"), as of Go 1.27.
	around := user["GONOPROXY"]
	if module.MatchPrefixPatterns(around, RootPath) {
		around = "none"
	}
	// -trimpath lets the build cache serve code from any module cache.
	flags = append(append(strings.Fields(user["GOFLAGS"]), flags...), "-modcacherw", "-trimpath")
	return append(os.Environ(),
		"GOWORK=off",
		"GOMODCACHE="+dir,
		"GOPROXY="+p.URL()+","+user["GOPROXY"],
		"GONOPROXY="+around,
		"GONOSUMDB="+strings.Trim(user["GONOSUMDB"]+","+RootPath, ","),
		"GOFLAGS="+strings.Join(flags, " "),
	), nil
}

// goEnv returns what go env says of the variables, outside of any workspace.
func goEnv(names ...string) (map[string]string, error) {
	cmd := exec.Command("go", append([]string{"env", "-json"}, names...)...)
	cmd.Dir = os.TempDir()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var values map[string]string
	return values, json.Unmarshal(out, &values)
}
