package postgres_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/sqlc/postgres"
	"github.com/sortid/sortid/sqltype"
)

// TestPartitioned: the code for pgx works as it is on a table that is partitioned by the time in its key.
func TestPartitioned(t *testing.T) {
	ctx := context.Background()
	schema, err := os.ReadFile("schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	const end = "name   text NOT NULL\n)"
	divided := strings.Replace(string(schema), end, end+" PARTITION BY RANGE (id)", 1)
	if divided == string(schema) {
		t.Fatal("schema.sql has another table")
	}
	now := time.Now()
	later, err := wiji.MinAt(now.Add(24 * time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	bound, err := sqltype.UUIDOf(later).Value()
	if err != nil {
		t.Fatal(err)
	}
	divided += fmt.Sprintf(`CREATE TABLE accounts_present PARTITION OF accounts FOR VALUES FROM (MINVALUE) TO ('%[1]s');
		CREATE TABLE accounts_later PARTITION OF accounts FOR VALUES FROM ('%[1]s') TO (MAXVALUE);`, bound)
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) {
			q := openSchema(t, mode, divided)
			other, err := wiji.At(now.Add(48 * time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			root := postgres.Account{ID: wiji.New(), Name: "root"}
			child := postgres.Account{ID: other, Parent: &root.ID, Name: "child"}
			for _, a := range []postgres.Account{root, child} {
				if err := q.InsertAccount(ctx, postgres.InsertAccountParams(a)); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := q.GetAccount(ctx, root.ID); err != nil || got != root {
				t.Errorf("got %v, %v, want %v", got, err, root)
			}
			if list, err := q.ListAccounts(ctx, []wiji.ID{root.ID, child.ID}); err != nil || len(list) != 2 {
				t.Errorf("a list of both partitions: %v, %v", list, err)
			}
			if list, err := q.ListChildren(ctx, &root.ID); err != nil || len(list) != 1 || list[0].ID != child.ID {
				t.Errorf("the children are %v, %v, want %v", list, err, child)
			}
		})
	}
}
