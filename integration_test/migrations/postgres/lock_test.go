package postgres_test

import (
	"fmt"
	"sync"
	"testing"
)

// A lock whose value belongs to another sequence, as after a restore or a crash, is set free by
// the first sessions that meet it, and no number is given out twice meanwhile.
func TestLockOfAnotherOID(t *testing.T) {
	t.Parallel()
	_, db := open(t)
	exec(t, db, "CREATE TABLE numbers (id bigint PRIMARY KEY)")
	for range 20 {
		exec(t, db, "SELECT setval('sortid_internal_lock', 77)")
		var wait sync.WaitGroup
		for range 8 {
			conn := session(t, db)
			wait.Go(func() {
				if _, err := conn.ExecContext(t.Context(), "INSERT INTO numbers SELECT sortid_ulidflake_new() FROM generate_series(1, 20)"); err != nil {
					t.Error(err)
				}
				if err := conn.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	if got := queryOne(t, db, "SELECT count(*) FROM numbers"); got != "3200" {
		t.Errorf("there are %s numbers, want 3200", got)
	}
}

// When the numbers of a millisecond of the future are used up, the generator waits for the clock.
func TestFullAhead(t *testing.T) {
	t.Parallel()
	_, db := open(t)
	conn := session(t, db)
	queryOne(t, conn, "SELECT sortid_uid_snowish(1)")
	exec(t, db, fmt.Sprintf("SELECT setval('sortid_internal_uid_state', ((%s - 1321009871111 + 9900) << 12) | 4094)", millis))
	last := queryOne(t, conn, "SELECT sortid_uid_snowish(1)::text")
	next := queryOne(t, conn, "SELECT sortid_uid_snowish(1)::text")
	if ahead := queryOne(t, db, "SELECT ((($1::bigint >> 22) + 1321009871111 - "+millis+") / 1000)::text", next); next <= last || ahead[0] != '0' && ahead[0] != '-' {
		t.Errorf("a millisecond of the future was full with %s, and then came %s, %s s ahead of the clock", last, next, ahead)
	}
}
