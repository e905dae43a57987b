package layers_test

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// TestRecipes runs the SQL of docs/server.md on the servers that it is for, and
// looks at the keys that it made.
func TestRecipes(t *testing.T) {
	onEach(t, func(t *testing.T, s server, db *sql.DB) {
		// Variables are of a session.
		db.SetMaxOpenConns(1)
		for _, block := range suite.Recipes(t, s.name) {
			for _, statement := range suite.Statements(block) {
				exec(t, db, statement)
			}
		}
		var rows, good int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*), count(CASE WHEN sortid_wiji_valid(id) THEN 1 END) FROM goods").Scan(&rows, &good); err != nil {
			t.Fatal(err)
		}
		if rows < 2 || good != rows {
			t.Errorf("goods has %d rows, %d with a valid key", rows, good)
		}
	})
}

// refused fails the test if a statement goes through.
func refused(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err == nil {
		t.Errorf("%s: no error", query)
	}
}

// TestRecipeChecks: the checks of the recipes keep out values that are not IDs.
func TestRecipeChecks(t *testing.T) {
	onEach(t, func(t *testing.T, s server, db *sql.DB) {
		db.SetMaxOpenConns(1)
		for _, block := range suite.Recipes(t, s.name) {
			for _, statement := range suite.Statements(block) {
				exec(t, db, statement)
			}
		}
		literal := map[string]string{"postgres": "'%s'", "mysql": "x'%s'", "mariadb": "x'%s'", "sqlite": "x'%s'"}[s.name]
		write := func(hex string) string {
			return "INSERT INTO goods (id, name) VALUES (" + fmt.Sprintf(literal, hex) + ", 'x')"
		}
		exec(t, db, write("064dcdfee02200002a10abcdef012345"))
		refused(t, db, write("064dcdfee02200002a20abcdef012345"))
		refused(t, db, write("064dcdfee02200002a10abcdef01234500"))
		if !s.triggers() { // BINARY fills up
			refused(t, db, write("064dcdfee02200002a10abcdef0123"))
		}
		if s.kind != onPostgres.kind {
			return
		}
		for _, column := range []string{"id", "flake", "number", "wide", "token"} {
			bad := map[string]string{"id": "'064dcdfee02200002a20abcdef012345'", "flake": "-1", "number": "-1", "wide": "'\\x00'", "token": "'\\x00'"}[column]
			refused(t, db, "INSERT INTO orders ("+column+") VALUES ("+bad+")")
		}
	})
}
