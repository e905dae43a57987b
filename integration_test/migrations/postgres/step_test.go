package postgres_test

import (
	"fmt"
	"testing"
)

// clocked installs the functions with a clock of the test's own, for the sessions that it
// returns: the setting test.clock is the time. The session's search_path has the clock's schema
// before the system catalog, so PL/pgSQL calls it; functions with a body in standard SQL take the
// time from sortid_internal_now, which clocked replaces.
func clocked(t *testing.T) (session func() querier) {
	t.Helper()
	_, db := open(t)
	exec(t, db, "CREATE SCHEMA fake",
		"CREATE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN pg_catalog.current_setting('test.clock')::timestamptz",
		`CREATE OR REPLACE FUNCTION sortid_internal_now() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
			RETURN (date_part('epoch', fake.clock_timestamp()) * 1000000::double precision)::bigint`)
	return func() querier {
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		exec(t, conn, "SET search_path = fake, pg_catalog, public")
		return conn
	}
}

func setClock(t *testing.T, conn querier, second int) {
	t.Helper()
	exec(t, conn, fmt.Sprintf("SET test.clock = '2026-11-21 12:%02d:%02d.5Z'", second/60, second%60))
}

// stepped lists the generators that remember a session's last ID.
var stepped = []struct{ call, column string }{
	{"sortid_wiji_new()", "uuid"}, {"sortid_ulid_new()", "uuid"}, {"sortid_internal_uuid_own()", "uuid"}, {"sortid_scru_new()", "bytea"},
}

// A clock that was a minute ahead is put right during a transaction or behind a savepoint,
// and the session follows it. If a rollback brought back a part of the state that was before,
// the same IDs would come again a minute later.
func TestStepRolledBack(t *testing.T) {
	session := clocked(t)
	for _, s := range stepped {
		for _, c := range []struct {
			name        string
			begin, undo []string
		}{
			{"ROLLBACK", []string{"BEGIN"}, []string{"ROLLBACK"}},
			{"ROLLBACK TO SAVEPOINT", []string{"BEGIN", "SAVEPOINT a"}, []string{"ROLLBACK TO SAVEPOINT a", "COMMIT"}},
			{"ROLLBACK TO SAVEPOINT, and ROLLBACK", []string{"BEGIN", "SAVEPOINT a"}, []string{"ROLLBACK TO SAVEPOINT a", "ROLLBACK"}},
		} {
			t.Run(s.call+" "+c.name, func(t *testing.T) {
				conn := session()
				seen := map[string]bool{}
				repeated := 0
				generate := func(second int) {
					t.Helper()
					setClock(t, conn, second)
					for _, id := range texts(t, conn, "SELECT "+s.call+"::text FROM generate_series(1, 1000)") {
						if seen[id] {
							repeated++
						}
						seen[id] = true
					}
				}
				for second := range 3 {
					generate(second)
				}
				generate(62)
				setClock(t, conn, 3)
				exec(t, conn, c.begin...)
				generate(3)
				exec(t, conn, c.undo...)
				for _, second := range []int{4, 5, 60, 61, 62, 63} {
					generate(second)
				}
				if repeated > 0 {
					t.Errorf("%d IDs of %d came twice", repeated, len(seen)+repeated)
				}
			})
		}
	}
}

// The random field of a session stays when a transaction is rolled back in which the clock
// was put right, or in which the session has begun.
func TestNodeRolledBack(t *testing.T) {
	session := clocked(t)
	conn := session()
	node := func() string { return fields(t, conn, "wiji", "sortid_wiji_new()")[3] }
	setClock(t, conn, 60)
	exec(t, conn, "BEGIN")
	first := node()
	exec(t, conn, "ROLLBACK")
	if got := node(); got != first {
		t.Errorf("the random field is %s, and %s after the first transaction was rolled back", first, got)
	}
	setClock(t, conn, 0)
	exec(t, conn, "BEGIN")
	second := node()
	exec(t, conn, "ROLLBACK")
	if got := node(); second == first || got != second {
		t.Errorf("the random field is %s, after a step of the clock %s, and after a rollback %s", first, second, got)
	}
}
