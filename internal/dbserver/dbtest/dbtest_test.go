package dbtest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

func TestMain(m *testing.M) { Main(m) }

// Each call creates a database, which is gone after the test.
func TestOpen(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.Postgres, dbserver.MariaDB} { // MySQL is as MariaDB, and starts slowly
		t.Run(string(kind), func(t *testing.T) {
			var names []string
			for range 2 {
				t.Run("database", func(t *testing.T) {
					d := Open(t, kind)
					names = append(names, d.Name)
					db, err := d.Connect()
					if err != nil {
						t.Fatal(err)
					}
					defer db.Close()
					if _, err := db.ExecContext(t.Context(), "CREATE TABLE item (id INT PRIMARY KEY)"); err != nil {
						t.Fatal(err)
					}
				})
			}
			if len(names) < 2 {
				return // skipped
			}
			if names[0] == names[1] {
				t.Errorf("both databases are %s", names[0])
			}
			for _, name := range names {
				if exists(t, Server(t, kind), name) {
					t.Errorf("%s is still there after its test", name)
				}
			}
		})
	}
}

func exists(t *testing.T, s *dbserver.Server, name string) bool {
	d := Open(t, s.Kind)
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	query := "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = ?"
	if s.Kind == dbserver.Postgres {
		query = "SELECT COUNT(*) FROM pg_database WHERE datname = $1"
	}
	var n int
	if err := db.QueryRowContext(t.Context(), query, name).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n > 0
}

func TestMaySkip(t *testing.T) {
	unavailable := fmt.Errorf("wrapped: %w", &dbserver.UnavailableError{Kind: dbserver.MySQL})
	for _, c := range []struct {
		name    string
		err     error
		require string
		want    bool
	}{
		{"none available", unavailable, "", true},
		{"none available and none required", unavailable, "0", true},
		{"none available but required", unavailable, "1", false},
		{"asked for by name", errors.New("SORTID_MYSQL_DSN: no connection"), "", false},
	} {
		if got := maySkip(c.err, c.require); got != c.want {
			t.Errorf("%s: skip is %v", c.name, got)
		}
	}
}
