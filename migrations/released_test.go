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
