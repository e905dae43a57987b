package sqlite_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// TestRecipes runs the SQL of docs/server.md, and looks at what it made.
func TestRecipes(t *testing.T) {
	db := open(t)
	up(t, db)
	from := time.Now().Add(-time.Second)
	for _, block := range suite.Recipes(t, "sqlite") {
		for _, statement := range suite.Statements(block) {
			exec(t, db, statement)
		}
	}
	present := func(what string, at time.Time) {
		t.Helper()
		if at.Before(from) || at.After(time.Now().Add(time.Second)) {
			t.Errorf("%s has the time %v", what, at)
		}
	}
	for _, table := range []string{"goods", "orders"} {
		keys := column[[]byte](t, db, "SELECT id FROM "+table)
		if len(keys) != 2 {
			t.Errorf("%s has %d rows", table, len(keys))
		}
		for _, key := range keys {
			x, err := wiji.FromBytes(key)
			if err != nil {
				t.Error(err)
			}
			present(table, x.Time())
		}
	}
	exec(t, db, numbers+"INSERT INTO items (number, name) SELECT n, 'cup' FROM i LIMIT 500")
	present("an xid", uid11.ID(queryOne[int64](t, db, "SELECT max(number) FROM items")).Time())
	for _, key := range column[[]byte](t, db, "SELECT batch FROM items") {
		x, err := wiji.FromBytes(key)
		if err != nil {
			t.Fatal(err)
		}
		present("a Wiji", x.Time())
	}
	for _, key := range column[[]byte](t, db, "SELECT trace FROM items") {
		x, err := uuidv7.FromBytes(key)
		if err != nil || !x.IsValid() {
			t.Fatalf("%x: %v", key, err)
		}
		present("a UUIDv7", x.Time())
	}
	shown := column[string](t, db, "SELECT id || ' ' || token FROM items_shown ORDER BY id")
	for i, id := range column[[]byte](t, db, "SELECT id FROM items ORDER BY id") {
		x, err := ulid.FromBytes(id)
		if err != nil {
			t.Fatal(err)
		}
		present("a ULID", x.Time())
		token, err := scru160.FromBytes(queryOne[[]byte](t, db, "SELECT token FROM items WHERE id = ?", id))
		if err != nil {
			t.Fatal(err)
		}
		present("a SCRU160", token.Time())
		if want := x.String() + " " + token.String(); shown[i] != want {
			t.Fatalf("the view shows %s, want %s", shown[i], want)
		}
	}
	if len(shown) != 501 {
		t.Errorf("items has %d rows", len(shown))
	}
}

// TestRecipeQueries looks at the results of the queries among the recipes.
func TestRecipeQueries(t *testing.T) {
	db := open(t)
	up(t, db)
	var queries []string
	for _, block := range suite.Recipes(t, "sqlite") {
		for _, statement := range suite.Statements(block) {
			if strings.HasPrefix(statement, "SELECT") && strings.Contains(statement, "FROM items") {
				queries = append(queries, statement)
			} else {
				exec(t, db, statement)
			}
		}
	}
	if len(queries) != 5 {
		t.Fatalf("the queries are %q", queries)
	}
	x := ulid.ID(queryOne[[]byte](t, db, "SELECT id FROM items"))
	if got := queryOne[string](t, db, queries[0]); got != x.UUID() {
		t.Errorf("the UUID form is %s, want %s", got, x.UUID())
	}
	if got := queryOne[string](t, db, queries[4]); got != x.Time().Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("the time is %s, want %v", got, x.Time())
	}
	// The least IDs of 2026, and the greatest of the time before, in each column.
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	exec(t, db, "DELETE FROM items")
	for name, at := range map[string]time.Time{"in": start, "out": start.Add(-time.Millisecond)} {
		bound := map[string]any{}
		if name == "in" {
			bound["id"], bound["batch"], bound["number"] = blob(ulid.MinAt(at)), blob(wiji.MinAt(at)), mustInt64(uid11.MinAt(at))
		} else {
			bound["id"], bound["batch"], bound["number"] = blob(ulid.MaxAt(at)), blob(wiji.MaxAt(at)), mustInt64(uid11.MaxAt(at))
		}
		exec(t, db, "INSERT INTO items (id, batch, number, name) VALUES (?, ?, ?, ?)", bound["id"], bound["batch"], bound["number"], name)
	}
	for _, query := range queries[1:4] {
		if got := column[string](t, db, query); !slices.Equal(got, []string{"in"}) {
			t.Errorf("%s: %v", query, got)
		}
	}
}

func blob[T interface{ MarshalBinary() ([]byte, error) }](x T, err error) []byte {
	if err != nil {
		panic(err)
	}
	b, err := x.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return b
}

func mustInt64(x uid11.ID, err error) int64 {
	if err != nil {
		panic(err)
	}
	i, err := x.Int64()
	if err != nil {
		panic(err)
	}
	return i
}

// The key of the trigger's recipe is checked, and one that was given is kept.
func TestRecipeTrigger(t *testing.T) {
	db := open(t)
	up(t, db)
	for _, block := range suite.Recipes(t, "sqlite") {
		for _, statement := range suite.Statements(block) {
			exec(t, db, statement)
		}
	}
	x := wiji.New()
	exec(t, db, "INSERT INTO orders (id, name) VALUES (?, 'mine')", x[:])
	if got := queryOne[[]byte](t, db, "SELECT id FROM orders WHERE name = 'mine'"); wiji.ID(got) != x {
		t.Errorf("the key is %x, want %v", got, x)
	}
	for _, bad := range []any{x.String(), x[:15], make([]byte, 16), 1} {
		if _, err := db.ExecContext(t.Context(), "INSERT INTO orders (id, name) VALUES (?, 'bad')", bad); err == nil {
			t.Errorf("the CHECK takes %v", bad)
		}
	}
	// RETURNING does not see a trigger's work, and the generator tells the key.
	if got := queryOne[any](t, db, "INSERT INTO orders (name) VALUES ('new') RETURNING id"); got != nil {
		t.Errorf("RETURNING gives %v", got)
	}
	if n := queryOne[int](t, db, "SELECT count(*) FROM orders WHERE name = 'new' AND id = (SELECT id FROM sortid_wiji)"); n != 1 {
		t.Error("the generator's last ID is not the key")
	}
}
