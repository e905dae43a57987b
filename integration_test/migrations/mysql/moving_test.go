package mysql_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// move is the recipe in docs/moving for keys of a type. Its tables have BIGINT.
func move(d database, key string) suite.Move {
	reference, _, _ := strings.Cut(key, " ")
	return suite.Move{
		DB: d.DB, Script: "mysql.sql", Items: 2500,
		Create: []string{
			"CREATE TABLE users (id " + key + " PRIMARY KEY, name VARCHAR(100) NOT NULL UNIQUE, created_at DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6))",
			"CREATE TABLE orders (id " + key + " PRIMARY KEY, user_id " + reference + " NOT NULL, name VARCHAR(100) NOT NULL UNIQUE, created_at DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6)," +
				" CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id))",
			"CREATE TABLE items (id " + key + " PRIMARY KEY, order_id " + reference + " NOT NULL, name VARCHAR(100) NOT NULL UNIQUE, created_at DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6)," +
				" CONSTRAINT items_order FOREIGN KEY (order_id) REFERENCES orders (id))",
		},
		Change:  func(statement string) string { return strings.ReplaceAll(statement, " BIGINT ", " "+reference+" ") },
		Literal: func(at time.Time) string { return at.UTC().Format("'2006-01-02 15:04:05.000000'") },
		Retry: func(err error) bool {
			e, ok := errors.AsType[*mysql.MySQLError](err)
			if ok && e.Number == 1305 {
				return d.mariadb() // of a statement that waited while a trigger was created
			}
			return ok && (e.Number == 1213 || e.Number == 3101) // a deadlock, or a conflict in a group
		},
	}
}

// The recipe moves tables with bigint keys and with UUIDs, while other sessions write.
func TestMoving(t *testing.T) {
	onEach(t, func(t *testing.T, d database) { move(d, "BIGINT AUTO_INCREMENT").Run(t) })
	onEach(t, func(t *testing.T, d database) { move(d, "CHAR(36) DEFAULT (UUID())").Run(t) })
	onEach(t, func(t *testing.T, d database) { move(d, "BIGINT AUTO_INCREMENT").Stops(t, "LOCK TABLES") })
}

// tables selects what a recipe may change: columns, indexes, constraints and triggers, but not procedures.
const tables = `SELECT CONCAT_WS(' ', table_name, column_name, column_type, is_nullable, extra) AS x FROM information_schema.columns WHERE table_schema = DATABASE()
UNION ALL SELECT CONCAT_WS(' ', table_name, index_name, seq_in_index, column_name) FROM information_schema.statistics WHERE table_schema = DATABASE()
UNION ALL SELECT CONCAT_WS(' ', table_name, constraint_name, constraint_type) FROM information_schema.table_constraints WHERE table_schema = DATABASE()
UNION ALL SELECT CONCAT_WS(' ', event_object_table, trigger_name, action_statement) FROM information_schema.triggers WHERE trigger_schema = DATABASE() ORDER BY x`

// referring is the recipe for a reference to its own table and a join table.
func referring(d database) suite.Move {
	m := move(d, "BIGINT AUTO_INCREMENT")
	m.Script, m.Create = "mysql-references.sql", []string{
		"CREATE TABLE users (id BIGINT AUTO_INCREMENT PRIMARY KEY, manager_id BIGINT, name VARCHAR(100) NOT NULL UNIQUE, created_at DATETIME(6) NOT NULL," +
			" CONSTRAINT users_manager FOREIGN KEY (manager_id) REFERENCES users (id))",
		"CREATE TABLE friends (user_id BIGINT NOT NULL, friend_id BIGINT NOT NULL, PRIMARY KEY (user_id, friend_id), KEY friend (friend_id)," +
			" CONSTRAINT friends_user FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT friends_friend FOREIGN KEY (friend_id) REFERENCES users (id))",
	}
	return m
}

// The recipes drop no index, constraint, view or trigger that they do not bring back.
func TestMovingForesees(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		move(d, "BIGINT AUTO_INCREMENT").Foresees(t, tables,
			[2]string{"ALTER TABLE orders ADD CONSTRAINT one_name UNIQUE (user_id, name)", "ALTER TABLE orders DROP INDEX one_name, ADD INDEX orders_user (user_id)"},
			[2]string{"CREATE INDEX recent ON orders (user_id, created_at)", "DROP INDEX recent ON orders"},
			[2]string{"ALTER TABLE orders ADD CONSTRAINT great CHECK (user_id > 0)", "ALTER TABLE orders DROP CONSTRAINT great"},
			[2]string{"ALTER TABLE items ADD COLUMN twice BIGINT GENERATED ALWAYS AS (order_id * 2) VIRTUAL", "ALTER TABLE items DROP COLUMN twice"},
			[2]string{"CREATE VIEW named AS SELECT id, name FROM users", "DROP VIEW named"},
			[2]string{"CREATE TABLE notes (user_id BIGINT, CONSTRAINT notes_user FOREIGN KEY (user_id) REFERENCES users (id))", "DROP TABLE notes"},
			[2]string{"CREATE TRIGGER touched BEFORE UPDATE ON orders FOR EACH ROW SET NEW.name = UPPER(NEW.name)", "DROP TRIGGER touched"},
			[2]string{"ALTER TABLE items DROP FOREIGN KEY items_order; ALTER TABLE items DROP INDEX name; ALTER TABLE items PARTITION BY HASH (id) PARTITIONS 2",
				"ALTER TABLE items REMOVE PARTITIONING; ALTER TABLE items ADD CONSTRAINT items_order FOREIGN KEY (order_id) REFERENCES orders (id)"})
	})
	onEach(t, func(t *testing.T, d database) {
		referring(d).Foresees(t, tables,
			[2]string{"ALTER TABLE users ADD CONSTRAINT one_name UNIQUE (manager_id, name)", "ALTER TABLE users DROP INDEX one_name, ADD INDEX users_manager (manager_id)"},
			[2]string{"ALTER TABLE users ADD UNIQUE KEY one_manager (manager_id)", "ALTER TABLE users DROP INDEX one_manager"},
			[2]string{"CREATE INDEX recent ON users (manager_id, created_at)", "DROP INDEX recent ON users"},
			[2]string{"CREATE INDEX both_ids ON friends (friend_id, user_id)", "DROP INDEX both_ids ON friends"},
			[2]string{"ALTER TABLE friends ADD CONSTRAINT no_self CHECK (user_id <> friend_id)", "ALTER TABLE friends DROP CONSTRAINT no_self"},
			[2]string{"ALTER TABLE users ADD COLUMN twice BIGINT GENERATED ALWAYS AS (manager_id * 2) STORED", "ALTER TABLE users DROP COLUMN twice"},
			[2]string{"CREATE VIEW pairs AS SELECT user_id FROM friends", "DROP VIEW pairs"},
			[2]string{"CREATE TABLE notes (user_id BIGINT, CONSTRAINT notes_user FOREIGN KEY (user_id) REFERENCES users (id))", "DROP TABLE notes"},
			[2]string{"CREATE TRIGGER touched BEFORE INSERT ON friends FOR EACH ROW SET NEW.friend_id = NEW.friend_id", "DROP TRIGGER touched"},
			[2]string{"ALTER TABLE friends DROP FOREIGN KEY friends_user, DROP FOREIGN KEY friends_friend; ALTER TABLE friends PARTITION BY KEY (user_id) PARTITIONS 2",
				"ALTER TABLE friends REMOVE PARTITIONING; ALTER TABLE friends ADD CONSTRAINT friends_user FOREIGN KEY (user_id) REFERENCES users (id), ADD CONSTRAINT friends_friend FOREIGN KEY (friend_id) REFERENCES users (id)"})
	})
}

// The recipe for 64-bit keys numbers the rows of each millisecond.
func TestMovingNumbers(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		m := move(d, "BIGINT AUTO_INCREMENT")
		m.Words, m.Create = []string{string(d.Server.Kind), "numbers"}, append(m.Create[:1:1], "ALTER TABLE users ADD COLUMN new_id BIGINT UNSIGNED UNIQUE")
		m.Numbers(t)
	})
}

// The page's expression for a TIMESTAMP column does not depend on the session's time zone.
func TestMovingTimestamp(t *testing.T) {
	expression := regexp.MustCompile("`(TIMESTAMP'[^`]*)`").FindStringSubmatch(suite.Page(t, "moving.md"))
	if expression == nil {
		t.Fatal("the page has no expression for a TIMESTAMP column")
	}
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec("SET time_zone = '+00:00'", "CREATE TABLE moved (created_at TIMESTAMP(6) NULL, "+hiddenKey+")", "INSERT INTO moved VALUES ('2026-10-25 00:30:00.123456')")
		for _, zone := range []string{"+00:00", "+05:30", "-08:00"} {
			s.exec("SET time_zone = '" + zone + "'")
			got := s.get(fmt.Sprintf("SELECT DATE_FORMAT(sortid_wiji_time(sortid_wiji_at(%s)), '%%Y-%%m-%%d %%H:%%i:%%s.%%f') FROM moved", expression[1]))
			if want := "2026-10-25 00:30:00.123456"; got != want {
				t.Errorf("time_zone %s: %s, want %s", zone, got, want)
			}
		}
	})
}
