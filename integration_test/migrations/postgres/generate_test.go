package postgres_test

import (
	"fmt"
	"sync"
	"testing"
)

// IDs of one statement are in strictly increasing order, and so unique: more than a millisecond has numbers for.
// Formats whose milliseconds hold fewer IDs make fewer here.
func TestOneStatement(t *testing.T) {
	_, db := open(t)
	counts := map[string]int{"sortid_wiji_new()": 300_000, "sortid_ulid_new()": 100_000, "sortid_uuid_new()": 100_000, "sortid_internal_uuid_own()": 100_000, "sortid_scru_new()": 100_000}
	for _, g := range generators {
		n := counts[g.call]
		if n == 0 {
			n = 5_000
		}
		bad := queryOne(t, db, fmt.Sprintf(`
			SELECT count(*) FILTER (WHERE id > before) || ' of ' || count(*)
			FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM (
				SELECT n, %s AS id FROM generate_series(1, %d) AS n) AS made) AS pairs`, g.call, n))
		if want := fmt.Sprintf("%d of %d", n-1, n); bad != want {
			t.Errorf("%s: %s are greater than the one before, want %s", g.call, bad, want)
		}
	}
}

// advisory selects the advisory locks of this database.
const advisory = "WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"

// The sessions of a database share one generator: their IDs are unique and increase together,
// statement by statement.
func TestSharedGenerator(t *testing.T) {
	_, db := open(t)
	for _, call := range []string{"sortid_ulidflake_new()", "sortid_ulidflake_new_with(3, 1)", "sortid_uid_ts_seq_rand()", "sortid_uid_snowish(5)"} {
		var last string
		for i := range 5 {
			x := queryOne(t, session(t, db), "SELECT "+call)
			if i > 0 && queryOne(t, db, "SELECT ($1::bigint > $2::bigint)::text", x, last) != "true" {
				t.Errorf("%s: %s in one session, and after it %s in another", call, last, x)
			}
			last = x
		}
	}
	if n := queryOne(t, db, "SELECT count(*) FROM pg_locks "+advisory); n != "0" {
		t.Errorf("%s advisory locks are left", n)
	}
}

// A statement that is cancelled at any moment leaves no lock behind, and its session goes on.
func TestCancelled(t *testing.T) {
	_, db := open(t)
	var wait sync.WaitGroup
	for range 4 {
		conn := session(t, db)
		wait.Go(func() {
			for i := range 40 {
				for _, g := range generators {
					// Most of these are cancelled; the test looks at what they leave behind.
					_, _ = conn.ExecContext(t.Context(), fmt.Sprintf("SET statement_timeout = %d", 1+i%4))
					_, _ = conn.ExecContext(t.Context(), "SELECT "+g.call+" FROM generate_series(1, 1000)")
				}
			}
			if _, err := conn.ExecContext(t.Context(), "RESET statement_timeout"); err != nil {
				t.Error(err)
			}
			for _, g := range generators {
				if _, err := column(t.Context(), conn, "SELECT "+g.call+"::text"); err != nil {
					t.Errorf("%s after statements that were broken off: %v", g.call, err)
				}
			}
		})
	}
	wait.Wait()
	if n := queryOne(t, db, "SELECT count(*) FROM pg_locks "+advisory); n != "0" {
		t.Errorf("%s advisory locks are left", n)
	}
}
