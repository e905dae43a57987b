package report

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/page"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	f, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("opening left %v", left)
	}
	names, err := f.Write(Of(reporttest.Sample()))
	if err != nil || len(names) != 2 {
		t.Fatalf("wrote %v, %v", names, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != len(names) {
		t.Errorf("there is %v, want %v", left, names)
	}
	for _, name := range []string{JSONFile, "results.html"} {
		if !slices.Contains(names, filepath.Join(dir, name)) {
			t.Errorf("%s is not among %v", name, names)
		}
	}
	saved, err := os.Open(filepath.Join(dir, JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer saved.Close()
	if r, err := trial.Read(saved); err != nil || !reflect.DeepEqual(r, reporttest.Sample()) {
		t.Errorf("the saved result is another one: %v", err)
	}
	if _, err := OpenDir(dir); err == nil || !strings.Contains(err.Error(), "already holds") {
		t.Errorf("a directory with results was taken: %v", err)
	}
	file := filepath.Join(dir, JSONFile)
	if _, err := OpenDir(file); err == nil {
		t.Error("a file was taken for a directory")
	}
}

func TestPictures(t *testing.T) {
	for name, r := range map[string]trial.Result{"rich": reporttest.Rich(), "hostile": reporttest.Hostile(), "sample": reporttest.Sample(), "empty": {}} {
		dir := t.TempDir()
		names, err := Dir{path: dir}.WritePictures(Of(r))
		if err != nil {
			t.Fatal(name, err)
		}
		found, err := os.ReadDir(dir)
		if err != nil || len(found) != len(names) {
			t.Errorf("%s: %d names for %d files, %v", name, len(names), len(found), err)
		}
		for _, path := range names {
			if !page.IsPicture(filepath.Base(path)) {
				t.Errorf("%s: the name %s is not known for a picture's", name, filepath.Base(path))
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := parse(f); err != nil {
				t.Errorf("%s: %s: %v", name, filepath.Base(path), err)
			}
			f.Close()
		}
		switch main := filepath.Join(dir, "order-postgres-primary.svg"); {
		case name == "rich" && !slices.Contains(names, main):
			t.Errorf("there is no %s among %v", main, names)
		case name == "empty" && len(names) != 0:
			t.Errorf("nothing measured gives %v", names)
		}
	}
}

func parse(r io.Reader) error {
	for d := xml.NewDecoder(r); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestPicturesWithoutDirectory(t *testing.T) {
	if names, err := (Dir{path: filepath.Join(t.TempDir(), "not there")}).WritePictures(Of(reporttest.Rich())); err == nil || len(names) != 0 {
		t.Errorf("wrote %v, %v", names, err)
	}
}

// One picture that cannot be written keeps none of the others from it, and leaves nothing
// behind.
func TestPicturesGoOn(t *testing.T) {
	whole := t.TempDir()
	all, err := Dir{path: whole}.WritePictures(Of(reporttest.Rich()))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	taken := filepath.Join(dir, filepath.Base(all[0]))
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	names, err := Dir{path: dir}.WritePictures(Of(reporttest.Rich()))
	if err == nil || !strings.Contains(err.Error(), "cannot write "+taken+":") {
		t.Errorf("the error is %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(names) != len(all)-1 || len(entries) != len(all) {
		t.Errorf("%d of %d pictures are written, and there are %d entries, %v", len(names), len(all), len(entries), err)
	}
}

// A directory that has a picture of another result is not taken; other pictures do not
// matter.
func TestFilesRefusePictures(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"holiday.svg", "order-form.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := OpenDir(dir); err != nil {
		t.Errorf("foreign files: %v", err)
	}
	const name = "order-sim-nbtree.svg"
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenDir(dir); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "another directory") {
		t.Errorf("a directory with a picture: %v", err)
	}
}
