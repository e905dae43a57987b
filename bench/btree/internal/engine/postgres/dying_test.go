package postgres

import (
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/servertest"
)

// A server that dies in the middle is an error that says so.
func TestServerThatDies(t *testing.T) {
	box := servertest.Start(t, dbserver.Postgres, 512)
	e, err := On(t.Context(), box.Server)
	if err != nil {
		t.Fatal(err)
	}
	subject(e).Dies(t, box.Kill)
}

// A disk that fills up is an error that says so and what helps.
func TestDiskFull(t *testing.T) {
	box := servertest.Start(t, dbserver.Postgres, 140, "-c", "min_wal_size=32MB", "-c", "max_wal_size=32MB", "-c", "shared_buffers=16MB")
	e, err := On(t.Context(), box.Server)
	if err != nil {
		t.Fatal(err)
	}
	// Without room for its log the server may have died of it, and nothing can be closed.
	_ = subject(e).DiskFull(t, "No space left on device")
}
