//go:build go1.27

package sqltype_test

import (
	"database/sql"
	"testing"
	"uuid"

	"github.com/sortid/sortid/sqltype"
	_ "modernc.org/sqlite"
)

// TestStandardPlain: database/sql writes a plain UUID of the standard library as a text, also
// into a BLOB, and a wrapped one as 16 bytes. docs/recipes.md says so.
func TestStandardPlain(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for want, x := range map[string]any{"text 36": uuid.NewV7(), "blob 16": sqltype.BinaryOf(uuid.NewV7())} {
		var got string
		if err := db.QueryRow("SELECT typeof(x) || ' ' || length(x) FROM (SELECT ? AS x)", x).Scan(&got); err != nil || got != want {
			t.Errorf("%T is stored as %s, error %v, want %s", x, got, err, want)
		}
	}
}
