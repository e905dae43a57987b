package mysql_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// The trigger of the README makes the key where it is missing, whatever way the row
// comes in, in strict mode and without.
func TestTrigger(t *testing.T) {
	mysql.RegisterReaderHandler("items", func() io.Reader { return strings.NewReader("one\ntwo\nthree\n") })
	t.Cleanup(func() { mysql.DeregisterReaderHandler("items") }) // behind the parallel subtests
	inserts := []struct {
		statement string
		rows      int
	}{
		{"INSERT INTO item (name) VALUES ('a')", 1},
		{"INSERT INTO item (name) VALUES ('a'), ('b'), ('c')", 3},
		{"INSERT INTO item SET name = 'a'", 1},
		{"INSERT INTO item () VALUES ()", 1},
		{"INSERT INTO item VALUES (DEFAULT, 'a')", 1},
		{"INSERT INTO item (id, name) VALUES (NULL, 'a'), (0x00000000000000000000000000000000, 'b'), ('', 'c')", 3},
		{"INSERT INTO item (id, name) SELECT NULL, 'a' UNION ALL SELECT '', 'b'", 2},
		{"INSERT INTO item (name) SELECT n FROM (" + rows(50) + ") AS r", 50},
		{"INSERT IGNORE INTO item (name) VALUES ('a'), ('b')", 2},
		{"INSERT INTO item (name) VALUES ('a') ON DUPLICATE KEY UPDATE name = 'never'", 1},
		{"REPLACE INTO item (name) VALUES ('a'), ('b')", 2},
		{"LOAD DATA LOCAL INFILE 'Reader::items' INTO TABLE item (name)", 3},
	}
	onOne(t, func(t *testing.T, d database) {
		first := d.session(t)
		first.exec(recipes(t, "CREATE TABLE item")...)
		first.exec(recipes(t, "CREATE TRIGGER item")...)
		local := first.get("SELECT @@local_infile") == "1"
		for _, mode := range []string{"''", "'STRICT_ALL_TABLES'", "'TRADITIONAL'"} {
			s := d.session(t)
			s.exec("SET sql_mode = " + mode)
			for _, insert := range inserts {
				if strings.HasPrefix(insert.statement, "LOAD DATA") && !local {
					t.Log("the server refuses LOAD DATA LOCAL: local_infile is off")
					continue
				}
				s.exec("DELETE FROM item", insert.statement)
				keys := s.list("SELECT sortid_wiji_text(id) FROM item WHERE sortid_wiji_valid(id) AND ABS(TIMESTAMPDIFF(SECOND, sortid_wiji_time(id), UTC_TIMESTAMP())) < 60")
				if len(keys) != insert.rows || len(slices.Compact(slices.Sorted(slices.Values(keys)))) != insert.rows {
					t.Errorf("sql_mode %s: %s: %d good keys, want %d", mode, insert.statement, len(keys), insert.rows)
				}
			}
		}
	})
}

// A key that was given is kept, costs no ID, and one that is not a Wiji is refused.
func TestTriggerKeeps(t *testing.T) {
	const given = "0x064DCDFEE02200002A10ABCDEF012345"
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec(recipes(t, "CREATE TABLE item")...)
		s.exec(recipes(t, "CREATE TRIGGER item")...)
		s.exec("INSERT INTO item (id, name) VALUES (" + given + ", 'mine')")
		if got := s.get("SELECT @sortid_wiji"); got != "NULL" {
			t.Errorf("a row with a key has begun the generator: %s", got)
		}
		s.exec("INSERT INTO item (id, name) VALUES (" + given + ", 'again') ON DUPLICATE KEY UPDATE name = 'ours'")
		if got := s.get("SELECT name FROM item WHERE id = " + given); got != "ours" {
			t.Errorf("the row is %s", got)
		}
		isCheck := func(statement string) {
			t.Helper()
			if e := s.fails(statement); e.Number != 3819 && e.Number != 4025 {
				t.Errorf("%s: %v, want a violation of the check", statement, e)
			}
		}
		isCheck("INSERT INTO item (id) VALUES (0x064DCDFEE02200002A20ABCDEF012345)")
		isCheck("UPDATE item SET id = 0x00000000000000000000000000000000")
		s.exec("DROP TRIGGER item_id")
		isCheck("INSERT INTO item (name) VALUES ('no trigger')")
	})
}

// The recipe for integers.
func TestIntegerTrigger(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec(recipes(t, "CREATE TABLE ticket")...)
		s.exec(recipes(t, "CREATE TRIGGER ticket")...)
		s.exec("INSERT INTO ticket (subject) VALUES ('a'), ('b')", "INSERT INTO ticket (id, subject) VALUES (0, 'c'), (DEFAULT, 'd'), (NULL, 'e')",
			"INSERT INTO ticket (subject) SELECT 'f'", "INSERT INTO ticket (id, subject) VALUES (77, 'mine')")
		if got := s.get("SELECT COUNT(*) FROM ticket WHERE ABS(TIMESTAMPDIFF(SECOND, sortid_xid_time(id), UTC_TIMESTAMP())) < 60"); got != "6" {
			t.Errorf("%s good keys, want 6", got)
		}
		if got := s.get("SELECT subject FROM ticket WHERE id = 77"); got != "mine" {
			t.Errorf("the key that was given is of %s", got)
		}
	})
}

// A generator in a trigger of a trigger, and in a procedure, has the session's state.
func TestNested(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		s.exec("CREATE TABLE log (n INT AUTO_INCREMENT PRIMARY KEY, id BINARY(16))", "CREATE TABLE item (id BINARY(16) NOT NULL DEFAULT '' PRIMARY KEY)",
			"CREATE TRIGGER item_id BEFORE INSERT ON item FOR EACH ROW SET NEW.id = sortid_wiji_new()",
			"CREATE TRIGGER item_log AFTER INSERT ON item FOR EACH ROW INSERT INTO log (id) VALUES (NEW.id), (sortid_wiji_new())",
			"CREATE PROCEDURE fill() BEGIN INSERT INTO item VALUES (); INSERT INTO item SELECT '' FROM ("+rows(100)+") AS r; END",
			"CALL fill()")
		ids := s.list("SELECT HEX(id) FROM log ORDER BY n")
		if len(ids) != 202 || !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != 202 {
			t.Errorf("%d IDs, not in order or not different", len(ids))
		}
	})
}
