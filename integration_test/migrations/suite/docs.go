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

// Recipes returns the blocks of SQL in docs/server.md that are marked with all of the
// words, in their order:
//
//	```sql mysql mariadb
//
// Those that are marked with roles create roles and are left out.
func Recipes(t testing.TB, words ...string) []string {
	t.Helper()
	return marked(t, "server.md", words, "roles")
}

// Blocks returns the blocks of SQL in a page in docs that are marked with all of the words.
func Blocks(t testing.TB, page string, words ...string) []string {
	t.Helper()
	return marked(t, page, words, "")
}

// marked returns the blocks of SQL in a page that are marked with all of the words and not with
// another one.
func marked(t testing.TB, page string, words []string, without string) []string {
	t.Helper()
	var blocks []string
	for i, part := range strings.Split("\n"+Page(t, page), "\n```") {
		mark, block, _ := strings.Cut(part, "\n")
		if i%2 == 0 || !strings.HasPrefix(mark, "sql ") {
			continue
		}
		marks := strings.Fields(mark)
		if !slices.Contains(marks, without) && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(marks, word) }) {
			blocks = append(blocks, block)
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("%s has no block of SQL that is marked with %q", page, words)
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
		case word == "BEGIN", strings.HasPrefix(word, "DO $$"):
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
