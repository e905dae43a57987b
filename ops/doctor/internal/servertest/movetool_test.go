package servertest

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// A tool that has a transaction of its own goes on in it, with the search path that it had, and writes the version.
func TestMoveInTransaction(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, dbserver.Postgres)
	db := open(t, "pgx", d.DSN)
	execute(t, db, "CREATE TABLE users (id varchar(36) PRIMARY KEY)", "INSERT INTO users SELECT gen_random_uuid()", "CREATE TABLE versions (n int)")
	script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid", Tool: "tern"})
	if err != nil {
		t.Fatal(err)
	}
	up, down, ok := strings.Cut(script, "---- create above / drop below ----\n")
	if !ok {
		t.Fatalf("not a migration of tern: %.1000s", script)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(t.Context(), "SET search_path = public, pg_catalog"); err != nil {
		t.Fatal(err)
	}
	for _, s := range append(statementsOf(up), "INSERT INTO versions VALUES (1)") {
		if _, err := tx.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%.300s: %v", s, err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, db, "SELECT pg_typeof(id)::text FROM users"); len(got) != 1 || got[0] != "uuid" {
		t.Errorf("the key is %q", got)
	}
	if _, err := db.ExecContext(t.Context(), down); err == nil || !strings.Contains(err.Error(), "restore the backup") {
		t.Errorf("back: %v", err)
	}
}

// A server that demands primary keys runs the script, and one that demands unique keys below foreign keys is asked before.
func TestMoveOnStrictMySQL(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, dbserver.MySQL)
	db := open(t, dbserver.MySQL.Driver(), d.DSN)
	execute(t, db, "CREATE TABLE users (id CHAR(36) PRIMARY KEY, email VARCHAR(40) UNIQUE, note INT, KEY notes (note))", "INSERT INTO users VALUES (UUID(), 'a', 1), (UUID(), 'b', 2)")
	before := take(t, inventory.Options{DSN: d.DSN})
	script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid"})
	if err != nil {
		t.Fatal(err)
	}
	if err := steps(t, db, "SET SESSION sql_require_primary_key = ON;\n"+script, func() {}); err != nil {
		t.Fatal(err)
	}
	onlyMoved(t, before, d.DSN, 1)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, s := range []string{"SET SESSION restrict_fk_on_non_standard_key = OFF", "CREATE TABLE x (id CHAR(36), KEY ids (id))", "CREATE TABLE y (x_id CHAR(36), CONSTRAINT loose FOREIGN KEY (x_id) REFERENCES x (id))", "INSERT INTO x VALUES (UUID())", "INSERT INTO y SELECT id FROM x"} {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if message := refusedOf(t, d.DSN, move.Options{Columns: []string{"y.x_id"}}); !strings.Contains(message, "foreign key loose of y: it references columns of x that are no unique key") {
		t.Error(message)
	}
}

// Rights on columns of MySQL and MariaDB stay, and a temporary table of PostgreSQL is refused.
func TestMoveOfSessions(t *testing.T) {
	t.Parallel()
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE users (id CHAR(36) PRIMARY KEY, name VARCHAR(40))", "INSERT INTO users VALUES (UUID(), 'a')")
			reader(t, db, d, "users")
			name := "reader_" + strings.ToLower(d.Name[len(d.Name)-8:])
			execute(t, db, "GRANT UPDATE (id), SELECT (id) ON users TO "+name)
			before, rights := take(t, inventory.Options{DSN: d.DSN}), texts(t, db, "SHOW GRANTS FOR "+name)
			script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid"})
			if err != nil {
				t.Fatal(err)
			}
			if err := steps(t, db, script, func() {}); err != nil {
				t.Fatal(err)
			}
			onlyMoved(t, before, d.DSN, 1)
			if after := texts(t, db, "SHOW GRANTS FOR "+name); !slices.Equal(rights, after) || !strings.Contains(strings.Join(after, " "), "UPDATE (`id`)") {
				t.Errorf("the rights were %q and are %q", rights, after)
			}
		})
	}
	d := dbtest.Open(t, dbserver.Postgres)
	db := open(t, "pgx", d.DSN)
	db.SetMaxOpenConns(1)
	execute(t, db, "CREATE TEMPORARY TABLE users (id varchar(36) PRIMARY KEY)", "INSERT INTO users SELECT gen_random_uuid()")
	schema := texts(t, db, "SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'users'::regclass")[0]
	if message := refusedOf(t, d.DSN, move.Options{Columns: []string{schema + ".users.id"}}); !strings.Contains(message, "its table is temporary") {
		t.Error(message)
	}
}
