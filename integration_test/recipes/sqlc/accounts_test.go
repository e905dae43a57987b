package sqlc_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/sqlc"
	"github.com/sortid/sortid/sqltype"
)

func open(t *testing.T) (*sqlc.Queries, *sql.DB) {
	t.Helper()
	db := testdb.SQLite.Open(t)
	return sqlc.New(db), db
}

// insert stores a chain of accounts, each the parent of the next. The caller makes
// the keys: sqlc has no hooks.
func insert(t *testing.T, q *sqlc.Queries, names ...string) []sqlc.Account {
	t.Helper()
	var list []sqlc.Account
	for i, name := range names {
		a := sqlc.Account{ID: sqltype.BinaryOf(wiji.New()), Name: name}
		if i > 0 {
			a.Parent = sqltype.NullOf(sqltype.BinaryOf(list[i-1].ID.V))
		}
		if err := q.InsertAccount(context.Background(), sqlc.InsertAccountParams(a)); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func TestRoundTrip(t *testing.T) {
	q, db := open(t)
	ctx := context.Background()
	accounts := insert(t, q, "parent", "child")
	for _, want := range accounts {
		got, err := q.GetAccount(ctx, want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("got %v, want %v", got, want)
		}
		key := want.ID.V.Bytes()
		if stored := testdb.Stored(t, db, "id", want.Name); !bytes.Equal(stored.([]byte), key[:]) {
			t.Errorf("the column holds %x, want %x", stored, key)
		}
	}
	if stored := testdb.Stored(t, db, "parent", "parent"); stored != nil {
		t.Errorf("the column holds %v, want NULL", stored)
	}
	children, err := q.ListChildren(ctx, sqltype.NullOf(sqltype.BinaryOf(accounts[0].ID.V)))
	if err != nil || !slices.Equal(children, accounts[1:]) {
		t.Errorf("children %v, %v, want %v", children, err, accounts[1:])
	}
	// NULL equals nothing in SQL: a query for rows without a parent says IS NULL.
	if children, err := q.ListChildren(ctx, sqlc.NullID{}); len(children) != 0 || err != nil {
		t.Errorf("children of NULL: %v, %v", children, err)
	}
	if _, err := q.GetAccount(ctx, sqltype.BinaryOf(wiji.New())); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a key that is not there: %v", err)
	}
}

// TestSlice: sqlc.slice takes a list of the column type, and an empty one.
func TestSlice(t *testing.T) {
	q, _ := open(t)
	ctx := context.Background()
	accounts := insert(t, q, "a", "b", "c")
	got, err := q.ListAccounts(ctx, []sqlc.ID{accounts[2].ID, accounts[0].ID})
	if want := []sqlc.Account{accounts[0], accounts[2]}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := q.ListAccounts(ctx, nil); len(got) != 0 || err != nil {
		t.Errorf("no keys: %v, %v", got, err)
	}
}

// TestBetween: a range of time is a range of keys.
func TestBetween(t *testing.T) {
	q, _ := open(t)
	accounts := insert(t, q, "a", "b", "c")
	from, err := wiji.MinAt(accounts[0].ID.V.Time())
	if err != nil {
		t.Fatal(err)
	}
	until, err := wiji.MinAt(accounts[2].ID.V.Time().Add(time.Microsecond))
	if err != nil {
		t.Fatal(err)
	}
	got, err := q.ListBetween(context.Background(), sqlc.ListBetweenParams{
		FromID: sqltype.BinaryOf(from), UntilID: sqltype.BinaryOf(until)})
	if err != nil || !slices.Equal(got, accounts) {
		t.Errorf("got %v, %v, want %v", got, err, accounts)
	}
}

// TestLoud: what a column type refuses never reaches the table.
func TestLoud(t *testing.T) {
	q, db := open(t)
	err := q.InsertAccount(context.Background(), sqlc.InsertAccountParams{Name: "zero"})
	if !errors.Is(err, id.ErrZero) {
		t.Errorf("a zero key: %v", err)
	}
	if n := testdb.Count(t, db); n != 0 {
		t.Errorf("%d rows, want none", n)
	}
}
