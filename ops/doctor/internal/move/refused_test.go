package move

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

// refusals are schemas with a column x.id that cannot move: on some servers, and the object that is named.
var refusals = []struct{ servers, create, drop, want string }{
	{"PostgreSQL MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY, CONSTRAINT long_id CHECK (LENGTH(id) = 36))", "", "check long_id"},
	{"PostgreSQL MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY, short VARCHAR(80) GENERATED ALWAYS AS (LOWER(id)) STORED)", "", "generated column short"},
	{"PostgreSQL MySQL MariaDB", "CREATE TABLE x (id INT PRIMARY KEY)", "", "column"},
	{"MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY) PARTITION BY KEY (id) PARTITIONS 2", "", "partition key x"},
	{"PostgreSQL", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY) PARTITION BY HASH (id)", "", "partition key id"},
	{"MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY, UNIQUE KEY short (id(8)))", "", "index short of x"},
	{"MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY) WITH SYSTEM VERSIONING", "", "table x: it is system-versioned"},
	{"MySQL", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY, KEY lowered ((LOWER(id))))", "", "lowered"},
	{"MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) DEFAULT 'none')", "", "column x.id"},
	{"MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY); CREATE VIEW seen AS SELECT id FROM x", "DROP VIEW seen", "view seen"},
	{"MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY); CREATE TRIGGER lowers BEFORE INSERT ON x FOR EACH ROW SET NEW.id = LOWER(NEW.id)", "", "trigger lowers of x"},
	{"MySQL MariaDB", "CREATE TABLE x (id VARCHAR(36) PRIMARY KEY); CREATE PROCEDURE find_x(t VARCHAR(36)) SELECT * FROM x WHERE id = t", "DROP PROCEDURE find_x", "routine find_x"},
	{"PostgreSQL", "CREATE TABLE x (id VARCHAR(36), \"a(b\" VARCHAR(36)) PARTITION BY HASH (lower(\"a(b\"))", "", "partition key a(b"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE INDEX lowered ON x (lower(id))", "", "index lowered"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE INDEX patterns ON x (id text_pattern_ops)", "", "index patterns"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE MATERIALIZED VIEW seen AS SELECT id FROM x", "DROP MATERIALIZED VIEW seen", "materialized view public.seen"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE POLICY own ON x USING (id = current_user)", "", "policy own"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE FUNCTION found(t text) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM x WHERE id = t'", "DROP FUNCTION found", "function public.found(text)"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE VIEW \"x (old\" AS SELECT id FROM x; CREATE FUNCTION old() RETURNS bigint LANGUAGE sql AS 'SELECT count(id) FROM \"x (old\"'", "DROP FUNCTION old; DROP VIEW \"x (old\"", "function public.old()"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE VIEW \"a.b\"\"c\" AS SELECT id FROM x; CREATE FUNCTION quoted() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM \"a.b\"\"c\"'", "DROP FUNCTION quoted; DROP VIEW \"a.b\"\"c\"", "function public.quoted()"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE FUNCTION low() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.id := lower(NEW.id); RETURN NEW; END'; CREATE TRIGGER lows BEFORE INSERT ON x FOR EACH ROW EXECUTE FUNCTION low()", "DROP TRIGGER lows ON x; DROP FUNCTION low", "function public.low()"},
	{"PostgreSQL", "CREATE TABLE x (id text PRIMARY KEY); CREATE RULE kept AS ON UPDATE TO x WHERE NEW.id <> OLD.id DO INSTEAD NOTHING", "", "rule kept"},
}

// What cannot be moved is refused by name. The file of each server has all refusals in full.
func TestRefused(t *testing.T) {
	for _, product := range []string{"PostgreSQL", "MySQL", "MariaDB"} {
		t.Run(product, func(t *testing.T) {
			file := filepath.Join("testdata", "refused_"+strings.ToLower(product))
			server := "mysql"
			if product == "PostgreSQL" {
				server = "postgres"
			}
			s := recorded.Open(t, file+".json", product, []string{"CREATE TABLE y (id INT PRIMARY KEY)"})
			var all strings.Builder
			for _, r := range refusals {
				if !slices.Contains(strings.Fields(r.servers), product) {
					continue
				}
				s.Then(t, strangers.Split(server, r.create+";")...)
				o := Options{Columns: []string{"x.id"}, From: "uuid"}
				if strings.Contains(r.create, "a(b") {
					o.Columns = []string{`x."a(b"`}
				}
				m, err := Of(t.Context(), s, o)
				var refused *RefusedError
				if !errors.As(err, &refused) || m.Script != "" || !strings.Contains(err.Error(), r.want) {
					t.Errorf("%s: %v and a script of %d bytes, want an error with %q", r.create, err, len(m.Script), r.want)
					continue
				}
				all.WriteString("== " + r.create + "\n" + strings.Join(refused.Items, "\n") + "\n")
				s.Then(t, strangers.Split(server, r.drop+"; DROP TABLE x;")...)
			}
			recorded.Compare(t, file+".txt", all.String())
		})
	}
}
