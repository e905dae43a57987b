package postgres_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/sqlc/postgres"
)

// TestTypedKeys: the code for pgx has typed keys, and a pointer for NULL, in each mode of
// pgx.
func TestTypedKeys(t *testing.T) {
	for _, mode := range modes {
		t.Run(mode.String(), func(t *testing.T) { typedKeys(t, open(t, mode)) })
	}
}

func typedKeys(t *testing.T, q *postgres.Queries) {
	boss := postgres.User{ID: wiji.NewFor[postgres.User](), Name: "boss"}
	worker := postgres.User{ID: wiji.NewFor[postgres.User](), Manager: &boss.ID, Name: "worker"}
	for _, u := range []postgres.User{boss, worker} {
		if err := q.InsertUser(t.Context(), postgres.InsertUserParams(u)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := q.GetUser(t.Context(), boss.ID)
	if err != nil || got != boss {
		t.Errorf("got %v, %v, want %v", got, err, boss)
	}
	data, err := json.Marshal(got.ID)
	if err != nil || string(data) != `"`+boss.ID.String()+`"` || string(data[:6]) != `"user_` {
		t.Errorf("JSON is %s, %v", data, err)
	}
	list, err := q.ListUsersOf(t.Context(), &boss.ID)
	if err != nil || len(list) != 1 || list[0].ID != worker.ID || list[0].Manager == nil || *list[0].Manager != boss.ID {
		t.Errorf("users of %v: %v, %v, want %v", boss.ID, list, err, worker)
	}
	if _, err := q.GetUser(t.Context(), wiji.NewFor[postgres.User]()); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("a key that is not there: %v", err)
	}
	if err := q.InsertUser(t.Context(), postgres.InsertUserParams{Name: "zero"}); !errors.Is(err, id.ErrZero) {
		t.Errorf("a zero key: %v", err)
	}
}
