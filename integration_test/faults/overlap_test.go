package faults_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
)

// TestOverlap retries while the first attempt is still a transaction of the server, as it is
// when the client gave up too early. The retry waits for that transaction, and meets a
// duplicate key if it is committed.
func TestOverlap(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			s, _ := setting{kind: kind}.open(t)
			table := sqlStore{s.pool(t), kind}
			must(t, "create", table.create(t.Context()))
			all := sent{}
			for _, c := range []struct {
				name string
				end  func(*sql.Tx) error
				want retry.Fault
			}{{"commit", (*sql.Tx).Commit, retry.Duplicate}, {"rollback", (*sql.Tx).Rollback, retry.None}} {
				overlap(t, table, all.rows(c.name, 1), c.end, c.want)
			}
			all.check(t, table)
		})
	}
}

// overlap inserts rows that a transaction has inserted, and ends the transaction.
func overlap(t *testing.T, table sqlStore, rows []row, end func(*sql.Tx) error, want retry.Fault) {
	t.Helper()
	first, err := table.db.BeginTx(t.Context(), nil)
	must(t, "begin", err)
	defer first.Rollback()
	query, args := table.statement(rows)
	_, err = first.ExecContext(t.Context(), query, args...)
	must(t, "first attempt", err)
	retried := make(chan error, 1)
	go func() { retried <- table.insert(t.Context(), rows) }()
	select {
	case err := <-retried:
		t.Fatalf("the retry did not wait for the first attempt, and ended with: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	must(t, "end", end(first))
	if err := <-retried; retry.FaultOf(err) != want {
		t.Errorf("the retry ended with %v, want fault %q", err, want)
	}
}
