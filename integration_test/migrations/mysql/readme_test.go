package mysql_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// root is the module's directory, seen from this one.
var root = filepath.Join("..", "..", "..")

// readme returns the blocks of migrations/mysql/README.md that are marked with these
// words, such as "sql" or "sql mariadb".
func readme(t testing.TB, mark string) (blocks []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "migrations", "mysql", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split("\n"+string(data), "\n```") {
		if have, block, _ := strings.Cut(part, "\n"); i%2 == 1 && have == mark {
			blocks = append(blocks, block)
		}
	}
	if len(blocks) == 0 {
		t.Fatalf("the README has no block of %s", mark)
	}
	return blocks
}

// recipes are the statements of the README's SQL that begin with these words.
func recipes(t testing.TB, words string) (statements []string) {
	t.Helper()
	for _, block := range readme(t, "sql") {
		for _, statement := range suite.Statements(block) {
			if strings.HasPrefix(statement, words) {
				statements = append(statements, statement)
			}
		}
	}
	if len(statements) == 0 {
		t.Fatalf("the README has no statement that begins with %q", words)
	}
	return statements
}

// Every block of SQL in the README runs, in the order of the page.
func TestReadme(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		for _, block := range readme(t, "sql") {
			for _, statement := range suite.Statements(block) {
				s.list(statement)
			}
		}
		if d.mariadb() {
			for _, block := range readme(t, "sql mariadb") {
				if got := s.get(strings.TrimSuffix(strings.TrimSpace(block), ";")); len(got) != 26 {
					t.Errorf("RETURNING gives %q", got)
				}
			}
		}
		if got := s.get("SELECT id = sortid_wiji_text(@id) AND ABS(TIMESTAMPDIFF(SECOND, made_at, UTC_TIMESTAMP())) < 60 FROM item_text WHERE name = 'lamp'"); got != "1" {
			t.Errorf("the view does not show the ID and the time: %s", got)
		}
	})
}

// The default makes keys that are Wijis of the present, one for each row.
func TestDefaultRecipe(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec(recipes(t, "CREATE TABLE parcel")...)
		s.exec("INSERT INTO parcel (address) VALUES ('a'), ('b')", "INSERT INTO parcel (address) SELECT n FROM ("+rows(1000)+") AS r",
			"INSERT INTO parcel VALUES (DEFAULT, 'c')", "REPLACE INTO parcel (address) VALUES ('d')")
		want := "SELECT COUNT(*) FROM parcel WHERE sortid_wiji_valid(id) AND ABS(TIMESTAMPDIFF(SECOND, sortid_wiji_time(id), UTC_TIMESTAMP())) < 60"
		if got := s.get(want); got != "1004" {
			t.Errorf("%s good keys, want 1004", got)
		}
		if got := s.get("SELECT COUNT(DISTINCT RIGHT(id, 7)) FROM parcel"); got != "1004" {
			t.Errorf("%s random fields, want one a row", got)
		}
		if e := s.fails("INSERT INTO parcel VALUES (0x00000000000000000000000000000001, 'x')"); e.Number != 3819 && e.Number != 4025 {
			t.Errorf("a key of another version: %v", e)
		}
	})
}

// The blocks of docs/server.md for these servers run, and make what they say.
func TestServerPage(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		for _, block := range suite.Recipes(t, string(d.Server.Kind)) {
			for _, statement := range suite.Statements(block) {
				s.list(statement)
			}
		}
		want := "SELECT COUNT(*) FROM goods WHERE sortid_wiji_valid(id) AND ABS(TIMESTAMPDIFF(SECOND, sortid_wiji_time(id), UTC_TIMESTAMP())) < 60"
		if got := s.get(want); got != "3" {
			t.Errorf("%s good keys, want 3", got)
		}
		if got := s.list("SELECT name FROM goods_shown WHERE LENGTH(id) = 26 ORDER BY id"); strings.Join(got, " ") != "tea cup pot" {
			t.Errorf("the view shows %q", got)
		}
	})
}
