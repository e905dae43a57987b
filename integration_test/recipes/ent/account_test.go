package ent_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/ent"
	"github.com/sortid/sortid/integration_test/recipes/ent/account"
	"github.com/sortid/sortid/integration_test/recipes/ent/schema"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
)

// open returns a client of a database with ent's own schema.
func open(t *testing.T) (*ent.Client, *sql.DB) {
	t.Helper()
	db := testdb.Empty(t)
	client := ent.NewClient(ent.Driver(entsql.OpenDB(dialect.SQLite, db)))
	if err := client.Schema.Create(context.Background()); err != nil {
		t.Fatal(err)
	}
	return client, db
}

// insert stores a chain of accounts, each the parent of the next.
func insert(t *testing.T, client *ent.Client, names ...string) []*ent.Account {
	t.Helper()
	var list []*ent.Account
	for i, name := range names {
		create := client.Account.Create().SetName(name)
		if i > 0 {
			create.SetParent(schema.NullIDOf(list[i-1].ID.V))
		}
		a, err := create.Save(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func TestRoundTrip(t *testing.T) {
	client, db := open(t)
	ctx := context.Background()
	for _, want := range insert(t, client, "parent", "child") {
		if want.ID.IsZero() {
			t.Fatal("the default made no key")
		}
		got, err := client.Account.Get(ctx, want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != want.ID || got.Parent != want.Parent || got.Name != want.Name {
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
	if _, err := client.Account.Get(ctx, schema.NewID()); !ent.IsNotFound(err) {
		t.Errorf("a key that is not there: %v", err)
	}
}

// TestBulk: the default is called for each row, and a list of keys is expanded.
func TestBulk(t *testing.T) {
	client, db := open(t)
	ctx := context.Background()
	var rows []*ent.AccountCreate
	for _, name := range []string{"a", "b", "c"} {
		rows = append(rows, client.Account.Create().SetName(name))
	}
	made, err := client.Account.CreateBulk(rows...).Save(ctx)
	if err != nil {
		t.Fatal(err)
	}
	list, err := client.Account.Query().Where(account.IDIn(made[2].ID, made[0].ID)).
		Order(account.ByID()).All(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].ID != made[0].ID || list[1].ID != made[2].ID {
		t.Errorf("got %v", list)
	}
	if n, err := client.Account.Query().Where(account.IDIn()).Count(ctx); n != 0 || err != nil {
		t.Errorf("no keys: %d rows, %v", n, err)
	}
	if n := testdb.Count(t, db); n != len(made) {
		t.Errorf("%d rows, want %d", n, len(made))
	}
}

// TestUpdateDelete: a key addresses one row, and ClearParent stores NULL.
func TestUpdateDelete(t *testing.T) {
	client, db := open(t)
	ctx := context.Background()
	accounts := insert(t, client, "a", "b", "c")
	if err := client.Account.UpdateOneID(accounts[1].ID).ClearParent().Exec(ctx); err != nil {
		t.Fatal(err)
	}
	if stored := testdb.Stored(t, db, "parent", "b"); stored != nil {
		t.Errorf("the column holds %v, want NULL", stored)
	}
	roots, err := client.Account.Query().Where(account.ParentIsNil()).Count(ctx)
	if roots != 2 || err != nil {
		t.Errorf("%d accounts without a parent, %v, want 2", roots, err)
	}
	if err := client.Account.DeleteOneID(accounts[2].ID).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	if n := testdb.Count(t, db); n != 2 {
		t.Errorf("%d rows are left, want 2", n)
	}
}

// TestMigrate: the column is what SchemaType says, and a second migration writes
// nothing.
func TestMigrate(t *testing.T) {
	client, db := open(t)
	var ddl string
	if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = 'accounts'`).Scan(&ddl); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(ddl, "`id` blob NOT NULL") || !strings.Contains(ddl, "`parent` blob NULL") {
		t.Error(ddl)
	}
	var again strings.Builder
	if err := client.Schema.WriteTo(context.Background(), &again); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(again.String(), "ALTER") || strings.Contains(again.String(), "CREATE") {
		t.Errorf("the second migration writes %s", &again)
	}
}

// TestLoud: what a column type refuses never reaches the table.
func TestLoud(t *testing.T) {
	client, db := open(t)
	ctx := context.Background()
	if err := client.Account.Create().SetName("zero").SetID(schema.ID{}).Exec(ctx); !errors.Is(err, id.ErrZero) {
		t.Errorf("a zero key: %v", err)
	}
	if err := client.Account.Create().SetName("zero").SetParent(schema.NullIDOf(wiji.ID{})).Exec(ctx); err == nil {
		t.Error("a zero parent: no error")
	}
	if n := testdb.Count(t, db); n != 0 {
		t.Errorf("%d rows, want none", n)
	}
}
