package report

import (
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

func TestPictures(t *testing.T) {
	for name, r := range map[string]trial.Result{"rich": richResult(), "hostile": hostileResult(), "sample": sample(), "empty": {}} {
		dir := t.TempDir()
		names, err := Pictures(dir, r)
		if err != nil {
			t.Fatal(name, err)
		}
		found, err := os.ReadDir(dir)
		if err != nil || len(found) != len(names) {
			t.Errorf("%s: %d names for %d files, %v", name, len(names), len(found), err)
		}
		for _, path := range names {
			if !pictureName.MatchString(filepath.Base(path)) {
				t.Errorf("%s: the name %s is not known for a picture's", name, filepath.Base(path))
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(path, ".png") {
				_, err = png.Decode(f)
			} else {
				err = parse(f)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", name, filepath.Base(path), err)
			}
			f.Close()
		}
		switch main := filepath.Join(dir, "order-postgres-primary.png"); {
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
	if names, err := Pictures(filepath.Join(t.TempDir(), "not there"), richResult()); err == nil || len(names) != 0 {
		t.Errorf("wrote %v, %v", names, err)
	}
}

// One picture that cannot be written keeps none of the others from it, and leaves nothing
// behind.
func TestPicturesGoOn(t *testing.T) {
	whole := t.TempDir()
	all, err := Pictures(whole, richResult())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	taken := filepath.Join(dir, filepath.Base(all[0]))
	if err := os.Mkdir(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	names, err := Pictures(dir, richResult())
	if err == nil || !strings.Contains(err.Error(), taken+" could not be written") {
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
	for _, name := range []string{"holiday.png", "order-form.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := OpenFiles(dir); err != nil {
		t.Errorf("foreign files: %v", err)
	}
	const name = "order-sim-nbtree.png"
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFiles(dir); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "another directory") {
		t.Errorf("a directory with a picture: %v", err)
	}
}
