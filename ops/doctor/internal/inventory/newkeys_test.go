package inventory

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
)

// pointing is a schema whose keys are referred to by foreign keys of one and two columns, by itself,
// by a reference to a reference, and without a foreign key. Two users have one name.
var pointing = []string{
	"CREATE TABLE users (id BIGINT PRIMARY KEY, tenant INT NOT NULL, manager_id BIGINT, name VARCHAR(20), UNIQUE (tenant, id), CONSTRAINT users_manager FOREIGN KEY (manager_id) REFERENCES users (id))",
	"CREATE TABLE orders (n INT PRIMARY KEY, user_id BIGINT, note VARCHAR(20), CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id))",
	"CREATE TABLE members (tenant INT, user_id BIGINT, role VARCHAR(20), CONSTRAINT members_user FOREIGN KEY (tenant, user_id) REFERENCES users (tenant, id))",
	"CREATE TABLE profiles (user_id BIGINT PRIMARY KEY, text VARCHAR(20), CONSTRAINT profiles_user FOREIGN KEY (user_id) REFERENCES users (id))",
	"CREATE TABLE badges (n INT PRIMARY KEY, profile_id BIGINT, CONSTRAINT badges_profile FOREIGN KEY (profile_id) REFERENCES profiles (user_id))",
	"CREATE TABLE visits (n INT PRIMARY KEY, user_id BIGINT)",
	"INSERT INTO users VALUES (1, 1, NULL, 'one'), (2, 1, NULL, 'two'), (3, 1, 1, 'other'), (4, 2, 2, 'other'), (5, 2, 3, 'last')",
	"INSERT INTO orders VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c'), (4, 4, 'd'), (5, NULL, 'e')", "INSERT INTO members VALUES (1, 1, 'x'), (1, 3, 'y'), (2, 4, 'z')",
	"INSERT INTO profiles VALUES (1, 'p'), (2, 'q')", "INSERT INTO badges VALUES (1, 1), (2, 2)", "INSERT INTO visits VALUES (1, 1), (2, 2), (3, 99)",
}

var keyedColumns = []string{"users.id", "users.manager_id", "orders.user_id", "members.user_id", "profiles.user_id", "badges.profile_id", "visits.user_id"}

// rekeyed returns the statements that give all users other keys.
func rekeyed(product string) []string {
	var list []string
	keys := []string{"users users_manager (manager_id) REFERENCES users (id)", "orders orders_user (user_id) REFERENCES users (id)", "members members_user (tenant, user_id) REFERENCES users (tenant, id)",
		"profiles profiles_user (user_id) REFERENCES users (id)", "badges badges_profile (profile_id) REFERENCES profiles (user_id)"}
	if product == "PostgreSQL" {
		list = append(list, "ALTER TABLE users ALTER id DROP DEFAULT", "DROP SEQUENCE users_id_seq", "ALTER TABLE users ADD COLUMN old_id bigint", "UPDATE users SET old_id = id", "CREATE UNIQUE INDEX users_old_id ON users (old_id)")
		for _, k := range keys {
			list = append(list, "ALTER TABLE "+strings.Fields(k)[0]+" DROP CONSTRAINT "+strings.Fields(k)[1])
		}
	}
	for _, name := range keyedColumns {
		table, column, _ := strings.Cut(name, ".")
		if product == "PostgreSQL" {
			list = append(list, "ALTER TABLE "+table+" ALTER "+column+" TYPE uuid USING md5("+column+"::text)::uuid")
		} else {
			list = append(list, "UPDATE "+table+" SET "+column+" = 1000 - "+column)
		}
	}
	if product == "PostgreSQL" {
		for _, k := range slices.Backward(keys) {
			table, rest, _ := strings.Cut(k, " ")
			name, rest, _ := strings.Cut(rest, " ")
			list = append(list, "ALTER TABLE "+table+" ADD CONSTRAINT "+name+" FOREIGN KEY "+rest)
		}
	}
	return list
}

// With new keys each reference must point to the row that it pointed to before.
func TestNewKeys(t *testing.T) {
	for _, product := range []string{"PostgreSQL", "MySQL", "MariaDB"} {
		t.Run(product, func(t *testing.T) {
			unchecked := []string{"SET SESSION foreign_key_checks = 0"}
			if product == "PostgreSQL" {
				unchecked = nil
			}
			s := recorded.Open(t, filepath.Join("testdata", "newkeys_"+strings.ToLower(product)+".json"), product, pointingOf(product))
			newKeys(t, takenOf(t, s), func(statements ...string) { s.Then(t, slices.Concat(unchecked, statements)...) }, product)
		})
	}
	t.Run("SQLite", func(t *testing.T) {
		file := recorded.File(t, pointingOf("SQLite")...)
		newKeys(t, func(o Options) (*Inventory, error) {
			o.DSN = file
			return Take(t.Context(), o)
		}, func(statements ...string) { recorded.InFile(t, file, statements...) }, "SQLite")
	})
}

// pointingOf returns the schema of a product.
func pointingOf(product string) []string {
	serial := map[string]string{"PostgreSQL": "BIGSERIAL", "SQLite": "INTEGER"}[product]
	return append([]string{strings.Replace(pointing[0], "BIGINT", cmp.Or(serial, "BIGINT AUTO_INCREMENT"), 1)}, pointing[1:]...)
}

func newKeys(t *testing.T, take func(Options) (*Inventory, error), execute func(...string), product string) {
	t.Helper()
	taken := func(o Options) *Inventory {
		v, err := take(o)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before := taken(Options{Keys: []string{"users.id"}, References: []string{"visits.user_id=users.id"}})
	execute(rekeyed(product)...)
	key := func(n int) string {
		return "(SELECT id FROM users WHERE name = '" + []string{1: "one", 2: "two"}[n] + "')"
	}
	compare := func() []Difference {
		return before.Compare(taken(Options{Before: before}))
	}
	list := compare()
	if got := lines(Differs, list); got != nil {
		t.Fatalf("with new keys: %q", got)
	}
	meant := lines(Meant, list)
	if product == "PostgreSQL" {
		for _, want := range []string{"users.old_id is new and holds the old keys of users.id", "index users_old_id of users is new, of old keys"} {
			i := slices.Index(meant, want)
			if i < 0 {
				t.Fatalf("meant: %q", meant)
			}
			meant = slices.Delete(meant, i, i+1)
		}
	}
	if len(meant) != len(keyedColumns) || !slices.ContainsFunc(meant, func(s string) bool { return strings.HasPrefix(s, "users.id: ") && strings.HasSuffix(s, ", new keys") }) ||
		!slices.ContainsFunc(meant, func(s string) bool {
			return strings.HasPrefix(s, "badges.profile_id: ") && strings.HasSuffix(s, ", each value points to the same row")
		}) {
		t.Errorf("meant: %q", meant)
	}
	for _, c := range []struct{ change, undo, want string }{
		{"UPDATE orders SET user_id = " + key(2) + " WHERE n = 1", "UPDATE orders SET user_id = " + key(1) + " WHERE n = 1", "orders.user_id: values differ"},
		{"UPDATE orders SET note = CASE note WHEN 'a' THEN 'b' ELSE 'a' END WHERE n < 3", "UPDATE orders SET note = CASE note WHEN 'a' THEN 'b' ELSE 'a' END WHERE n < 3", "orders: rows differ, although *"},
		// Users of one name are told apart by their managers.
		{"UPDATE orders SET note = CASE note WHEN 'c' THEN 'd' ELSE 'c' END WHERE n IN (3, 4)", "UPDATE orders SET note = CASE note WHEN 'c' THEN 'd' ELSE 'c' END WHERE n IN (3, 4)", "orders: rows differ, although *"},
		{"UPDATE users SET manager_id = NULL WHERE name = 'last'", "UPDATE users SET manager_id = (SELECT u.id FROM (SELECT id FROM users WHERE name = 'other' AND tenant = 1) AS u) WHERE name = 'last'", "users.manager_id: values differ"},
		{"UPDATE badges SET n = 10 - n", "UPDATE badges SET n = 10 - n", "badges.n: values differ"},
		{"UPDATE badges SET profile_id = " + key(1), "UPDATE badges SET profile_id = " + key(2) + " WHERE n = 2", "badges.profile_id: values differ"},
		{"DELETE FROM visits WHERE n = 3", "INSERT INTO visits VALUES (3, NULL)", "visits: 3 rows became 2 rows"},
		{"SELECT 1", "SELECT 1", "visits.user_id: values differ"}, // NULL in place of what points to no row
	} {
		execute(c.change)
		if got := strings.Join(lines(Differs, compare()), "; "); !matches(got, c.want) {
			t.Errorf("%s\n got %q\nwant %q", c.change, got, c.want)
		}
		execute(c.undo)
	}
	if product == "SQLite" {
		return
	}
	// Without its foreign key a column still counts by the rows that it points to.
	execute("ALTER TABLE orders DROP CONSTRAINT orders_user")
	if got := lines(Differs, compare()); !slices.Equal(got, []string{"foreign key orders_user of orders is gone", "visits.user_id: values differ"}) {
		t.Errorf("without a foreign key: %q", got)
	}
}
