package speed_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

// way is a way to make keys: the table, and the statement that inserts the rows.
type way struct {
	name, table string
	create      []string
	insert      func() []string
}

const (
	theirs = "the server's own"
	floor  = "a function that returns 16 random bytes"
)

// generators lists the functions, with the columns of their keys on Postgres and on the others.
var generators = []struct{ format, call, postgres, mysql string }{
	{"Wiji", "sortid_wiji_new()", "uuid", "BINARY(16)"},
	{"ULID", "sortid_ulid_new()", "uuid", "BINARY(16)"},
	{"UUIDv7", "sortid_uuid_new()", "uuid", "BINARY(16)"},
	{"SCRU160", "sortid_scru_new()", "bytea", "BINARY(20)"},
	{"Ulid-Flake", "sortid_ulidflake_new()", "bigint", "BIGINT"},
	{"ts-seq-rand", "sortid_uid_ts_seq_rand()", "bigint", "BIGINT UNSIGNED"},
	{"xid", "sortid_xid_new()", "bigint", "BIGINT UNSIGNED"},
}

func oneStatement(statement string) func() []string {
	return func() []string { return []string{statement} }
}

// client is the way of Wijis that the client makes.
func client(key, quote string) way {
	return way{"Wiji: the client, 1,000 rows a statement", "w_client", []string{"CREATE TABLE w_client (id " + key + " NOT NULL PRIMARY KEY, n INT)"}, func() (statements []string) {
		for i := range rowsInserted / 1000 {
			var rows strings.Builder
			for n := range 1000 {
				fmt.Fprintf(&rows, ", (%s, %d)", fmt.Sprintf(quote, wiji.New().Hex()), i*1000+n)
			}
			statements = append(statements, "INSERT INTO w_client (id, n) VALUES "+rows.String()[2:])
		}
		return statements
	}}
}

// byFunction names a way. On Postgres a function is a default, too.
func byFunction(format, call string) string { return fmt.Sprintf("%s: `%s`", format, call) }

func postgresWays(*testing.B, column) []way {
	made := func(name, table, key, call string) way {
		return way{name, table, []string{"CREATE TABLE " + table + " (id " + key + " PRIMARY KEY DEFAULT " + call + ", n int)"},
			// xids collide.
			oneStatement(fmt.Sprintf("INSERT INTO %s (n) SELECT generate_series(1, %d) ON CONFLICT DO NOTHING", table, rowsInserted))}
	}
	least := made(floor, "w_floor", "uuid", "floor_new()")
	least.create = append([]string{"CREATE FUNCTION floor_new() RETURNS uuid LANGUAGE plpgsql AS 'BEGIN RETURN gen_random_uuid(); END'"}, least.create...)
	list := []way{made(theirs, "w_own", "uuid", "gen_random_uuid()"), least}
	for i, g := range generators {
		list = append(list, made(byFunction(g.format, g.call), fmt.Sprint("w_function", i), g.postgres, g.call))
	}
	return append(list, client("uuid", "'%s'"))
}

func mysqlWays(b *testing.B, c column) []way {
	c.exec(b, "CREATE TABLE source (n INT PRIMARY KEY)")
	c.exec(b, fmt.Sprintf("INSERT INTO source WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000)"+
		" SELECT (a.n - 1) * 1000 + b.n FROM r AS a JOIN r AS b WHERE a.n <= %d", rowsInserted/1000))
	c.exec(b, "ANALYZE TABLE source")
	c.exec(b, "CREATE FUNCTION floor_new() RETURNS BINARY(16) NOT DETERMINISTIC NO SQL RETURN RANDOM_BYTES(16)")
	called := func(name, table, key, call string) way {
		return way{name, table, []string{"CREATE TABLE " + table + " (id " + key + " NOT NULL PRIMARY KEY, n INT)"},
			oneStatement("INSERT IGNORE INTO " + table + " (id, n) SELECT " + call + ", n FROM source")}
	}
	own := called(theirs, "w_own", "BINARY(16)", "UUID_TO_BIN(UUID())")
	if strings.HasPrefix(c.title, "mariadb") {
		own = called(theirs, "w_own", "UUID", "UUID_v7()")
	}
	list := []way{own, called("`RANDOM_BYTES(16)`", "w_random", "BINARY(16)", "RANDOM_BYTES(16)"), called(floor, "w_floor", "BINARY(16)", "floor_new()")}
	defaults := readDefaults(b)
	for i, g := range generators {
		expression, ok := defaults[g.format]
		if !ok {
			b.Fatalf("README.md of migrations/mysql has no default for %s", g.format)
		}
		table := fmt.Sprint("w_default", i)
		list = append(list, way{g.format + ": the default", table, []string{"CREATE TABLE " + table + " (id " + g.mysql + " NOT NULL PRIMARY KEY DEFAULT " + expression + ", n INT)"},
			oneStatement("INSERT IGNORE INTO " + table + " (n) SELECT n FROM source")}, called(byFunction(g.format, g.call), fmt.Sprint("w_function", i), g.mysql, g.call))
		if i == 0 {
			trigger := called(g.format+": the trigger", "w_trigger", g.mysql+" DEFAULT 0x00000000000000000000000000000000", "")
			trigger.create = append(trigger.create, "CREATE TRIGGER w_trigger_id BEFORE INSERT ON w_trigger FOR EACH ROW"+
				" SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new())")
			trigger.insert = oneStatement("INSERT INTO w_trigger (n) SELECT n FROM source")
			list = append(list, trigger)
		}
	}
	return append(list, client("BINARY(16)", "0x%s"))
}

// readDefaults reads the defaults of migrations/mysql/README.md, by the name of the format.
func readDefaults(b *testing.B) map[string]string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "migrations", "mysql", "README.md"))
	if err != nil {
		b.Fatal(err)
	}
	names := map[string]string{"id": "Wiji", "ulid": "ULID", "uuid": "UUIDv7", "scru": "SCRU160", "ulidflake": "Ulid-Flake", "ts_seq_rand": "ts-seq-rand", "xid": "xid"}
	defaults := map[string]string{}
	for _, table := range []string{"parcel", "shipment"} {
		_, rest, _ := strings.Cut(string(text), "CREATE TABLE "+table+" (\n")
		block, _, _ := strings.Cut(rest, "\n);")
		format := ""
		for line := range strings.Lines(block) {
			if !strings.HasPrefix(line, "   ") { // a column begins, and the lines of its default are indented more
				name, definition, _ := strings.Cut(strings.TrimSpace(line), " ")
				format = names[name]
				_, line, _ = strings.Cut(definition, "DEFAULT ")
			}
			if format != "" {
				defaults[format] += line
			}
		}
	}
	for format, definition := range defaults {
		defaults[format] = strings.TrimSuffix(strings.TrimSpace(definition), ",")
	}
	return defaults
}
