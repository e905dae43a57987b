package modproxy

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

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

// TestVersion returns a version v0.<minor>.0-test.<time> that no other run uses.
func TestVersion(minor int, now time.Time) string {
	return fmt.Sprintf("v0.%d.0-test.%d", minor, now.UnixNano())
}

// testVersion matches what TestVersion returns.
var testVersion = regexp.MustCompile(`^v0\.\d+\.0-test\.(\d+)$`)

// CleanCache removes versions of the repository's modules from the user's module
// cache, and the test versions from before the given time: those of runs that
// were killed.
func CleanCache(modules []Module, before time.Time, versions ...string) error {
	env, err := GoEnv("GOMODCACHE")
	if err != nil {
		return err
	}
	for _, m := range modules {
		download := filepath.Join(env["GOMODCACHE"], "cache", "download", filepath.FromSlash(m.Path), "@v")
		stale, err := staleVersions(filepath.Join(download, "list"), before)
		if err != nil {
			return err
		}
		for _, version := range append(stale, versions...) {
			if err := removeTree(filepath.Join(env["GOMODCACHE"], filepath.FromSlash(m.Path)+"@"+version)); err != nil {
				return err
			}
			if err := removeDownload(download, version); err != nil {
				return err
			}
		}
	}
	return nil
}

// staleVersions returns the test versions from before a time in a cache's list.
func staleVersions(list string, before time.Time) ([]string, error) {
	data, err := os.ReadFile(list)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var stale []string
	for version := range strings.FieldsSeq(string(data)) {
		match := testVersion.FindStringSubmatch(version)
		if match == nil {
			continue
		}
		if nanos, err := strconv.ParseInt(match[1], 10, 64); err == nil && time.Unix(0, nanos).Before(before) {
			stale = append(stale, version)
		}
	}
	return stale, nil
}

// removeDownload removes a version from a module's folder in cache/download.
func removeDownload(download, version string) error {
	files, err := filepath.Glob(filepath.Join(download, version+".*"))
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return unlist(filepath.Join(download, "list"), version)
}

// unlist removes version from a cache's list of versions.
func unlist(name, version string) error {
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		if strings.TrimSpace(line) != version {
			kept.WriteString(line)
		}
	}
	if kept.Len() == 0 {
		return os.Remove(name)
	}
	return os.WriteFile(name, []byte(kept.String()), 0o644)
}

// removeTree removes a module's folder, which the go command makes read-only.
func removeTree(dir string) error {
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(name, 0o755)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.RemoveAll(dir)
}
