package source

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// A sample is read by the rowid, whatever the columns are called, or not at all.
func TestSQLiteRowID(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rowid.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables := map[string]string{
		"usual": "id BLOB PRIMARY KEY", "one": "id BLOB PRIMARY KEY, rowid TEXT", "two": "id BLOB PRIMARY KEY, RowID TEXT, _rowid_ TEXT",
		"all": "id BLOB PRIMARY KEY, rowid TEXT, _rowid_ TEXT, OID TEXT", "integer": "id INTEGER PRIMARY KEY, rowid TEXT, _rowid_ TEXT, oid TEXT",
		"mixed": "id PRIMARY KEY) WITHOUT ROWID; SELECT (1",
	}
	for table, columns := range tables {
		insert := "INSERT INTO \"" + table + "\" (id) SELECT CASE WHEN i % 2 = 0 OR '" + table + "' = 'integer' THEN i ELSE randomblob(16) END FROM n"
		for _, s := range []string{"CREATE TABLE \"" + table + "\" (" + columns + ")", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) " + insert} {
			if _, err := db.ExecContext(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := openSQLite(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list, err := s.Tables(t.Context(), Filter{})
	if err != nil || len(list) != len(tables) {
		t.Fatalf("%d tables, %v", len(list), err)
	}
	for _, table := range list {
		sample := s.Sample(t.Context(), table, []string{"id"})
		switch {
		case table.Name == "all":
			if sample.Rows > 0 || !strings.Contains(sample.Missing, "all names of the rowid") {
				t.Errorf("all: %d rows, %q", sample.Rows, sample.Missing)
			}
		case sample.Rows < 1000 || sample.Rows > probes*probedRows:
			t.Errorf("%s: %d rows, %q", table.Name, sample.Rows, sample.Missing)
		}
	}
}
