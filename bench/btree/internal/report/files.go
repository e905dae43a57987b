package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sortid/sortid/bench/btree/internal/bench"
)

// The files that Files.Write makes.
const (
	JSONFile    = "results.json"
	GoBenchFile = "results.txt"
)

// Files is a directory for results that was found fit for them.
type Files struct{ dir string }

// OpenFiles makes the directory if it is not there, and makes sure before a long
// run that the results can be written into it. A directory that already holds
// results is refused: they may be all that is left of another run.
func OpenFiles(dir string) (Files, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Files{}, fmt.Errorf("it cannot be made a directory: %w: name another one", err)
	}
	for _, name := range []string{JSONFile, GoBenchFile} {
		_, err := os.Lstat(filepath.Join(dir, name))
		if err == nil {
			return Files{}, fmt.Errorf("it already holds a %s: move that away or name another directory", name)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return Files{}, fmt.Errorf("it cannot be looked into: %w: name another directory", err)
		}
	}
	f, err := os.CreateTemp(dir, ".results-*")
	if err != nil {
		return Files{}, fmt.Errorf("no file can be made in it: %w: name a directory that can be written to", err)
	}
	err = errors.Join(f.Close(), os.Remove(f.Name()))
	if err != nil {
		return Files{}, err
	}
	return Files{dir}, nil
}

// Write writes the result as JSON and in the Go benchmark format, and returns the
// names of the files. A file appears whole or not at all.
func (f Files) Write(r bench.Result) ([]string, error) {
	var names []string
	for _, o := range []struct {
		name  string
		write func(io.Writer, bench.Result) error
	}{{JSONFile, JSON}, {GoBenchFile, GoBench}} {
		path := filepath.Join(f.dir, o.name)
		if err := writeFile(path, r, o.write); err != nil {
			return names, fmt.Errorf("%s could not be written: %w", path, err)
		}
		names = append(names, path)
	}
	return names, nil
}

func writeFile(path string, r bench.Result, write func(io.Writer, bench.Result) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".results-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err = errors.Join(write(f, r), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
