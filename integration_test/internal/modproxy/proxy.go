package modproxy

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

// Proxy is a module proxy in a folder, in the layout of `go help goproxy`.
type Proxy struct {
	Dir string // absolute
}

// URL returns the proxy's address for GOPROXY.
func (p Proxy) URL() string {
	slashed := filepath.ToSlash(p.Dir)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	return "file://" + slashed
}

// Env returns the environment of a go command with [Proxy.Settings].
func (p Proxy) Env(flags ...string) ([]string, error) {
	settings, err := p.Settings(flags...)
	return append(os.Environ(), settings...), err
}

// Settings returns the environment variables that make a go command, outside of any
// workspace, take the repository's modules from the proxy and others from where the
// user's environment says. Flags are added to GOFLAGS.
func (p Proxy) Settings(flags ...string) ([]string, error) {
	user, err := GoEnv("GOPROXY", "GONOPROXY", "GONOSUMDB", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	// The user's GOPRIVATE may bypass the proxy. Any value, none too, makes the go command fail on a version
	// of a second module of a repository ("found, but does not contain package"), as of Go 1.27.
	noProxy := user["GONOPROXY"]
	if module.MatchPrefixPatterns(noProxy, RootPath) {
		noProxy = "none"
	}
	return []string{
		"GOWORK=off",
		"GOPROXY=" + p.URL() + "," + user["GOPROXY"],
		"GONOPROXY=" + noProxy,
		"GONOSUMDB=" + strings.Trim(user["GONOSUMDB"]+","+RootPath, ","),
		"GOFLAGS=" + strings.Join(append(strings.Fields(user["GOFLAGS"]), flags...), " "),
	}, nil
}

// CacheEnv returns the environment of a go command with [Proxy.Settings] and a module cache
// in the folder dir, which takes what the user has downloaded from the user's cache: there, a
// module of the proxy would later hide the public one of the same version.
func (p Proxy) CacheEnv(dir string, flags ...string) ([]string, error) {
	user, err := GoEnv("GOMODCACHE", "GOPROXY")
	if err != nil {
		return nil, err
	}
	// -trimpath lets the build cache serve code from any module cache.
	env, err := p.Env(append(flags, "-modcacherw", "-trimpath")...)
	downloaded := Proxy{Dir: filepath.Join(user["GOMODCACHE"], "cache", "download")}
	return append(env, "GOMODCACHE="+dir, "GOPROXY="+p.URL()+","+downloaded.URL()+","+user["GOPROXY"]), err
}

// GoEnv returns what go env says of the variables, outside of any workspace.
func GoEnv(names ...string) (map[string]string, error) {
	cmd := exec.Command("go", append([]string{"env", "-json"}, names...)...)
	cmd.Dir = os.TempDir()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var values map[string]string
	return values, json.Unmarshal(out, &values)
}

// CopyModule copies all versions of a module to the proxy dst.
func (p Proxy) CopyModule(dst Proxy, m Module) error {
	return os.CopyFS(dst.file(m, ""), os.DirFS(p.file(m, "")))
}

// PublishTree makes a repository of the tree in dir, edits every go.mod for a release
// and publishes version of all modules. It returns the modules.
func (p Proxy) PublishTree(dir, version string) ([]Module, error) {
	modules, err := Modules(dir)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		if err := m.Require(dir, version, false); err != nil {
			return nil, err
		}
	}
	if _, err := Git(dir, "init", "-q"); err != nil {
		return nil, err
	}
	if err := Commit(dir, version); err != nil {
		return nil, err
	}
	for _, m := range modules {
		if err := p.Publish(dir, "HEAD", m, version); err != nil {
			return nil, err
		}
	}
	return modules, nil
}

// Publish adds version of the module m, as it is in a revision of the git
// repository repo.
func (p Proxy) Publish(repo, revision string, m Module, version string) error {
	base := p.file(m, "")
	if err := os.MkdirAll(base, 0o755); err != nil {
		return err
	}
	goMod, err := Git(repo, "show", revision+":"+strings.TrimPrefix(m.Dir+"/go.mod", "./"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Now().UTC()})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(base, version+".info"), info, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(base, version+".mod"), []byte(goMod+"\n"), 0o644); err != nil {
		return err
	}
	if err := p.writeZip(repo, revision, m, version); err != nil {
		return err
	}
	return p.writeList(base)
}

func (p Proxy) file(m Module, name string) string {
	return filepath.Join(p.Dir, filepath.FromSlash(m.Path), "@v", name)
}

func (p Proxy) writeZip(repo, revision string, m Module, version string) error {
	file, err := os.Create(p.file(m, version+".zip"))
	if err != nil {
		return err
	}
	err = zip.CreateFromVCS(file, module.Version{Path: m.Path, Version: version}, repo, revision, strings.TrimPrefix(m.Dir, "."))
	if err2 := file.Close(); err == nil {
		err = err2
	}
	return err
}

func (p Proxy) writeList(base string) error {
	zips, err := filepath.Glob(filepath.Join(base, "*.zip"))
	if err != nil {
		return err
	}
	var list strings.Builder
	for _, name := range slices.Sorted(slices.Values(zips)) {
		fmt.Fprintln(&list, strings.TrimSuffix(filepath.Base(name), ".zip"))
	}
	return os.WriteFile(filepath.Join(base, "list"), []byte(list.String()), 0o644)
}

// Sum returns the h1 hash of a published module, for go.sum.
func (p Proxy) Sum(m Module, version string) (string, error) {
	return dirhash.HashZip(p.file(m, version+".zip"), dirhash.Hash1)
}
