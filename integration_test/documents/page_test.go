package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository.
var root = filepath.Join("..", "..")

// block is a block of code in a page.
type block struct {
	page     string // its path from the root
	line     int    // of the first line of the code
	language string
	marks    []string // the words after the language
	fragment string   // why it cannot run
	code     string
}

// fence begins a block.
var fence = regexp.MustCompile("^( *)```([a-z]+)(?: (.*))?$")

// pages returns the names of the pages.
func pages(t *testing.T) []string {
	t.Helper()
	names := []string{"README.md", "ops/README.md", "migrations/mysql/README.md", "migrations/sqlite/README.md"}
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(docs) < 10 {
		t.Fatalf("there are %d pages in docs, %v", len(docs), err)
	}
	for _, name := range docs {
		names = append(names, "docs/"+filepath.Base(name))
	}
	return names
}

// blocks returns the blocks of a language in all pages.
func blocks(t *testing.T, language string) (list []block) {
	t.Helper()
	for _, page := range pages(t) {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blocksOf(page, string(data)) {
			if b.language == language {
				list = append(list, b)
			}
		}
	}
	return list
}

func blocksOf(page, text string) (list []block) {
	var open *block
	indent := ""
	for i, line := range strings.Split(text, "\n") {
		switch m := fence.FindStringSubmatch(line); {
		case open == nil && m != nil:
			marks, reason, _ := strings.Cut(m[3], "fragment:")
			open = &block{page: page, line: i + 2, language: m[2], marks: strings.Fields(marks), fragment: strings.TrimSpace(reason)}
			indent = m[1]
		case open != nil && strings.TrimSpace(line) == "```":
			list, open = append(list, *open), nil
		case open != nil:
			open.code += strings.TrimPrefix(line, indent) + "\n"
		}
	}
	return list
}

// servers lists the marks that name servers.
var servers = []string{"postgres", "mysql", "mariadb", "sqlite"}

// servers returns the servers of the block, and its scenes: that without a name if it names none.
func (b block) servers() (on, scenes []string) {
	for _, mark := range b.marks {
		if slices.Contains(servers, mark) {
			on = append(on, mark)
		} else {
			scenes = append(scenes, mark)
		}
	}
	if scenes == nil {
		scenes = []string{""}
	}
	return on, scenes
}
