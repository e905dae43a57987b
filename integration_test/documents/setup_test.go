package documents

// setups lists the statements before the blocks of a scene, by page/scene or by
// page/server/scene: the tables that the page says a reader has.
var setups = map[string]string{
	"docs/server.md/postgres/roles": "BEGIN; CREATE ROLE owner; CREATE ROLE app;",
	"docs/server.md/mysql/roles":    "DO GET_LOCK('sortid_documents', 60); CREATE USER IF NOT EXISTS 'owner'@'%', 'app'@'%';",
	"docs/moving.md/ulid":           "CREATE TABLE events (id VARCHAR(26) PRIMARY KEY); INSERT INTO events VALUES ('01J0B3V1M0E6P3N8Y9Z2X4W6V8');",
	"docs/moving.md/postgres/move": `
		CREATE TABLE users (id bigint PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
		CREATE TABLE orders (id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users, name text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
		CREATE TABLE items (id bigint PRIMARY KEY, order_id bigint NOT NULL REFERENCES orders, name text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());` + rows,
	"docs/moving.md/mysql/move":   moved,
	"docs/moving.md/mariadb/move": moved,
	"docs/moving.md/sqlite/move": `
		CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
		CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users (id), name TEXT NOT NULL, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
		CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), name TEXT NOT NULL, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);` + rows,
	"docs/moving.md/postgres/references": `
		CREATE TABLE users (id bigint PRIMARY KEY, manager_id bigint REFERENCES users, name text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
		CREATE TABLE friends (user_id bigint NOT NULL REFERENCES users, friend_id bigint NOT NULL REFERENCES users, PRIMARY KEY (user_id, friend_id));` + related,
	"docs/moving.md/mysql/references":   referring,
	"docs/moving.md/mariadb/references": referring,
	"docs/moving.md/sqlite/references": `
		CREATE TABLE users (id INTEGER PRIMARY KEY, manager_id INTEGER REFERENCES users (id), name TEXT NOT NULL, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
		CREATE TABLE friends (user_id INTEGER NOT NULL REFERENCES users (id), friend_id INTEGER NOT NULL REFERENCES users (id), PRIMARY KEY (user_id, friend_id));` + related,
	"docs/moving.md/postgres/numbers":     "CREATE TABLE users (id bigint PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), new_id bigint UNIQUE); INSERT INTO users (id) VALUES (1), (2);",
	"docs/moving.md/mysql/numbers":        numbered,
	"docs/moving.md/mariadb/numbers":      numbered,
	"docs/moving.md/sqlite/numbers":       "CREATE TABLE users (id INTEGER PRIMARY KEY, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, new_id INTEGER UNIQUE); INSERT INTO users (id) VALUES (1), (2);",
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
	// rows holds the rows of the tables that docs/moving.md moves.
	rows = `
		INSERT INTO users (id, name) VALUES (1, 'a'), (2, 'b');
		INSERT INTO orders (id, user_id, name) VALUES (1, 2, 'c'), (2, 1, 'd');
		INSERT INTO items (id, order_id, name) VALUES (1, 2, 'e'), (2, 1, 'f');`
	// related holds the rows of references: the name of a user ends with the number of its manager.
	related = `
		INSERT INTO users (id, manager_id, name) VALUES (1, NULL, '1:'), (2, 1, '2:1'), (3, 3, '3:3'), (4, 2, '4:2');
		INSERT INTO friends VALUES (1, 2), (2, 1), (4, 4);`
	referring = `
		CREATE TABLE users (id BIGINT PRIMARY KEY AUTO_INCREMENT, manager_id BIGINT, name VARCHAR(100) NOT NULL, created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
			CONSTRAINT users_manager FOREIGN KEY (manager_id) REFERENCES users (id));
		CREATE TABLE friends (user_id BIGINT NOT NULL, friend_id BIGINT NOT NULL, PRIMARY KEY (user_id, friend_id),
			CONSTRAINT friends_user FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT friends_friend FOREIGN KEY (friend_id) REFERENCES users (id));` + related
	moved = `
		CREATE TABLE users (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(100) NOT NULL, created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6));
		CREATE TABLE orders (id BIGINT PRIMARY KEY AUTO_INCREMENT, user_id BIGINT NOT NULL, name VARCHAR(100) NOT NULL, created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
			CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id));
		CREATE TABLE items (id BIGINT PRIMARY KEY AUTO_INCREMENT, order_id BIGINT NOT NULL, name VARCHAR(100) NOT NULL, created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
			CONSTRAINT items_order FOREIGN KEY (order_id) REFERENCES orders (id));` + rows
	numbered = "CREATE TABLE users (id BIGINT PRIMARY KEY, created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6), new_id BIGINT UNSIGNED UNIQUE); INSERT INTO users (id) VALUES (1), (2);"
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
	"docs/moving.md/references": {
		{"SELECT COUNT(*) FROM users WHERE sortid_wiji_valid(id)", 4},
		{"SELECT COUNT(*) FROM users WHERE manager_id IS NULL AND name = '1:'", 1},
		{"SELECT COUNT(*) FROM users AS u JOIN users AS m ON m.id = u.manager_id WHERE substr(u.name, 3) = substr(m.name, 1, 1)", 3},
		{"SELECT COUNT(*) FROM friends", 3},
		{`SELECT COUNT(*) FROM friends AS f JOIN users AS u ON u.id = f.user_id JOIN users AS o ON o.id = f.friend_id
			WHERE (substr(u.name, 1, 1), substr(o.name, 1, 1)) IN (SELECT '1', '2' UNION ALL SELECT '2', '1' UNION ALL SELECT '4', '4')`, 3},
		{"INSERT INTO friends (user_id, friend_id) SELECT user_id, friend_id FROM friends", refused},
		{"INSERT INTO friends (user_id, friend_id) SELECT sortid_wiji_new(), friend_id FROM friends", refused},
		{"UPDATE users SET manager_id = sortid_wiji_new() WHERE name = '1:'", refused},
		{"INSERT INTO users (id, name, created_at) SELECT id, 'x', created_at FROM users", refused},
	},
	"docs/partitions.md/move": {{"SELECT COUNT(*) FROM events", 1}},
	"docs/moving.md/move": {
		{"SELECT COUNT(*) FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE (u.name, o.name) IN (SELECT 'b', 'c' UNION ALL SELECT 'a', 'd')", 2},
		{"SELECT COUNT(*) FROM items AS i JOIN orders AS o ON o.id = i.order_id WHERE (o.name, i.name) IN (SELECT 'd', 'e' UNION ALL SELECT 'c', 'f')", 2},
	},
}

// goods lists what holds on MySQL and MariaDB after the scene without a name of docs/server.md.
var goods = []check{
	{"SELECT COUNT(*) FROM goods WHERE sortid_wiji_valid(id) AND ABS(TIMESTAMPDIFF(SECOND, sortid_wiji_time(id), UTC_TIMESTAMP())) < 60", 3},
	{"SELECT GROUP_CONCAT(name ORDER BY id) = 'tea,cup,pot' FROM goods_shown WHERE LENGTH(id) = 26 AND ABS(TIMESTAMPDIFF(SECOND, made_at, UTC_TIMESTAMP())) < 60", 1},
	{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a10abcdef012345', 'x')", done},
	{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a20abcdef012345', 'x')", refused},
	{"INSERT INTO goods (id, name) VALUES (x'064dcdfee02200002a10abcdef01234500', 'x')", refused},
}
