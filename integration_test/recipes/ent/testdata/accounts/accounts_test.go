package accounts_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/ent/schema"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/accounts"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent/account"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent/predicate"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
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

func convert(a *ent.Account) testdb.Account {
	return testdb.Account{ID: a.ID.V, Parent: a.Parent.V.V, Name: a.Name}
}

func TestRecipe(t *testing.T) {
	testdb.Test(t, func(t *testing.T, s testdb.Server) testdb.Recipe {
		client, db := open(t, s)
		ctx := context.Background()
		return testdb.Recipe{
			DB: db,
			Insert: func(name string, parent wiji.ID) (wiji.ID, error) {
				create := client.Account.Create().SetName(name)
				if !parent.IsZero() {
					create.SetParent(schema.NullIDOf(parent))
				}
				a, err := create.Save(ctx)
				if err != nil {
					return wiji.ID{}, err
				}
				return a.ID.V, nil
			},
			Get: func(x wiji.ID) (testdb.Account, error) {
				a, err := accounts.Get(ctx, client, x)
				if err != nil {
					return testdb.Account{}, err
				}
				return convert(a), nil
			},
			IsMissing: ent.IsNotFound,
			List: func(ids ...wiji.ID) ([]testdb.Account, error) {
				list, err := accounts.List(ctx, client, ids...)
				return testdb.Accounts(list, err, convert)
			},
			SetParent: func(parent wiji.ID, ids ...wiji.ID) (int64, error) {
				if parent.IsZero() {
					return 1, accounts.ClearParent(ctx, client, ids[0])
				}
				n, err := accounts.SetParent(ctx, client, parent, ids...)
				return int64(n), err
			},
			Delete: func(ids ...wiji.ID) (int64, error) {
				n, err := accounts.Delete(ctx, client, ids...)
				return int64(n), err
			},
		}
	})
}

// TestBulk: the default is called for each row.
func TestBulk(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		client, db := open(t, s)
		ctx := context.Background()
		made, err := client.Account.CreateBulk(client.Account.Create().SetName("a"), client.Account.Create().SetName("b")).Save(ctx)
		if err != nil || len(made) != 2 || testdb.Count(t, db) != 2 {
			t.Errorf("made %v, error %v", made, err)
		}
		if err := accounts.ClearParent(ctx, client, wiji.New()); !ent.IsNotFound(err) {
			t.Errorf("a key that is not there: %v", err)
		}
		if n, err := client.Account.Query().Where(account.ParentIsNil()).Count(ctx); err != nil || n != 2 {
			t.Errorf("ParentIsNil: %d rows, error %v", n, err)
		}
	})
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
