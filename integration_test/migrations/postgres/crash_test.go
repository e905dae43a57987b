package postgres_test

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/servertest"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/migrations"
)

// maker is a function that generates, and what holds for its IDs after the server has
// come back.
type maker struct {
	call, column string
	state        bool // the generator remembers its last ID, so that a session's increase
	dated        bool // an ID of a later tick is greater
	rows         int  // so many of a millisecond hardly ever collide
}

// makers lists the generators of all formats.
var makers = func() (all []maker) {
	for _, g := range append(slices.Clone(generators), struct{ call, column string }{"sortid_uid_ts_seq_rand_bytes()", "bytea"},
		struct{ call, column string }{"sortid_uid_snowish_bytes(3)", "bytea"}) {
		all = append(all, maker{call: g.call, column: g.column, state: true, dated: true, rows: 500})
	}
	return append(all,
		maker{call: "sortid_xid_new()", column: "bigint", dated: true, rows: 5},
		maker{call: "sortid_xid_new_bytes()", column: "bytea", dated: true, rows: 5},
		maker{call: "sortid_uid_random_bytes()", column: "bytea", rows: 500})
}()

// sortable returns texts of a column's values that sort as the values do.
func (m maker) sortable(value string) string {
	return fmt.Sprintf(map[string]string{"uuid": "%s::text", "bytea": "encode(%s, 'hex')", "bigint": "lpad(%s::text, 20, '0')"}[m.column], value)
}

// onBox is the database of a server of the test's own.
func onBox(t *testing.T, box *servertest.Box) *sql.DB {
	t.Helper()
	return connect(t, &dbserver.Database{Server: box.Server, DSN: box.DSN()})
}

// tables makes a table for each maker's keys.
func tables(t *testing.T, db *sql.DB) {
	t.Helper()
	for i, m := range makers {
		exec(t, db, fmt.Sprintf("CREATE TABLE made_%d (id %s PRIMARY KEY DEFAULT %s, n integer)", i, m.column, m.call))
	}
}

// fill makes rows in each table, and returns the keys by table.
func fill(t *testing.T, q querier) [][]string {
	t.Helper()
	ids := make([][]string, len(makers))
	for i, m := range makers {
		ids[i] = texts(t, q, fmt.Sprintf("INSERT INTO made_%d (n) SELECT n FROM generate_series(1, %d) AS n RETURNING %s", i, m.rows, m.sortable("id")))
		if m.state {
			increasing(t, m, ids[i])
		}
	}
	return ids
}

func increasing(t *testing.T, m maker, ids []string) {
	t.Helper()
	for i := 1; i < len(ids); i++ {
		if ids[i] <= ids[i-1] {
			t.Errorf("%s: %s, and after it %s", m.call, ids[i-1], ids[i])
			return
		}
	}
}

// checkDistinct tests that no ID is among those before, and that each is greater if IDs have an order.
func checkDistinct(t *testing.T, before, after [][]string) {
	t.Helper()
	for i, m := range makers {
		if len(before[i]) == 0 || len(after[i]) == 0 {
			t.Fatalf("%s: %d IDs before and %d after", m.call, len(before[i]), len(after[i]))
		}
		for _, id := range after[i] {
			if slices.Contains(before[i], id) {
				t.Errorf("%s gives %s a second time", m.call, id)
			}
		}
		if last, next := slices.Max(before[i]), slices.Min(after[i]); m.dated && next <= last {
			t.Errorf("%s gave %s before, and %s after", m.call, last, next)
		}
	}
}

// joined appends the keys of each table.
func joined(lists ...[][]string) [][]string {
	all := make([][]string, len(makers))
	for _, list := range lists {
		for i := range all {
			all[i] = append(all[i], list[i]...)
		}
	}
	return all
}

// states returns the sequences that hold the generators' states: which have a value, and which
// have none.
func states(t *testing.T, db *sql.DB) (written, fresh []string) {
	t.Helper()
	const query = "SELECT relname FROM pg_class WHERE CASE WHEN relkind = 'S' AND relname NOT LIKE $1 || '%%' THEN pg_sequence_last_value(oid) IS %s NULL END ORDER BY relname"
	return texts(t, db, fmt.Sprintf(query, "NOT"), migrations.VersionTable), texts(t, db, fmt.Sprintf(query, ""), migrations.VersionTable)
}

// shared lists the sequences of the generators that all sessions share, and the bits of
// their states below the millisecond.
var shared = map[string]int{"sortid_internal_ulidflake_state": 20, "sortid_internal_ulidflake_scalable_state": 15, "sortid_internal_uid_state": 12, "sortid_internal_lease_state": 12}

// A crash removes the states of sessions and uncommitted rows, and no ID is returned twice. The
// states that all sessions share outlive it, even if the clock had gone back before.
func TestCrash(t *testing.T) {
	t.Parallel()
	box := servertest.StartKept(t, dbserver.Postgres)
	db := onBox(t, box)
	migrate(t, db)
	tables(t, db)
	const leased = "SELECT sortid_uid_snowish()::text"
	exec(t, db, "CALL sortid_lease_claim()", leased)
	done, undone := session(t, db), session(t, db)
	committed := fill(t, done)
	exec(t, undone, "BEGIN")
	lost := fill(t, undone)
	for sequence, bits := range shared {
		exec(t, done, fmt.Sprintf("SELECT setval('%[1]s', pg_sequence_last_value('%[1]s') + (9000::bigint << %[2]d))", sequence, bits))
	}
	committed = joined(committed, fill(t, done))
	lastLeased := queryOne(t, done, leased)
	written, fresh := states(t, db)
	if len(written) == 0 || len(fresh) > 0 {
		t.Errorf("the generators have written %q, and not %q", written, fresh)
	}
	box.Kill(t)
	if _, err := undone.ExecContext(t.Context(), "COMMIT"); err == nil {
		t.Error("a transaction was committed on a server that is gone")
	}

	box.Restart(t)
	db = onBox(t, box)
	have, gone := states(t, db)
	if want := slices.Sorted(maps.Keys(shared)); !slices.Equal(have, want) || len(gone) != len(written)-len(want) {
		t.Errorf("after a crash %q still have their values, and %q have none", have, gone)
	}
	for i, m := range makers {
		kept := texts(t, db, fmt.Sprintf("SELECT %s AS text FROM made_%d ORDER BY id", m.sortable("id"), i))
		if want := slices.Sorted(slices.Values(committed[i])); !slices.Equal(kept, want) {
			t.Errorf("%s: %d rows are there after a crash, want the %d that were committed", m.call, len(kept), len(want))
		}
	}
	if next := queryOne(t, db, leased); next <= lastLeased {
		t.Errorf("the number that the database has claimed gave %s before, and %s after", lastLeased, next)
	}
	again := joined(fill(t, session(t, db)), fill(t, session(t, db)))
	checkDistinct(t, joined(committed, lost), again)
}
