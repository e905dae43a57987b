package servertest

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// The database refuses a statement that writes, even if the account could.
func TestNothingIsWritten(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			create(t, kind.Driver(), d.DSN)
			refuses(t, d.DSN, "read")
		})
	}
	name := filepath.Join(t.TempDir(), "x.sqlite")
	create(t, "sqlite", name)
	refuses(t, name, "readonly")
}

func create(t *testing.T, driver, dsn string) {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE x (id INTEGER PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
}

func refuses(t *testing.T, dsn, want string) {
	t.Helper()
	s := sessionOf(t, dsn)
	for _, q := range []string{"INSERT INTO x VALUES (1)", "DELETE FROM x", "DROP TABLE x"} {
		if err := s.Query(t.Context(), q, none); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("%s: %v", q, err)
		}
	}
}

func none(*sql.Rows) error { return nil }

// querier is the session of a database, of whatever product.
type querier interface {
	Query(ctx context.Context, query string, each func(*sql.Rows) error) error
}

func sessionOf(t *testing.T, dsn string) querier {
	t.Helper()
	s, err := source.Open(t.Context(), dsn, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(querier)
}

// A statement that takes too long ends at the server.
func TestTimeLimit(t *testing.T) {
	for kind, c := range map[dbserver.Kind]struct{ query, want string }{
		dbserver.Postgres: {"SELECT pg_sleep(30)", "statement timeout"},
		dbserver.MySQL:    {"SELECT count(*) FROM information_schema.schemata WHERE SLEEP(30)", "maximum statement execution time"},
		dbserver.MariaDB:  {"SELECT SLEEP(30)", "max_statement_time"},
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := sessionOf(t, dbtest.Open(t, kind).DSN)
			if err := s.Query(t.Context(), c.query, none); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}
