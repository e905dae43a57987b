package documents

// setups lists the statements before the blocks of a scene, by page/scene or by
// page/server/scene: the tables that the page says a reader has.
var setups = map[string]string{
	"docs/server.md/postgres/roles":       "BEGIN; CREATE ROLE owner; CREATE ROLE app;",
	"docs/server.md/mysql/roles":          "DO GET_LOCK('sortid_documents', 60); CREATE USER IF NOT EXISTS 'owner'@'%', 'app'@'%';",
	"docs/moving.md/ulid":                 "CREATE TABLE events (id VARCHAR(26) PRIMARY KEY); INSERT INTO events VALUES ('01J0B3V1M0E6P3N8Y9Z2X4W6V8');",
	"docs/partitions.md/postgres/listing": "CREATE TABLE events (id uuid PRIMARY KEY) PARTITION BY RANGE (id); CALL sortid_partitions_ensure('events', 'wiji', 'month', 3);",
	"docs/partitions.md/mysql/listing":    listed,
	"docs/partitions.md/mariadb/listing":  listed,
	"docs/partitions.md/postgres/move":    "CREATE TABLE events (id uuid PRIMARY KEY DEFAULT sortid_wiji_new()); INSERT INTO events DEFAULT VALUES;",
	"docs/partitions.md/mysql/move":       divided,
	"docs/partitions.md/mariadb/move":     divided,
}

const (
	listed  = "CREATE TABLE events (id BINARY(16) PRIMARY KEY); CALL sortid_partitions_ensure('events', 'wiji', 'month', 3);"
	divided = "CREATE TABLE events (id BINARY(16) PRIMARY KEY); INSERT INTO events VALUES (sortid_wiji_new());"
)

// teardowns lists statements after the blocks of a scene, by page/server/scene, that remove
// what is not in its database.
var teardowns = map[string]string{
	"docs/server.md/postgres/roles": "ROLLBACK;",
	"docs/server.md/mysql/roles":    "DROP USER 'owner'@'%', 'app'@'%';",
}

// check is a statement after a scene.
type check struct {
	statement string
	want      int // the result of a query; refused if the statement must fail, done if it has no result
}

const refused, done = -1, -2

// checks lists what holds after a scene, by page/scene or by page/server/scene.
var checks = map[string][]check{
	"docs/server.md/postgres": {
		{"SELECT count(*) FROM goods WHERE sortid_wiji_valid(id) AND now() - sortid_wiji_time(id) < interval '1 minute'", 2},
		{"SELECT count(*) FROM goods WHERE shown = sortid_wiji_text(id)", 2},
		{"INSERT INTO goods (id, name) VALUES ('064dcdfee02200002a10abcdef012345', 'x')", done},
		{"INSERT INTO goods (id, name) VALUES ('064dcdfee02200002a20abcdef012345', 'x')", refused},
		{"INSERT INTO orders (id) VALUES ('064dcdfee02200002a20abcdef012345')", refused},
		{"INSERT INTO orders (flake) VALUES (-1)", refused},
		{"INSERT INTO orders (number) VALUES (-1)", refused},
		{`INSERT INTO orders (wide) VALUES ('\x00')`, refused},
		{`INSERT INTO orders (token) VALUES ('\x00')`, refused},
	},
	"docs/server.md/mysql":   goods,
	"docs/server.md/mariadb": goods,
	"docs/server.md/sqlite/functions": {
		{"SELECT count(*) FROM goods WHERE sortid_wiji_valid(id) AND shown = sortid_wiji_text(id)", 2},
		{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a10abcdef012345', 'x')", done},
		{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a20abcdef012345', 'x')", refused},
	},
	"docs/server.md/sqlite": {
		{"SELECT count(*) FROM orders WHERE sortid_wiji_valid(id) AND unixepoch() - unixepoch(sortid_wiji_time(id)) < 60", 2},
		{"INSERT INTO orders (id, name) VALUES (x'064dcdfee02200002a10abcdef012345', 'mine')", done},
		{"SELECT count(*) FROM orders WHERE id = x'064dcdfee02200002a10abcdef012345' AND name = 'mine'", 1},
		{"INSERT INTO orders (id, name) VALUES ('069q6zxr120002m45bsqqg28t5', 'x')", refused},
		{"INSERT INTO orders (id, name) VALUES (x'064dcdfee02200002a10abcdef0123', 'x')", refused},
		{"INSERT INTO orders (id, name) VALUES (x'064dcdfee02200002a20abcdef012345', 'x')", refused},
		{"INSERT INTO orders (id, name) VALUES (1, 'x')", refused},
		{"INSERT INTO orders (name) VALUES ('new')", done}, // RETURNING does not see a trigger's work
		{"SELECT count(*) FROM orders WHERE name = 'new' AND id = (SELECT id FROM sortid_wiji)", 1},
	},
	"migrations/sqlite/README.md/sqlite": {
		// xids of one statement can collide.
		{"INSERT INTO items (number, name) WITH RECURSIVE i (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM i WHERE n < 500) SELECT n, 'cup' FROM i", done},
		{"SELECT count(*) FROM items WHERE number > 500 AND unixepoch() - unixepoch(sortid_xid_time(number)) < 60", 1},
		{"SELECT count(*) FROM items WHERE unixepoch() - unixepoch(sortid_ulid_time(id)) < 60", 501},
		{"SELECT count(*) FROM items WHERE sortid_wiji_valid(batch) AND unixepoch() - unixepoch(sortid_wiji_time(batch)) < 60", 501},
		{"SELECT count(*) FROM items WHERE sortid_uuid_valid(trace) AND unixepoch() - unixepoch(sortid_uuid_time(trace)) < 60", 501},
		{"SELECT count(*) FROM items WHERE unixepoch() - unixepoch(sortid_scru_time(token)) < 60", 501},
	},
	"docs/partitions.md/move": {{"SELECT COUNT(*) FROM events", 1}},
}

// goods lists what holds on MySQL and MariaDB after the scene without a name of docs/server.md.
var goods = []check{
	{"SELECT COUNT(*) FROM goods WHERE sortid_wiji_valid(id) AND ABS(TIMESTAMPDIFF(SECOND, sortid_wiji_time(id), UTC_TIMESTAMP())) < 60", 3},
	{"SELECT GROUP_CONCAT(name ORDER BY id) = 'tea,cup,pot' FROM goods_shown WHERE LENGTH(id) = 26 AND ABS(TIMESTAMPDIFF(SECOND, made_at, UTC_TIMESTAMP())) < 60", 1},
	{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a10abcdef012345', 'x')", done},
	{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a20abcdef012345', 'x')", refused},
	{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a10abcdef01234500', 'x')", refused},
}
