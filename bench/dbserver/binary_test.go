package dbserver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestNewestFirst(t *testing.T) {
	root := t.TempDir()
	for _, v := range []string{"9.6", "18", "15", "9.10"} {
		if err := os.MkdirAll(filepath.Join(root, v, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, dir := range newestFirst(filepath.Join(root, "*", "bin")) {
		got = append(got, filepath.Base(filepath.Dir(dir)))
	}
	if want := []string{"18", "15", "9.10", "9.6"}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

// fakeBinaries makes a directory with shell scripts that print a version.
func fakeBinaries(t *testing.T, version string, names ...string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a system that runs shell scripts")
	}
	dir := t.TempDir()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho '"+version+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// MariaDB's packages install their own mysqld, which must not pass for MySQL, and a
// directory that lacks one of the programs is refused.
func TestFindProgram(t *testing.T) {
	for _, c := range []struct {
		name, version string
		binaries      []string
		kind          Kind
		want          string // part of the error, or empty
	}{
		{"PostgreSQL", "", []string{"postgres", "initdb"}, Postgres, ""},
		{"no initdb", "", []string{"postgres"}, Postgres, "initdb"},
		{"no postgres", "", []string{"initdb"}, Postgres, "postgres"},
		{"MySQL", "mysqld Ver 9.7.4 for Linux (MySQL Community Server)", []string{"mysqld"}, MySQL, ""},
		{"MariaDB's mysqld", "mysqld Ver 11.8.9-MariaDB", []string{"mysqld"}, MySQL, "is MariaDB"},
		{"MySQL's mysqld", "mysqld Ver 9.7.4", []string{"mysqld", "mysql_install_db"}, MariaDB, "is MySQL"},
		{"MariaDB", "mariadbd Ver 11.8.9-MariaDB", []string{"mariadbd", "mariadb-install-db"}, MariaDB, ""},
		{"MariaDB under old names", "mysqld Ver 10.3-MariaDB", []string{"mysqld", "mysql_install_db"}, MariaDB, ""},
		{"nothing", "", nil, MySQL, "mysqld"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := fakeBinaries(t, c.version, c.binaries...)
			p, err := findProgram(t.Context(), c.kind, dir)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "" && p.bin() != dir:
				t.Errorf("the binaries are in %s, want %s", p.bin(), dir)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir)):
				t.Errorf("the error must name %q and the directory: %v", c.want, err)
			}
		})
	}
}

func TestFindProgramOnPath(t *testing.T) {
	dir := fakeBinaries(t, "", "postgres", "initdb")
	t.Setenv("PATH", t.TempDir()+string(os.PathListSeparator)+dir)
	p, err := findProgram(t.Context(), Postgres, "")
	if err != nil {
		t.Fatal(err)
	}
	if p.bin() != dir {
		t.Errorf("the binaries are in %s, want %s, which is on the PATH", p.bin(), dir)
	}
}

func TestSettings(t *testing.T) {
	settings := map[string]string{"b": "2", "a": "x y", "c": ""}
	if got, want := mysqlSettings(settings), []string{"--a=x y", "--b=2", "--c"}; !slices.Equal(got, want) {
		t.Errorf("MySQL: %q, want %q", got, want)
	}
	if got, want := postgresSettings(settings), []string{"-c", "a=x y", "-c", "b=2", "-c", "c="}; !slices.Equal(got, want) {
		t.Errorf("PostgreSQL: %q, want %q", got, want)
	}
}

func TestTail(t *testing.T) {
	long := strings.Repeat("line\n", 10*tailLines) + "last\n"
	got := tail(long)
	if n := strings.Count(got, "\n") + 1; n != tailLines || !strings.HasSuffix(got, "\nlast") {
		t.Errorf("%d lines that end in %q", n, got[len(got)-6:])
	}
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte(strings.Repeat("x", 2*tailBytes)+"\nlast\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := tailFile(path); len(got) > tailBytes || !strings.HasSuffix(got, "\nlast") {
		t.Errorf("%d bytes of a file, want at most %d and its end", len(got), tailBytes)
	}
	if got := tailFile(path + "x"); got != "" {
		t.Errorf("%q of a file that is not there", got)
	}
}

// A command that fails tells what it wrote; one that does not end is killed with
// its children when the context ends.
func TestRun(t *testing.T) {
	s := &scratch{home: t.TempDir()}
	shell, err := executable("/bin", "sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	failed, ok := errors.AsType[*StartError](run(t.Context(), s.command(shell, "-c", "echo out; echo err >&2; exit 3")))
	if !ok || failed.Log != "out\nerr" || !strings.Contains(failed.Error(), "exit status 3") {
		t.Errorf("got %v, want the exit status and the output", failed)
	}
	if err := run(t.Context(), s.command(shell, "-c", "exit 0")); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if err := run(ctx, s.command(shell, "-c", "sleep 1000 & sleep 1000")); err == nil || !strings.Contains(err.Error(), "enough") {
		t.Errorf("got %v, want the reason for which the context ended", err)
	}
}

func TestUniqueName(t *testing.T) {
	const postgresLimit = 63
	seen := map[string]bool{}
	for _, name := range []string{"", "TestÄ/with space", strings.Repeat("x", 100), "same", "same"} {
		got := uniqueName(name)
		if seen[got] || len(got) > postgresLimit {
			t.Errorf("%q gives %q: seen before %v, %d bytes", name, got, seen[got], len(got))
		}
		if rest := strings.Trim(got, "abcdefghijklmnopqrstuvwxyz0123456789_"); rest != "" {
			t.Errorf("%q gives %q, with %q in it", name, got, rest)
		}
		seen[got] = true
	}
}

// The message tells what was tried, why it failed and what to set.
func TestUnavailableError(t *testing.T) {
	gone := errors.New("no engine")
	c := config{kind: Postgres}
	err := error(c.unavailable([]Attempt{{SourceContainer, gone}, {SourceBinary, errNoBinaries}}))
	for _, want := range []string{"PostgreSQL", "SORTID_POSTGRES_DSN", "container: no engine", "binary: ", "SORTID_POSTGRES_BINDIR"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q: %v", want, err)
		}
	}
	if !errors.Is(err, gone) || !errors.Is(err, errNoBinaries) {
		t.Error("the attempts' errors are lost")
	}
}
