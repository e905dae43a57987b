package source

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// The error of a text that is no DSN says how to write one, and does not show the text, which may have a password.
func TestWhatIsNoDSN(t *testing.T) {
	for dsn, want := range map[string]string{
		"": "not a DSN: write ", "user:secret@host": "not a DSN", "/no/such/file": "there is no SQLite file", "postgres://user:secret@[": "not a PostgreSQL DSN", "oracle=secret": "not a DSN: write ",
		"user:secret@tcp(host)/": "the DSN names no database: add it", "mysql://user:secret@host:x/db": "", "file:/no/such/file?mode=ro": "there is no SQLite file",
	} {
		_, err := Open(t.Context(), dsn, false)
		if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", dsn, err)
		}
	}
}

// An inspection reads a hundred tables, and knows that there are more; the filter comes before.
func TestManyTables(t *testing.T) {
	name := filepath.Join(t.TempDir(), "many.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	var schema strings.Builder
	schema.WriteString("BEGIN;")
	for i := range MaxTables + 5 {
		fmt.Fprintf(&schema, "CREATE TABLE t%03d (id INTEGER PRIMARY KEY);", i)
	}
	if _, err := db.ExecContext(t.Context(), schema.String()+"COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for filter, want := range map[string]int{"": MaxTables + 1, "t00?": 10, "x*": 0} {
		tables, err := s.Tables(t.Context(), Filter{Table: filter})
		if err != nil || len(tables) != want || want > 0 && tables[0].Name != "t000" {
			t.Errorf("%q: %d tables, %v", filter, len(tables), err)
		}
	}
	if _, err := s.Tables(t.Context(), Filter{Schema: "public"}); err == nil || err.Error() != errSchema.Error() {
		t.Errorf("a schema: %v", err)
	}
}

// The class of a column of SQLite is that of its affinity, with the names that people use for IDs.
func TestSQLiteClass(t *testing.T) {
	for declared, want := range map[string]Class{"INTEGER": Integer, "bigint": Integer, "TEXT": Text, "varchar(36)": Text, "CLOB": Text, "": Bytes, "BLOB": Bytes, "UUID": Bytes, "binary(16)": Bytes, "bytea": Bytes, "NUMERIC": Numeric, "DATETIME": Numeric, "charint": Integer} {
		if got := sqliteClass(declared); got != want {
			t.Errorf("%q: %s", declared, got)
		}
	}
}
