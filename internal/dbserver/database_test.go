package dbserver_test

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// A PostgreSQL database sorts by bytes unless a locale is asked for, whatever the
// server's own default is, and is always UTF8.
func TestLocale(t *testing.T) {
	for locale, want := range map[string]string{"": "B,a,b", "C": "B,a,b", "en-US": "a,b,B"} {
		t.Run("locale "+locale, func(t *testing.T) {
			db := connect(t, dbtest.OpenWith(t, dbserver.Postgres, dbserver.DatabaseOptions{Locale: locale}))
			if got := ask(t, db, "SELECT string_agg(x, ',' ORDER BY x) FROM (VALUES ('b'), ('B'), ('a')) AS v(x)"); got != want {
				t.Errorf("the order is %s, want %s", got, want)
			}
			if got := ask(t, db, "SHOW server_encoding"); got != "UTF8" {
				t.Errorf("the encoding is %s", got)
			}
		})
	}
}

func TestCollation(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			for _, collation := range []string{"ascii_bin", "utf8mb4_general_ci"} {
				db := connect(t, dbtest.OpenWith(t, kind, dbserver.DatabaseOptions{Collation: collation}))
				if got := ask(t, db, "SELECT @@collation_database"); got != collation {
					t.Errorf("the collation is %s, want %s", got, collation)
				}
			}
		})
	}
}

// A copy of a database has what the database has, and its locale.
func TestTemplate(t *testing.T) {
	from := dbtest.Open(t, dbserver.Postgres)
	db := connect(t, from)
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE kept AS SELECT 7 AS n"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var n, collation string
	to := connect(t, dbtest.OpenWith(t, dbserver.Postgres, dbserver.DatabaseOptions{Template: from.Name}))
	if err := to.QueryRowContext(t.Context(), "SELECT n, datcollate FROM kept, pg_database WHERE datname = current_database()").Scan(&n, &collation); err != nil || n != "7" || collation != "C" {
		t.Errorf("the copy has %s with the locale %s, %v", n, collation, err)
	}
}

// An option that the server has not is refused with the one that it has, and a
// value that it does not know is an error that leaves no database.
func TestDatabaseOptions(t *testing.T) {
	for _, c := range []struct {
		kind    dbserver.Kind
		options dbserver.DatabaseOptions
		want    string
	}{
		{dbserver.Postgres, dbserver.DatabaseOptions{Collation: "utf8mb4_bin"}, "Locale"},
		{dbserver.MySQL, dbserver.DatabaseOptions{Locale: "en-US"}, "Collation"},
		{dbserver.MySQL, dbserver.DatabaseOptions{Collation: "it's none"}, "it's none"},
		{dbserver.MariaDB, dbserver.DatabaseOptions{Locale: "en-US"}, "Collation"},
		{dbserver.MySQL, dbserver.DatabaseOptions{Template: "another"}, "no copy of"},
		{dbserver.Postgres, dbserver.DatabaseOptions{Template: "another", Locale: "en-US"}, "no copy of"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			d, err := dbtest.Server(t, c.kind).NewDatabase(t.Context(), "options", c.options)
			if err == nil {
				d.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v gives the error %v, want one that says %q", c.options, err, c.want)
			}
		})
	}
}

// A database whose files are copied, or one of a server that has no such choice, is as any other.
func TestCopyFiles(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			db := connect(t, dbtest.OpenWith(t, kind, dbserver.DatabaseOptions{CopyFiles: true}))
			if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (n int)"); err != nil {
				t.Error(err)
			}
		})
	}
}

// A database can be dropped while a transaction holds its tables: tests that fail
// leave such things.
func TestDropWhileInUse(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d, err := dbtest.Server(t, kind).NewDatabase(t.Context(), "in use", dbserver.DatabaseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			db := connect(t, d)
			if _, err := db.ExecContext(t.Context(), "CREATE TABLE item (id INT PRIMARY KEY)"); err != nil {
				t.Fatal(err)
			}
			tx, err := db.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.ExecContext(t.Context(), "INSERT INTO item VALUES (1)"); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := d.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := tx.Commit(); err == nil {
				t.Error("the transaction was committed after its database was dropped")
			}
		})
	}
}

func TestDatabaseWithParams(t *testing.T) {
	for kind, params := range map[dbserver.Kind]map[string]string{
		dbserver.Postgres: {"application_name": "a b+c"},
		dbserver.MySQL:    {"sql_mode": "''", "interpolateParams": "true"},
		dbserver.MariaDB:  {"sql_mode": "''"},
	} {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			dsn, err := d.WithParams(params)
			if err != nil {
				t.Fatal(err)
			}
			db := connect(t, &dbserver.Database{Server: d.Server, Name: d.Name, DSN: dsn})
			query, want := "SELECT @@sql_mode", ""
			if kind == dbserver.Postgres {
				query, want = "SHOW application_name", "a b+c"
			}
			if got := ask(t, db, query); got != want {
				t.Errorf("%s gives %q, want %q", query, got, want)
			}
		})
	}
}
