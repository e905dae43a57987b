package servertest

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// reader creates an account that may read the tables alone, and returns its DSN.
func reader(t *testing.T, db *sql.DB, d *dbserver.Database, tables ...string) (dsn string) {
	t.Helper()
	name := "reader_" + strings.ToLower(d.Name[len(d.Name)-8:])
	var drop []string
	if d.Server.Kind == dbserver.Postgres {
		c, err := pgconn.ParseConfig(d.DSN)
		if err != nil {
			t.Fatal(err)
		}
		execute(t, db, "CREATE ROLE "+name+" LOGIN PASSWORD 'secret' CONNECTION LIMIT 1", "GRANT SELECT ON "+strings.Join(tables, ", ")+" TO "+name)
		drop = []string{"DROP OWNED BY " + name, "DROP ROLE " + name}
		dsn = fmt.Sprintf("host=%s port=%d user=%s password=secret dbname=%s sslmode=disable", c.Host, c.Port, name, d.Name)
	} else {
		c, err := mysql.ParseDSN(d.DSN)
		if err != nil {
			t.Fatal(err)
		}
		execute(t, db, "CREATE USER "+name+" IDENTIFIED BY 'secret'")
		for _, table := range tables {
			execute(t, db, "GRANT SELECT ON "+table+" TO "+name)
		}
		drop = []string{"DROP USER " + name}
		c.User, c.Passwd = name, "secret"
		dsn = c.FormatDSN()
	}
	t.Cleanup(func() {
		for _, s := range drop {
			if _, err := db.Exec(s); err != nil {
				t.Error(err)
			}
		}
	})
	return dsn
}

// An account that may only read is enough, and all that it does is to read.
func TestAccountThatReads(t *testing.T) {
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			want := aDatabase(t, db, kind)
			execute(t, db, "CREATE TABLE secret (id char(36) PRIMARY KEY)")
			if kind == dbserver.Postgres {
				execute(t, db, "CREATE EXTENSION pgstattuple")
			}
			dsn := reader(t, db, d, "users", "orders", "events", "vacant")
			r := run(t, inspect.Options{DSN: dsn})
			if kind == dbserver.Postgres {
				want = withoutRows(want)
			}
			if got := holds(r); !slices.Equal(got, want) || r.Tables != 4 {
				t.Errorf("got %q of %d tables, want %q", got, r.Tables, want)
			}
			for _, x := range r.Indexes {
				if kind == dbserver.Postgres && (x.Method != "estimate" || !x.Leaves.Known()) { // pgstattuple is for others
					t.Errorf("%s: %+v", x.Name, x.Figures)
				}
			}
			// The others list no table on which an account has no right.
			if denied := "the account may not read secret"; kind == dbserver.Postgres && !slices.Contains(r.Notes, denied) {
				t.Errorf("no note that %s in %q", denied, r.Notes)
			}
		})
	}
}

// A table whose rows a policy hides is not inspected, and is named so.
func TestRowSecurity(t *testing.T) {
	d, db := openPostgres(t)
	execute(t, db, "CREATE TABLE mine (id uuid PRIMARY KEY)", "INSERT INTO mine SELECT gen_random_uuid() FROM generate_series(1, 1000)",
		"ALTER TABLE mine ENABLE ROW LEVEL SECURITY", "ANALYZE mine")
	r := run(t, inspect.Options{DSN: reader(t, db, d, "mine")})
	if !slices.Equal(r.Unread, []string{"mine"}) || !strings.Contains(strings.Join(r.Notes, " "), "row-level security") {
		t.Errorf("unread %q, notes %q", r.Unread, r.Notes)
	}
}
