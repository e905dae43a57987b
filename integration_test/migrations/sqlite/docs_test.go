package sqlite_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

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
