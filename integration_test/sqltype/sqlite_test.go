package sqltype_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	_ "modernc.org/sqlite"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// column is a column type and its pointer.
type column[C any] interface {
	*C
	sql.Scanner
}

// exercise puts n keys, made in order, into a table whose column has the given
// SQL type, and reads them back: one by one, in the server's order, and NULL.
func exercise[C interface {
	comparable
	driver.Valuer
}, P column[C]](t *testing.T, sqlType string, next func() C) {
	t.Helper()
	const n = 500
	db := open(t)
	ctx := context.Background()
	if _, err := db.Exec(`CREATE TABLE keys (id ` + sqlType + ` PRIMARY KEY NOT NULL, parent ` + sqlType + `) WITHOUT ROWID`); err != nil {
		t.Fatal(err)
	}
	var keys []C
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		k := next()
		if _, err := tx.Exec(`INSERT INTO keys (id) VALUES (?)`, k); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(`SELECT id FROM keys ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []C
	for rows.Next() {
		var k C
		if err := rows.Scan(P(&k)); err != nil {
			t.Fatal(err)
		}
		got = append(got, k)
	}
	if err := rows.Err(); err != nil || !slices.Equal(got, keys) {
		t.Fatalf("%d keys come back in another order, or as others: %v", len(got), err)
	}
	var one C
	if err := db.QueryRow(`SELECT id FROM keys WHERE id = ?`, keys[n/2]).Scan(P(&one)); err != nil || one != keys[n/2] {
		t.Errorf("the key %v is found as %v, %v", keys[n/2], one, err)
	}
	// NULL must not leave the value that was there before.
	if err := db.QueryRow(`SELECT parent FROM keys WHERE id = ?`, keys[0]).Scan(P(&one)); err == nil {
		t.Errorf("NULL is scanned as %v", one)
	}
	var zero C
	if one != zero {
		t.Errorf("with the error comes %v, want the zero value", one)
	}
	// A key that was never set does not become a row.
	if _, err := db.Exec(`INSERT INTO keys (id) VALUES (?)`, zero); !errors.Is(err, id.ErrZero) {
		t.Errorf("the zero key is inserted: %v", err)
	}
	// sql.Null goes through the column's own Value and Scan.
	if _, err := db.Exec(`UPDATE keys SET parent = ? WHERE id = ?`, sql.Null[C]{V: keys[1], Valid: true}, keys[0]); err != nil {
		t.Error(err)
	}
	var parent sql.Null[C]
	if err := db.QueryRow(`SELECT parent FROM keys WHERE id = ?`, keys[0]).Scan(&parent); err != nil || !parent.Valid || parent.V != keys[1] {
		t.Errorf("the parent %v is found as %+v, %v", keys[1], parent, err)
	}
}

// must is for constructors that do not fail here.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func TestFormats(t *testing.T) {
	t.Run("wiji/uuid", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.UUID[wiji.ID] { return sqltype.UUIDOf(wiji.New()) })
	})
	t.Run("wiji/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[wiji.ID] { return sqltype.BinaryOf(wiji.New()) })
	})
	t.Run("wiji/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[wiji.ID] { return sqltype.TextOf(wiji.New()) })
	})
	t.Run("ulid/uuid", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.UUID[ulid.ID] { return sqltype.UUIDOf(ulid.New()) })
	})
	t.Run("ulid/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[ulid.ID] { return sqltype.BinaryOf(ulid.New()) })
	})
	t.Run("ulid/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[ulid.ID] { return sqltype.TextOf(ulid.New()) })
	})
	t.Run("scru160/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[scru160.ID] { return sqltype.BinaryOf(scru160.New()) })
	})
	t.Run("scru160/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[scru160.ID] { return sqltype.TextOf(scru160.New()) })
	})
	t.Run("ulidflake/int64", func(t *testing.T) {
		exercise(t, "INTEGER", func() sqltype.Int64[ulidflake.ID] { return sqltype.Int64Of(ulidflake.New()) })
	})
	t.Run("ulidflake/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[ulidflake.ID] { return sqltype.BinaryOf(ulidflake.New()) })
	})
	t.Run("ulidflake/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[ulidflake.ID] { return sqltype.TextOf(ulidflake.New()) })
	})
	// The profile xid has no order within a millisecond; ts-seq-rand has.
	g := uid11.Generator{Profile: uid11.TSSeqRand}
	next := func() uid11.ID { return must(g.New()) }
	t.Run("uid11/int64", func(t *testing.T) {
		exercise(t, "INTEGER", func() sqltype.Int64[uid11.ID] { return sqltype.Int64Of(next()) })
	})
	t.Run("uid11/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[uid11.ID] { return sqltype.BinaryOf(next()) })
	})
	t.Run("uid11/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[uid11.ID] { return sqltype.TextOf(next()) })
	})
}

// TestForeign: the types of other libraries fit the same columns, without the
// mistakes of their own Scan methods.
func TestForeign(t *testing.T) {
	v7 := func() google.UUID { return must(google.NewV7()) }
	t.Run("google/uuid", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.UUID[google.UUID] { return sqltype.UUIDOf(v7()) })
	})
	t.Run("google/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[google.UUID] { return sqltype.BinaryOf(v7()) })
	})
	t.Run("google/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[google.UUID] { return sqltype.TextOf(v7()) })
	})
	// gofrs' version 7 is in order between milliseconds alone.
	gofrsV7 := func() gofrs.UUID { time.Sleep(time.Millisecond); return must(gofrs.NewV7()) }
	t.Run("gofrs/uuid", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.UUID[gofrs.UUID] { return sqltype.UUIDOf(gofrsV7()) })
	})
	t.Run("gofrs/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[gofrs.UUID] { return sqltype.BinaryOf(gofrsV7()) })
	})
	t.Run("oklog/uuid", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.UUID[oklog.ULID] { return sqltype.UUIDOf(oklog.Make()) })
	})
	t.Run("oklog/binary", func(t *testing.T) {
		exercise(t, "BLOB", func() sqltype.Binary[oklog.ULID] { return sqltype.BinaryOf(oklog.Make()) })
	})
	t.Run("oklog/text", func(t *testing.T) {
		exercise(t, "TEXT", func() sqltype.Text[oklog.ULID] { return sqltype.TextOf(oklog.Make()) })
	})
}

// TestWrongColumn: what another program, or another column type, has stored is an
// error and not a guess.
func TestWrongColumn(t *testing.T) {
	db := open(t)
	x := wiji.New()
	stored := map[string]any{
		"text in a binary column":      x.String(),
		"UUID text in a binary column": x.UUID(),
		"fifteen bytes":                make([]byte, 15),
		"sixteen bytes, version 0":     make([]byte, 16),
		"an integer":                   int64(7),
		"a float":                      1.5,
	}
	for what, v := range stored {
		got := sqltype.BinaryOf(x)
		if err := db.QueryRow(`SELECT ?`, v).Scan(&got); err == nil || got != (sqltype.Binary[wiji.ID]{}) {
			t.Errorf("%s is scanned as %v, %v", what, got, err)
		}
	}
	text := sqltype.TextOf(x)
	if err := db.QueryRow(`SELECT lower(?)`, x.String()).Scan(&text); !errors.Is(err, id.ErrNotCanonical) {
		t.Errorf("text in lower case, which sorts elsewhere, is scanned as %v, %v", text, err)
	}
	uuid := sqltype.UUIDOf(x)
	if err := db.QueryRow(`SELECT ?`, x[:]).Scan(&uuid); err == nil {
		t.Errorf("sixteen raw bytes are guessed to be the UUID %v", uuid)
	}
}
