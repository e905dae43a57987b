package postgres

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/internal/dbserver"
)

// A server that dies in the middle is an error that says so.
func TestServerThatDies(t *testing.T) {
	server, kill := enginetest.Boxed(t, dbserver.Postgres, 512, nil)
	e, err := On(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	subject(e).Dies(t, kill)
}

// A disk that fills up is an error that says so and what helps.
func TestDiskFull(t *testing.T) {
	server, _ := enginetest.Boxed(t, dbserver.Postgres, 140, map[string]string{"min_wal_size": "32MB", "max_wal_size": "32MB", "shared_buffers": "16MB"})
	e, err := On(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	// Without room for its log the server dies, and nothing can be closed. Which comes first, rows
	// or log, is a matter of when checkpoints end.
	_ = subject(e).DiskFull(t, "No space left on device", true)
}
