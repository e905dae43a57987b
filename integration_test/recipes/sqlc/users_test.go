package sqlc_test

import (
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/sqlc"
	"github.com/sortid/sortid/sqltype"
)

// TestTyped: the code for typed keys stores the bytes of plain ones. Their texts have the
// prefix.
func TestTyped(t *testing.T) {
	db := testdb.SQLite.Empty(t)
	schema, err := os.ReadFile("schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), string(schema)); err != nil {
		t.Fatal(err)
	}
	q := sqlc.New(db)
	boss := sqlc.User{ID: sqltype.BinaryOf(wiji.NewFor[sqlc.User]()), Name: "boss"}
	worker := sqlc.User{ID: sqltype.BinaryOf(wiji.NewFor[sqlc.User]()), Manager: sqltype.NullOf(sqltype.BinaryOf(boss.ID.V)), Name: "worker"}
	for _, u := range []sqlc.User{boss, worker} {
		if err := q.InsertUser(t.Context(), sqlc.InsertUserParams(u)); err != nil {
			t.Fatal(err)
		}
		if got, err := q.GetUser(t.Context(), u.ID); err != nil || got != u {
			t.Errorf("got %v, %v, want %v", got, err, u)
		}
	}
	list, err := q.ListUsers(t.Context(), []sqlc.UserID{worker.ID, sqltype.BinaryOf(wiji.NewFor[sqlc.User]())})
	if err != nil || len(list) != 1 || list[0] != worker {
		t.Errorf("a list: %v, %v, want %v", list, err, worker)
	}
	var stored []byte
	if err := db.QueryRowContext(t.Context(), "SELECT id FROM users WHERE name = 'boss'").Scan(&stored); err != nil || string(stored) != string(boss.ID.V[:]) {
		t.Errorf("the column holds %x, %v, want %x", stored, err, boss.ID.V[:])
	}
	if text := boss.ID.String(); !strings.HasPrefix(text, "user_") {
		t.Errorf("the text is %s", text)
	}
	if err := q.InsertUser(t.Context(), sqlc.InsertUserParams{Name: "zero"}); !errors.Is(err, id.ErrZero) {
		t.Errorf("a zero key: %v", err)
	}
	if _, err := q.GetUser(t.Context(), sqltype.BinaryOf(wiji.NewFor[sqlc.User]())); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a key that is not there: %v", err)
	}
}
