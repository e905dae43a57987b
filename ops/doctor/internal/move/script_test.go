package move

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
)

// shop has what loses its keys easily: composite keys, references to itself, a join table, columns that are NOT NULL, and
// indexes that have other columns too.
func shop(product string) []string {
	key, serial, commented := "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin", "BIGINT AUTO_INCREMENT", "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'it''s (the user)'"
	if product == "PostgreSQL" {
		key, serial, commented = `varchar(36) COLLATE "C"`, "bigserial", `varchar(36) COLLATE "C" NOT NULL`
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
		"CREATE TABLE members (tenant INT NOT NULL, user_id " + commented + ", role VARCHAR(10) NOT NULL, CONSTRAINT members_user FOREIGN KEY (tenant, user_id) REFERENCES users (tenant, id) ON UPDATE CASCADE)",
		"CREATE TABLE logs (n INT PRIMARY KEY, user_id " + key + ", other_user " + key + ")",
		"CREATE VIEW named AS SELECT u.id, u.name, o.note FROM users u JOIN orders o ON o.user_id = u.id", "CREATE VIEW names AS SELECT id, name FROM named",
		"INSERT INTO users (tenant, id, name) VALUES (1, '00000000-0000-4000-8000-000000000001', 'a'), (1, '00000000-0000-4000-8000-000000000002', 'b')",
		"INSERT INTO logs VALUES (1, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'), (2, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000f')",
	}
	if product == "PostgreSQL" {
		return append(list, "ALTER TABLE users ALTER id SET DEFAULT gen_random_uuid()::text", "COMMENT ON CONSTRAINT orders_user ON orders IS 'the buyer'", "COMMENT ON COLUMN orders.user_id IS 'who'",
			"COMMENT ON VIEW names IS 'names'", "GRANT SELECT ON names TO PUBLIC", "ALTER VIEW named SET (security_barrier = true)",
			"CREATE INDEX managed ON users (manager_id) WHERE manager_id IS NOT NULL", "CREATE STATISTICS members_both ON tenant, user_id FROM members",
			"CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'", "CREATE TRIGGER touched BEFORE UPDATE OF user_id ON orders FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION touch()",
			"COMMENT ON TRIGGER touched ON orders IS 'touches'", "ALTER TABLE orders DISABLE TRIGGER touched", "ALTER TABLE orders ADD CONSTRAINT unchecked FOREIGN KEY (user_id) REFERENCES users (id) DEFERRABLE NOT VALID")
	}
	return append(list, "CREATE TRIGGER noted BEFORE UPDATE ON orders FOR EACH ROW SET NEW.note = CONCAT(NEW.note, '!')", "CREATE TRIGGER owned BEFORE INSERT ON orders FOR EACH ROW SET NEW.user_id = COALESCE(NEW.user_id, NULL)")
}

// The scripts for a shop on each server, and what is refused before the user has read it.
func TestScriptsOfServers(t *testing.T) {
	reviewed := map[string][]string{"PostgreSQL": {"touched"}, "MySQL": {"named", "names", "noted", "owned"}, "MariaDB": {"named", "names", "noted", "owned"}}
	for _, product := range []string{"PostgreSQL", "MySQL", "MariaDB"} {
		t.Run(product, func(t *testing.T) {
			s := recorded.Open(t, filepath.Join("testdata", strings.ToLower(product)+".json"), product, shop(product))
			ok := Options{Columns: []string{"users.id"}, From: "uuid", Reviewed: reviewed[product], Leave: []string{"logs.other_user"}}
			first := scriptOf(t, s, ok)
			recorded.Compare(t, filepath.Join("testdata", strings.ToLower(product)+".sql"), first)
			var others strings.Builder
			for _, c := range []struct {
				what   string
				change func(*Options)
			}{
				{"for goose", func(o *Options) { o.Tool = "goose" }},
				{"with another column", func(o *Options) { o.With, o.Leave = []string{"logs.other_user"}, nil }},
				{"by samples", func(o *Options) { o.Sampled = true }},
				{"nothing is reviewed", func(o *Options) { o.Reviewed = nil }},
				{"a column is unclear", func(o *Options) { o.Leave = nil }},
				{"needless options", func(o *Options) {
					o.Reviewed, o.Leave = append(slices.Clone(o.Reviewed), "x"), append(o.Leave, "shops.id")
				}},
				{"no such column", func(o *Options) { o.Columns = []string{"users.other"} }},
				{"no column", func(o *Options) { o.Columns = []string{"users"} }},
				{"another form", func(o *Options) { o.From = "ulid" }},
				{"no form", func(o *Options) { o.From = "nanoid" }},
				{"no such tool", func(o *Options) { o.Tool = "make" }},
				{"a column that references the key", func(o *Options) { o.Columns = []string{"orders.user_id"} }},
			} {
				o := ok
				c.change(&o)
				others.WriteString("== " + c.what + "\n" + recorded.Differences(first, scriptOf(t, s, o)))
			}
			recorded.Compare(t, filepath.Join("testdata", strings.ToLower(product)+".txt"), others.String())
			s.EachFailure(t, func() (string, error) {
				m, err := Of(t.Context(), s, ok)
				return strings.Join(m.Notes, "\n"), err
			}, func(query string) bool {
				// Foreign keys say what these columns hold, and the user what becomes of the other one.
				return strings.HasPrefix(query, "SELECT DISTINCT") && (!strings.Contains(query, "logs") || strings.Contains(query, "other_user"))
			})
		})
	}
}

// scriptOf returns a script, with what a reader wants to know of it, or why there is none.
func scriptOf(t *testing.T, s *recorded.Source, o Options) string {
	t.Helper()
	m, err := Of(t.Context(), s, o)
	var refused *RefusedError
	switch {
	case errors.As(err, &refused):
		return "refused:\n" + strings.Join(refused.Items, "\n") + "\n"
	case err != nil:
		return err.Error() + "\n"
	}
	return m.Script + "-- notes: " + strings.Join(m.Notes, "; ") + "\n-- changes: " + strings.Join(m.Changes, " ") + "\n-- tables: " + strings.Join(m.Tables, ", ") + "\n"
}
