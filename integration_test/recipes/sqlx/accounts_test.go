package sqlx_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	jsqlx "github.com/jmoiron/sqlx"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/sqlx"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

func open(t *testing.T, s testdb.Server) *jsqlx.DB {
	t.Helper()
	return jsqlx.NewDb(s.Open(t), s.Driver)
}

func insert(t *testing.T, db *jsqlx.DB, accounts ...*sqlx.Account) {
	t.Helper()
	for _, a := range accounts {
		if err := sqlx.Insert(context.Background(), db, a); err != nil {
			t.Fatal(err)
		}
	}
}

func account(a sqlx.Account) testdb.Account {
	return testdb.Account{ID: a.ID.V, Parent: a.Parent.V.V, Name: a.Name}
}

func TestRecipe(t *testing.T) {
	testdb.Test(t, func(t *testing.T, s testdb.Server) testdb.Recipe {
		db, ctx := open(t, s), context.Background()
		return testdb.Recipe{
			DB: db.DB,
			Insert: func(name string, parent wiji.ID) (wiji.ID, error) {
				a := &sqlx.Account{Name: name, Parent: testdb.Parent(parent)}
				err := sqlx.Insert(ctx, db, a)
				return a.ID.V, err
			},
			Get: func(x wiji.ID) (testdb.Account, error) {
				a, err := sqlx.Get(ctx, db, x)
				return account(a), err
			},
			IsMissing: func(err error) bool { return errors.Is(err, sql.ErrNoRows) },
			List: func(ids ...wiji.ID) ([]testdb.Account, error) {
				list, err := sqlx.List(ctx, db, ids...)
				return testdb.Accounts(list, err, account)
			},
			Page: func(last wiji.ID, n int) ([]testdb.Account, error) {
				list, err := sqlx.Page(ctx, db, last, n)
				return testdb.Accounts(list, err, account)
			},
			SetParent: func(parent wiji.ID, ids ...wiji.ID) (int64, error) {
				return testdb.Rows(sqlx.SetParent(ctx, db, testdb.Parent(parent), ids...))
			},
			Delete:        func(ids ...wiji.ID) (int64, error) { return testdb.Rows(sqlx.Delete(ctx, db, ids...)) },
			RefusesNoKeys: true,
		}
	})
}

// TestIn tests how sqlx.In expands each form of a list.
func TestIn(t *testing.T) {
	ids := []wiji.ID{wiji.New(), wiji.New(), wiji.New()}
	const query = `SELECT id FROM accounts WHERE id IN (?)`
	tests := map[string]struct {
		arg  any
		args int
	}{
		"Args":       {sqltype.ListOf(sqltype.BinaryOf, ids...).Args(), 3},
		"[]Binary":   {[]sqltype.Binary[wiji.ID]{sqltype.BinaryOf(ids[0]), sqltype.BinaryOf(ids[1])}, 2},
		"one Binary": {sqltype.BinaryOf(ids[0]), 1},
		"Binaries":   {sqltype.ListOf(sqltype.BinaryOf, ids...), 3},
		"plain []ID": {ids, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			bound, args, err := jsqlx.In(query, tt.arg)
			if err != nil {
				t.Fatal(err)
			}
			if len(args) != tt.args || strings.Count(bound, "?") != tt.args {
				t.Errorf("%s with %d arguments, want %d", bound, len(args), tt.args)
			}
		})
	}
	if _, _, err := jsqlx.In(query, sqltype.ListOf(sqltype.BinaryOf[wiji.ID])); err == nil {
		t.Error("an empty list: no error")
	}
	if _, _, err := jsqlx.In(query, ids[0]); !errors.Is(err, id.ErrPlain) {
		t.Errorf("one plain ID: error %v", err)
	}
}

// TestLoud: a plain ID, a zero key and NULL in a plain column type are errors.
func TestLoud(t *testing.T) { testdb.Each(t, testLoud) }

func testLoud(t *testing.T, s testdb.Server) {
	db := open(t, s)
	a := &sqlx.Account{Name: "a"}
	insert(t, db, a)
	for name, arg := range map[string]any{"plain ID": a.ID.V, "plain list": []wiji.ID{a.ID.V}} {
		var list []sqlx.Account
		query, args, err := jsqlx.In(`SELECT id, parent, name FROM accounts WHERE id IN (?)`, arg)
		if err == nil {
			err = db.Select(&list, db.Rebind(query), args...)
		}
		if !errors.Is(err, id.ErrPlain) {
			t.Errorf("%s: error %v, and %d rows", name, err, len(list))
		}
	}
	if _, err := db.Exec(db.Rebind(`INSERT INTO accounts (id, name) VALUES (?, 'zero')`), sqltype.Binary[wiji.ID]{}); !errors.Is(err, id.ErrZero) {
		t.Errorf("a zero key: %v", err)
	}
	var plain struct {
		Parent sqltype.Binary[wiji.ID] `db:"parent"`
	}
	if err := db.Get(&plain, `SELECT parent FROM accounts`); !errors.Is(err, sqltype.ErrNull) {
		t.Errorf("NULL into a plain column type: %v", err)
	}
	if n := testdb.Count(t, db.DB); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}
