package source

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/stubdb"
)

// What a snapshot sends to each server: it begins the transaction, and each statement ends with a rollback to a savepoint.
// An error of any of them is one of the snapshot.
func TestSnapshot(t *testing.T) {
	for product, want := range map[string]string{
		"PostgreSQL": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SELECT set_config('search_path'; SAVEPOINT sortid; SELECT 1; ROLLBACK TO SAVEPOINT sortid; SAVEPOINT sortid; SELECT set_config('statement_timeout', 'N', true); SELECT 2; ROLLBACK TO SAVEPOINT sortid",
		"MySQL":      "SET NAMES utf8mb4; SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET SESSION sql_mode = ''; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY; SAVEPOINT sortid; SELECT 1; ROLLBACK TO SAVEPOINT sortid; SAVEPOINT sortid; SET SESSION max_execution_time = N; SELECT 2; ROLLBACK TO SAVEPOINT sortid",
		"MariaDB":    "SET NAMES utf8mb4; SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET SESSION sql_mode = ''; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY; SAVEPOINT sortid; SELECT 1; ROLLBACK TO SAVEPOINT sortid; SAVEPOINT sortid; SET SESSION max_statement_time = N; SELECT 2; ROLLBACK TO SAVEPOINT sortid",
		"SQLite":     "BEGIN; SELECT count(*) FROM sqlite_schema; SELECT 1; SELECT 2",
	} {
		for failing := -1; failing < len(strings.Split(want, "; ")); failing++ {
			var sent []string
			db := stubdb.Open(t, func(_ context.Context, statement string, _ []driver.NamedValue) stubdb.Answer {
				if sent = append(sent, statement); failing == len(sent)-1 {
					return stubdb.Answer{Err: errors.New("gone away")}
				}
				return stubdb.Answer{Rows: [][]driver.Value{{int64(7)}}}
			})
			err := snapshotTwice(t, product, db)
			if shown := errors.Is(err, errSnapshot); shown == (failing < 0) || shown && !strings.Contains(err.Error(), "gone away") {
				t.Errorf("%s, where the statement %d of %q fails: %v", product, failing, sent, err)
			}
			if failing >= 0 {
				continue
			}
			for i, s := range strings.Split(want, "; ") {
				if i >= len(sent) || !strings.HasPrefix(limits.ReplaceAllString(sent[i], "${1}N"), s) {
					t.Fatalf("%s: %q, want %s", product, sent, want)
				}
			}
			if n := len(strings.Split(want, "; ")); len(sent) != n {
				t.Errorf("%s: %d statements, want %d: %q", product, len(sent), n, sent)
			}
		}
	}
}

// limits matches the limit of a statement with a minute until the deadline, and five seconds more.
var limits = regexp.MustCompile(`(statement_timeout', '|_time = )(64\d\d\d|65000|64\.\d\d\d|65\.000)`)

var errSnapshot = errors.New("snapshot")

// snapshotTwice sends a statement without a deadline and one with a deadline.
func snapshotTwice(t *testing.T, product string, db *sql.DB) error {
	t.Helper()
	sources := map[string]Source{
		"PostgreSQL": &postgres{session: session{db: db}}, "MySQL": &mysql{session: session{db: db}}, "MariaDB": &mysql{session: session{db: db, mariaDB: true}}, "SQLite": &sqlite{session: session{db: db}},
	}
	s, err := SnapshotOf(t.Context(), sources[product])
	if err != nil {
		return fmt.Errorf("%w: %w", errSnapshot, err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	n := 0
	take := func(rows *sql.Rows) error { return rows.Scan(&n) }
	if err := s.Query(t.Context(), "SELECT 1", take); err != nil {
		return fmt.Errorf("%w: %w", errSnapshot, err)
	}
	if err := s.Query(ctx, "SELECT 2", take); err != nil {
		return fmt.Errorf("%w: %w", errSnapshot, err)
	}
	if n != 7 {
		t.Errorf("%s: a row of %d", product, n)
	}
	return nil
}

// An error of the function that takes a row is that of the query.
func TestSnapshotOfFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.sqlite")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (n)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSnapshot(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	own := errors.New("own")
	if err := s.Query(t.Context(), "SELECT 1", func(*sql.Rows) error { return own }); !errors.Is(err, own) {
		t.Errorf("got %v", err)
	}
	if s.Server().Product != "SQLite" || s.Close() != nil {
		t.Errorf("%+v", s.Server())
	}
	if _, err := OpenSnapshot(t.Context(), "/no/such/file"); err == nil {
		t.Error("a snapshot of no file")
	}
}
