package modproxy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLink: a linked cache has the modules of others, and those of this repository on neither side of the other one.
func TestLink(t *testing.T) {
	user, dir := t.TempDir(), t.TempDir()
	others := []string{"golang.org/x/mod@v0.1.0/go.mod", "github.com/jackc/pgx/v5@v5.0.0/go.mod", "github.com/sortid-others/a@v1.0.0/go.mod",
		"cache/download/golang.org/x/mod/@v/v0.1.0.zip", "cache/download/github.com/jackc/pgx/v5/@v/v5.0.0.zip", "cache/download/sumdb/sum.golang.org/latest"}
	own := []string{"github.com/sortid/sortid@v0.1.0/go.mod", "github.com/sortid/sortid/pgxtype@v0.1.0/go.mod", "cache/download/github.com/sortid/sortid/@v/v0.1.0.zip",
		"cache/lock", "cache/vcs/0123/HEAD"}
	for _, name := range slices.Concat(others, own) {
		write(t, filepath.Join(user, name))
	}
	for range 2 { // the second finds the links
		if err := Link(user, dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range own {
		if _, err := os.Stat(filepath.Join(dir, name)); !os.IsNotExist(err) {
			t.Errorf("%s: %v, want no such file", name, err)
		}
		late := strings.ReplaceAll(name, "v0.1.0", "v0.2.0") + ".new"
		write(t, filepath.Join(dir, late))
		if _, err := os.Stat(filepath.Join(user, late)); !os.IsNotExist(err) {
			t.Errorf("%s is in the other cache: %v", late, err)
		}
	}
	if err := Link(filepath.Join(user, "none"), t.TempDir()); err != nil {
		t.Errorf("a cache that is not there has nothing: %v", err)
	}
}

func write(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
}
