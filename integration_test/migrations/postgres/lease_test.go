package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/ops/lease"
)

const claim = "CALL sortid_lease_claim()"

// refuses checks that a statement fails with an error that says what is wanted.
func refuses(t *testing.T, q querier, statement, want string) {
	t.Helper()
	_ = refusal(t, q, statement, want)
}

// refusal returns the error of a statement, which must say what is wanted.
func refusal(t *testing.T, q querier, statement, want string) *pgconn.PgError {
	t.Helper()
	_, err := column(t.Context(), q, statement)
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || !strings.Contains(e.Message, want) {
		t.Fatalf("%s: %v, want %q", statement, err, want)
	}
	return e
}

// A database has a number when the procedure has claimed and committed it, and not before. A
// second call changes nothing.
func TestLeaseClaim(t *testing.T) {
	_, db := open(t)
	refuses(t, db, "SELECT sortid_uid_snowish()::text", "CALL sortid_lease_claim()")
	// A process has a number, and gets none of the database's.
	ids, err := lease.Acquire(t.Context(), db, lease.Snowish(), lease.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer ids.Close()
	exec(t, db, claim, claim)
	rows := texts(t, db, "SELECT number::text FROM sortid_lease WHERE expires = 9223372036854775807")
	if len(rows) != 1 {
		t.Fatalf("the database has the numbers %v", rows)
	}
	machine := queryOne(t, db, "SELECT ((sortid_uid_snowish() >> 12) & 1023)::text")
	if machine != rows[0] || machine == queryOne(t, db, "SELECT $1::text", ids.Lease().Number) {
		t.Errorf("the machine is %s, the table has %v, and a process has %d", machine, rows, ids.Lease().Number)
	}
	if n := queryOne(t, db, "SELECT octet_length(sortid_uid_snowish_bytes())::text"); n != "8" {
		t.Errorf("%s bytes", n)
	}
}

// Within a transaction the claim fails, and the database has no number afterwards.
func TestLeaseTransaction(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	exec(t, conn, "BEGIN")
	if e := refusal(t, conn, claim, "invalid transaction termination"); e.Code != "2D000" {
		t.Errorf("SQLSTATE %s", e.Code)
	}
	exec(t, conn, "ROLLBACK")
	refuses(t, db, "SELECT sortid_uid_snowish()::text", "has no machine number")
}

// Sessions share the number: no ID twice, and each session's increase, over rollbacks and
// another search_path.
func TestLeaseSessions(t *testing.T) {
	_, db := open(t)
	exec(t, db, claim, "CREATE TABLE made (id bigint PRIMARY KEY DEFAULT sortid_uid_snowish(), n integer)")
	var all sync.WaitGroup
	var mu sync.Mutex
	made := map[string]bool{}
	for range 4 {
		conn := session(t, db)
		all.Go(func() {
			for range 10 {
				ids, err := take(t.Context(), conn)
				if err != nil || !slices.IsSorted(ids) {
					t.Errorf("%v, %v", ids, err)
				}
				mu.Lock()
				for _, id := range ids {
					if made[id] {
						t.Errorf("%s was made twice", id)
					}
					made[id] = true
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if len(made) != 4*10*20 {
		t.Errorf("%d IDs", len(made))
	}
}

// take makes 20 IDs of the present length in a transaction that is rolled back.
func take(ctx context.Context, conn *sql.Conn) ([]string, error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "SET LOCAL search_path = pg_temp"); err != nil {
		return nil, err
	}
	return column(ctx, tx, "INSERT INTO public.made (n) SELECT generate_series(1, 20) RETURNING id::text")
}

// If the clock went back by more than ten seconds, the functions without a claim follow it, and
// this one fails instead of making an ID twice. IDs begin after those of the former holder.
func TestLeaseClockBack(t *testing.T) {
	_, db := open(t)
	exec(t, db, "INSERT INTO sortid_lease (name, number, token, mark) VALUES ('snowish', 0, 7, "+millis+" - 1)", claim)
	if token := queryOne(t, db, "SELECT token::text FROM sortid_lease WHERE number = 0"); token != "8" {
		t.Errorf("the token is %s", token)
	}
	queryOne(t, db, "SELECT sortid_uid_snowish()::text")
	exec(t, db, "SELECT setval('sortid_internal_lease_state', ("+millis+" + 5000 - 1321009871111) << 12)")
	queryOne(t, db, "SELECT sortid_uid_snowish()::text")
	exec(t, db, "SELECT setval('sortid_internal_lease_state', ("+millis+" + 15000 - 1321009871111) << 12)")
	refuses(t, db, "SELECT sortid_uid_snowish()::text", "set the clock right")
	queryOne(t, db, "SELECT sortid_uid_snowish(5)::text")
	refuses(t, db, "SELECT sortid_uid_snowish()::text", "set the clock right")
}

// A number that was given back is not claimed for a day, and the database gets another one.
func TestLeaseRelease(t *testing.T) {
	_, db := open(t)
	exec(t, db, "CALL sortid_lease_release()", claim)
	const machine = "SELECT ((sortid_uid_snowish() >> 12) & 1023)::text"
	before := queryOne(t, db, machine)
	conn := session(t, db)
	exec(t, conn, "BEGIN")
	refuses(t, conn, "CALL sortid_lease_release()", "invalid transaction termination")
	exec(t, conn, "ROLLBACK")
	queryOne(t, db, machine)
	exec(t, db, "CALL sortid_lease_release()")
	refuses(t, db, machine, "has no machine number")
	exec(t, db, claim)
	if after := queryOne(t, db, machine); after == before {
		t.Errorf("the number %s was claimed again", after)
	}
}

// A number that was used until a time in the future is not claimed. If no number is left, the
// error says so.
func TestLeaseTaken(t *testing.T) {
	_, db := open(t)
	exec(t, db, "INSERT INTO sortid_lease (name, number, mark) SELECT 'snowish', n, "+millis+" + 3600000 FROM generate_series(0, 1023) AS n")
	refuses(t, db, claim, "all 1024 numbers are taken")
	exec(t, db, "UPDATE sortid_lease SET mark = 0, expires = "+millis+" + 3600000 WHERE number = 9")
	refuses(t, db, claim, "all 1024 numbers are taken")
	exec(t, db, "UPDATE sortid_lease SET expires = 0 WHERE number = 9", claim)
	if machine := queryOne(t, db, "SELECT ((sortid_uid_snowish() >> 12) & 1023)::text"); machine != "9" {
		t.Errorf("the machine is %s, want 9", machine)
	}
}

// A copy of the database, as a dump that is restored on another server, does not use the number.
func TestLeaseRestored(t *testing.T) {
	_, db := open(t)
	exec(t, db, claim, "UPDATE sortid_lease SET holder = replace(holder, 'of the server', 'of the server 1')")
	refuses(t, db, "SELECT sortid_uid_snowish()::text", "has no machine number")
	exec(t, db, claim)
	if n := queryOne(t, db, "SELECT count(*)::text FROM sortid_lease WHERE expires = 9223372036854775807"); n != "2" {
		t.Errorf("%s numbers", n)
	}
	queryOne(t, db, "SELECT sortid_uid_snowish()::text")
}

// A role without rights to the table makes IDs, and cannot claim a number.
func TestLeaseRights(t *testing.T) {
	d, db := open(t)
	_, user := role(t, d, db, "app")
	refuses(t, user, claim, "permission denied for table sortid_lease")
	exec(t, db, claim)
	queryOne(t, user, "SELECT sortid_uid_snowish()::text")
}
