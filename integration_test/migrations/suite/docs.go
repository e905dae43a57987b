package suite

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Page is the text of a page in docs. The test runs in a directory two or three levels below the root.
func Page(t testing.TB, name string) string {
	t.Helper()
	docs := filepath.Join("..", "..", "docs")
	if _, err := os.Stat(docs); err != nil {
		docs = filepath.Join("..", docs)
	}
	data, err := os.ReadFile(filepath.Join(docs, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Recipes are the blocks of SQL in docs/server.md that are marked with all of the
// words, in their order:
//
//	```sql mysql mariadb
//
// Those that are marked with roles create roles and are left out.
func Recipes(t testing.TB, words ...string) []string {
	t.Helper()
	return marked(t, "server.md", func(marks []string) bool { return hasAll(marks, words) && !slices.Contains(marks, "roles") })
}

// Blocks are the blocks of SQL in a page in docs that are marked with all of the words.
func Blocks(t testing.TB, page string, words ...string) []string {
	t.Helper()
	return marked(t, page, func(marks []string) bool { return hasAll(marks, words) })
}

func hasAll(marks, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(marks, word) })
}

// marked returns the blocks of SQL in a page whose marks are wanted.
func marked(t testing.TB, page string, wanted func(marks []string) bool) []string {
	t.Helper()
	var blocks []string
	for i, part := range strings.Split("\n"+Page(t, page), "\n```") {
		mark, block, _ := strings.Cut(part, "\n")
		if i%2 == 0 || !strings.HasPrefix(mark, "sql ") {
			continue
		}
		if wanted(strings.Fields(mark)) {
			blocks = append(blocks, block)
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("%s lacks a block of SQL with the marks", page)
	}
	return blocks
}

// Statements cuts a block of SQL at the semicolons that end a line, but for those
// within BEGIN and END, and at the delimiter that the command DELIMITER of MySQL's clients
// sets. Lines of comments are left out.
func Statements(block string) []string {
	var list []string
	var statement strings.Builder
	delimiter, inside := ";", false
	for line := range strings.Lines(block) {
		word := strings.TrimSpace(line)
		if strings.HasPrefix(word, "--") {
			continue
		}
		if next, found := strings.CutPrefix(word, "DELIMITER "); found {
			delimiter = next
			continue
		}
		statement.WriteString(line)
		switch {
		case word == "BEGIN":
			inside = true
		case strings.TrimSuffix(word, ";") == "END":
			inside = false
		}
		if (!inside || delimiter != ";") && strings.HasSuffix(word, delimiter) {
			list = append(list, strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(statement.String()), delimiter)))
			statement.Reset()
			inside = false
		}
	}
	if rest := strings.TrimSpace(statement.String()); rest != "" {
		list = append(list, rest)
	}
	return list
}
