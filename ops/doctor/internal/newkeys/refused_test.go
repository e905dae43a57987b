package newkeys

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
)

// refusal is what a script cannot keep: statements that create and drop it, and a part of the error.
type refusal struct{ create, drop, want string }

func refusalsOf(product string) []refusal {
	list := []refusal{
		{"ALTER TABLE logs ADD CONSTRAINT great CHECK (user_id > 0)", "ALTER TABLE logs DROP CONSTRAINT great", "check great"},
		{"ALTER TABLE orders DROP COLUMN created_at CASCADE", "ALTER TABLE orders ADD COLUMN created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP", "-time orders=now"},
		{"ALTER TABLE orders ADD COLUMN inserted_at TIMESTAMP NULL", "ALTER TABLE orders DROP COLUMN inserted_at", "name the column with the time of each row"},
	}
	if product != "PostgreSQL" {
		list[1].create = "DROP INDEX orders_recent ON orders; ALTER TABLE orders DROP COLUMN created_at"
		return append(list,
			refusal{"ALTER TABLE users MODIFY created_at TIMESTAMP(6) NULL, ADD COLUMN other INT; UPDATE users SET created_at = NULL WHERE name = 'b'", "UPDATE users SET created_at = '2025-01-01' WHERE name = 'b'; ALTER TABLE users MODIFY created_at TIMESTAMP(6) NOT NULL, DROP COLUMN other", "created_at: 1 rows have no time"},
			refusal{"ALTER TABLE logs ADD COLUMN twice BIGINT GENERATED ALWAYS AS (user_id * 2) VIRTUAL", "ALTER TABLE logs DROP COLUMN twice", "generated column twice"},
			refusal{"ALTER TABLE logs ENGINE=MyISAM", "ALTER TABLE logs ENGINE=InnoDB", "table logs: it is no table of InnoDB"},
			refusal{"ALTER TABLE logs PARTITION BY HASH (n) PARTITIONS 2", "ALTER TABLE logs REMOVE PARTITIONING", "table logs: it is partitioned"},
			refusal{"CREATE TRIGGER audited AFTER UPDATE ON items FOR EACH ROW SET @x = 1", "DROP TRIGGER audited", "add -reviewed audited"},
			refusal{"CREATE VIEW friendly AS SELECT user_id FROM friends", "DROP VIEW friendly", "add -reviewed friendly"},
			refusal{"CREATE PROCEDURE drop_user() DELETE FROM users WHERE id = 1", "DROP PROCEDURE drop_user", "add -reviewed drop_user"},
			refusal{"ALTER TABLE logs ALTER user_id SET DEFAULT 1", "ALTER TABLE logs ALTER user_id DROP DEFAULT; ALTER TABLE logs MODIFY user_id BIGINT NULL", "its default 1 is an old key"},
			refusal{"ALTER TABLE logs ADD COLUMN sortid_new_user_id BINARY(16)", "ALTER TABLE logs DROP COLUMN sortid_new_user_id", "of a move that has begun"},
		)
	}
	return append(list,
		refusal{"UPDATE users SET created_at = '1969-12-31' WHERE name = 'b'", "UPDATE users SET created_at = '2025-01-01' WHERE name = 'b'", "created_at: 1 rows have no time"},
		refusal{"CREATE MATERIALIZED VIEW kept AS SELECT id FROM users", "DROP MATERIALIZED VIEW kept", "materialized view public.kept"},
		refusal{"ALTER TABLE items ADD COLUMN twice bigint GENERATED ALWAYS AS (order_id * 2) STORED", "ALTER TABLE items DROP COLUMN twice", "generated column twice"},
		refusal{"CREATE INDEX shown ON items ((order_id % 10))", "DROP INDEX shown", "index shown"},
		refusal{"CREATE INDEX great ON items (n) WHERE order_id > 5", "DROP INDEX great", "index great"},
		refusal{"CREATE POLICY own ON users USING (id IS NOT NULL)", "DROP POLICY own ON users", "policy own"},
		refusal{"CREATE FUNCTION names() RETURNS text LANGUAGE sql AS 'SELECT name FROM users WHERE id = 1'", "DROP FUNCTION names", "add -reviewed public.names()"},
		refusal{"CREATE TRIGGER audited AFTER UPDATE ON items FOR EACH ROW EXECUTE FUNCTION touch()", "DROP TRIGGER audited ON items", "add -reviewed audited"},
		refusal{"CREATE PUBLICATION others FOR TABLE items", "DROP PUBLICATION others", "add -reviewed others"},
		refusal{"CREATE TABLE parts (user_id bigint REFERENCES users) PARTITION BY HASH (user_id)", "DROP TABLE parts", "table public.parts: it is no ordinary table"},
		refusal{"CREATE TABLE kin () INHERITS (items)", "DROP TABLE kin", "table public.items: it is no ordinary table"},
		refusal{"ALTER TABLE items ALTER order_id SET DEFAULT 1", "ALTER TABLE items ALTER order_id DROP DEFAULT", "its default 1 is an old key"},
		refusal{"ALTER TABLE items ADD COLUMN sortid_new_order_id uuid", "ALTER TABLE items DROP COLUMN sortid_new_order_id", "of a move that has begun"},
		refusal{"CREATE TABLE counted (n bigint DEFAULT nextval('users_id_seq'))", "DROP TABLE counted", "the default of another column uses it"},
	)
}

// What a script would lose is refused by name before it is printed. The file of each server has all errors in full.
func TestRefused(t *testing.T) {
	for _, product := range []string{"PostgreSQL", "MySQL", "MariaDB"} {
		t.Run(product, func(t *testing.T) {
			file := filepath.Join("testdata", "refused_"+strings.ToLower(product))
			withoutView := slices.DeleteFunc(shop(product), func(s string) bool { return strings.Contains(s, "named") })
			s := recorded.Open(t, file+".json", product, withoutView)
			var all strings.Builder
			for _, r := range refusalsOf(product) {
				s.Then(t, strings.Split(r.create, "; ")...)
				script, _, err := Of(t.Context(), s, okOptions())
				if err == nil || script != "" || !strings.Contains(err.Error(), r.want) {
					t.Errorf("%s: a script of %d bytes, %v, want %s", r.create, len(script), err, r.want)
					continue
				}
				all.WriteString("== " + r.create + "\n" + err.Error() + "\n")
				s.Then(t, strings.Split(r.drop, "; ")...)
			}
			recorded.Compare(t, file+".txt", all.String())
		})
	}
}
