package postgres_test

import (
	"fmt"
	"strings"
	"testing"
)

// ascending makes a session's IDs one by one, with statements in between, and tests that each
// is greater than the one before.
func ascending(t *testing.T, q querier, call, column string, statements ...string) {
	t.Helper()
	last := queryOne(t, q, "SELECT "+call+"::text")
	for _, s := range statements {
		exec(t, q, s)
		if strings.HasPrefix(s, "DISCARD") {
			// The next ID is a new session's, which depends on the clock alone.
			exec(t, q, "SELECT pg_sleep(0.002)")
		}
		x := queryOne(t, q, "SELECT "+call+"::text")
		if queryOne(t, q, fmt.Sprintf("SELECT ('%s'::%s < '%s'::%[2]s)::text", last, column, x)) != "true" {
			t.Errorf("%s: %s, and after %s %s", call, last, s, x)
		}
		last = x
	}
}

// A session never returns an ID twice, whatever is rolled back and whatever settings are reset.
func TestRollback(t *testing.T) {
	_, db := open(t)
	for _, g := range generators {
		// The session has not generated before, so its first ID is rolled back too.
		conn := session(t, db)
		exec(t, conn, "BEGIN")
		ascending(t, conn, g.call, g.column, "SAVEPOINT a", "ROLLBACK TO a", "SAVEPOINT b", "SAVEPOINT c", "ROLLBACK TO b", "RELEASE b",
			"ROLLBACK", "BEGIN", "RESET ALL", "ROLLBACK", "BEGIN", "DISCARD SEQUENCES", "ROLLBACK", "RESET ALL",
			"DISCARD SEQUENCES", "DISCARD ALL", "BEGIN", "SET LOCAL sortid.wiji = ''", "COMMIT", "BEGIN ISOLATION LEVEL SERIALIZABLE", "ROLLBACK AND CHAIN", "ROLLBACK")
		exec(t, conn, "DISCARD ALL")
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A block with an exception handler is a savepoint. The IDs that it made before it failed are
// known outside and must not come again.
func TestException(t *testing.T) {
	_, db := open(t)
	for _, g := range generators {
		exec(t, session(t, db), fmt.Sprintf(`
			DO $do$
			DECLARE
				made %[2]s;
				last %[2]s;
			BEGIN
				FOR i IN 1 .. 500 LOOP
					BEGIN
						made := %[1]s;
						IF i %% 3 > 0 THEN RAISE division_by_zero; END IF;
					EXCEPTION WHEN division_by_zero THEN
						IF i %% 7 = 0 THEN made := %[1]s; END IF;
					END;
					IF last >= made THEN RAISE '%% comes after %%', made, last; END IF;
					last := made;
				END LOOP;
			END
			$do$`, g.call, g.column))
	}
}

// A procedure rolls back within one statement.
func TestProcedure(t *testing.T) {
	_, db := open(t)
	for _, g := range generators {
		conn := session(t, db)
		exec(t, conn, fmt.Sprintf(`
			CREATE OR REPLACE PROCEDURE turns() LANGUAGE plpgsql AS $do$
			DECLARE
				made %[2]s;
				last %[2]s;
			BEGIN
				FOR i IN 1 .. 100 LOOP
					made := %[1]s;
					IF last >= made THEN RAISE '%% comes after %%', made, last; END IF;
					last := made;
					IF i %% 2 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
				END LOOP;
			END
			$do$`, g.call, g.column), "CALL turns()")
	}
}

// Generators write, so a read-only transaction refuses them and the error says why. Functions
// that only read work there, as they do on a standby, and so does what the server has itself.
func TestReadOnly(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	exec(t, conn, "SET default_transaction_read_only = on")
	for _, g := range generators {
		_, err := column(t.Context(), conn, "SELECT "+g.call+"::text")
		refused := err != nil && strings.Contains(err.Error(), "read-only transaction")
		if own := builtIn(t, conn, g.call); own && err != nil || !own && !refused {
			t.Errorf("%s in a read-only transaction: %v", g.call, err)
		}
	}
	if got := queryOne(t, conn, "SELECT sortid_wiji_text(sortid_wiji_min_at(sortid_wiji_time(sortid_wiji_parse('06C35NFNRCY00007B55SNPX8ZV'))))"); got != "06C35NFNRCY000040000000000" {
		t.Errorf("the least text of the time is %s", got)
	}
	if n := queryOne(t, db, "SELECT count(*) FROM pg_locks "+advisory); n != "0" {
		t.Errorf("%s advisory locks are left", n)
	}
}
