package modules

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// TestTopLevel: the repository begins with the files and folders that its layout has. What a program wrote
// where it ran would land unseen, since a release has each file that Git lists.
func TestTopLevel(t *testing.T) {
	list, err := modproxy.Git(repository, "ls-files", "--cached")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for name := range strings.Lines(list) {
		first, _, _ := strings.Cut(strings.TrimSpace(name), "/")
		got = append(got, first)
	}
	slices.Sort(got)
	want := []string{
		".ci", ".editorconfig", ".github", ".gitignore", ".golangci.yml", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md",
		"bench", "doc.go", "docker-compose.yml", "docs", "go.mod", "go.work", "go.work.sum", "gormtype", "id", "integration_test", "internal",
		"migrations", "ops", "pgxtype", "sqltype",
	}
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("the repository begins with %q, want %q", got, want)
	}
}
