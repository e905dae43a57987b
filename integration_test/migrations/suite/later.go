package suite

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// Later returns the set of files with further ones, as later versions would have them.
// Each further file has the ways up of all files, as change returns them for its
// version, which is 2 or greater.
func Later(t testing.TB, files fs.FS, versions int, change func(up string, version int) string) fs.FS {
	t.Helper()
	later := fstest.MapFS{}
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var up strings.Builder
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		later[name] = &fstest.MapFile{Data: data}
		way, _, _ := strings.Cut(string(data), "\n-- +goose Down")
		_, way, _ = strings.Cut(way, "\n-- +goose Up\n")
		up.WriteString(way + "\n")
	}
	for v := range versions {
		changed := change(up.String(), v+2)
		if changed == up.String() {
			t.Fatalf("version %d changes nothing", v+2)
		}
		name := fmt.Sprintf("%05d_next.sql", len(names)+1+v)
		later[name] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + changed + "\n-- +goose Down\nSELECT 1;\n")}
	}
	return later
}
