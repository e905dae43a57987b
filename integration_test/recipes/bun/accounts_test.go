package bun_test

import (
	"bytes"
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

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/bun"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
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

func TestRoundTrip(t *testing.T) { testdb.Each(t, testRoundTrip) }

func testRoundTrip(t *testing.T, s testdb.Server) {
	db := open(t, s)
	accounts := insert(t, db, "parent", "child")
	for _, want := range accounts {
		if want.ID.IsZero() {
			t.Fatal("the hook made no key")
		}
		got, err := bun.Get(context.Background(), db, want.ID.V)
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != want.ID || got.ParentID != want.ParentID || got.Name != want.Name {
			t.Errorf("got %v, want %v", got, want)
		}
		if (got.Parent != nil) != want.ParentID.Valid {
			t.Errorf("%s: parent %v", want.Name, got.Parent)
		}
		if got.Parent != nil && got.Parent.ID != accounts[0].ID {
			t.Errorf("parent %v, want %v", got.Parent.ID, accounts[0].ID)
		}
		key := want.ID.V.Bytes()
		if stored := testdb.Stored(t, db.DB, "id", want.Name); !bytes.Equal(stored.([]byte), key[:]) {
			t.Errorf("the column holds %x, want %x", stored, key)
		}
	}
	if stored := testdb.Stored(t, db.DB, "parent", "parent"); stored != nil {
		t.Errorf("the column holds %v, want NULL", stored)
	}
	if _, err := bun.Get(context.Background(), db, wiji.New()); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a key that is not there: %v", err)
	}
}

// TestBulk: the hook runs for each row of a slice.
func TestBulk(t *testing.T) { testdb.Each(t, testBulk) }

func testBulk(t *testing.T, s testdb.Server) {
	db := open(t, s)
	rows := []bun.Account{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	if _, err := db.NewInsert().Model(&rows).Exec(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := testdb.Count(t, db.DB); n != len(rows) {
		t.Errorf("%d rows, want %d", n, len(rows))
	}
	asked := []wiji.ID{rows[2].ID.V, rows[0].ID.V}
	list, err := bun.List(context.Background(), db, asked...)
	if err != nil {
		t.Fatal(err)
	}
	var got []wiji.ID
	for _, a := range list {
		got = append(got, a.ID.V)
	}
	slices.SortFunc(asked, wiji.ID.Compare)
	if !slices.Equal(got, asked) {
		t.Errorf("got %v, want %v", got, asked)
	}
	if list, err := bun.List(context.Background(), db); len(list) != 0 || err != nil {
		t.Errorf("no keys: %v, %v", list, err)
	}
}

// TestUpdateDelete: WherePK addresses one row, and a list the rows that it names.
func TestUpdateDelete(t *testing.T) { testdb.Each(t, testUpdateDelete) }

func testUpdateDelete(t *testing.T, s testdb.Server) {
	db := open(t, s)
	ctx := context.Background()
	accounts := insert(t, db, "a", "b", "c", "d", "e")
	accounts[2].Name = "renamed"
	result, err := db.NewUpdate().Model(accounts[2]).WherePK().Exec(ctx)
	checkRows(t, "rename", result, err, 1)
	testdb.Stored(t, db.DB, "id", "renamed")
	result, err = db.NewDelete().Model(accounts[4]).WherePK().Exec(ctx)
	checkRows(t, "delete one", result, err, 1)

	first := sqltype.NullOf(sqltype.BinaryOf(accounts[0].ID.V))
	result, err = bun.SetParent(ctx, db, first, accounts[2].ID.V, accounts[3].ID.V, wiji.New())
	checkRows(t, "set", result, err, 2)
	result, err = bun.SetParent(ctx, db, sqltype.Null[sqltype.Binary[wiji.ID]]{}, accounts[3].ID.V)
	checkRows(t, "clear", result, err, 1)
	result, err = bun.Delete(ctx, db, wiji.New())
	checkRows(t, "delete none", result, err, 0)
	result, err = bun.Delete(ctx, db)
	checkRows(t, "no keys", result, err, 0)
	for i, want := range []sqltype.Null[sqltype.Binary[wiji.ID]]{{}, first, first, {}} {
		a, err := bun.Get(ctx, db, accounts[i].ID.V)
		if err != nil || a.ParentID != want {
			t.Errorf("account %d has the parent %v, error %v, want %v", i, a.ParentID, err, want)
		}
	}
	result, err = bun.Delete(ctx, db, accounts[1].ID.V, accounts[3].ID.V)
	checkRows(t, "delete a list", result, err, 2)
	if n := testdb.Count(t, db.DB); n != 2 {
		t.Errorf("%d rows are left, want 2", n)
	}
}

func checkRows(t *testing.T, what string, result sql.Result, err error, want int64) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if n, err := result.RowsAffected(); err != nil || n != want {
		t.Errorf("%s: %d rows, want %d, error %v", what, n, want, err)
	}
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

// TestPages: the pages have each account once, the newest first.
func TestPages(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		db := open(t, s)
		var want []wiji.ID
		for _, a := range slices.Backward(insert(t, db, "a", "b", "c", "d", "e", "f", "g", "h")) {
			want = append(want, a.ID.V)
		}
		testdb.Pages(t, want, func(last wiji.ID, n int) (ids []wiji.ID, err error) {
			list, err := bun.Page(t.Context(), db, last, n)
			for _, a := range list {
				ids = append(ids, a.ID.V)
			}
			return ids, err
		})
	})
}
