package postgres_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/sqlc/postgres"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/pgxtype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// modes lists the modes in which pgx learns the type of a parameter. In the others, plain IDs are
// errors.
var modes = []pgx.QueryExecMode{
	pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec,
}

// open returns the queries of a new database with the table of schema.sql, through a
// pool whose connections know the formats.
func open(t *testing.T, mode pgx.QueryExecMode) *postgres.Queries {
	t.Helper()
	schema, err := os.ReadFile("schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	config, err := pgxpool.ParseConfig(dbtest.Open(t, dbserver.Postgres).DSN)
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.DefaultQueryExecMode = mode
	config.AfterConnect = pgxtype.AfterConnect()
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := pool.Exec(ctx, string(schema)); err != nil {
		t.Fatal(err)
	}
	return postgres.New(pool)
}

// TestPlainKeys: the code for pgx has plain keys, a pointer for NULL, and a slice of keys,
// in each mode of pgx.
func TestPlainKeys(t *testing.T) {
	ctx := context.Background()
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) {
			q := open(t, mode)
			root := postgres.Account{ID: wiji.New(), Name: "root"}
			child := postgres.Account{ID: wiji.New(), Parent: &root.ID, Name: "child"}
			for _, a := range []postgres.Account{root, child} {
				if err := q.InsertAccount(ctx, postgres.InsertAccountParams(a)); err != nil {
					t.Fatal(err)
				}
			}
			got, err := q.GetAccount(ctx, root.ID)
			if err != nil || got != root {
				t.Errorf("got %v, %v, want %v", got, err, root)
			}
			check := func(what string, list []postgres.Account, err error) {
				t.Helper()
				if err != nil || len(list) != 1 || list[0].ID != child.ID || list[0].Parent == nil || *list[0].Parent != root.ID {
					t.Errorf("%s: got %v, %v, want %v", what, list, err, child)
				}
			}
			list, err := q.ListAccounts(ctx, []wiji.ID{wiji.New(), child.ID})
			check("a list", list, err)
			list, err = q.ListChildren(ctx, &root.ID)
			check("children", list, err)
			if list, err := q.ListAccounts(ctx, []wiji.ID{}); err != nil || len(list) != 0 {
				t.Errorf("no keys: %v, %v", list, err)
			}
			if _, err := q.GetAccount(ctx, wiji.New()); !errors.Is(err, pgx.ErrNoRows) {
				t.Errorf("a key that is not there: %v", err)
			}
			if err := q.InsertAccount(ctx, postgres.InsertAccountParams{Name: "zero"}); !errors.Is(err, id.ErrZero) {
				t.Errorf("a zero key: %v", err)
			}
		})
	}
}
