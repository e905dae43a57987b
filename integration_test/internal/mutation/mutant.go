package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutant is a file with one change that should be noticed.
type mutant struct {
	file       string // relative to the root of the repository
	line       int
	scope      string // the declaration that has the change
	start, end int    // the bytes that the change replaces
	old, new   string
	nth        int // its number among those of the declaration with the same texts, from 0

	pack string // the import path of the package whose tests come first; empty for SQL
}

// key names a mutant without its line.
func (m mutant) key() string {
	key := strings.Join([]string{m.file, m.scope, oneLine(m.old), oneLine(m.new)}, "\t")
	if m.nth > 0 {
		key += fmt.Sprintf(" #%d", m.nth)
	}
	return key
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d\t%s\t%s\t%s", m.file, m.line, m.scope, oneLine(m.old), strings.TrimPrefix(m.key(), strings.Join([]string{m.file, m.scope, oneLine(m.old)}, "\t")+"\t"))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// mutants returns the mutants of a file, numbered.
func mutants(root, file string) ([]mutant, error) {
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return nil, err
	}
	var found []mutant
	if strings.HasSuffix(file, ".sql") {
		found = sqlMutants(file, source)
	} else if found, err = goMutants(file, source); err != nil {
		return nil, err
	}
	count := map[string]int{}
	for i := range found {
		key := found[i].key()
		found[i].nth = count[key]
		count[key]++
	}
	return found, nil
}

// apply returns the file with the change.
func (m mutant) apply(source []byte) []byte {
	return []byte(string(source[:m.start]) + m.new + string(source[m.end:]))
}
