package matrix_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id"
)

// checkKill: a connection that the server ends in the middle of a statement is an
// error, no row of the statement is left, and the statement succeeds when it is
// tried again.
func checkKill[T id.Fixed](t *testing.T, c *cell[T]) {
	if c.server.kind == dbserver.MySQL && dbtest.Server(t, c.server.kind).IsTiDB() {
		t.Skip("a KILL inside a transaction can end the whole process of TiDB 8.4")
	}
	rows := numbered(c.random(60))
	before, in := rows[:20], rows[20:]
	must(t, "insert", c.store.InsertMany(t.Context(), before))
	for _, insert := range []struct {
		name string
		run  func(context.Context, []row[T]) error
	}{
		{"several rows", c.store.InsertMany},
		{"bulk", c.store.Bulk},
		{"transaction", func(ctx context.Context, rows []row[T]) error {
			return c.store.Transact(ctx, func(tx store[T]) error {
				for _, r := range rows {
					if err := tx.Insert(ctx, r); err != nil {
						return err
					}
				}
				return nil
			})
		}},
	} {
		if err := c.interrupted(t, in, insert.run); err == nil {
			t.Errorf("%s: no error although the connection was ended", insert.name)
		}
		c.holds(t, insert.name+" after the end of the connection", before)
		must(t, insert.name+" again", insert.run(t.Context(), in))
		c.holds(t, insert.name+" after the retry", rows)
		for _, r := range in {
			n, err := c.store.Delete(t.Context(), r.ID)
			if err != nil || n != 1 {
				t.Fatalf("the removal of %v: %d rows, %v", r.ID, n, err)
			}
		}
	}
}

// interrupted runs insert while another transaction has inserted a row in the
// middle of the rows and goes on, so that insert waits there; and ends insert's
// connection while it waits.
func (c *cell[T]) interrupted(t *testing.T, rows []row[T], insert func(context.Context, []row[T]) error) error {
	t.Helper()
	obstacle, err := c.raw.BeginTx(t.Context(), nil)
	must(t, "begin", err)
	defer obstacle.Rollback()
	_, err = obstacle.ExecContext(t.Context(), "INSERT INTO items (id, n) VALUES ("+c.server.placeholder(1)+", 0)",
		c.format.form(c.shape.of).plain(rows[len(rows)/2].ID))
	must(t, "the row in the way", err)
	done := make(chan error, 1)
	go func() { done <- insert(t.Context(), slices.Clone(rows)) }()
	killed := false
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); {
		select {
		case err := <-done:
			if !killed {
				t.Fatalf("the statement did not wait, and ended with %v", err)
			}
			return err
		case <-time.After(c.server.pause()):
			killed = c.killWaiting(t) || killed
		}
	}
	t.Fatalf("the statement does not end; a connection was killed: %t; the server runs:\n%s", killed, c.running(t))
	return nil
}

// running returns the statements that the server is running, to find out why one
// hangs.
func (c *cell[T]) running(t *testing.T) string {
	rows, err := c.raw.QueryContext(t.Context(), map[dbserver.Kind]string{
		dbserver.Postgres: "SELECT pid, query, wait_event FROM pg_stat_activity WHERE datname = current_database()",
		dbserver.MySQL: "SELECT processlist_id, processlist_command, processlist_state FROM performance_schema.threads " +
			"WHERE processlist_db = DATABASE()",
		dbserver.MariaDB: "SELECT id, command, state FROM information_schema.processlist WHERE db = DATABASE()",
	}[c.server.kind])
	if err != nil {
		return err.Error()
	}
	defer rows.Close()
	var list strings.Builder
	for rows.Next() {
		var pid int64
		var what, state sql.NullString
		if err := rows.Scan(&pid, &what, &state); err != nil {
			return err.Error()
		}
		fmt.Fprintf(&list, "%d %s: %s\n", pid, state.String, what.String)
	}
	if err := rows.Err(); err != nil {
		return err.Error()
	}
	return list.String()
}

// pause is how long to wait before the server is asked again. MariaDB answers from
// a copy that it renews only after a tenth of a second without a question.
func (s server) pause() time.Duration {
	if s.kind == dbserver.MariaDB {
		return 120 * time.Millisecond
	}
	return 5 * time.Millisecond
}

// waiting finds the connections to the database that wait for a lock.
var waiting = map[dbserver.Kind]string{
	dbserver.Postgres: "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
	// The thread that a lock on a row names is sometimes one of the server's own; that
	// of the transaction's lock on the table is its connection's.
	dbserver.MySQL: "SELECT t.processlist_id FROM performance_schema.data_lock_waits w " +
		"JOIN performance_schema.data_locks l ON l.engine_transaction_id = w.requesting_engine_transaction_id AND l.lock_type = 'TABLE' " +
		"JOIN performance_schema.threads t ON t.thread_id = l.thread_id WHERE t.processlist_db = DATABASE()",
	dbserver.MariaDB: "SELECT p.id FROM information_schema.innodb_trx t JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id " +
		"WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()",
}

// killWaiting ends the connection that waits, and reports whether there was one.
func (c *cell[T]) killWaiting(t *testing.T) bool {
	t.Helper()
	var pid int64
	switch err := c.raw.QueryRowContext(t.Context(), waiting[c.server.kind]).Scan(&pid); {
	case err == sql.ErrNoRows:
		return false
	case err != nil:
		t.Fatal(err)
	}
	kill := fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid)
	if c.server.isMySQL() {
		kill = fmt.Sprintf("KILL CONNECTION %d", pid)
	}
	c.exec(kill)
	return true
}
