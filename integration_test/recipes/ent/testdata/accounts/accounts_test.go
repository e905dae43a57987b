package accounts_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/ent/schema"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/accounts"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent/account"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent/predicate"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// dialectOf returns ent's name of a server.
func dialectOf(s testdb.Server) string {
	switch s.Kind {
	case dbserver.Postgres:
		return dialect.Postgres
	case dbserver.MySQL, dbserver.MariaDB:
		return dialect.MySQL
	default:
		return dialect.SQLite
	}
}

// open returns a client of a database with ent's own schema.
func open(t *testing.T, s testdb.Server) (*ent.Client, *sql.DB) {
	t.Helper()
	db := s.Empty(t)
	client := ent.NewClient(ent.Driver(entsql.OpenDB(dialectOf(s), db)))
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

func TestRoundTrip(t *testing.T) { testdb.Each(t, testRoundTrip) }

func testRoundTrip(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
	ctx := context.Background()
	for _, want := range insert(t, client, "parent", "child") {
		if want.ID.IsZero() {
			t.Fatal("the default made no key")
		}
		got, err := accounts.Get(ctx, client, want.ID.V)
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
	if _, err := accounts.Get(ctx, client, wiji.New()); !ent.IsNotFound(err) {
		t.Errorf("a key that is not there: %v", err)
	}
}

// TestBulk: the default is called for each row, and a list of keys is expanded.
func TestBulk(t *testing.T) { testdb.Each(t, testBulk) }

func testBulk(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
	ctx := context.Background()
	var rows []*ent.AccountCreate
	for _, name := range []string{"a", "b", "c"} {
		rows = append(rows, client.Account.Create().SetName(name))
	}
	made, err := client.Account.CreateBulk(rows...).Save(ctx)
	if err != nil {
		t.Fatal(err)
	}
	list, err := accounts.List(ctx, client, made[2].ID.V, made[0].ID.V, wiji.New())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].ID != made[0].ID || list[1].ID != made[2].ID {
		t.Errorf("got %v", list)
	}
	if list, err := accounts.List(ctx, client); len(list) != 0 || err != nil {
		t.Errorf("no keys: %v, %v", list, err)
	}
	if n := testdb.Count(t, db); n != len(made) {
		t.Errorf("%d rows, want %d", n, len(made))
	}
}

// TestUpdateDelete: a key addresses one row, and ClearParent stores NULL.
func TestUpdateDelete(t *testing.T) { testdb.Each(t, testUpdateDelete) }

func testUpdateDelete(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
	ctx := context.Background()
	list := insert(t, client, "a", "b", "c", "d", "e", "f")
	check := func(what string, n int, err error, want int) {
		t.Helper()
		if n != want || err != nil {
			t.Errorf("%s: %d rows, %v, want %d", what, n, err, want)
		}
	}
	if err := accounts.ClearParent(ctx, client, list[1].ID.V); err != nil {
		t.Fatal(err)
	}
	if err := accounts.ClearParent(ctx, client, wiji.New()); !ent.IsNotFound(err) {
		t.Errorf("a key that is not there: %v", err)
	}
	n, err := accounts.SetParent(ctx, client, list[0].ID.V, list[3].ID.V, list[4].ID.V, wiji.New())
	check("SetParent", n, err, 2)
	n, err = accounts.SetParent(ctx, client, list[0].ID.V)
	check("SetParent without keys", n, err, 0)
	first := schema.NullIDOf(list[0].ID.V)
	for i, want := range []schema.NullID{{}, {}, schema.NullIDOf(list[1].ID.V), first, first, schema.NullIDOf(list[4].ID.V)} {
		got, err := accounts.Get(ctx, client, list[i].ID.V)
		if err != nil || got.Parent != want {
			t.Errorf("account %d is %v, %v, want the parent %v", i, got, err, want)
		}
	}
	if stored := testdb.Stored(t, db, "parent", "b"); stored != nil {
		t.Errorf("the column holds %v, want NULL", stored)
	}
	n, err = client.Account.Query().Where(account.ParentIsNil()).Count(ctx)
	check("ParentIsNil", n, err, 2)
	if err := client.Account.DeleteOneID(list[5].ID).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	n, err = accounts.Delete(ctx, client, list[2].ID.V, list[4].ID.V, wiji.New())
	check("Delete", n, err, 2)
	n, err = accounts.Delete(ctx, client)
	check("Delete without keys", n, err, 0)
	if n := testdb.Count(t, db); n != 3 {
		t.Errorf("%d rows are left, want 3", n)
	}
}

// TestPlainID: what ent generates takes no plain ID. In a predicate of the user's own, a
// plain ID is an error.
func TestPlainID(t *testing.T) { testdb.Each(t, testPlainID) }

func testPlainID(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
	ctx := context.Background()
	x := insert(t, client, "a", "b")[1].ID.V
	for _, arg := range []any{x, &x, x.Bytes()} {
		for name, where := range map[string]predicate.Account{
			"FieldEQ": entsql.FieldEQ(account.FieldID, arg), "FieldNEQ": entsql.FieldNEQ(account.FieldID, arg),
			"FieldIn": entsql.FieldIn(account.FieldID, arg),
			"builder": func(s *entsql.Selector) {
				s.Where(entsql.P(func(b *entsql.Builder) { b.Ident("id").WriteString(" IN (").Arg(arg).WriteString(")") }))
			},
		} {
			if n, err := client.Account.Delete().Where(where).Exec(ctx); !errors.Is(err, id.ErrPlain) {
				t.Errorf("%s of a %T: %d rows deleted, error %v", name, arg, n, err)
			}
			if n, err := client.Account.Query().Where(where).Count(ctx); !errors.Is(err, id.ErrPlain) {
				t.Errorf("%s of a %T: %d rows, error %v", name, arg, n, err)
			}
		}
	}
	if n := testdb.Count(t, db); n != 2 {
		t.Errorf("%d rows are left, want 2", n)
	}
}

// TestMigrate: the column is what SchemaType says, and a second migration writes
// nothing.
func TestMigrate(t *testing.T) { testdb.Each(t, testMigrate) }

func testMigrate(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
	for column, null := range map[string]string{"id": "NO", "parent": "YES"} {
		if got, want := columnType(t, s, db, column), strings.ToLower(s.Column)+" "+null; got != want {
			t.Errorf("column %s is %q, want %q", column, got, want)
		}
	}
	var again strings.Builder
	if err := client.Schema.WriteTo(context.Background(), &again); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(again.String(), "ALTER") || strings.Contains(again.String(), "CREATE") {
		t.Errorf("the second migration writes %s", &again)
	}
}

// columnType returns the type of a column of accounts, and whether it can be NULL.
func columnType(t *testing.T, s testdb.Server, db *sql.DB, column string) string {
	t.Helper()
	query := `SELECT lower(column_type), is_nullable FROM information_schema.columns WHERE table_schema = database() AND table_name = 'accounts' AND column_name = '%s'`
	switch s.Kind {
	case dbserver.Postgres:
		query = `SELECT data_type, is_nullable FROM information_schema.columns WHERE table_name = 'accounts' AND column_name = '%s'`
	case "":
		query = `SELECT lower(type), iif("notnull", 'NO', 'YES') FROM pragma_table_info('accounts') WHERE name = '%s'`
	}
	var typ, null string
	if err := db.QueryRow(fmt.Sprintf(query, column)).Scan(&typ, &null); err != nil {
		t.Fatal(err)
	}
	return typ + " " + null
}

// TestLoud: what a column type refuses never reaches the table.
func TestLoud(t *testing.T) { testdb.Each(t, testLoud) }

func testLoud(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
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
