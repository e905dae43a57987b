package postgres_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// order fails the test unless each of a session's IDs is greater than the one before.
func order(t *testing.T, q querier, column, call string, ids []string) {
	t.Helper()
	for i := 1; i < len(ids); i++ {
		if queryOne(t, q, fmt.Sprintf("SELECT ('%s'::%s < '%s'::%[2]s)::text", ids[i-1], column, ids[i])) != "true" {
			t.Errorf("%s returned %s and then %s", call, ids[i-1], ids[i])
		}
	}
}

// A session that has generated goes on after the functions were removed and installed
// again: a pool's connections live longer than an installation.
func TestReinstall(t *testing.T) {
	d, db := open(t)
	admin := connect(t, d)
	p := provider(t, admin)
	conn := session(t, db)
	made := map[string][]string{}
	generate := func() {
		t.Helper()
		for _, g := range generators {
			ids, err := column(t.Context(), conn, "SELECT "+g.call+"::text FROM generate_series(1, 3)")
			if err != nil {
				t.Errorf("%s: %v", g.call, err)
			}
			for _, id := range ids {
				if slices.Contains(made[g.call], id) {
					t.Errorf("%s returned %s twice", g.call, id)
				}
			}
			made[g.call] = append(made[g.call], ids...)
		}
	}
	generate()
	for _, version := range []int64{0, 1, 3, 0} {
		if _, err := p.DownTo(t.Context(), version); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
		exec(t, conn, "SELECT pg_sleep(0.002)") // the new installation goes by the clock
		generate()
		generate()
	}
	for _, g := range generators {
		order(t, db, g.column, g.call, made[g.call])
	}
}

// Two schemas hold the functions, and a session uses both in turn.
func TestTwoSchemas(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	admin := connect(t, d)
	schemas := []string{"one", "two"}
	for _, schema := range schemas {
		exec(t, admin, "CREATE SCHEMA "+schema)
		migrate(t, connectWith(t, d, map[string]string{"default_query_exec_mode": "exec", "search_path": schema}))
	}
	conn := session(t, connect(t, d))
	made := map[string][]string{}
	for turn := range 20 {
		if turn%5 == 4 {
			exec(t, conn, "BEGIN")
		}
		for _, g := range generators {
			for _, schema := range schemas {
				call := schema + "." + g.call
				ids, err := column(t.Context(), conn, "SELECT "+call+"::text FROM generate_series(1, 2)")
				if err != nil {
					t.Fatalf("%s: %v", call, err)
				}
				made[call] = append(made[call], ids...)
			}
		}
		if turn%5 == 4 {
			exec(t, conn, "ROLLBACK")
		}
	}
	for _, g := range generators {
		for _, schema := range schemas {
			order(t, conn, g.column, schema+"."+g.call, made[schema+"."+g.call])
		}
	}
}
