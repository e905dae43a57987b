package accounts_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/ent/schema"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent/user"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
)

// TestTyped: a typed key fills itself, is stored as the bytes of a plain one, and comes
// back. Its texts have the prefix.
func TestTyped(t *testing.T) { testdb.Each(t, testTyped) }

func testTyped(t *testing.T, s testdb.Server) {
	client, db := open(t, s)
	ctx := context.Background()
	boss := saved(t, client.User.Create().SetName("boss"))
	worker := saved(t, client.User.Create().SetName("worker").SetManager(schema.NullUserIDOf(boss.ID.V)))
	if text := boss.ID.String(); !strings.HasPrefix(text, "user_") || boss.ID.IsZero() {
		t.Errorf("the key is %s", text)
	}
	var stored []byte
	if err := db.QueryRow("SELECT id FROM users WHERE name = 'boss'").Scan(&stored); err != nil || !bytes.Equal(stored, boss.ID.V[:]) {
		t.Errorf("the column holds %x, %v, want %x", stored, err, boss.ID.V[:])
	}
	got, err := client.User.Get(ctx, boss.ID)
	if err != nil || got.ID != boss.ID || got.Manager.Valid {
		t.Errorf("got %v, %v, want %v", got, err, boss)
	}
	data, err := json.Marshal(got)
	if err != nil || !strings.Contains(string(data), `"id":"`+boss.ID.String()+`"`) {
		t.Errorf("JSON is %s, %v", data, err)
	}
	list, err := client.User.Query().Where(user.IDIn(worker.ID, schema.NewUserID())).All(ctx)
	if err != nil || len(list) != 1 || list[0].ID != worker.ID || list[0].Manager.V.V != boss.ID.V {
		t.Errorf("a list: %v, %v, want %v", list, err, worker)
	}
	n, err := client.User.Update().Where(user.Manager(schema.NullUserIDOf(boss.ID.V))).ClearManager().Save(ctx)
	if err != nil || n != 1 {
		t.Errorf("the manager of %d users is cleared, %v", n, err)
	}
	var manager sql.Null[[]byte]
	if err := db.QueryRow("SELECT manager FROM users WHERE name = 'worker'").Scan(&manager); err != nil || manager.Valid {
		t.Errorf("the column holds %x, %v, want NULL", manager.V, err)
	}
	testTypedLoud(t, client)
}

func saved(t *testing.T, create *ent.UserCreate) *ent.User {
	t.Helper()
	u, err := create.Save(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// testTypedLoud: zero keys and the texts of another kind are errors.
func testTypedLoud(t *testing.T, client *ent.Client) {
	ctx := context.Background()
	if err := client.User.Create().SetName("zero").SetID(schema.UserID{}).Exec(ctx); !errors.Is(err, id.ErrZero) {
		t.Errorf("a zero key: %v", err)
	}
	if _, err := client.User.Get(ctx, schema.NewUserID()); !ent.IsNotFound(err) {
		t.Errorf("a key that is not there: %v", err)
	}
	var x schema.UserID
	if err := json.Unmarshal([]byte(`"order_`+strings.ToLower(wiji.New().String())+`"`), &x); !errors.Is(err, id.ErrPrefix) {
		t.Errorf("the key of an order: %v", err)
	}
}
