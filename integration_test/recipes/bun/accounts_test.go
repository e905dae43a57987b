package bun_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	ubun "github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/bun"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// dialect returns bun's dialect of a server.
func dialect(s testdb.Server) schema.Dialect {
	switch s.Kind {
	case dbserver.Postgres:
		return pgdialect.New()
	case dbserver.MySQL, dbserver.MariaDB:
		return mysqldialect.New()
	default:
		return sqlitedialect.New()
	}
}

func open(t *testing.T, s testdb.Server) *ubun.DB {
	t.Helper()
	return ubun.NewDB(s.Open(t), dialect(s))
}

// insert stores a chain of accounts, each the parent of the next.
func insert(t *testing.T, db *ubun.DB, names ...string) []*bun.Account {
	t.Helper()
	var list []*bun.Account
	for i, name := range names {
		a := &bun.Account{Name: name}
		if i > 0 {
			a.ParentID = sqltype.NullOf(sqltype.BinaryOf(list[i-1].ID.V))
		}
		if _, err := db.NewInsert().Model(a).Exec(context.Background()); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func account(a bun.Account) testdb.Account {
	return testdb.Account{ID: a.ID.V, Parent: a.ParentID.V.V, Name: a.Name}
}

func TestRecipe(t *testing.T) {
	testdb.Test(t, func(t *testing.T, s testdb.Server) testdb.Recipe {
		db, ctx := open(t, s), context.Background()
		return testdb.Recipe{
			DB: db.DB,
			Insert: func(name string, parent wiji.ID) (wiji.ID, error) {
				a := &bun.Account{Name: name, ParentID: testdb.Parent(parent)}
				_, err := db.NewInsert().Model(a).Exec(ctx)
				return a.ID.V, err
			},
			Get: func(x wiji.ID) (testdb.Account, error) {
				a, err := bun.Get(ctx, db, x)
				if err != nil {
					return testdb.Account{}, err
				}
				if (a.Parent != nil) != a.ParentID.Valid || a.Parent != nil && a.Parent.ID != a.ParentID.V {
					t.Errorf("%v has the parent %v", a, a.Parent)
				}
				return account(*a), nil
			},
			IsMissing: func(err error) bool { return errors.Is(err, sql.ErrNoRows) },
			List: func(ids ...wiji.ID) ([]testdb.Account, error) {
				list, err := bun.List(ctx, db, ids...)
				return testdb.Accounts(list, err, account)
			},
			Page: func(last wiji.ID, n int) ([]testdb.Account, error) {
				list, err := bun.Page(ctx, db, last, n)
				return testdb.Accounts(list, err, account)
			},
			SetParent: func(parent wiji.ID, ids ...wiji.ID) (int64, error) {
				return testdb.Rows(bun.SetParent(ctx, db, testdb.Parent(parent), ids...))
			},
			Delete: func(ids ...wiji.ID) (int64, error) { return testdb.Rows(bun.Delete(ctx, db, ids...)) },
		}
	})
}

// TestSlice: the hook runs for each row of a slice, and WherePK addresses one row.
func TestSlice(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		db, ctx := open(t, s), context.Background()
		rows := []bun.Account{{Name: "a"}, {Name: "b"}, {Name: "c"}}
		if n, err := testdb.Rows(db.NewInsert().Model(&rows).Exec(ctx)); err != nil || n != 3 {
			t.Errorf("%d rows, error %v", n, err)
		}
		rows[2].Name = "renamed"
		if n, err := testdb.Rows(db.NewUpdate().Model(&rows[2]).WherePK().Exec(ctx)); err != nil || n != 1 {
			t.Errorf("rename: %d rows, error %v", n, err)
		}
		testdb.Stored(t, db.DB, "id", "renamed")
		if n, err := testdb.Rows(db.NewDelete().Model(&rows[0]).WherePK().Exec(ctx)); err != nil || n != 1 || testdb.Count(t, db.DB) != 2 {
			t.Errorf("delete: %d rows, error %v", n, err)
		}
	})
}

// TestCreateTable: the column is what the tag says, and VARCHAR without it.
func TestCreateTable(t *testing.T) {
	db := ubun.NewDB(testdb.SQLite.Empty(t), sqlitedialect.New())
	type untagged struct {
		ID sqltype.Binary[wiji.ID] `bun:"id,pk"`
	}
	with := strings.ToLower(db.NewCreateTable().Model((*bun.Account)(nil)).String())
	without := strings.ToLower(db.NewCreateTable().Model((*untagged)(nil)).String())
	if !strings.Contains(with, `"id" blob not null`) || !strings.Contains(with, `"parent" blob`) {
		t.Error(with)
	}
	if !strings.Contains(without, `"id" varchar`) {
		t.Error(without)
	}
}

// TestPlainID: a plain ID makes the statement fail. Bun writes the refusal into the
// statement, which the server then refuses.
func TestPlainID(t *testing.T) { testdb.Each(t, testPlainID) }

func testPlainID(t *testing.T, s testdb.Server) {
	db := open(t, s)
	ctx := context.Background()
	a := insert(t, db, "a")[0]
	if n, err := db.NewSelect().Model((*bun.Account)(nil)).Where("id = ?", a.ID).Count(ctx); n != 1 || err != nil {
		t.Errorf("a column type finds %d rows, error %v", n, err)
	}
	for _, arg := range []any{a.ID.V, &a.ID.V, a.ID.V.Bytes(), ubun.List([]wiji.ID{a.ID.V})} {
		if n, err := db.NewSelect().Model((*bun.Account)(nil)).Where("id IN (?)", arg).Count(ctx); err == nil {
			t.Errorf("%T finds %d rows and no error", arg, n)
		}
		if _, err := db.NewDelete().Model((*bun.Account)(nil)).Where("id IN (?)", arg).Exec(ctx); err == nil {
			t.Errorf("%T: Delete has no error", arg)
		}
		if _, err := db.NewUpdate().Model((*bun.Account)(nil)).Set("parent = ?", arg).Where("1 = 1").Exec(ctx); err == nil {
			t.Errorf("%T: Update has no error", arg)
		}
	}
	const query = `INSERT INTO accounts (id, name) VALUES (?, 'zero')`
	if _, err := db.NewRaw(query, sqltype.Binary[wiji.ID]{}).Exec(ctx); err == nil {
		t.Error("a column type without a key: no error")
	}
	if _, err := db.NewRaw(query, wiji.ID{}).Exec(ctx); err == nil {
		t.Error("a plain ID without a key: no error")
	}
	if n := testdb.Count(t, db.DB); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

// TestLoud: what a column type refuses never reaches the table. Bun writes the
// refusal into the statement, which the server then refuses.
func TestLoud(t *testing.T) { testdb.Each(t, testLoud) }

func testLoud(t *testing.T, s testdb.Server) {
	db := open(t, s)
	ctx := context.Background()
	insert(t, db, "a")
	_, err := db.NewRaw(`INSERT INTO accounts (id, name) VALUES (?, 'zero')`, sqltype.Binary[wiji.ID]{}).Exec(ctx)
	if err == nil {
		t.Error("a zero key: no error")
	}
	var plain sqltype.Binary[wiji.ID]
	err = db.NewRaw(`SELECT parent FROM accounts`).Scan(ctx, &plain)
	if !errors.Is(err, sqltype.ErrNull) {
		t.Errorf("NULL into a plain column type: %v", err)
	}
	if n := testdb.Count(t, db.DB); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}

// leaf is an account as the many side of a relation. Rows in which the foreign key
// is NULL do not belong to the relation, so that the field need not hold NULL.
type leaf struct {
	ubun.BaseModel `bun:"table:accounts"`

	ID       sqltype.Binary[wiji.ID] `bun:"id,pk"`
	ParentID sqltype.Binary[wiji.ID] `bun:"parent"`
}

// branch is an account with its children.
type branch struct {
	ubun.BaseModel `bun:"table:accounts"`

	ID       sqltype.Binary[wiji.ID] `bun:"id,pk"`
	Children []*leaf                 `bun:"rel:has-many,join:id=parent"`
}

// nullLeaf differs from leaf in the type of the foreign key.
type nullLeaf struct {
	ubun.BaseModel `bun:"table:accounts"`

	ID       sqltype.Binary[wiji.ID]               `bun:"id,pk"`
	ParentID sqltype.Null[sqltype.Binary[wiji.ID]] `bun:"parent"`
}

// nullBranch is an account with its children, as nullLeaf.
type nullBranch struct {
	ubun.BaseModel `bun:"table:accounts"`

	ID       sqltype.Binary[wiji.ID] `bun:"id,pk"`
	Children []*nullLeaf             `bun:"rel:has-many,join:id=parent"`
}

// TestHasMany: bun finds the parent of a row by the Go value of the foreign key,
// which has to be of the type of the key: a Null is not a Binary.
func TestHasMany(t *testing.T) { testdb.Each(t, testHasMany) }

func testHasMany(t *testing.T, s testdb.Server) {
	db := open(t, s)
	ctx := context.Background()
	accounts := insert(t, db, "a", "b", "c")

	var list []*branch
	if err := db.NewSelect().Model(&list).Relation("Children").Order("id").Scan(ctx); err != nil {
		t.Fatal(err)
	}
	for i, b := range list {
		var want []sqltype.Binary[wiji.ID]
		if i+1 < len(accounts) {
			want = append(want, accounts[i+1].ID)
		}
		var got []sqltype.Binary[wiji.ID]
		for _, l := range b.Children {
			got = append(got, l.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("children of %v: %v, want %v", b.ID, got, want)
		}
	}

	var refused []*nullBranch
	if err := db.NewSelect().Model(&refused).Relation("Children").Scan(ctx); err == nil {
		t.Error("with Null on one side bun reported no error: the warning in the documentation is out of date")
	}
}
