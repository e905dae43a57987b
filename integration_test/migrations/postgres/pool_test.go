package postgres_test

import (
	"database/sql"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/pgbouncer"
)

// Clients take turns on a few sessions, transaction by transaction and without a reset. They get
// different IDs, even from transactions that were rolled back.
func TestTurns(t *testing.T) {
	_, db := open(t)
	db.SetMaxOpenConns(3)
	turns(t, db)
}

// The same behind PgBouncer in transaction mode.
func TestPgBouncer(t *testing.T) {
	d, _ := open(t)
	db, err := sql.Open("pgx", pgbouncer.Start(t, d.DSN, 3, "SET application_name = 'behind'")+"?sslmode=disable&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	turns(t, db)
	if n := queryOne(t, db, "SELECT count(DISTINCT pid) FROM pg_stat_activity WHERE application_name = 'behind' AND datname = current_database()"); n != "3" {
		t.Errorf("PgBouncer has %s sessions for 8 clients, want 3", n)
	}
}

// turns has eight clients make IDs of all formats in transactions of which two of
// three are rolled back in whole or in part.
func turns(t *testing.T, db *sql.DB) {
	t.Helper()
	const clients, transactions = 8, 40
	calls := make([]string, len(generators))
	for i, g := range generators {
		calls[i] = g.call + "::text"
	}
	query := "SELECT unnest(ARRAY[" + strings.Join(calls, ", ") + "]) FROM generate_series(1, 5)"
	made := make([][]string, clients)
	errs := make([]error, clients)
	var wait sync.WaitGroup
	for c := range clients {
		wait.Go(func() {
			for i := range transactions {
				ids, err := transaction(t, db, query, i%3)
				if made[c], errs[c] = append(made[c], ids...), err; err != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	// By generator: two formats may have the same number by chance.
	type given struct{ call, id string }
	seen := map[given]bool{}
	for c, ids := range made {
		if errs[c] != nil {
			t.Fatal(errs[c])
		}
		for i, id := range ids {
			x := given{generators[i%len(generators)].call, id}
			if seen[x] {
				t.Errorf("%s came twice", x)
			}
			seen[x] = true
		}
	}
	if want := clients * transactions * 2 * 5 * len(generators); len(seen) != want {
		t.Errorf("there are %d IDs, want %d", len(seen), want)
	}
}

// transaction makes IDs twice in a transaction, and ends it as kind says.
func transaction(t *testing.T, db *sql.DB, query string, kind int) ([]string, error) {
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	ids, err := column(t.Context(), tx, query)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(t.Context(), "SAVEPOINT a"); err != nil {
		return nil, err
	}
	more, err := column(t.Context(), tx, query)
	if err != nil {
		return nil, err
	}
	ids = append(ids, more...)
	switch kind {
	case 0:
		return ids, tx.Commit()
	case 1:
		if _, err := tx.ExecContext(t.Context(), "ROLLBACK TO a"); err != nil {
			return nil, err
		}
		return ids, tx.Commit()
	}
	return ids, tx.Rollback()
}
