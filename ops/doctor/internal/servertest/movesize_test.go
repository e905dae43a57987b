package servertest

import (
	"cmp"
	"database/sql"
	"fmt"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// A move saves what the doctor said, in tables with two more indexes: those that a copy of a table filled would be
// a fourth larger than those that are built in order.
func TestMoveSize(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d, db := openMany(t, kind)
			f, rows := forServer[kind], cmp.Or(*savingRows, 60_000)
			key := "char(36) CHARACTER SET ascii"
			if kind == dbserver.Postgres {
				key = "char(36)"
			}
			execute(t, db, "CREATE TABLE users (id "+key+" NOT NULL, n int NOT NULL, PRIMARY KEY (id))",
				"CREATE TABLE orders (id "+key+" NOT NULL, user_id "+key+" NOT NULL, n int NOT NULL, payload varchar(99) NOT NULL, PRIMARY KEY (id), CONSTRAINT buyer FOREIGN KEY (user_id) REFERENCES users (id))",
				"INSERT INTO users SELECT "+f.text+", i FROM "+fmt.Sprintf(f.rows, rows/4),
				fmt.Sprintf("INSERT INTO orders SELECT %s, u.id, u.n * 4 + n.i, REPEAT('x', 60) FROM users AS u CROSS JOIN %s", f.text, fmt.Sprintf(f.rows, 4)))
			if kind == dbserver.Postgres {
				execute(t, db, "CREATE INDEX of_user ON orders (user_id)")
			}
			execute(t, db, "CREATE INDEX of_number ON orders (n, user_id)")
			if kind != dbserver.Postgres {
				execute(t, db, "OPTIMIZE TABLE orders", "OPTIMIZE TABLE users")
			}
			size := func() float64 {
				refresh(t, db, kind, "users")
				refresh(t, db, kind, "orders")
				if kind == dbserver.Postgres { // of_user and of_number are not predicted: they are not unique
					return relationSize(t, db, "users") + relationSize(t, db, "users_pkey") + relationSize(t, db, "orders")
				}
				return sizeOf(t, db, kind, "users") + sizeOf(t, db, kind, "orders")
			}
			before := size()
			r := run(t, inspect.Options{DSN: d.DSN})
			script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid"})
			if err != nil {
				t.Fatal(err)
			}
			if err := steps(t, db, script, func() {}); err != nil {
				t.Fatal(err)
			}
			saved := before - size()
			if kind != dbserver.Postgres {
				compareSaving(t, r, inspect.ColumnType, "users", saved)
				return
			}
			// It adds up to 64 pages to a file at a time, which the interval contains.
			for _, c := range r.Changes {
				if c.Action == inspect.ColumnType && c.Table == "users" && (saved < c.Saves.Low || saved > c.Saves.High) {
					t.Errorf("predicted %.0f to %.0f bytes, really %.0f", c.Saves.Low, c.Saves.High, saved)
				}
			}
		})
	}
}

func relationSize(t *testing.T, db *sql.DB, name string) (size float64) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT pg_relation_size($1::text::regclass)", name).Scan(&size); err != nil {
		t.Fatal(err)
	}
	return size
}
