package documents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// questions are what readers come with. Each is answered on a page, under a heading, to which README.md
// leads in at most two clicks: by a link of its own, or by one of a page that it links.
var questions = []struct{ question, answer, says string }{
	{"upgrade GORM keys from UUID strings", "docs/moving.md#gorm-from-googleuuid-binuuid-and-strings", "char(36)"},
	{"which column on MySQL", "docs/columns.md", "`BINARY(16)`"},
	{"is it safe to show IDs", "ops/README.md#public-texts-that-hide-the-time-and-the-neighbours-of-an-id", "hide the time"},
	{"how do I test", "id/idtesting/doc.go", "idtesting.NewSource"},
	{"what happens at 4 million IDs a second", "docs/formats.md#in-all-formats", "4.1 million"},
	{"which IDs are in my database", "docs/doctor.md", "which keys"},
	{"move a table that is in use", "docs/moving.md#new-keys-for-existing-rows", "-to"},
	{"two machines, one table", "docs/nodes.md#node-numbers", "number"},
	{"a foreign key, NULL, a list", "docs/recipes.md#uuids-of-the-standard-library", "NULL"},
	{"default in the table, without Go", "docs/server.md#install", "sortid"},
	{"drop old rows", "docs/partitions.md#drop-old-rows", "DROP"},
	{"retry an insert", "docs/concurrency.md#retry-an-insert", "retry"},
	{"what does UUIDv4 cost", "docs/benchmark.md#inserts", "UUIDv4"},
	{"add a format", "docs/architecture.md#where-to-add-things", "format"},
}

// TestQuestions: README.md answers each question in two clicks.
func TestQuestions(t *testing.T) {
	for _, q := range questions {
		page, anchor, _ := strings.Cut(q.answer, "#")
		switch clicks := clicksTo(t, q.answer); {
		case clicks > 2:
			t.Errorf("%s: README.md does not lead to %s in two clicks", q.question, q.answer)
		case !strings.Contains(sectionOf(t, page, anchor), strings.ToLower(q.says)):
			t.Errorf("%s: %s does not say %q", q.question, q.answer, q.says)
		}
	}
}

// clicksTo returns how many links lead from README.md to a heading: one that the page of a link shows
// is a click further. It is 3 if there are more.
func clicksTo(t *testing.T, answer string) int {
	t.Helper()
	page, anchor, _ := strings.Cut(answer, "#")
	first := linksOf(t, "README.md")
	switch {
	case first[answer]:
		return 1
	case first[page] && anchor == "":
		return 1
	case first[page]: // the heading is the second click, or a scroll
		return 2
	}
	for to := range first {
		if next, _, _ := strings.Cut(to, "#"); strings.HasSuffix(next, ".md") && linksOf(t, next)[answer] {
			return 2
		}
	}
	return 3
}

// linksOf returns the targets of a page's links, by their paths from the root.
func linksOf(t *testing.T, page string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	targets := make(map[string]bool)
	for _, m := range link.FindAllStringSubmatch(quoted.ReplaceAllString(string(text), ""), -1) {
		if strings.Contains(m[1], "://") {
			continue
		}
		to, anchor, _ := strings.Cut(m[1], "#")
		if to = filepath.Join(filepath.Dir(page), to); strings.HasPrefix(m[1], "#") {
			to = page
		}
		if targets[to] = true; anchor != "" {
			targets[to+"#"+anchor] = true
		}
	}
	return targets
}

// sectionOf returns what a page says under a heading, in lower case; the whole page without one.
func sectionOf(t *testing.T, page, anchor string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	if anchor == "" {
		return strings.ToLower(string(text))
	}
	all := heading.FindAllStringSubmatchIndex(string(text), -1)
	for i, m := range all {
		if !slices.Contains(anchors(string(text)[m[0]:m[1]]), anchor) {
			continue
		}
		end := len(text)
		for _, next := range all[i+1:] {
			if level(string(text)[next[0]:]) <= level(string(text)[m[0]:]) {
				end = next[0]
				break
			}
		}
		return strings.ToLower(string(text)[m[0]:end])
	}
	t.Errorf("%s has no heading %s", page, anchor)
	return ""
}

// level is how many # begin a heading.
func level(text string) int { return len(text) - len(strings.TrimLeft(text, "#")) }
