package migrations

import (
	"bufio"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "add the migration files to testdata/released.sha256, before a release")

const releasedFile = "testdata/released.sha256"

// sums returns the SHA-256 sums of all migration files by their paths.
func sums(fsys fs.FS) (map[string]string, error) {
	names, err := fs.Glob(fsys, "*/*.sql")
	if err != nil {
		return nil, err
	}
	list := map[string]string{}
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		list[name] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return list, nil
}

// parseReleased reads lines of a sum and a path; # begins a comment.
func parseReleased(text string) (map[string]string, error) {
	list := map[string]string{}
	scanner := bufio.NewScanner(strings.NewReader(text))
	for scanner.Scan() {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		sum, name, found := strings.Cut(line, "  ")
		if !found || len(sum) != 2*sha256.Size || list[name] != "" {
			return nil, fmt.Errorf("%q: not a sum and a path, or a path that is listed twice", line)
		}
		list[name] = sum
	}
	return list, scanner.Err()
}

// changed lists the released files that are missing or differ.
func changed(released, present map[string]string) (problems []string) {
	for _, name := range slices.Sorted(maps.Keys(released)) {
		switch present[name] {
		case released[name]:
		case "":
			problems = append(problems, name+" was released and is missing")
		default:
			problems = append(problems, name+" was released and has changed")
		}
	}
	return problems
}

// Released files never change.
func TestReleased(t *testing.T) {
	text, err := os.ReadFile(releasedFile)
	if err != nil {
		t.Fatal(err)
	}
	released, err := parseReleased(string(text))
	if err != nil {
		t.Fatalf("%s: %v", releasedFile, err)
	}
	present, err := sums(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range changed(released, present) {
		t.Errorf("%s: restore the file, and put the change into a new file with the next number", problem)
	}
	if *update && !t.Failed() {
		for _, name := range slices.Sorted(maps.Keys(present)) {
			if released[name] == "" {
				text = fmt.Appendf(text, "%s  %s\n", present[name], name)
			}
		}
		if err := os.WriteFile(releasedFile, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReleased finds a change in one byte, a missing file and a renamed one, and lets new
// files in.
func TestChanged(t *testing.T) {
	set := func() fstest.MapFS {
		return fstest.MapFS{"postgres/00001_a.sql": {Data: []byte("SELECT 1;\n")}, "mysql/00001_b.sql": {Data: []byte("SELECT 2;\n")}}
	}
	before, err := sums(set())
	if err != nil || len(before) != 2 {
		t.Fatal(before, err)
	}
	var text strings.Builder
	text.WriteString("# a comment\n\n")
	for name, sum := range before {
		fmt.Fprintf(&text, "%s  %s\n", sum, name)
	}
	released, err := parseReleased(text.String())
	if err != nil || !maps.Equal(released, before) {
		t.Fatalf("%v is read as %v, %v", before, released, err)
	}
	for _, c := range []struct {
		name   string
		change func(fstest.MapFS)
		want   int
	}{
		{"nothing", func(fstest.MapFS) {}, 0},
		{"a new file", func(m fstest.MapFS) { m["mysql/00002_c.sql"] = &fstest.MapFile{Data: []byte("SELECT 3;\n")} }, 0},
		{"a byte", func(m fstest.MapFS) { m["mysql/00001_b.sql"].Data[7] = '9' }, 1},
		{"a missing file", func(m fstest.MapFS) { delete(m, "mysql/00001_b.sql") }, 1},
		{"another name", func(m fstest.MapFS) {
			m["postgres/00001_z.sql"] = m["postgres/00001_a.sql"]
			delete(m, "postgres/00001_a.sql")
		}, 1},
	} {
		m := set()
		c.change(m)
		present, err := sums(m)
		if err != nil {
			t.Fatal(err)
		}
		if got := changed(released, present); len(got) != c.want {
			t.Errorf("%s: %q, want %d problems", c.name, got, c.want)
		}
	}
	for _, bad := range []string{"abc  mysql/00001_b.sql", strings.Repeat("a", 64) + " mysql/00001_b.sql", strings.Repeat(strings.Repeat("a", 64)+"  x.sql\n", 2)} {
		if got, err := parseReleased(bad); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}
