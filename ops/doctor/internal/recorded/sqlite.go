package recorded

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// File makes a SQLite file by statements, and returns its name: it answers for itself.
func File(t *testing.T, statements ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "app.sqlite")
	InFile(t, name, statements...)
	return name
}

// InFile executes statements in a SQLite file.
func InFile(t *testing.T, name string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%.100s: %v", s, err)
		}
	}
}
