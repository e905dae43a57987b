package mysql_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/ops/lease"
)

const leased = "SELECT sortid_uid_snowish(NULL)"

// TestLease tests numbers of sessions, on one database of each server.
func TestLease(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		d.SetMaxIdleConns(0) // a session that is closed ends
		for _, test := range []struct {
			name string
			run  func(*testing.T, database)
		}{{"claim", leaseClaim}, {"transaction", leaseTransaction}, {"end", leaseEnd}, {"used", leaseUsed}, {"reverted", leaseReverted},
			{"not durable", leaseNotDurable}, {"taken", leaseTaken}, {"sessions", leaseSessions}} {
			t.Run(test.name, func(t *testing.T) {
				d.session(t).exec("DELETE FROM sortid_lease")
				test.run(t, d)
			})
		}
	})
}

// complains runs a statement that must fail with a message that contains want.
func complains(t *testing.T, s session, statement, want string) {
	t.Helper()
	if e := s.fails(statement); e.Number != 1644 || !strings.Contains(e.Message, want) {
		t.Errorf("%s: %v, want %q", statement, e, want)
	}
}

// A session has a number when the procedure has claimed and committed it. Another session, and a
// process with package lease, have others.
func leaseClaim(t *testing.T, d database) {
	a, b := d.session(t), d.session(t)
	complains(t, a, leased, "CALL sortid_lease_claim first")
	ids, err := lease.Acquire(t.Context(), d.DB, lease.Snowish(), lease.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer ids.Close()
	a.exec("CALL sortid_lease_claim(60)")
	b.exec("CALL sortid_lease_claim(60)")
	const machine = "SELECT sortid_uid_snowish(NULL) >> 12 & 1023"
	first, second, process := a.get(machine), b.get(machine), a.get("SELECT number FROM sortid_lease WHERE holder NOT LIKE 'session%' AND token > 0")
	if first == second || first == process || second == process {
		t.Errorf("the numbers are %s, %s and %s", first, second, process)
	}
	// A renewal keeps the number and the order.
	last := a.get(leased)
	a.exec("CALL sortid_lease_claim(120)")
	if again := a.get(machine); again != first || a.get("SELECT sortid_uid_snowish(NULL) > "+last) != "1" {
		t.Errorf("after a renewal the number is %s, was %s", again, first)
	}
	// A reset of the connection forgets it.
	a.exec("SET @sortid_lease_number = NULL")
	complains(t, a, leased, "CALL sortid_lease_claim first")
}

// Within a transaction the procedures fail, and do not end it.
func leaseTransaction(t *testing.T, d database) {
	s := d.session(t)
	s.exec("CREATE TABLE other (n INT PRIMARY KEY)", "START TRANSACTION")
	complains(t, s, "CALL sortid_lease_claim(60)", "a transaction is in progress")
	s.exec("INSERT INTO other VALUES (1)")
	complains(t, s, "CALL sortid_lease_claim(60)", "a transaction is in progress")
	complains(t, s, "CALL sortid_lease_release()", "a transaction is in progress")
	s.exec("ROLLBACK")
	if n := s.get("SELECT COUNT(*) FROM other"); n != "0" {
		t.Errorf("%s rows were committed", n)
	}
	complains(t, s, leased, "CALL sortid_lease_claim first")
	s.exec("SET autocommit = 0", "CALL sortid_lease_claim(60)")
	s.get(leased)
	s.exec("ROLLBACK", "SET autocommit = 1")
	if n := d.session(t).get("SELECT COUNT(*) FROM sortid_lease WHERE token = 1"); n != "1" {
		t.Errorf("%s claims were committed", n)
	}
}

// The claim ends by the clock, and an ID that would be too late is an error. A number that was
// given back goes to the next session at once, whose IDs are greater.
func leaseEnd(t *testing.T, d database) {
	a, b := d.session(t), d.session(t)
	a.exec("CALL sortid_lease_claim(60)")
	a.get(leased)
	a.exec("UPDATE sortid_lease SET expires = 1, mark = 1 WHERE token > 0", "SET @sortid_lease_mark = 1") // as after 60 seconds
	complains(t, a, leased, "its claim has ended")
	// Its session still has the number's lock: another one gets another number.
	b.exec("CALL sortid_lease_claim(60)")
	if b.get("SELECT @sortid_lease_number") == a.get("SELECT @sortid_lease_number") {
		t.Error("two sessions have the number")
	}
	b.get(leased)
	b.exec("CALL sortid_lease_release()")
	a.exec("CALL sortid_lease_claim(60)")
	last, number := a.get(leased), a.get("SELECT @sortid_lease_number")
	a.exec("CALL sortid_lease_release()", "CALL sortid_lease_release()", "DO SLEEP(0.01)")
	complains(t, a, leased, "CALL sortid_lease_claim first")
	b.exec("UPDATE sortid_lease SET mark = 9000000000000 WHERE number <> "+number, "CALL sortid_lease_claim(60)")
	if next := b.get(leased); b.get("SELECT ("+next+" >> 12 & 1023) = ("+last+" >> 12 & 1023) AND "+next+" > "+last) != "1" {
		t.Errorf("%s after %s", next, last)
	}
	// The clock goes back: the session refuses instead of making an ID again.
	b.exec("SET @sortid_lease_floor = @sortid_lease_floor + (3600000 << 12)")
	complains(t, b, leased, "the clock went back")
	for _, seconds := range []string{"0", "NULL", "86401"} {
		complains(t, b, "CALL sortid_lease_claim("+seconds+")", "use 1 to 86400")
	}
}

// A number that a session uses without a claim is not granted.
func leaseUsed(t *testing.T, d database) {
	a, b := d.session(t), d.session(t)
	b.exec("CALL sortid_lease_claim(60)")
	number := b.get("SELECT @sortid_lease_number")
	b.exec("CALL sortid_lease_release()", "DELETE FROM sortid_lease")
	a.get("SELECT sortid_uid_snowish(" + number + ")")
	b.exec("CALL sortid_lease_claim(60)")
	if b.get("SELECT @sortid_lease_number <> "+number) != "1" {
		t.Errorf("a session got the number %s, which another one uses", number)
	}
	b.get(leased)
}

// A session whose claim is not in the table any more makes no IDs, and gets no other number.
func leaseReverted(t *testing.T, d database) {
	for _, back := range []string{
		"DELETE FROM sortid_lease WHERE token > 0",
		"UPDATE sortid_lease SET token = token - 1, expires = 0, mark = begins WHERE token > 0",
		"UPDATE sortid_lease SET holder = 'another session', mark = mark + 1 WHERE token > 0",
		"UPDATE sortid_lease SET mark = mark - 1000, expires = 0 WHERE token > 0",
	} {
		s, other := d.session(t), d.session(t)
		s.exec("DELETE FROM sortid_lease", "CALL sortid_lease_claim(60)")
		s.get(leased)
		s.exec("CALL sortid_lease_claim(60)")
		other.exec(back)
		complains(t, s, "CALL sortid_lease_claim(60)", "the table of claims went back")
		complains(t, s, leased, "its claim has ended")
	}
}

// A server that can lose commits grants no number.
func leaseNotDurable(t *testing.T, d database) {
	s := d.session(t)
	s.exec("ALTER TABLE sortid_lease ENGINE = MyISAM")
	complains(t, s, "CALL sortid_lease_claim(60)", "ALTER TABLE sortid_lease ENGINE = InnoDB")
	if _, err := lease.Acquire(t.Context(), d.DB, lease.Snowish(), lease.Config{}); !errors.Is(err, lease.ErrNotDurable) {
		t.Errorf("lease.Acquire: %v", err)
	}
	s.exec("ALTER TABLE sortid_lease ENGINE = InnoDB")
}

// All numbers are taken, or were used until a time that the clock has not reached.
func leaseTaken(t *testing.T, d database) {
	s := d.session(t)
	values := make([]string, 1024)
	for n := range values {
		values[n] = fmt.Sprintf("('snowish', %d, 9000000000000)", n)
	}
	s.exec("INSERT INTO sortid_lease (name, number, mark) VALUES " + strings.Join(values, ", "))
	complains(t, s, "CALL sortid_lease_claim(60)", "all 1024 numbers are taken")
	s.exec("UPDATE sortid_lease SET mark = 5 WHERE number = 9", "CALL sortid_lease_claim(60)")
	if got := s.get("SELECT sortid_uid_snowish(NULL) >> 12 & 1023"); got != "9" {
		t.Errorf("the number is %s, want 9", got)
	}
}

// Sessions claim at once and insert: each has its own number, and no ID is made twice.
func leaseSessions(t *testing.T, d database) {
	d.session(t).exec("CREATE TABLE snow (id BIGINT UNSIGNED PRIMARY KEY, session BIGINT)")
	var wait sync.WaitGroup
	for range 6 {
		s := d.session(t)
		wait.Go(func() {
			for claims := 0; claims < 3; {
				if _, err := s.ExecContext(t.Context(), "CALL sortid_lease_claim(60)"); err != nil {
					if n := numberOf(t, err); n != 1213 && n != 1062 && n != 1020 {
						t.Errorf("a claim: %v", err)
						return
					}
					continue // two sessions added the same row
				}
				claims++
				if failed := inserts(t, s, "sortid_uid_snowish(NULL)", 5, 20); len(failed) > 0 {
					t.Errorf("inserts failed: %v", failed)
				}
				if _, err := s.ExecContext(t.Context(), "CALL sortid_lease_release()"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if n := d.session(t).get("SELECT COUNT(*) FROM snow"); n != "1800" {
		t.Errorf("%s rows, want 1800", n)
	}
}
