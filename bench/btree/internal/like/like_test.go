package like

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// A table is described by the statistics of its server.
func TestRead(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db, err := sql.Open(kind.Driver(), d.DSN)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, statement := range []string{
				"CREATE TABLE orders (id CHAR(36) PRIMARY KEY, note VARCHAR(300), state INT)",
				"CREATE INDEX states ON orders (state)",
				"CREATE INDEX notes ON orders (note, state)",
				"CREATE TABLE few (id INT PRIMARY KEY, n BIGINT)",
				"INSERT INTO few VALUES (1, 2), (2, NULL)",
			} {
				if _, err := db.ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			var rows []string
			for i := range 500 {
				rows = append(rows, fmt.Sprintf("('%036d', '%s', %d)", i, strings.Repeat("n", 200), i%7))
			}
			analyze := "ANALYZE TABLE orders"
			if kind == dbserver.Postgres {
				analyze = "ANALYZE orders"
			}
			for _, statement := range []string{"INSERT INTO orders (id, note, state) VALUES " + strings.Join(rows, ", "), analyze} {
				if _, err := db.ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{"", "orders"} {
				table, err := Read(t.Context(), kind, d.DSN, name)
				if err != nil || !strings.HasSuffix(table.Name, "orders") || table.Payload < 200 || table.Payload > 210 || table.Indexes != 2 || table.Batch != 0 && table.Batch != 500 {
					t.Errorf("%q: %+v, %v", name, table, err)
				}
			}
			// Few rows on pages that are nearly empty: their free space is no part of a row.
			if table, err := Read(t.Context(), kind, d.DSN, "few"); kind != dbserver.Postgres && (err != nil || table.Payload != 4) {
				t.Errorf("two rows: %+v, %v", table, err)
			}
			if _, err := Read(t.Context(), kind, d.DSN, "nothing"); err == nil || !strings.Contains(err.Error(), `there is no table "nothing"`) {
				t.Errorf("a table that is not there: %v", err)
			}
		})
	}
	if _, err := Read(t.Context(), dbserver.Postgres, "postgres://u:secret@[", ""); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a DSN that is none: %v", err)
	}
}
