package squirrel_test

import (
	"database/sql"
	"fmt"
	"testing"

	sq "github.com/Masterminds/squirrel"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// marks returns how the server's driver writes arguments.
func marks(s testdb.Server) sq.PlaceholderFormat {
	if s.Kind == dbserver.Postgres {
		return sq.Dollar
	}
	return sq.Question
}

// open returns a database with n accounts, and their IDs.
func open(t *testing.T, s testdb.Server, n int) (*sql.DB, []wiji.ID) {
	t.Helper()
	db := s.Open(t)
	if _, err := db.Exec("ALTER TABLE accounts ADD flake bigint NOT NULL DEFAULT 0"); err != nil {
		t.Fatal(err)
	}
	ids := make([]wiji.ID, n)
	insert := sq.StatementBuilder.PlaceholderFormat(marks(s)).RunWith(db).Insert("accounts").Columns("id", "name")
	for i := range ids {
		ids[i] = wiji.New()
		insert = insert.Values(sqltype.BinaryOf(ids[i]), fmt.Sprint(i))
	}
	if _, err := insert.Exec(); err != nil {
		t.Fatal(err)
	}
	return db, ids
}

// TestLists: each kind of list is right in sq.Eq and sq.NotEq, on every server.
func TestLists(t *testing.T) {
	for _, s := range testdb.Servers {
		t.Run(s.Name, func(t *testing.T) {
			db, accounts := open(t, s, 30)
			count := func(condition sq.Sqlizer) int {
				t.Helper()
				var n int
				err := sq.StatementBuilder.PlaceholderFormat(marks(s)).RunWith(db).Select("count(*)").From("accounts").Where(condition).QueryRow().Scan(&n)
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			ids := []wiji.ID{accounts[1], accounts[2], wiji.New()}
			for what, arg := range map[string]any{"list": sqltype.ListOf(sqltype.BinaryOf, ids...), "Args": sqltype.ListOf(sqltype.BinaryOf, ids...).Args()} {
				if n := count(sq.Eq{"id": arg}); n != 2 {
					t.Errorf("%s: sq.Eq matches %d rows, want 2", what, n)
				}
				if n := count(sq.NotEq{"id": arg}); n != len(accounts)-2 {
					t.Errorf("%s: sq.NotEq matches %d rows", what, n)
				}
			}
			flakes := []ulidflake.ID{ulidflake.New(), ulidflake.New()}
			if _, err := sq.StatementBuilder.PlaceholderFormat(marks(s)).RunWith(db).Update("accounts").Set("flake", sqltype.Int64Of(flakes[1])).
				Where(sq.Eq{"id": sqltype.BinaryOf(ids[0])}).Exec(); err != nil {
				t.Fatal(err)
			}
			if n := count(sq.Eq{"flake": sqltype.ListOf(sqltype.Int64Of, flakes...)}); n != 1 {
				t.Errorf("sq.Eq matches %d rows, want 1", n)
			}
		})
	}
}

// TestPlain: a plain ID, its bytes and a list of plain IDs are errors. Without their
// Value methods, squirrel would expand an array into IN (6, 0, 0, …), which matches every
// row on MySQL and MariaDB.
func TestPlain(t *testing.T) {
	for _, s := range testdb.Servers {
		t.Run(s.Name, func(t *testing.T) {
			db, accounts := open(t, s, 30)
			x := accounts[5]
			builder := sq.StatementBuilder.PlaceholderFormat(marks(s)).RunWith(db)
			for what, arg := range map[string]any{
				"ID": x, "pointer": &x, "bytes": x.Bytes(), "list": []wiji.ID{x, x}, "list of bytes": []id.Bytes16{x.Bytes()}, "64 bits, bytes": ulidflake.New().Bytes(), "64 bits": ulidflake.New(), "64 bits, list": []ulidflake.ID{ulidflake.New()},
				"ULID": ulid.New(), "ULIDs": []ulid.ID{ulid.New()}, "ULID, bytes": ulid.New().Bytes(),
				"UUIDv7": uuidv7.New(), "UUIDv7s": []uuidv7.ID{uuidv7.New()}, "typed": wiji.NewFor[testdb.Account](),
				"SCRU160": scru160.New(), "SCRU160s": []scru160.ID{scru160.New()}, "SCRU160, bytes": scru160.New().Bytes(),
			} {
				for _, condition := range []sq.Sqlizer{sq.Eq{"id": arg}, sq.NotEq{"id": arg}, sq.Expr("id = ?", arg)} {
					if rows, err := builder.Select("id").From("accounts").Where(condition).Query(); err == nil {
						n := 0
						for rows.Next() {
							n++
						}
						t.Errorf("%s, %T: %d rows and no error but %v", what, condition, n, rows.Err())
						rows.Close()
					}
					if result, err := builder.Delete("accounts").Where(condition).Exec(); err == nil {
						n, _ := result.RowsAffected()
						t.Errorf("%s, %T: %d rows deleted and no error", what, condition, n)
					}
				}
				if _, err := builder.Update("accounts").Set("parent", arg).Where("1 = 1").Exec(); err == nil {
					t.Errorf("%s: an update has no error", what)
				}
			}
			// A list as one argument, which no server without arrays understands.
			if s.Kind != dbserver.Postgres {
				if _, err := db.Exec("DELETE FROM accounts WHERE id IN (?)", sqltype.ListOf(sqltype.BinaryOf, x)); err == nil {
					t.Error("a list as one argument has no error")
				}
			}
			var n, parents int
			if err := db.QueryRow("SELECT count(*), count(parent) FROM accounts").Scan(&n, &parents); err != nil || n != len(accounts) || parents != 0 {
				t.Errorf("%d rows with %d parents are left, error %v", n, parents, err)
			}
		})
	}
}

// TestArray: a list and its Array are right as an array parameter of PostgreSQL, in
// each mode in which the driver knows the type, and else an error.
func TestArray(t *testing.T) {
	for _, s := range testdb.Servers {
		if s.Kind != dbserver.Postgres {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			db, accounts := open(t, s, 30)
			list := sqltype.ListOf(sqltype.BinaryOf, accounts[1], accounts[2])
			var n int
			if err := db.QueryRow("SELECT count(*) FROM accounts WHERE id = ANY($1)", list.Array()).Scan(&n); err != nil || n != 2 {
				t.Errorf("Array: %d rows, error %v", n, err)
			}
			if err := db.QueryRow("SELECT count(*) FROM accounts WHERE id = ANY($1)", list).Scan(&n); err == nil && n != 2 {
				t.Errorf("list: %d rows, error %v", n, err)
			}
			if s.Name == "postgres" && n != 2 {
				t.Errorf("list: %d rows", n)
			}
		})
	}
}
