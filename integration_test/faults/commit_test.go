package faults_test

import (
	"testing"

	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
)

// TestLostCommit: the answer to a COMMIT that succeeded is lost. Before pgx 5.13, pgconn.SafeToRetry says of it that
// nothing was sent, which is why retry.FaultOf takes that for a lost connection.
func TestLostCommit(t *testing.T) {
	s, w := setting{kind: dbserver.Postgres}.open(t)
	pool := s.pgx(t)
	_, err := pool.Exec(t.Context(), "CREATE TABLE notes (note text)")
	must(t, "create", err)
	w.cut(inAnswer, "tea")
	tx, err := pool.Begin(t.Context())
	must(t, "begin", err)
	_, err = tx.Exec(t.Context(), "INSERT INTO notes VALUES ('tea')")
	must(t, "insert", err)
	if err := tx.Commit(t.Context()); retry.FaultOf(err) != retry.Lost {
		t.Errorf("commit: %v, fault %q", err, retry.FaultOf(err))
	}
	var count int
	must(t, "count", pool.QueryRow(t.Context(), "SELECT count(*) FROM notes").Scan(&count))
	if count != 1 {
		t.Errorf("%d rows, want the one that was committed", count)
	}
}
