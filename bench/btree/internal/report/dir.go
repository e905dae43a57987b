package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/report/page"
	"github.com/sortid/sortid/internal/english"
)

// Dir is a directory for the files of a result, from OpenDir.
type Dir struct{ path string }

// OpenDir makes the directory if it does not exist, and checks before a long measurement
// that files can be written into it. A directory that holds results or pictures is
// refused: they may be all that is left of another measurement.
func OpenDir(path string) (Dir, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return Dir{}, fmt.Errorf("cannot make the directory: %w: name another one", err)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return Dir{}, fmt.Errorf("cannot read the directory: %w: name another one", err)
	}
	for _, e := range entries {
		if isResult(e.Name()) || page.IsPicture(e.Name()) {
			return Dir{}, fmt.Errorf("the directory already holds %s: move that away or name another directory", e.Name())
		}
	}
	f, err := os.CreateTemp(path, temporary)
	if err != nil {
		return Dir{}, fmt.Errorf("cannot write into the directory: %w: name another one", err)
	}
	return Dir{path}, errors.Join(f.Close(), os.Remove(f.Name()))
}

// isResult reports whether a file has the name of a form of results.
func isResult(name string) bool {
	return slices.ContainsFunc(forms, func(f form) bool { return f.file == name })
}

// Write writes a report as JSON and as a page. It returns the names of the files that it
// wrote, also beside an error: a file that cannot be written does not stop the others.
// Each file appears whole or not at all. A result without trials has no files.
func (d Dir) Write(r Report) ([]string, error) {
	if len(r.Trials) == 0 {
		return nil, nil
	}
	var names []string
	var errs []error
	for _, f := range forms {
		if f.file == "" {
			continue
		}
		path := filepath.Join(d.path, f.file)
		if err := writeFile(path, func(w io.Writer) error { return f.write(r, w) }); err != nil {
			errs = append(errs, fmt.Errorf("cannot write %s: %w", path, err))
			continue
		}
		names = append(names, path)
	}
	if len(errs) == 0 {
		return names, nil
	}
	return names, fmt.Errorf("%w: %s", errors.Join(errs...), remedy(names, filepath.Join(d.path, JSONFile)))
}

// remedy says what to do about files that could not be written: all of them can be made
// from the JSON, if that was written.
func remedy(names []string, saved string) string {
	if slices.Contains(names, saved) {
		return fmt.Sprintf("free space or change the permissions, and write the others from %s with -load and another -out", saved)
	}
	return "the trials were not saved: free space or change the permissions before the next measurement"
}

// WritePictures writes the pictures of the page as SVG, and returns their names as
// Write does. Its error is that of the first one that could not be written, with the
// number of the others.
func (d Dir) WritePictures(r Report) ([]string, error) {
	var names []string
	var first error
	failed := 0
	taken := make(map[string]int)
	for _, p := range r.page().Pictures() {
		name := p.Name
		if taken[p.Name]++; taken[p.Name] > 1 {
			name = fmt.Sprintf("%s-%d", p.Name, taken[p.Name])
		}
		path := filepath.Join(d.path, name+".svg")
		if err := writeFile(path, p.Figure.WriteSVG); err != nil {
			if failed++; failed == 1 {
				first = fmt.Errorf("cannot write %s: %w", path, err)
			}
			continue
		}
		names = append(names, path)
	}
	if failed > 1 {
		return names, fmt.Errorf("%w (and %s)", first, english.Count(failed-1, "more picture"))
	}
	return names, first
}

// temporary is the pattern of names of files that are not complete.
const temporary = ".results-*"

// writeFile writes a file under a temporary name and renames it, so that it is never there
// in part.
func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), temporary)
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
