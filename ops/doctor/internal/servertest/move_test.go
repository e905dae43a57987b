package servertest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// aShop has what loses its keys easily: composite keys, references to itself, a join table, columns
// that are NOT NULL, and indexes that have other columns too.
func aShop(kind dbserver.Kind) []string {
	key, serial, caches := "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin", "BIGINT AUTO_INCREMENT", "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin COMMENT 'it''s (the user)'"
	if kind == dbserver.Postgres {
		key, serial, caches = `varchar(36) COLLATE "C"`, "bigserial", "text"
	}
	list := []string{
		"CREATE TABLE shops (id INT PRIMARY KEY)",
		"CREATE TABLE users (tenant INT NOT NULL, id " + key + " NOT NULL, manager_id " + key + " NULL, name VARCHAR(40) NOT NULL, PRIMARY KEY (id), UNIQUE (tenant, id), " +
			"CONSTRAINT users_manager FOREIGN KEY (manager_id) REFERENCES users (id), CONSTRAINT no_own_manager CHECK (id <> manager_id))",
		"CREATE TABLE orders (n " + serial + " NOT NULL, user_id " + key + " NOT NULL, shop_id INT, note VARCHAR(40), created_at TIMESTAMP NOT NULL, PRIMARY KEY (n, user_id), " +
			"CONSTRAINT one_note UNIQUE (user_id, note), CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE, CONSTRAINT orders_shop FOREIGN KEY (shop_id) REFERENCES shops (id))",
		"CREATE INDEX orders_recent ON orders (user_id, created_at DESC)", "CREATE INDEX orders_note ON orders (note)", "CREATE INDEX orders_of_shop ON orders (shop_id, user_id)",
		"CREATE TABLE friends (user_id " + key + " NOT NULL, friend_id " + key + " NOT NULL, PRIMARY KEY (user_id, friend_id), " +
			"CONSTRAINT friends_user FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT friends_friend FOREIGN KEY (friend_id) REFERENCES users (id))",
		"CREATE TABLE members (tenant INT NOT NULL, user_id " + strings.Replace(caches, "text", key, 1) + ", role VARCHAR(10) NOT NULL, " +
			"CONSTRAINT members_user FOREIGN KEY (tenant, user_id) REFERENCES users (tenant, id) ON UPDATE CASCADE)",
		"CREATE VIEW named AS SELECT u.id, u.name, o.note FROM users u JOIN orders o ON o.user_id = u.id", "CREATE VIEW names AS SELECT id, name FROM named",
	}
	if kind == dbserver.Postgres {
		return append(list, "ALTER TABLE users ALTER id SET DEFAULT gen_random_uuid()::text", "COMMENT ON CONSTRAINT orders_user ON orders IS 'the buyer'", "COMMENT ON COLUMN orders.user_id IS 'who'",
			"COMMENT ON VIEW names IS 'names'", "GRANT SELECT ON names TO PUBLIC", "ALTER VIEW named SET (security_barrier = true)",
			"CREATE INDEX managed ON users (manager_id) WHERE manager_id IS NOT NULL", "CREATE STATISTICS members_both ON tenant, user_id FROM members",
			"CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'", "CREATE TRIGGER touched BEFORE UPDATE OF user_id ON orders FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION touch()",
			"COMMENT ON TRIGGER touched ON orders IS 'touches'", "ALTER TABLE orders DISABLE TRIGGER touched", "ALTER TABLE orders ADD CONSTRAINT unchecked FOREIGN KEY (user_id) REFERENCES users (id) DEFERRABLE NOT VALID")
	}
	list[1] = strings.Replace(list[1], " NOT NULL, manager_id", " NOT NULL DEFAULT (uuid()), manager_id", 1)
	return append(list, "CREATE TRIGGER noted BEFORE UPDATE ON orders FOR EACH ROW SET NEW.note = CONCAT(NEW.note, '!')",
		"CREATE TRIGGER owned BEFORE INSERT ON orders FOR EACH ROW SET NEW.user_id = COALESCE(NEW.user_id, NULL)")
}

// beside writes with texts while a script runs, and remembers what the server took.
type beside struct {
	conn  *sql.Conn
	kind  dbserver.Kind
	users []string // of the row with the name or note u1, u2 and so on
}

func besideOf(t *testing.T, db *sql.DB, kind dbserver.Kind) *beside {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	set := "SET SESSION lock_wait_timeout = 1, SESSION sql_mode = 'STRICT_ALL_TABLES'"
	if kind == dbserver.Postgres {
		set = "SET lock_timeout = 100"
	}
	if _, err := conn.ExecContext(t.Context(), set); err != nil {
		t.Fatal(err)
	}
	return &beside{conn: conn, kind: kind}
}

// write inserts a user, an order, a friend and a member in one transaction.
func (b *beside) write(ctx context.Context) error {
	id, n := text(v4()), len(b.users)+1
	manager, friend := "NULL", id
	if n > 1 {
		manager, friend = "'"+b.users[(n-1)/2]+"'", b.users[(n-1)/2]
	}
	tx, err := b.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, s := range []string{
		fmt.Sprintf("INSERT INTO users (tenant, id, manager_id, name) VALUES (%d, '%s', %s, 'u%d')", n%3, id, manager, n),
		fmt.Sprintf("INSERT INTO orders (user_id, note, created_at) VALUES ('%s', 'u%d', '2026-01-02 03:04:05')", id, n),
		fmt.Sprintf("INSERT INTO friends (user_id, friend_id) VALUES ('%s', '%s')", id, friend),
		fmt.Sprintf("INSERT INTO members (tenant, user_id, role) VALUES (%d, '%s', 'u%d')", n%3, id, n),
	} {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	b.users = append(b.users, id)
	return nil
}

// check fails unless each row is there with its values.
func (b *beside) check(t *testing.T, db *sql.DB) {
	t.Helper()
	show := func(c string) string { return "LOWER(HEX(" + c + "))" }
	if b.kind == dbserver.Postgres {
		show = func(c string) string { return "replace(" + c + "::text, '-', '')" }
	}
	row := func(c ...string) string { return "CONCAT_WS(' ', " + strings.Join(c, ", ") + ")" }
	var want [4][]string
	for i, id := range b.users {
		n := i + 1
		id, name, tenant, manager := strings.ReplaceAll(id, "-", ""), fmt.Sprintf("u%d", n), fmt.Sprint(n%3), ""
		friend := id
		if n > 1 {
			friend = strings.ReplaceAll(b.users[(n-1)/2], "-", "")
			manager = " " + friend
		}
		want[0] = append(want[0], tenant+" "+id+manager+" "+name)
		want[1] = append(want[1], id+" "+name)
		want[2] = append(want[2], id+" "+friend)
		want[3] = append(want[3], tenant+" "+id+" "+name)
	}
	for i, q := range []string{
		"SELECT " + row("tenant", show("id"), show("manager_id"), "name") + " FROM users", "SELECT " + row(show("user_id"), "note") + " FROM orders",
		"SELECT " + row(show("user_id"), show("friend_id")) + " FROM friends", "SELECT " + row("tenant", show("user_id"), "role") + " FROM members",
	} {
		got := texts(t, db, q)
		slices.Sort(got)
		slices.Sort(want[i])
		if !slices.Equal(got, want[i]) {
			t.Errorf("%s: %d rows, want the %d that were written: %.300q", q, len(got), len(want[i]), got)
		}
	}
}

// dollars matches the quotes of a text of PostgreSQL.
var dollars = regexp.MustCompile(`\$[a-z]*\$`)

// statementsOf returns those of a script, as a client reads them.
func statementsOf(script string) []string {
	var list []string
	var b strings.Builder
	end := ";"
	for line := range strings.Lines(script) {
		line := strings.TrimSuffix(line, "\n")
		if b.Len() == 0 && (line == "" || strings.HasPrefix(line, "--") || strings.HasPrefix(line, `\`)) {
			continue
		}
		if after, ok := strings.CutPrefix(line, "DELIMITER "); ok {
			end = after
			continue
		}
		b.WriteString(line + "\n")
		if strings.HasSuffix(line, end) && len(dollars.FindAllString(b.String(), -1))%2 == 0 {
			list = append(list, strings.TrimSuffix(strings.TrimSpace(b.String()), end))
			b.Reset()
		}
	}
	return list
}

// steps runs a script in one session and calls beside after each statement.
func steps(t *testing.T, db *sql.DB, script string, beside func()) error {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }() // closes it
	for _, s := range statementsOf(script) {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			return fmt.Errorf("%.300s: %w", s, err)
		}
		beside()
	}
	return nil
}

func reviewedOf(kind dbserver.Kind) []string {
	if kind == dbserver.Postgres {
		return nil
	}
	return []string{"named", "names", "owned"}
}

// A script moves every row, and those that are written beside each statement, and changes nothing
// of the schema but the types.
func TestMove(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, aShop(kind)...)
			b := besideOf(t, db, kind)
			for range 100 {
				if err := b.write(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			before := take(t, inventory.Options{DSN: d.DSN, NoRows: true})
			// Any column of those that foreign keys join finds the others.
			script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"members.user_id"}, From: "uuid", Reviewed: reviewedOf(kind)})
			if err != nil {
				t.Fatal(err)
			}
			during, after := 0, errors.New("no statement")
			if err := steps(t, db, script, func() {
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				if after = b.write(ctx); after == nil {
					during++
				}
			}); err != nil {
				t.Fatal(err)
			}
			if during < 3 {
				t.Errorf("%d rows were written beside the script", during)
			}
			if (after == nil) != (kind == dbserver.Postgres) {
				t.Errorf("after the script a text is written with %v", after)
			}
			b.check(t, db)
			onlyMoved(t, before, d.DSN, 6)
			duplicates(t, db, b.users[0], kind)
		})
	}
}

// duplicates fails if the keys accept what they refused before, or two rows get one default.
func duplicates(t *testing.T, db *sql.DB, id string, kind dbserver.Kind) {
	t.Helper()
	value, column := "'"+id+"'", "id::text"
	if kind != dbserver.Postgres {
		value, column = "X'"+strings.ReplaceAll(id, "-", "")+"'", "HEX(id)"
	}
	execute(t, db, "INSERT INTO orders (user_id, note, created_at) VALUES ("+value+", 'twice', '2026-01-02 03:04:05')")
	for _, s := range []string{
		"INSERT INTO orders (user_id, note, created_at) VALUES (" + value + ", 'twice', '2026-01-02 03:04:05')", "INSERT INTO orders (user_id, note, created_at) VALUES (NULL, 'x', '2026-01-02 03:04:05')",
		"INSERT INTO users (tenant, id, manager_id, name) VALUES (1, " + value + ", NULL, 'x')", "UPDATE users SET manager_id = id", "INSERT INTO friends VALUES (" + value + ", NULL)",
	} {
		if _, err := db.ExecContext(t.Context(), s); err == nil {
			t.Errorf("%s: no error", s)
		}
	}
	execute(t, db, "INSERT INTO users (tenant, name) VALUES (1, 'x'), (2, 'x'), (3, 'x')")
	if got := texts(t, db, "SELECT "+column+" FROM users WHERE name = 'x'"); len(got) != 3 || got[0] == got[1] || got[1] == got[2] {
		t.Errorf("defaults %q", got)
	}
}

// Each form of text becomes the bytes of its ID.
func TestMoveForms(t *testing.T) {
	t.Parallel()
	hexOf := func(b []byte) string { return fmt.Sprintf("%x", b) }
	for _, kind := range dbserver.Kinds() {
		d := dbtest.Open(t, kind)
		db := open(t, kind.Driver(), d.DSN)
		for _, from := range []string{"uuid", "hex", "ulid", "wiji", "scru160", "bytes"} {
			if from == "bytes" && kind != dbserver.Postgres || !dbtest.RunsOn(kind, "TestMoveForms "+from) {
				continue
			}
			t.Run(string(kind)+"/"+from, func(t *testing.T) {
				var want, values []string
				execute(t, db, "DROP TABLE IF EXISTS events")
				column := "VARCHAR(40)"
				if from == "bytes" {
					column = "bytea"
				}
				execute(t, db, "CREATE TABLE events (id "+column+" PRIMARY KEY, copy "+column+")")
				for i := range 300 {
					var value, bytes string
					switch from {
					case "uuid":
						x := v4()
						value, bytes = text(x), hexOf(x[:])
					case "hex", "bytes":
						x := v4()
						value, bytes = hexOf(x[:]), hexOf(x[:])
					case "ulid":
						x := ulid.New()
						if i < 2 {
							x = []ulid.ID{ulid.Min(), ulid.Max()}[i]
						}
						value, bytes = x.String(), hexOf(x[:])
					case "wiji":
						x := wiji.New()
						value, bytes = x.String(), hexOf(x[:])
					case "scru160":
						x := scru160.New()
						value, bytes = x.String(), hexOf(x[:])
					}
					// Both cases are one ID.
					if i%2 == 1 {
						value = strings.ToUpper(value)
					}
					if from == "bytes" {
						value = `\x` + value
					}
					values, want = append(values, "('"+value+"', NULL)"), append(want, bytes)
				}
				execute(t, db, "INSERT INTO events VALUES "+strings.Join(values, ", "))
				before := take(t, inventory.Options{DSN: d.DSN})
				script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"events.id", "events.copy"}, With: []string{"events.copy"}, From: from})
				if err != nil {
					t.Fatal(err)
				}
				if err := steps(t, db, script, func() {}); err != nil {
					t.Fatal(err)
				}
				query := "SELECT LOWER(HEX(id)) FROM events WHERE copy IS NULL"
				if kind == dbserver.Postgres {
					query = `SELECT replace(replace(id::text, '-', ''), '\x', '') FROM events WHERE copy IS NULL`
				}
				got := texts(t, db, query)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("got %.200q, want %.200q", got, want)
				}
				onlyMoved(t, before, d.DSN, 2)
			})
		}
	}
}

// A script stops, and changes nothing, if the schema is not the one that it was printed for, or
// a row would be lost.
func TestMoveStops(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		for name, c := range map[string]struct{ statement, want string }{
			"a new index":   {"CREATE INDEX late ON x (note, id)", "index late"},
			"a new check":   {"ALTER TABLE x ADD CONSTRAINT late CHECK (id <> note)", "check late"},
			"another index": {"DROP INDEX notes", "the schema is not that of the plan"},
			"a new view":    {"CREATE VIEW late AS SELECT id FROM x", "late"},
			"no UUID":       {"INSERT INTO x VALUES ('0190163d-8694-739b-aea5-966c26f8ad9', 'short')", "1 rows hold no uuid text"},
			"other digits":  {"INSERT INTO x VALUES ('0190163d-8694-739b-aea5-966c26f8adXY', 'digits')", "1 rows hold no uuid text"},
			"two spellings": {"INSERT INTO x VALUES ('0190163D-8694-739B-AEA5-966C26F8AD91', 'upper')", "become one: keep one row of each"},
		} {
			if !dbtest.RunsOn(kind, "TestMoveStops "+name) {
				continue
			}
			t.Run(string(kind)+"/"+name, func(t *testing.T) {
				d := dbtest.Open(t, kind)
				db := open(t, kind.Driver(), d.DSN)
				key := "VARCHAR(36)"
				if kind != dbserver.Postgres {
					key += " CHARACTER SET ascii COLLATE ascii_bin"
				}
				execute(t, db, "CREATE TABLE x (id "+key+" PRIMARY KEY, note VARCHAR(20))", "CREATE INDEX notes ON x (note, id)", "INSERT INTO x VALUES ('0190163d-8694-739b-aea5-966c26f8ad91', 'a')")
				script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"x.id"}, From: "uuid"})
				if err != nil {
					t.Fatal(err)
				}
				if kind != dbserver.Postgres && strings.HasPrefix(c.statement, "DROP") {
					c.statement += " ON x"
				}
				execute(t, db, c.statement)
				before := take(t, inventory.Options{DSN: d.DSN})
				if err := steps(t, db, script, func() {}); err == nil || !strings.Contains(strings.ToLower(err.Error()), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if kind != dbserver.Postgres {
					execute(t, db, "DROP PROCEDURE sortid_move_stop", "DROP PROCEDURE sortid_move_count", "DROP PROCEDURE sortid_move_filled", "DROP PROCEDURE sortid_move_orphans", "DROP PROCEDURE sortid_move_run")
				}
				onlyMoved(t, before, d.DSN, 0)
			})
		}
	}
}

// giveUp runs what the script says to run. A statement fails if it has nothing to undo.
func giveUp(t *testing.T, db *sql.DB, script string) {
	t.Helper()
	_, text, _ := strings.Cut(script, "-- fails has nothing to undo:\n")
	text, _, _ = strings.Cut(text, "\n\n")
	if !strings.HasPrefix(text, "-- ALTER TABLE") {
		t.Fatalf("to give up: %.1000s", script)
	}
	for line := range strings.Lines(text) {
		if _, err := db.ExecContext(t.Context(), strings.TrimPrefix(line, "-- ")); err != nil {
			t.Log(err)
		}
	}
}

// aPair is a shop of two tables, whose keys a script moves in eight changes.
func aPair(t *testing.T, kind dbserver.Kind) (dsn string, db *sql.DB, script string) {
	t.Helper()
	d := dbtest.Open(t, kind)
	db = open(t, kind.Driver(), d.DSN)
	key := "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin"
	execute(t, db, "CREATE TABLE users (id "+key+" NOT NULL PRIMARY KEY, manager_id "+key+", name VARCHAR(20), CONSTRAINT users_manager FOREIGN KEY (manager_id) REFERENCES users (id) ON DELETE SET NULL)",
		"CREATE TABLE orders (n INT PRIMARY KEY, user_id "+key+" NOT NULL, note VARCHAR(20), UNIQUE KEY one_note (user_id, note), CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE)",
		"INSERT INTO users VALUES (UUID(), NULL, 'first')", "INSERT INTO users SELECT UUID(), id, 'second' FROM users", "INSERT INTO orders SELECT CASE name WHEN 'first' THEN 1 ELSE 2 END, id, name FROM users")
	script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid"})
	if err != nil {
		t.Fatal(err)
	}
	return d.DSN, db, script
}

// pairs returns the rows of both tables, in either form.
func pairs(t *testing.T, db *sql.DB) []string {
	t.Helper()
	shown := func(c string) string {
		return "IF(LENGTH(" + c + ") = 16, HEX(" + c + "), UPPER(REPLACE(CONVERT(" + c + " USING latin1), '-', '')))"
	}
	return texts(t, db, "SELECT CONCAT_WS(' ', name, "+shown("id")+", COALESCE("+shown("manager_id")+", 'NULL')) FROM users UNION ALL SELECT CONCAT_WS(' ', n, "+shown("user_id")+", note) FROM orders ORDER BY 1")
}

// A client that goes on after an error, as one does into which the script is pasted, changes nothing: neither if the
// schema or a row is wrong, nor if the tables are not locked, because another session has them or because
// the client has connected again.
func TestMoveForced(t *testing.T) {
	t.Parallel()
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		for name, statement := range map[string]string{
			"a new index":      "CREATE INDEX late ON orders (note, user_id)",
			"another key":      "ALTER TABLE orders DROP FOREIGN KEY orders_user, ADD CONSTRAINT orders_users FOREIGN KEY (user_id) REFERENCES users (id)",
			"no UUID":          "INSERT INTO users VALUES ('short', NULL, 'third')",
			"a lock":           "",
			"connecting again": "",
		} {
			if !dbtest.RunsOn(kind, "TestMoveForced "+name) {
				continue
			}
			t.Run(string(kind)+"/"+name, func(t *testing.T) {
				dsn, db, script := aPair(t, kind)
				if statement != "" {
					execute(t, db, statement)
				}
				before := take(t, inventory.Options{DSN: dsn})
				client := open(t, kind.Driver(), dsn)
				client.SetMaxOpenConns(1)
				if name == "connecting again" {
					client.SetMaxIdleConns(-1)
				}
				if name == "a lock" {
					holder, err := db.Conn(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { holder.Close() })
					if _, err := holder.ExecContext(t.Context(), "LOCK TABLES orders READ"); err != nil {
						t.Fatal(err)
					}
					script = strings.Replace(script, "lock_wait_timeout = 10", "lock_wait_timeout = 1", 1)
				}
				failed := 0
				for _, s := range statementsOf(script) {
					if _, err := client.ExecContext(t.Context(), s); err != nil {
						failed++
					}
				}
				if failed == 0 {
					t.Error("no statement failed")
				}
				onlyMoved(t, before, dsn, 0)
			})
		}
	}
}

// A script whose session is killed between two of its changes is run again and finishes, also with what others
// have written in between. To give up undoes it, or changes nothing once a table has switched.
func TestMoveBrokenOff(t *testing.T) {
	t.Parallel()
	const sleep = "\n    DO SLEEP(600);"
	change := regexp.MustCompile("(?s)\n    ALTER TABLE .*?;")
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		for n := range 8 {
			for _, giving := range []bool{false, true} {
				if here := giving == (n%2 == 0) == (kind == dbserver.MySQL); !here && !dbtest.Every() {
					continue // on the other server
				}
				t.Run(fmt.Sprintf("%s/%d/%t", kind, n+1, giving), func(t *testing.T) {
					dsn, db, script := aPair(t, kind)
					before, rows := take(t, inventory.Options{DSN: dsn, NoRows: true}), pairs(t, db)
					changes := change.FindAllStringIndex(script, -1)
					if len(changes) != 8 {
						t.Fatalf("the script has %d changes", len(changes))
					}
					killed(t, open(t, kind.Driver(), dsn), db, script[:changes[n][1]]+sleep+script[changes[n][1]:])
					if got := pairs(t, db); !slices.Equal(got, rows) {
						t.Errorf("the rows were %q and are %q", rows, got)
					}
					if giving {
						giveUp(t, db, script)
					}
					if giving && n < 2 {
						for _, name := range []string{"stop", "count", "filled", "orphans", "run"} {
							execute(t, db, "DROP PROCEDURE sortid_move_"+name)
						}
						onlyMoved(t, before, dsn, 0)
					}
					if n < 2 {
						execute(t, db, "INSERT INTO users VALUES (UUID(), NULL, 'third')", "INSERT INTO orders SELECT 3, id, name FROM users WHERE name = 'third'")
						rows = pairs(t, db)
					}
					if err := steps(t, db, script, func() {}); err != nil {
						t.Fatal(err)
					}
					if got := pairs(t, db); !slices.Equal(got, rows) {
						t.Errorf("the rows were %q and are %q", rows, got)
					}
					onlyMoved(t, before, dsn, 3)
				})
			}
		}
	}
}

// An order without a user that came while a script was broken off is found.
func TestMoveOrphans(t *testing.T) {
	t.Parallel()
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			dsn, db, script := aPair(t, kind)
			call := strings.Index(script, "  CALL sortid_move_filled();")
			killed(t, open(t, kind.Driver(), dsn), db, script[:call]+"  DO SLEEP(600);\n"+script[call:])
			execute(t, db, "INSERT INTO orders VALUES (3, UUID(), 'orphan')")
			if err := steps(t, db, script, func() {}); err == nil || !strings.Contains(err.Error(), "1 rows reference no row of users") {
				t.Errorf("with an order without a user: %v", err)
			}
			execute(t, db, "DELETE FROM orders WHERE note = 'orphan'")
			if err := steps(t, db, script, func() {}); err != nil {
				t.Error(err)
			}
			if _, err := db.ExecContext(t.Context(), "INSERT INTO orders VALUES (4, UNHEX(REPLACE(UUID(), '-', '')), 'orphan')"); err == nil {
				t.Error("there is no foreign key")
			}
		})
	}
}

// killed runs a script that sleeps, and ends its session there.
func killed(t *testing.T, client, db *sql.DB, script string) {
	t.Helper()
	conn, err := client.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var id int64
	if err := conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		for _, s := range statementsOf(script) {
			if _, err := conn.ExecContext(t.Context(), s); err != nil {
				ended <- fmt.Errorf("%.300s: %w", s, err)
				return
			}
		}
		ended <- nil
	}()
	asleep := fmt.Sprintf("SELECT COUNT(*) FROM information_schema.processlist WHERE id = %d AND state = 'User sleep'", id)
	for texts(t, db, asleep)[0] == "0" {
		select {
		case err := <-ended:
			t.Fatalf("the script ended: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	execute(t, db, fmt.Sprintf("KILL %d", id))
	if err := <-ended; err == nil {
		t.Fatal("the script did not notice that it was killed")
	}
	// The server takes a moment to release the locks.
	for texts(t, db, fmt.Sprintf("SELECT COUNT(*) FROM information_schema.processlist WHERE id = %d", id))[0] != "0" {
		time.Sleep(20 * time.Millisecond)
	}
}
