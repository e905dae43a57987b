package servertest

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
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
