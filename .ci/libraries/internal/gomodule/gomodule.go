// Package gomodule runs go commands in modules of their own: for a library that generates code, or
// whose requirements or Go release are not those of this module.
package gomodule

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Module is a module in a new folder.
type Module struct {
	t   testing.TB
	dir string
	env []string // of its go commands, beside the variables of the test
}

// New copies the folders of testdata that are named into one module. The names of their Go files end in
// .txt, and go.mod has SORTID in place of the folder of this repository.
func New(t testing.TB, folders ...string) *Module {
	t.Helper()
	root, err := filepath.Abs("../../..") // from a package's folder
	if err != nil {
		t.Fatal(err)
	}
	m := &Module{t: t, dir: t.TempDir()}
	for _, folder := range folders {
		if err := m.add(os.DirFS("testdata/"+folder), root); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// add copies a folder.
func (m *Module) add(from fs.FS, root string) error {
	return fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		to := filepath.Join(m.dir, strings.TrimSuffix(path, ".txt"))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return os.WriteFile(to, bytes.ReplaceAll(data, []byte("SORTID"), []byte(root)), 0o600)
	})
}

// With returns the module for a test or a subtest of it, with more variables for go commands, as NAME=value.
func (m *Module) With(t testing.TB, env ...string) *Module {
	return &Module{t: t, dir: m.dir, env: slices.Concat(m.env, env)}
}

// Run runs the go command and returns what it writes to standard output.
func (m *Module) Run(args ...string) string {
	m.t.Helper()
	command := exec.CommandContext(m.t.Context(), "go", args...)
	command.Dir = m.dir
	command.Env = slices.Concat(os.Environ(), []string{"GOWORK=off", "GOFLAGS="}, m.env)
	var errs strings.Builder
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		m.t.Fatalf("go %v: %v\n%s%s", args, err, out, errs.String())
	}
	return string(out)
}
