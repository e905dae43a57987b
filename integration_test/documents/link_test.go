package documents

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sources lists the kinds of files that name pages of docs by their paths from the root.
var sources = []string{".go", ".sql", ".sh", ".yml", ".tmpl"}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mention = regexp.MustCompile(`\bdocs/[a-z]+\.md(#[a-z0-9-]+)?`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	quoted  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// TestLinks: each relative link of a document, and each page that a source file names, leads to a
// file and a heading that exist, and README.md leads to every page in docs.
func TestLinks(t *testing.T) {
	n := 0
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".md" && !slices.Contains(sources, filepath.Ext(name)):
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if filepath.Ext(name) != ".md" {
			for _, target := range mention.FindAllString(string(data), -1) {
				n++
				checkLink(t, name, filepath.Join(root, target))
			}
			return nil
		}
		for _, m := range link.FindAllStringSubmatch(quoted.ReplaceAllString(string(data), ""), -1) {
			switch target := m[1]; {
			case strings.Contains(target, "://"):
			case strings.HasPrefix(target, "#"):
				n++
				checkLink(t, name, name+target)
			default:
				n++
				checkLink(t, name, filepath.Join(filepath.Dir(name), target))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 150 {
		t.Errorf("there are %d links", n)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t) {
		if strings.HasPrefix(page, "docs/") && !strings.Contains(string(readme), "]("+page+")") {
			t.Errorf("README.md does not link %s", page)
		}
	}
}

// checkLink reports a target that is no file, or has no such heading.
func checkLink(t *testing.T, from, target string) {
	t.Helper()
	name, anchor, _ := strings.Cut(target, "#")
	data, err := os.ReadFile(name)
	if info, statErr := os.Stat(name); statErr == nil && info.IsDir() {
		return
	}
	if err != nil {
		t.Errorf("%s: %v", from, err)
		return
	}
	if anchor != "" && !slices.Contains(anchors(string(data)), anchor) {
		t.Errorf("%s: %s has no heading #%s", from, name, anchor)
	}
}

// anchors returns the names that GitHub gives to the headings of a page.
func anchors(page string) (list []string) {
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		list = append(list, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return list
}
