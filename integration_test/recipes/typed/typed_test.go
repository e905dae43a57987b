package typed_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/internal/testdb"
	"github.com/sortid/sortid/integration_test/recipes/typed"
	"github.com/sortid/sortid/sqltype"
)

// open returns a database with one user.
func open(t *testing.T) (*sql.DB, typed.UserID) {
	db := testdb.SQLite.Empty(t)
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE users (id BLOB PRIMARY KEY, code TEXT, parent BLOB)"); err != nil {
		t.Fatal(err)
	}
	x := wiji.NewFor[typed.User]()
	_, err := db.ExecContext(t.Context(), "INSERT INTO users VALUES (?, ?, ?)", sqltype.BinaryOf(x), sqltype.TextOf(x), typed.NullUserKey{})
	if err != nil {
		t.Fatal(err)
	}
	var code string
	if err := db.QueryRowContext(t.Context(), "SELECT code FROM users").Scan(&code); err != nil || code != x.String() || !strings.HasPrefix(code, "user_") {
		t.Fatalf("the text column holds %q, %v", code, err)
	}
	return db, x
}

// TestSQLX: sqlx finds a user by a list of typed IDs, whose texts with the prefix are in a column and in JSON.
func TestSQLX(t *testing.T) {
	db, x := open(t)
	dbx := sqlx.NewDb(db, "sqlite")
	query, args, err := sqlx.In("SELECT * FROM users WHERE id IN (?)", sqltype.ListOf(sqltype.BinaryOf, x, wiji.NewFor[typed.User]()))
	if err != nil {
		t.Fatal(err)
	}
	var users []typed.User
	err = dbx.SelectContext(t.Context(), &users, query, args...)
	if err != nil || len(users) != 1 || users[0].ID.V != x || users[0].Code.V != x || users[0].Parent.Valid {
		t.Fatalf("found %v, %v, want %v", users, err, x)
	}
	data, err := json.Marshal(users[0])
	if err != nil || string(data) != `{"id":"`+x.String()+`","code":"`+x.String()+`"}` {
		t.Errorf("JSON is %s, %v", data, err)
	}
	if _, _, err := sqlx.In("SELECT * FROM users WHERE id IN (?)", x); !errors.Is(err, id.ErrPlain) || !strings.Contains(err.Error(), "wiji.For[typed.User]") {
		t.Errorf("an ID without a column type: %v", err)
	}
}

// TestEither: after a kind got a prefix, the texts of old clients are errors, but for a field
// that reads both.
func TestEither(t *testing.T) {
	x := wiji.NewFor[typed.User]()
	old, now := wiji.ID(x).String(), x.String()
	var strict struct{ ID typed.UserID }
	if err := json.Unmarshal([]byte(`{"ID":"`+old+`"}`), &strict); !errors.Is(err, id.ErrPrefix) {
		t.Errorf("the text of an old client: %v", err)
	}
	for _, text := range []string{old, now} {
		var both struct{ ID typed.EitherUserID }
		if err := json.Unmarshal([]byte(`{"ID":"`+text+`"}`), &both); err != nil || both.ID.V != x {
			t.Errorf("%s is read as %v, %v", text, both.ID.V, err)
		}
		if data, err := json.Marshal(both); err != nil || string(data) != `{"ID":"`+now+`"}` {
			t.Errorf("JSON is %s, %v", data, err)
		}
	}
	for _, text := range []string{"order_" + now[len("user_"):], old[1:]} {
		both := typed.EitherUserID{V: x}
		if err := both.UnmarshalText([]byte(text)); err == nil || !both.V.IsZero() {
			t.Errorf("%s is read as %v, %v", text, both.V, err)
		}
	}
}

// TestAlias: the form that package id warns of crashes the compiler. When it compiles with all
// releases that the modules support, delete the warnings.
func TestAlias(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "build", "./testdata/alias").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "internal compiler error") {
		t.Errorf("the compiler no longer crashes: %v\n%s", err, out)
	}
}
