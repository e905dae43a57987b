//go:build go1.27

// Package orders_test uses what ent generates for keys of the standard library's uuid.
package orders_test

import (
	"testing"
	"uuid"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/standard/schema"
	"github.com/sortid/sortid/integration_test/recipes/standard/testdata/ent"
	"github.com/sortid/sortid/integration_test/recipes/standard/testdata/ent/event"
	"github.com/sortid/sortid/integration_test/recipes/standard/testdata/ent/migrate"
	"github.com/sortid/sortid/integration_test/recipes/standard/testdata/ent/order"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

var dialects = map[dbserver.Kind]string{
	dbserver.Postgres: dialect.Postgres, dbserver.MySQL: dialect.MySQL, dbserver.MariaDB: dialect.MySQL,
}

// TestStandardEnt: rows come back by key, by list and with NULL, in the column that the schema names.
func TestStandardEnt(t *testing.T) {
	testdb.Each(t, func(t *testing.T, s testdb.Server) {
		name, ok := dialects[s.Kind]
		if !ok {
			name = dialect.SQLite
		}
		db := s.Empty(t)
		ctx := t.Context()
		client := ent.NewClient(ent.Driver(entsql.OpenDB(name, db)))
		tables := migrate.Tables
		if s.Kind != dbserver.Postgres {
			tables = tables[:1]
			if tables[0] != migrate.EventsTable {
				t.Fatalf("the first table is %s", tables[0].Name)
			}
		}
		if err := migrate.Create(ctx, migrate.NewSchema(entsql.OpenDB(name, db)), tables); err != nil {
			t.Fatal(err)
		}
		a := client.Event.Create().SaveX(ctx)
		b := client.Event.Create().SetParent(a.ID).SaveX(ctx)
		if got := client.Event.GetX(ctx, b.ID); got.ID != b.ID || got.Parent == nil || *got.Parent != a.ID {
			t.Errorf("%v", got)
		}
		if got := client.Event.GetX(ctx, a.ID); got.Parent != nil {
			t.Errorf("NULL is %v", got.Parent)
		}
		if n := client.Event.Query().Where(event.IDIn(a.ID, b.ID, schema.NewRawID())).CountX(ctx); n != 2 {
			t.Errorf("a list finds %d", n)
		}
		var raw []byte
		if err := db.QueryRow("SELECT min(id) FROM events").Scan(&raw); s.Kind != dbserver.Postgres && (err != nil || uuid.UUID(raw) != a.ID.V) {
			t.Errorf("the column has %x, %v", raw, err)
		}
		if s.Kind != dbserver.Postgres {
			return
		}
		first := client.Order.Create().SaveX(ctx)
		second := client.Order.Create().SetParent(first.ID).SaveX(ctx)
		if got := client.Order.GetX(ctx, second.ID); got.ID != second.ID || got.Parent == nil || *got.Parent != first.ID {
			t.Errorf("%v", got)
		}
		if n := client.Order.Query().Where(order.IDIn(first.ID, second.ID, schema.NewID())).CountX(ctx); n != 2 {
			t.Errorf("a list finds %d", n)
		}
		var x uuid.UUID
		if err := db.QueryRow("SELECT id FROM orders WHERE id = $1", sqltype.UUIDOf(second.ID.V)).Scan(&x); err != nil || x != second.ID.V {
			t.Errorf("the column has %v, %v", x, err)
		}
	})
}
