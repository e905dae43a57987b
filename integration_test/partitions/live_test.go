package partitions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/ulidflake"
)

// Calls that would drop live rows are refused, and a thousand rows of the present are left.
func TestLive(t *testing.T) {
	onServers(t, func(t *testing.T, s server) {
		s.install()
		year := s.pick("now() - interval '12 months'", "UTC_TIMESTAMP() - INTERVAL 12 MONTH")
		for i, c := range []struct {
			name, format, declared string
			byHand                 string // the end of the only partition, as a literal; empty for those of the procedure
			before                 string
			want                   string
		}{
			{name: "a wrong format", format: "uuidv7", declared: "wiji", before: year, want: s.pick("recorded with uuidv7", "sortid_partitioned has uuidv7")},
			{name: "a wrong format of bounds by hand", format: "uuidv7", declared: "wiji", byHand: "max", before: year, want: "other IDs"},
			{name: "a wrong format of 64 bits", format: "ulidflake", declared: "uid11", byHand: "max", before: year, want: "evidence"},
			{name: "a time in the future", format: "wiji", declared: "wiji", before: s.pick("now() + interval '12 months'", "UTC_TIMESTAMP() + INTERVAL 12 MONTH"), want: "not in the past"},
		} {
			t.Run(c.name, func(t *testing.T) {
				s := s
				s.t = t
				table, kind := fmt.Sprintf("live_%d", i), s.pick("uuid", "BINARY(16)")
				if c.format == "ulidflake" {
					kind = s.pick("bytea", "BINARY(8)")
				}
				s.create(table, kind)
				made := map[string]string{"uuidv7": "sortid_uuid", "wiji": "sortid_wiji", "ulidflake": "sortid_ulidflake"}[c.format]
				id := made + "_new()"
				if c.format == "ulidflake" {
					id = s.pick("int8send("+id+")", "UNHEX(LPAD(HEX("+id+"), 16, '0'))")
				}
				if c.byHand == "" {
					s.exec("CALL sortid_partitions_ensure('" + table + "', '" + c.format + "', 'month', 1)")
				} else {
					end := strings.Repeat("7f", 16)
					if c.format == "ulidflake" {
						end = end[:16]
					}
					s.exec(s.pick("CREATE TABLE "+table+"_all PARTITION OF "+table+" FOR VALUES FROM (MINVALUE) TO ("+map[bool]string{true: `'\x` + end + "'", false: "'" + end + "'"}[kind == "bytea"]+")",
						"ALTER TABLE "+table+" PARTITION BY RANGE COLUMNS (id) (PARTITION p VALUES LESS THAN (X'"+end+"'))"))
				}
				s.exec(s.pick("INSERT INTO "+table+" (id) SELECT "+id+" FROM generate_series(1, 1000)",
					"INSERT INTO "+table+" (id) WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000) SELECT "+id+" FROM numbers"))
				s.fails(c.want, "CALL sortid_partitions_drop_before('"+table+"', '"+c.declared+"', "+c.before+", 0, FALSE)")
				if got := s.rows("SELECT COUNT(*) FROM " + table)[0]; got != "1000" {
					t.Errorf("%s of 1000 rows are left", got)
				}
			})
		}
		for name, test := range map[string]func(*testing.T, server){"bounds": testBounds, "names": testNearNames, "interrupted": testDetached, "turns": testTurns, "altered by hand": testAltered, "recorded wrongly": testRecordedWrongly, "flakes as xids": testFlakesAsXIDs} {
			t.Run(name, func(t *testing.T) {
				s := s
				s.t = t
				test(t, s)
			})
		}
	})
}

// Bounds of other lengths are compared as the column compares them.
func testBounds(t *testing.T, s server) {
	kind := s.pick(`text COLLATE "C"`, "VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin")
	s.create("bounds", kind)
	if s.postgres() {
		s.exec("CREATE TABLE bounds_a PARTITION OF bounds FOR VALUES FROM (MINVALUE) TO ('05')", "CREATE TABLE bounds_b PARTITION OF bounds FOR VALUES FROM ('05') TO ('Z')",
			"CREATE TABLE bytes (id bytea PRIMARY KEY) PARTITION BY RANGE (id)", `CREATE TABLE bytes_all PARTITION OF bytes FOR VALUES FROM (MINVALUE) TO ('\xff')`,
			"INSERT INTO bytes SELECT sortid_wiji_bytes(sortid_wiji_new()) FROM generate_series(1, 10)", "CALL sortid_partitions_drop_before('bytes', 'wiji', now() - interval '1 day')",
			"SET standard_conforming_strings = off", "CALL sortid_partitions_ensure('bytes', 'wiji', 'day', 1)", "CALL sortid_partitions_ensure('bytes', 'wiji', 'month', 1)", "RESET standard_conforming_strings")
		if got := s.rows("SELECT COUNT(*) FROM bytes")[0]; got != "10" {
			t.Errorf("%s of 10 rows are left", got)
		}
	} else {
		s.exec("ALTER TABLE bounds PARTITION BY RANGE COLUMNS (id) (PARTITION a VALUES LESS THAN ('05'), PARTITION b VALUES LESS THAN ('Z'))")
	}
	s.exec("INSERT INTO bounds (id) VALUES (sortid_wiji_text(sortid_wiji_new())), ('04000000000000040000000000')")
	s.exec("CALL sortid_partitions_drop_before('bounds', 'wiji', '2020-01-01', 0, FALSE)")
	if got := s.rows("SELECT COUNT(*) FROM bounds")[0]; got != "1" {
		t.Errorf("%s rows are left, want the one of the present", got)
	}
}

// Tables whose names differ in case and accents are different ones, where the server says so.
func testNearNames(t *testing.T, s server) {
	if !s.postgres() && s.rows("SELECT @@lower_case_table_names")[0] != "0" {
		t.Skip("the server takes the names for one")
	}
	q := s.pick(`"`, "`")
	for _, name := range []string{"Nahe", "nahe", "Nähe"} {
		s.create(q+name+q, s.pick("uuid", "BINARY(16)"))
		s.exec(fmt.Sprintf("CALL sortid_partitions_ensure_from('%s', 'wiji', 'year', 1, %s)", s.pick(q+name+q, name), s.pick("now() - interval '3 years'", "UTC_TIMESTAMP() - INTERVAL 3 YEAR")))
	}
	before := len(s.parts(s.pick(`"nahe"`, "nahe")))
	s.exec("INSERT INTO " + q + "nahe" + q + " (id) VALUES (sortid_wiji_min_at(" + s.pick("now() - interval '3 years'", "UTC_TIMESTAMP() - INTERVAL 3 YEAR") + "))")
	s.exec("CALL sortid_partitions_drop_before('" + s.pick(`"Nahe"`, "Nahe") + "', 'wiji', " + s.pick("now() - interval '1 year'", "UTC_TIMESTAMP() - INTERVAL 1 YEAR") + ", 0, FALSE)")
	if got := s.rows("SELECT COUNT(*) FROM " + q + "nahe" + q)[0]; got != "1" || s.postgres() && len(s.parts(`"nahe"`)) != before {
		t.Errorf("%s rows of another table are left, want 1", got)
	}
}

// A run that ended between DETACH CONCURRENTLY and DROP is finished by the next one, and its names are no obstacle.
func testDetached(t *testing.T, s server) {
	if !s.postgres() {
		t.Skip("DROP PARTITION is one statement")
	}
	s.create("broken", "uuid")
	s.exec("CALL sortid_partitions_ensure_from('broken', 'wiji', 'year', 0, now() - interval '3 years')", "INSERT INTO broken (id) VALUES (sortid_wiji_min_at(now() - interval '3 years')), (sortid_wiji_new())")
	for _, statement := range s.rows("SELECT sortid_partitions_detach_before('broken', 'wiji', now() - interval '1 year')") {
		s.exec(statement)
	}
	old := s.rows("SELECT relname FROM pg_class WHERE relname LIKE 'broken\\_p%' AND relkind = 'r' AND NOT relispartition")
	if len(old) != 2 {
		t.Fatalf("the detached tables are %q, want two", old)
	}
	s.exec("CALL sortid_partitions_ensure_from('broken', 'wiji', 'year', 0, now() - interval '3 years')", "CALL sortid_partitions_drop_before('broken', 'wiji', now() - interval '1 year')")
	if got := s.rows("SELECT relname FROM pg_class WHERE relname = '" + old[0] + "'"); len(got) != 0 {
		t.Errorf("%q are left", got)
	}
}

// Of two runs at once, one waits for the other.
func testTurns(t *testing.T, s server) {
	s.create("turns", s.pick("uuid", "BINARY(16)"))
	done := make(chan error)
	for range 2 {
		go func() {
			done <- s.persist(func() error {
				_, err := s.db.ExecContext(t.Context(), "CALL sortid_partitions_ensure('turns', 'wiji', 'day', 20)")
				return err
			})
		}()
	}
	for range 2 {
		if err := <-done; err != nil && !strings.Contains(err.Error(), "partitions: ") {
			t.Errorf("two runs at once: %v", err)
		}
	}
	if got := len(s.parts("turns")); got < 21 || got > 22 {
		t.Errorf("there are %d partitions, want 21", got)
	}
}

// While somebody else alters the table by hand, a call waits or says that it does not go on, in its own words. On
// Galera the server ends it where an ALTER TABLE comes in between, as often as one does.
func testAltered(t *testing.T, s server) {
	s.create("altered", s.pick("uuid", "BINARY(16)"))
	s.exec("CALL sortid_partitions_ensure('altered', 'wiji', 'month', 2)")
	calls := make(chan error)
	const n = 40
	go func() {
		defer close(calls)
		for range n {
			for _, call := range []string{"CALL sortid_partitions_ensure('altered', 'wiji', 'month', 2)",
				"CALL sortid_partitions_drop_before('altered', 'wiji', " + s.pick("now() - interval '1 year'", "UTC_TIMESTAMP() - INTERVAL 1 YEAR") + ", 0, FALSE)"} {
				_, err := s.db.ExecContext(t.Context(), call)
				calls <- err
			}
		}
	}()
	by, refused := 0, 0
	for {
		select {
		case err, open := <-calls:
			if !open {
				t.Logf("%d of %d calls were refused beside %d statements", refused, 2*n, by)
				return
			}
			if err != nil && !strings.Contains(err.Error(), "partitions: ") && !s.overtaken(err) {
				t.Errorf("beside an ALTER TABLE: %v", err)
			} else if err != nil {
				refused++
			}
		default:
			by++
			s.exec(fmt.Sprintf(s.pick("CREATE TABLE altered_%[1]d PARTITION OF altered FOR VALUES FROM ('f%07[1]d-0000-0000-0000-000000000000') TO ('f%07[2]d-0000-0000-0000-000000000000')",
				"ALTER TABLE altered ADD PARTITION (PARTITION hand_%[1]d VALUES LESS THAN (X'f%07[2]d%024[3]d'))"), by, by+1, 0),
				fmt.Sprintf(s.pick("DROP TABLE altered_%d", "ALTER TABLE altered DROP PARTITION hand_%d"), by))
		}
	}
}

// A format that was recorded before there were rows, and is wrong, drops nothing of the present.
func testRecordedWrongly(t *testing.T, s server) {
	if s.postgres() {
		t.Skip("the partitions of another format take no rows")
	}
	s.create("recorded", "BINARY(8)")
	s.exec("CALL sortid_partitions_ensure_from('recorded', 'uid11', 'month', 1, UTC_TIMESTAMP() - INTERVAL 3 MONTH)",
		"INSERT INTO recorded (id) VALUES (UNHEX(LPAD(HEX(sortid_ulidflake_new()), 16, '0')))")
	s.fails("has all IDs of the table", "CALL sortid_partitions_drop_before('recorded', 'uid11', UTC_TIMESTAMP() - INTERVAL 1 MONTH, 0, FALSE)")
	if got := s.rows("SELECT COUNT(*) FROM recorded")[0]; got != "1" {
		t.Error("a row of the present is gone")
	}
}

// Ulid-Flakes in a table that was recorded with uid11 while it was empty, in partitions by hand: as xids they are of 2012.
func testFlakesAsXIDs(t *testing.T, s server) {
	s.create("flakes", s.pick("bigint", "BINARY(8)"))
	end, err := ulidflake.MinAt(time.Now().AddDate(1, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	s.exec(fmt.Sprintf(s.pick("CREATE TABLE flakes_all PARTITION OF flakes FOR VALUES FROM (MINVALUE) TO (%d)",
		"ALTER TABLE flakes PARTITION BY RANGE COLUMNS (id) (PARTITION p VALUES LESS THAN (X'%016x'))"), int64(end)),
		"CALL sortid_partitions_ensure('flakes', 'uid11', 'month', 1)",
		"INSERT INTO flakes (id) VALUES ("+s.pick("sortid_ulidflake_new()", "UNHEX(LPAD(HEX(sortid_ulidflake_new()), 16, '0'))")+")")
	s.fails("may be a Ulid-Flake", "CALL sortid_partitions_drop_before('flakes', 'uid11', "+s.pick("now() - interval '12 months'", "UTC_TIMESTAMP() - INTERVAL 12 MONTH")+", 0, FALSE)")
	if got := s.rows("SELECT COUNT(*) FROM flakes")[0]; got != "1" {
		t.Error("a row of the present is gone")
	}
}
