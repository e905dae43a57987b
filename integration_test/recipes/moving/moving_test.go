// Package moving_test holds what docs/moving.md says of columns that other
// libraries have filled.
package moving_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"testing"

	"github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"

	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/sqltype"
)

// store puts v into a new table, whose column has the given type.
func store(t *testing.T, column string, v any) *sql.DB {
	t.Helper()
	db := testdb.SQLite.Empty(t)
	if _, err := db.Exec(`CREATE TABLE old (id ` + column + ` NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO old (id) VALUES (?)`, v); err != nil {
		t.Fatal(err)
	}
	return db
}

// read scans the one row of the table, and compares what v then sends.
func read[C driver.Valuer](t *testing.T, db *sql.DB, dst *C, want any) {
	t.Helper()
	if err := db.QueryRow(`SELECT id FROM old`).Scan(dst); err != nil {
		t.Fatalf("%T: %v", dst, err)
	}
	got, err := (*dst).Value()
	if err != nil {
		t.Fatalf("%T: %v", dst, err)
	}
	switch want := want.(type) {
	case []byte:
		if !bytes.Equal(got.([]byte), want) {
			t.Errorf("%T: sends %x, the column holds %x", dst, got, want)
		}
	default:
		if got != want {
			t.Errorf("%T: sends %v, the column holds %v", dst, got, want)
		}
	}
}

// TestGoogle: its Value is text, so that is what is in the columns that it filled.
func TestGoogle(t *testing.T) {
	u := uuid.New()
	read(t, store(t, "TEXT", u), new(sqltype.Text[uuid.UUID]), u.String())
	read(t, store(t, "BLOB", u[:]), new(sqltype.Binary[uuid.UUID]), u[:])

	// In a column that compares bytes, another spelling is another key.
	var column sqltype.Text[uuid.UUID]
	const upper = "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"
	if err := store(t, "TEXT", upper).QueryRow(`SELECT id FROM old`).Scan(&column); err == nil {
		t.Errorf("%s is read as %v", upper, column)
	}
}

// TestOklog: its Value is the raw bytes, which this module's ULID reads as they are.
func TestOklog(t *testing.T) {
	u := oklog.Make()
	read(t, store(t, "BLOB", u), new(sqltype.Binary[oklog.ULID]), u[:])
	read(t, store(t, "BLOB", u), new(sqltype.Binary[ulid.ID]), u[:])
	read(t, store(t, "TEXT", u.String()), new(sqltype.Text[ulid.ID]), u.String())
}

// TestMixed: what keys of several kinds in one column mean.
func TestMixed(t *testing.T) {
	t.Run("a type for both", func(t *testing.T) {
		old, made := uuid.New(), uuid.UUID(wiji.New())
		for _, u := range []uuid.UUID{old, made} {
			db := store(t, "BLOB", u[:])
			read(t, db, new(sqltype.Binary[uuid.UUID]), u[:])
			read(t, db, new(sqltype.Binary[ulid.ID]), u[:])
		}
	})
	t.Run("UUIDv4 as Wiji", func(t *testing.T) {
		// The version of a Wiji is at a place where a UUID has random bits.
		const n = 1000
		refused := 0
		for range n {
			u := uuid.New()
			var column sqltype.Binary[wiji.ID]
			if column.Scan(u[:]) != nil {
				refused++
			}
		}
		if refused == 0 || refused == n {
			t.Errorf("%d of %d UUIDv4 refused: some pass, and most do not", refused, n)
		}
	})
	t.Run("order", func(t *testing.T) {
		v7, u := uuid.Must(uuid.NewV7()), ulid.New()
		if v7[0] != u.Bytes()[0] {
			t.Errorf("UUIDv7 %x and ULID %x do not begin with the same byte", v7, u.Bytes())
		}
		w := wiji.New()
		for _, earlier := range [][16]byte{v7, u.Bytes()} {
			if wb := w.Bytes(); bytes.Compare(wb[:], earlier[:]) <= 0 {
				t.Errorf("Wiji %x sorts before %x", wb, earlier)
			}
		}
	})
}
