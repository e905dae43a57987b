package servertest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// aBlog has no foreign keys: users, orders of theirs, comments on both, tables without rows, and columns whose names mislead.
func aBlog(kind dbserver.Kind) []string {
	key := "char(36)"
	list := []string{
		"CREATE TABLE users (id " + key + " PRIMARY KEY, name varchar(40), invited_by " + key + ")",
		"CREATE TABLE orders (id " + key + " PRIMARY KEY, user_id " + key + " NOT NULL, request_uuid " + key + ", blank_id " + key + ")", "CREATE INDEX of_user ON orders (user_id)",
		"CREATE TABLE comments (id " + key + " PRIMARY KEY, commentable_id " + key + ", commentable_type varchar(20))",
		"CREATE TABLE archived (user_id " + key + ", note varchar(40))", "CREATE TABLE drafts (owner_id " + key + ")", "CREATE TABLE tokens (secret " + key + ", user_note varchar(36))",
		"CREATE TABLE mails (user_id varchar(40))",
	}
	for n := range 20 {
		user, order := text(v4()), text(v4())
		target, model := user, "User"
		if n%2 == 1 {
			target, model = order, "Order"
		}
		list = append(list, fmt.Sprintf("INSERT INTO users VALUES ('%s', 'u%d', NULL)", user, n), fmt.Sprintf("INSERT INTO orders VALUES ('%s', '%s', '%s', NULL)", order, user, text(v4())),
			fmt.Sprintf("INSERT INTO comments VALUES ('%s', '%s', '%s')", text(v4()), target, model), fmt.Sprintf("INSERT INTO mails VALUES ('user-%d')", n))
	}
	// The order of a user that was deleted.
	return append(list, "DELETE FROM users WHERE name = 'u7'", "UPDATE users SET invited_by = (SELECT x FROM (SELECT MIN(id) AS x FROM users) AS s)")
}

func refusedOf(t *testing.T, dsn string, o move.Options) string {
	t.Helper()
	o.DSN, o.From = dsn, "uuid"
	script, err := move.Script(t.Context(), o)
	var refused *move.RefusedError
	if !errors.As(err, &refused) || script != "" {
		t.Fatalf("%+v: %v and a script of %d bytes", o, err, len(script))
	}
	return err.Error()
}

// Columns that reference a moved one without a foreign key move with it, or are named until the user decides. A join
// has as many rows as before.
func TestMoveWithoutForeignKeys(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, aBlog(kind)...)
			public := ""
			if kind == dbserver.Postgres {
				public = "public."
			}
			message := refusedOf(t, d.DSN, move.Options{Columns: []string{"users.id"}})
			for _, want := range []string{
				"column " + public + "comments.commentable_id: 10 of 20 sampled values of it are keys of " + public + "users.id, and others of " + public + "orders.id: name all of these keys, or add -leave " + public + "comments.commentable_id",
			} {
				if !strings.Contains(message, want) {
					t.Errorf("%q is not in\n%s", want, message)
				}
			}
			if n := strings.Count(message, "\n- "); n != 1 {
				t.Errorf("%d columns are named:\n%s", n, message)
			}
			// A column without a value that shows what it holds.
			if message := refusedOf(t, d.DSN, move.Options{Columns: []string{"tokens.secret"}}); !strings.Contains(message, "column "+public+"tokens.secret: it has no values") {
				t.Error(message)
			}
			const joins = "SELECT COUNT(*) FROM orders o JOIN users u ON u.id = o.user_id"
			before := texts(t, db, joins)
			o := move.Options{DSN: d.DSN, From: "uuid", Columns: []string{"users.id"}, Leave: []string{"comments.commentable_id", "tokens.user_note"}, With: []string{"drafts.owner_id"}}
			m, err := move.Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			notes := []string{
				"-leave tokens.user_note: nothing needs it",
				public + "archived.user_id moves too: no foreign key says so, but its name is like one of a reference to " + public + "users.id, and it has no values",
				public + "comments.commentable_id stays as it is: 10 of 20 sampled values of it are keys of " + public + "users.id, and others of " + public + "orders.id; programs must convert what they compare with it",
				public + "mails.user_id stays as it is: its name is like one of a reference to " + public + "users.id, and none of 20 sampled values of it is a key of that",
				public + "orders.user_id moves too: no foreign key says so, but 19 of 20 sampled values of it are keys of " + public + "users.id",
				"no value and no name says which keys these hold, so that they stay as they are; -with moves one: " + public + "orders.blank_id",
				public + "users.invited_by moves too: no foreign key says so, but its only sampled value is a key of " + public + "users.id",
			}
			slices.Sort(notes)
			if !slices.Equal(m.Notes, notes) {
				t.Errorf("notes\n%s\nwant\n%s", strings.Join(m.Notes, "\n"), strings.Join(notes, "\n"))
			}
			for _, n := range notes {
				if !strings.Contains(m.Script, "--   "+n+"\n") {
					t.Errorf("the script does not say %q", n)
				}
			}
			if err := steps(t, db, m.Script, func() {}); err != nil {
				t.Fatal(err)
			}
			if after := texts(t, db, joins); !slices.Equal(before, after) || after[0] != "19" {
				t.Errorf("the join had %s rows, and has %s", before, after)
			}
			query := "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE() AND column_type = 'binary(16)'"
			if kind == dbserver.Postgres {
				query = "SELECT count(*) FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.atttypid = 'uuid'::regtype"
			}
			if n := texts(t, db, query); n[0] != "5" {
				t.Errorf("%s columns have moved, want 5", n[0])
			}
			// The script again, and the column of a table that is named instead of the key.
			err = steps(t, db, m.Script, func() {})
			if kind == dbserver.Postgres && (err == nil || !strings.Contains(err.Error(), "nothing is left to do")) || kind != dbserver.Postgres && err != nil {
				t.Errorf("the script again: %v", err)
			}
		})
	}
}

// A column that holds keys of two tables moves if both move.
func TestMoveOfTwoKeys(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, aBlog(kind)...)
			const joins = "SELECT COUNT(*) FROM comments c LEFT JOIN users u ON u.id = c.commentable_id LEFT JOIN orders o ON o.id = c.commentable_id WHERE COALESCE(u.id, o.id) IS NOT NULL"
			before := texts(t, db, joins)
			script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, From: "uuid", Columns: []string{"users.id", "orders.id"}})
			if err != nil {
				t.Fatal(err)
			}
			if err := steps(t, db, script, func() {}); err != nil {
				t.Fatal(err)
			}
			if after := texts(t, db, joins); !slices.Equal(before, after) || after[0] == "0" {
				t.Errorf("the join had %s rows, and has %s", before, after)
			}
		})
	}
}

// A child that is named finds its key and the others.
func TestMoveByChild(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			execute(t, open(t, kind.Driver(), d.DSN), aBlog(kind)...)
			m, err := move.Open(t.Context(), move.Options{DSN: d.DSN, From: "uuid", Columns: []string{"orders.user_id"}, Leave: []string{"comments.commentable_id"}})
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(m.Tables)
			if got := strings.ReplaceAll(strings.Join(m.Tables, " "), "public.", ""); got != "archived orders users" {
				t.Errorf("the script moves %s", got)
			}
		})
	}
}

// The doctor finds columns that hold keys in another form than the key, though no foreign key says so, and no others.
func TestJoinedForms(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			raw, other, value := "binary(16)", "char(36) CHARACTER SET ascii", "X'%s'"
			if kind == dbserver.Postgres {
				raw, other, value = "uuid", "text", "'%s'"
			}
			execute(t, db, "CREATE TABLE users (id "+raw+" PRIMARY KEY)", "CREATE TABLE groups_ (id char(36) PRIMARY KEY)",
				"CREATE TABLE orders (n int PRIMARY KEY, user_id char(36), payer_id "+raw+", group_id "+other+", owner_group_id char(36), note varchar(40))", "CREATE INDEX of_user ON orders (user_id)")
			for n := range 30 {
				user, group := text(v4()), text(v4())
				execute(t, db, fmt.Sprintf("INSERT INTO users VALUES ("+value+")", strings.ReplaceAll(user, "-", "")), fmt.Sprintf("INSERT INTO groups_ VALUES ('%s')", group),
					fmt.Sprintf("INSERT INTO orders VALUES (%d, '%s', "+value+", '%s', '%s', '%s')", n, user, strings.ReplaceAll(user, "-", ""), group, strings.ToUpper(group), user))
			}
			r := run(t, inspect.Options{DSN: d.DSN})
			var got []string
			for _, f := range r.Findings {
				if f.Name == finding.JoinedForms {
					got = append(got, f.Column)
					if !strings.Contains(f.Text, "30 of 30 sampled values are keys of ") || !strings.Contains(f.Text, "SELECT COUNT(*) FROM ") {
						t.Errorf("%s: %s", f.Column, f.Text)
					}
				}
			}
			// PostgreSQL compares text and char(36) as texts, the others two character sets: neither uses the index of the key.
			want := []string{"group_id", "owner_group_id", "user_id"}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}

// An account that does not see all rows is refused: what it does not see may hold the keys.
func TestMoveByReader(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, "CREATE TABLE users (id char(36) PRIMARY KEY)", "CREATE TABLE hidden (owner char(36))", "CREATE TABLE secured (owner char(36))")
			want := []string{"the account has SELECT on some tables alone"}
			if kind == dbserver.Postgres {
				execute(t, db, "ALTER TABLE secured ENABLE ROW LEVEL SECURITY")
				want = []string{"table public.hidden: the account may not read it", "table public.secured: row-level security hides rows from the account"}
			}
			dsn := reader(t, db, d, "users", "secured")
			message := refusedOf(t, dsn, move.Options{Columns: []string{"users.id"}})
			for _, w := range want {
				if !strings.Contains(message, w) {
					t.Errorf("%q is not in\n%s", w, message)
				}
			}
			if kind == dbserver.Postgres {
				return
			}
			// The right on the database is enough.
			name := "reader_" + strings.ToLower(d.Name[len(d.Name)-8:])
			execute(t, db, "GRANT SELECT ON `"+strings.ReplaceAll(d.Name, "_", `\_`)+"`.* TO "+name)
			if _, err := move.Script(t.Context(), move.Options{DSN: dsn, Columns: []string{"users.id"}, From: "uuid"}); err != nil {
				t.Error(err)
			}
		})
	}
}
