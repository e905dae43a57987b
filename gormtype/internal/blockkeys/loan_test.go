package blockkeys

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"testing"
)

// TestHasEnded: a transaction that was committed or rolled back has ended, and asking one that
// runs sends nothing to the server. If this fails with a new release of Go, database/sql no
// longer looks for the end of a transaction before it looks at the statement.
func TestHasEnded(t *testing.T) {
	server := new(countingServer)
	db := sql.OpenDB(server)
	defer db.Close()
	for name, end := range map[string]func(*sql.Tx) error{"Commit": (*sql.Tx).Commit, "Rollback": (*sql.Tx).Rollback} {
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		if before := server.statements; hasEnded(tx) || server.statements != before {
			t.Errorf("before %s: ended, or %d statements", name, server.statements-before)
		}
		if err := end(tx); err != nil {
			t.Fatal(err)
		}
		if !hasEnded(tx) {
			t.Errorf("after %s: not ended", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for errors.Is(tx.Commit(), context.Canceled) { // until database/sql has noticed
	}
	if !hasEnded(tx) {
		t.Error("after the end of its context: not ended")
	}
}

// countingServer is a server that counts statements.
type countingServer struct{ statements int }

func (s *countingServer) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *countingServer) Driver() driver.Driver                        { return nil }
func (s *countingServer) Begin() (driver.Tx, error)                    { return s, nil }
func (s *countingServer) Close() error                                 { return nil }
func (s *countingServer) Commit() error                                { return nil }
func (s *countingServer) Rollback() error                              { return nil }
func (s *countingServer) Prepare(string) (driver.Stmt, error) {
	s.statements++
	return nil, errors.ErrUnsupported
}
