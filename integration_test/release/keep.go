package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// checkKeep refuses a folder that exists: what it has would be taken for the release.
func checkKeep(dir string) error {
	if dir == "" {
		return nil
	}
	if _, err := os.Lstat(dir); err == nil {
		return fmt.Errorf("-keep %q: it exists: name a new folder", dir)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-keep %q: %w", dir, err)
	}
	return nil
}

// keep copies the proxy with the modules that a release tags to a new folder, and
// writes the environment in which go commands use it to a file there. They get a module
// cache in that folder: in the user's, a module of a rehearsal would later hide the
// public one of the same version.
func (r *release) keep(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	kept := modproxy.Proxy{Dir: filepath.Join(dir, "proxy")}
	for _, m := range r.modules {
		if !m.Tagged() {
			continue
		}
		if err := r.proxy.CopyModule(kept, m); err != nil {
			return err
		}
	}
	settings, err := kept.Settings("-modcacherw")
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, setting := range append(settings, "GOMODCACHE="+filepath.Join(dir, "cache")) {
		name, value, _ := strings.Cut(setting, "=")
		fmt.Fprintf(&text, "export %s=%s\n", name, quote(value))
	}
	name := filepath.Join(dir, "env")
	if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(r.log, "to build a program with the release, in a shell:\n. %s\ngo get %s@%s\n", quote(name), modproxy.RootPath, r.version)
	return err
}

// quote quotes a word for the shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
