package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// The files that Files.Write makes.
const (
	JSONFile    = "results.json"
	GoBenchFile = "results.txt"
	CSVFile     = "results.csv"
	PageFile    = "results.html"
)

// written are the files in the order in which they are written: the one that the
// others can be made from comes first.
var written = []struct {
	name  string
	write func(io.Writer, trial.Result) error
}{{JSONFile, JSON}, {GoBenchFile, GoBench}, {CSVFile, CSV}, {PageFile, Page}}

// Files is a directory for results that was found fit for them.
type Files struct{ dir string }

// OpenFiles makes the directory if it is not there, and makes sure before a long
// run that the results can be written into it. A directory that already holds
// results, if only a picture, is refused: they may be all that is left of another run.
func OpenFiles(dir string) (Files, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Files{}, fmt.Errorf("it cannot be made a directory: %w: name another one", err)
	}
	for _, f := range written {
		_, err := os.Lstat(filepath.Join(dir, f.name))
		if err == nil {
			return Files{}, fmt.Errorf("it already holds a %s: move that away or name another directory", f.name)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return Files{}, fmt.Errorf("it cannot be looked into: %w: name another directory", err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Files{}, fmt.Errorf("it cannot be looked into: %w: name another directory", err)
	}
	for _, e := range entries {
		if pictureName.MatchString(e.Name()) {
			return Files{}, fmt.Errorf("it already holds the picture %s: move that away or name another directory", e.Name())
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

// Write writes the result in every form that is a file, and its pictures, and returns
// the names of the files. A file appears whole or not at all. What could not be
// written keeps nothing else from being written.
func (f Files) Write(r trial.Result) ([]string, error) {
	var names []string
	var errs []error
	for _, o := range written {
		path := filepath.Join(f.dir, o.name)
		if err := writeFile(path, func(w io.Writer) error { return o.write(w, r) }); err != nil {
			errs = append(errs, fmt.Errorf("%s could not be written: %w", path, err))
			continue
		}
		names = append(names, path)
	}
	if len(r.Trials) > 0 {
		pictures, err := Pictures(f.dir, r)
		names = append(names, pictures...)
		if err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		return names, nil
	}
	return names, fmt.Errorf("%w: %s", errors.Join(errs...), remedy(names, filepath.Join(f.dir, JSONFile)))
}

// remedy says what to do about files that could not be written: all of them can be made
// from the saved result, if that was.
func remedy(names []string, saved string) string {
	if slices.Contains(names, saved) {
		return fmt.Sprintf("make room or get the right to write, and have them made from %s (-load) in another directory", saved)
	}
	return "the runs themselves were not saved: make room or get the right to write before the next run"
}

// writeFile writes a file under another name first, so that neither a reader nor a
// failure finds a part of it under its own.
func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".results-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err = errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
