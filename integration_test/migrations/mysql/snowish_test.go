package mysql_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// inserts makes rows in a session with a key by a call, and reports the errors by their number.
func inserts(t *testing.T, s session, call string, statements, size int) map[uint16]int {
	t.Helper()
	errors := map[uint16]int{}
	for range statements {
		_, err := s.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO snow (id, session) SELECT %s, CONNECTION_ID() FROM (%s) AS r", call, rows(size)))
		if err != nil {
			errors[numberOf(t, err)]++
		}
	}
	return errors
}

// Sessions that use the same machine number at a time get an error that names the other
// session, and no ID twice.
func TestSnowishSameNumber(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		first, second := d.session(t), d.session(t)
		first.exec("CREATE TABLE snow (id BIGINT UNSIGNED PRIMARY KEY, session BIGINT)")
		first.exec("INSERT INTO snow SELECT sortid_uid_snowish(901), 0")
		e := second.fails("SELECT sortid_uid_snowish(901)")
		if id := first.get("SELECT CONNECTION_ID()"); e.Number != 1644 || !strings.Contains(e.Message, "machine '901': in use by connection "+id) {
			t.Errorf("the second session: %v, want an error that names connection %s", e, id)
		}
		second.exec("INSERT INTO snow SELECT sortid_uid_snowish(902), 0")
		// A session may have several numbers, and keeps them.
		second.exec("INSERT INTO snow SELECT sortid_uid_snowish(903), 0", "INSERT INTO snow SELECT sortid_uid_snowish(902), 0")
		first.exec("INSERT INTO snow SELECT sortid_uid_snowish(901), 0")
		// After its locks were released it claims the number again, or finds that another has it.
		first.exec("DO RELEASE_ALL_LOCKS()", "INSERT INTO snow SELECT sortid_uid_snowish(901), 0", "DO RELEASE_ALL_LOCKS()")
		second.exec("INSERT INTO snow SELECT sortid_uid_snowish(901), 0")
		if e := first.fails("SELECT sortid_uid_snowish(901)"); e.Number != 1644 || !strings.Contains(e.Message, "in use") {
			t.Errorf("after the number went to another session: %v", e)
		}
	})
}

// A number goes from one session to the next without an ID twice.
func TestSnowishHandedOn(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		d.session(t).exec("CREATE TABLE snow (id BIGINT UNSIGNED PRIMARY KEY, session BIGINT)")
		a, b := d.session(t), d.session(t)
		for range 200 {
			for _, s := range []session{a, b} {
				s.exec("INSERT INTO snow SELECT sortid_uid_snowish(904), CONNECTION_ID()", "DO RELEASE_ALL_LOCKS()")
			}
		}
		if got := a.get("SELECT COUNT(*) FROM snow"); got != "400" {
			t.Errorf("there are %s rows, want 400", got)
		}
	})
}

// Sessions that share a number without knowing, as on a cluster: every statement that succeeds
// has its own IDs, and the others fail with an error that says why, not with a duplicate key.
func TestSnowishShared(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		d.session(t).exec("CREATE TABLE snow (id BIGINT UNSIGNED PRIMARY KEY, session BIGINT)")
		var wait sync.WaitGroup
		for range 6 {
			s := d.session(t)
			wait.Go(func() {
				for number, n := range inserts(t, s, "sortid_uid_snowish(920)", 30, 20) {
					if number != 1644 {
						t.Errorf("%d statements failed with %d", n, number)
					}
				}
			})
		}
		wait.Wait()
	})
}
