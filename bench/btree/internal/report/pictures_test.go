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

	"github.com/sortid/sortid/bench/btree/internal/bench"
)

func TestPictures(t *testing.T) {
	for name, r := range map[string]bench.Result{"rich": richResult(), "hostile": hostileResult(), "sample": sample(), "empty": {}} {
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
