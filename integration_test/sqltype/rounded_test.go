package sqltype_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/sqltype"
)

// TestDecimals: a column of floating-point numbers rounds a 64-bit ID, so that no column
// type reads one from it, whether the driver returns a number or a text.
func TestDecimals(t *testing.T) {
	types := map[dbserver.Kind][]string{
		dbserver.Postgres: {"double precision", "real"}, dbserver.MySQL: {"DOUBLE", "FLOAT"}, dbserver.MariaDB: {"DOUBLE", "FLOAT"}, "": {"REAL", "DOUBLE"},
	}
	for _, s := range settings() {
		t.Run(s.name, func(t *testing.T) {
			db := s.open(t)
			for i, typ := range types[s.kind] {
				table := fmt.Sprint("rounded", i)
				execute(t, db, "CREATE TABLE "+table+" (x "+typ+" NOT NULL PRIMARY KEY)")
				for _, x := range []ulidflake.ID{1<<62 + 1, 1<<53 + 1, 12345678901, 7} {
					execute(t, db, "DELETE FROM "+table)
					execute(t, db, s.marked("INSERT INTO "+table+" VALUES (?)"), sqltype.Int64Of(x))
					signed, unsigned := sqltype.Int64Of(x), sqltype.Uint64Of(uid11.ID(x))
					if err := db.QueryRow("SELECT x FROM " + table).Scan(&signed); !isColumnError(err) {
						t.Errorf("%s: %d is read as %d, error %v", typ, x, signed.V, err)
					}
					if err := db.QueryRow("SELECT x FROM " + table).Scan(&unsigned); !isColumnError(err) {
						t.Errorf("%s: %d is read as %d, error %v", typ, x, unsigned.V, err)
					}
					if signed.V != 0 || unsigned.V != 0 {
						t.Errorf("%s: beside an error the IDs are %d and %d", typ, signed.V, unsigned.V)
					}
				}
			}
		})
	}
}

func isColumnError(err error) bool {
	var refused *sqltype.ColumnError
	return errors.As(err, &refused)
}
