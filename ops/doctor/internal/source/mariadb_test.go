package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// bySchema matches a condition that joins two tables of MySQL's information schema by the names of their databases.
var bySchema = regexp.MustCompile(`\b\w+\.[a-z]+_schema = \w+\.[a-z]+_schema\b`)

// TestOneDatabase: a table of the information schema gets DATABASE() by itself. If it is joined by the database of another
// table, MariaDB opens the tables of all databases of the server, of which there can be thousands.
func TestOneDatabase(t *testing.T) {
	var got []string
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == "testdata":
			return filepath.SkipDir
		case strings.HasSuffix(path, "_test.go") || !slices.Contains([]string{".go", ".sql"}, filepath.Ext(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		for range bySchema.FindAllString(string(text), -1) {
			got = append(got, strings.TrimPrefix(filepath.ToSlash(path), "../../"))
		}
		return err
	})
	// Foreign keys of other databases, and the rules of those that there are.
	want := []string{"internal/inventory/mysql.sql"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("joined by the database of another table: %q, want %q; %v", got, want, err)
	}
}
