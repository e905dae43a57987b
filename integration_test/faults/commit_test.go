package faults_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/integration_test/internal/retry"
)

// TestSafeToRetry is why retry.FaultOf takes pgconn.SafeToRetry for a lost connection: pgx 5.12
// says of a COMMIT that succeeded, and whose answer was lost, that nothing was sent. If this
// test fails, pgx has changed, and so must docs/concurrency.md.
func TestSafeToRetry(t *testing.T) {
	s, w := setting{kind: dbserver.Postgres}.open(t)
	pool := s.pgx(t)
	_, err := pool.Exec(t.Context(), "CREATE TABLE notes (note text)")
	must(t, "create", err)
	w.cut(inAnswer, "tea")
	tx, err := pool.Begin(t.Context())
	must(t, "begin", err)
	_, err = tx.Exec(t.Context(), "INSERT INTO notes VALUES ('tea')")
	must(t, "insert", err)
	if err := tx.Commit(t.Context()); !pgconn.SafeToRetry(err) || retry.FaultOf(err) != retry.Lost {
		t.Errorf("commit: %v, safe to retry: %t, fault %q", err, pgconn.SafeToRetry(err), retry.FaultOf(err))
	}
	var count int
	must(t, "count", pool.QueryRow(t.Context(), "SELECT count(*) FROM notes").Scan(&count))
	if count != 1 {
		t.Errorf("%d rows, want the one that was committed", count)
	}
}
