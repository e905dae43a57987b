package sqlx_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	jsqlx "github.com/jmoiron/sqlx"

	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/sqlx"
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

func TestRoundTrip(t *testing.T) { testdb.Each(t, testRoundTrip) }

func testRoundTrip(t *testing.T, s testdb.Server) {
	db := open(t, s)
	parent := &sqlx.Account{Name: "parent"}
	insert(t, db, parent)
	child := &sqlx.Account{Name: "child", Parent: sqltype.NullOf(sqltype.BinaryOf(parent.ID.V))}
	insert(t, db, child)

	for _, want := range []*sqlx.Account{parent, child} {
		got, err := sqlx.Get(context.Background(), db, want.ID.V)
		if err != nil {
			t.Fatal(err)
		}
		if got != *want {
			t.Errorf("got %v, want %v", got, *want)
		}
		key := want.ID.V.Bytes()
		if stored := testdb.Stored(t, db.DB, "id", want.Name); !bytes.Equal(stored.([]byte), key[:]) {
			t.Errorf("the column holds %x, want %x", stored, key)
		}
	}
	if stored := testdb.Stored(t, db.DB, "parent", "parent"); stored != nil {
		t.Errorf("the column holds %v, want NULL", stored)
	}
	if _, err := sqlx.Get(context.Background(), db, wiji.New()); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a key that is not there: %v", err)
	}
}

func TestList(t *testing.T) { testdb.Each(t, testList) }

func testList(t *testing.T, s testdb.Server) {
	db := open(t, s)
	var ids []wiji.ID
	for _, name := range []string{"a", "b", "c", "d"} {
		a := &sqlx.Account{Name: name}
		insert(t, db, a)
		ids = append(ids, a.ID.V)
	}
	asked := []wiji.ID{ids[3], ids[0], ids[2]}
	list, err := sqlx.List(context.Background(), db, asked...)
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
	if list, err := sqlx.List(context.Background(), db); list != nil || err != nil {
		t.Errorf("no keys: %v, %v", list, err)
	}
}

// TestUpdateDelete: an update and a deletion concern the rows that they name, and no
// other.
func TestUpdateDelete(t *testing.T) { testdb.Each(t, testUpdateDelete) }

func testUpdateDelete(t *testing.T, s testdb.Server) {
	db := open(t, s)
	ctx := context.Background()
	var ids []wiji.ID
	for i := range 12 {
		a := &sqlx.Account{Name: fmt.Sprint(i)}
		insert(t, db, a)
		ids = append(ids, a.ID.V)
	}
	parent := sqltype.NullOf(sqltype.BinaryOf(ids[0]))
	check := func(what string, result sql.Result, err error, want int64) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if n, err := result.RowsAffected(); err != nil || n != want {
			t.Errorf("%s: %d rows, want %d, error %v", what, n, want, err)
		}
	}
	result, err := sqlx.SetParent(ctx, db, parent, ids[3], ids[7], wiji.New())
	check("set", result, err, 2)
	result, err = sqlx.SetParent(ctx, db, sqltype.Null[sqltype.Binary[wiji.ID]]{}, ids[7])
	check("clear", result, err, 1)
	result, err = sqlx.Delete(ctx, db, ids[9])
	check("delete one", result, err, 1)
	result, err = sqlx.Delete(ctx, db, ids[10], ids[11], wiji.New())
	check("delete a list", result, err, 2)
	list, err := sqlx.List(ctx, db, ids...)
	if err != nil || len(list) != 9 {
		t.Fatalf("%d rows are left, error %v, want 9", len(list), err)
	}
	for i, a := range list {
		want := sqltype.Null[sqltype.Binary[wiji.ID]]{}
		if i == 3 {
			want = parent
		}
		if a.ID.V != ids[i] || a.Parent != want {
			t.Errorf("row %d is %v, want the parent %v", i, a, want)
		}
	}
	if _, err := sqlx.Delete(ctx, db); err == nil {
		t.Error("an empty list: no error")
	}
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

// TestPages: the pages have each account once, the newest first.
func TestPages(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		db := open(t, s)
		var want []wiji.ID
		for name := range strings.FieldsSeq("a b c d e f g h") {
			a := &sqlx.Account{Name: name}
			insert(t, db, a)
			want = slices.Insert(want, 0, a.ID.V)
		}
		testdb.Pages(t, want, func(last wiji.ID, n int) (ids []wiji.ID, err error) {
			list, err := sqlx.Page(t.Context(), db, last, n)
			for _, a := range list {
				ids = append(ids, a.ID.V)
			}
			return ids, err
		})
	})
}
