//go:build go1.27

package sqlc_test

import (
	"context"
	"testing"
	"uuid"

	"github.com/jackc/pgx/v5"

	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/standard/sqlc"
	"github.com/sortid/sortid/integration_test/recipes/standard/sqlc/postgres"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// TestStandardSQLite: rows come back by key and by list, with NULL, in 16 bytes.
func TestStandardSQLite(t *testing.T) {
	db := testdb.SQLite.Open(t)
	ctx := t.Context()
	if _, err := db.Exec("CREATE TABLE orders (id BLOB PRIMARY KEY CHECK (length(id) = 16), parent BLOB)"); err != nil {
		t.Fatal(err)
	}
	q := sqlc.New(db)
	x, y := sqltype.BinaryOf(uuid.NewV7()), sqltype.BinaryOf(uuid.NewV7())
	for _, o := range []sqlc.InsertOrderParams{{ID: x}, {ID: y, Parent: &x}} {
		if err := q.InsertOrder(ctx, o); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := q.GetOrder(ctx, x); err != nil || got.ID != x || got.Parent != nil {
		t.Errorf("%v, %v", got, err)
	}
	list, err := q.ListOrders(ctx, []sqlc.ID{y, x, sqltype.BinaryOf(uuid.NewV7())})
	if err != nil || len(list) != 2 || list[0].ID != x || list[1].ID != y || list[1].Parent == nil || *list[1].Parent != x {
		t.Errorf("%v, %v", list, err)
	}
}

// TestStandardPostgres: the same in columns of the type uuid, with COPY.
func TestStandardPostgres(t *testing.T) {
	ctx := t.Context()
	c, err := pgx.Connect(ctx, dbtest.Open(t, dbserver.Postgres).DSN)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	if _, err := c.Exec(ctx, "CREATE TABLE orders (id uuid PRIMARY KEY, parent uuid REFERENCES orders (id))"); err != nil {
		t.Fatal(err)
	}
	q := postgres.New(c)
	x, y, z := uuid.NewV7(), uuid.NewV7(), uuid.NewV7()
	if err := q.InsertOrder(ctx, postgres.InsertOrderParams{ID: x}); err != nil {
		t.Fatal(err)
	}
	if n, err := q.InsertOrders(ctx, []postgres.InsertOrdersParams{{ID: y, Parent: &x}, {ID: z}}); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	if got, err := q.GetOrder(ctx, x); err != nil || got.ID != x || got.Parent != nil {
		t.Errorf("%v, %v", got, err)
	}
	list, err := q.ListOrders(ctx, []uuid.UUID{y, x, uuid.NewV7()})
	if err != nil || len(list) != 2 || list[0].ID != x || list[1].ID != y || list[1].Parent == nil || *list[1].Parent != x {
		t.Errorf("%v, %v", list, err)
	}
}
