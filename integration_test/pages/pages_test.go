// Package pages tests the pages of the programs in a browser.
package pages

import (
	"bytes"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/sortid/sortid/integration_test/internal/browser"
)

// run runs a program of this repository, and returns what it prints.
func run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"run", "github.com/sortid/sortid/" + program}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, &stderr)
	}
	return out
}

// The benchmark's page has a section for everything that an embedded database and the simulator
// can measure.
func TestBenchmark(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	run(t, "bench/btree", "-db", "sqlite,sim", "-keys", "uuidv4,wiji", "-scenario", "insert,update,pages", "-rows", "300", "-payload", "6000", "-writers", "1,3",
		"-pool", "default,5MB", "-repeat", "1", "-out", dir)
	browser.Check(t, filepath.Join(dir, "results.html"))
}

// The sample is a page of real servers.
func TestSample(t *testing.T) {
	page, err := filepath.Abs("../../docs/report/report.html")
	if err != nil {
		t.Fatal(err)
	}
	browser.Check(t, page)
}

// The doctor's page has findings, tables and suggestions.
func TestDoctor(t *testing.T) {
	dir := t.TempDir()
	database := filepath.Join(dir, "shop.db")
	db, err := sql.Open("sqlite", database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		`CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
			INSERT INTO users SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), 'a name' FROM n`,
		`CREATE TABLE orders (id BLOB PRIMARY KEY, user_id TEXT REFERENCES users(id), total INTEGER) WITHOUT ROWID`,
		`INSERT INTO orders SELECT randomblob(16), id, 1 FROM users`,
		`CREATE TABLE an_empty_table_whose_name_is_longer_than_any_column_of_a_page_on_a_telephone (id INTEGER PRIMARY KEY)`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	page := filepath.Join(dir, "page.html")
	run(t, "ops/doctor", "-page", page, database)
	text, err := os.ReadFile(page)
	if err != nil || !bytes.Contains(text, []byte("orders")) {
		t.Fatalf("the page lacks a table: %v", err)
	}
	browser.Check(t, page)
}
