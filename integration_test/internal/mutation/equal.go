package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// equalFiles has the mutants that no test can tell from the code, each with its reason: the file, the declaration, the
// old text, the new text and the reason, with tabs between and single blanks in texts. Lines are not in it, so that it
// stays right when code moves.
const equalFiles = "integration_test/internal/mutation/equal/*.tsv"

// equals returns the reasons of the lists by the key of a mutant.
func equals(root string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(root, equalFiles))
	if err != nil {
		return nil, err
	}
	reasons := map[string]string{}
	for _, file := range files {
		list, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := readEquals(filepath.Base(file), string(list), reasons); err != nil {
			return nil, err
		}
	}
	return reasons, nil
}

// stale returns an error if a list names a mutant that a file does not have: its code has changed, and the reason with it.
func stale(reasons map[string]string, all []mutant) error {
	files, keys := map[string]bool{}, map[string]bool{}
	for _, m := range all {
		files[m.file], keys[m.key()] = true, true
	}
	var lines []string
	for key := range reasons {
		if file, _, _ := strings.Cut(key, "\t"); files[file] && !keys[key] {
			lines = append(lines, key)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	slices.Sort(lines)
	return fmt.Errorf("%s: no such mutant: remove the line, or write it as the code is now:\n%s", equalFiles, strings.Join(lines, "\n"))
}

// readEquals adds the lines of a list.
func readEquals(name, list string, reasons map[string]string) error {
	line := 0
	for text := range strings.Lines(list) {
		line++
		text = strings.TrimSuffix(text, "\n")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		fields := strings.Split(text, "\t")
		if len(fields) != 5 || fields[4] == "" {
			return fmt.Errorf("%s:%d: %d fields: write the file, the declaration, the old text, the new text and the reason, with tabs between", name, line, len(fields))
		}
		key := strings.Join(fields[:4], "\t")
		if _, twice := reasons[key]; twice {
			return fmt.Errorf("%s:%d: a second line for %q", name, line, key)
		}
		reasons[key] = fields[4]
	}
	return nil
}
