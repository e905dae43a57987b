package partitions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The SQL of sortid partition on each server.
func TestCommand(t *testing.T) {
	program := build(t)
	onServers(t, func(t *testing.T, s server) {
		s.install()
		for name, test := range map[string]func(*testing.T, tool){
			"formats": testFormats, "periods": testPeriods, "names": testNames, "schema": testSchema, "retain": testRetain,
			"interrupted": testInterrupted, "like": testLike, "rest": testRest,
		} {
			t.Run(name, func(t *testing.T) {
				s := tool{s, program}.forTest(t)
				s.exec("DROP TABLE IF EXISTS events CASCADE", "DELETE FROM sortid_partitioned")
				test(t, s)
			})
		}
	})
}

// column is a column of IDs.
type column struct {
	format, kind string
	sql          string // the type as the server writes it
}

// columns returns the columns of all formats on a server.
func (s server) columns() []column {
	if s.postgres() {
		return []column{
			{"wiji", "uuid", "uuid"}, {"ulid", "uuid", "uuid"}, {"uuidv7", "uuid", "uuid"}, {"scru160", "bytea", "bytea"},
			{"ulidflake", "bigint", "bigint"}, {"uid11", "bigint", "bigint"}, {"uid11", "bytea", "bytea"}, {"wiji", "bytea", "bytea"},
			{"wiji", "text", `text COLLATE "C"`}, {"uid11", "text", `varchar(11) COLLATE "C"`},
		}
	}
	text := "VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin"
	return []column{
		{"wiji", "binary", "BINARY(16)"}, {"ulid", "binary", "BINARY(16)"}, {"uuidv7", "binary", "BINARY(16)"}, {"scru160", "binary", "BINARY(20)"},
		{"ulidflake", "bigint", "BIGINT"}, {"uid11", "bigint", "BIGINT UNSIGNED"}, {"uid11", "binary", "BINARY(8)"},
		{"wiji", "text", text}, {"uid11", "text", text},
	}
}

// create makes a table with the key id, and another column.
func (s server) create(table, kind string) {
	s.t.Helper()
	s.exec(fmt.Sprintf("CREATE TABLE %s (id %s NOT NULL PRIMARY KEY, note varchar(20) NOT NULL DEFAULT '') %s", table, kind, s.pick("PARTITION BY RANGE (id)", "")))
}

// parts returns the names of the partitions in their order, without the table's name.
func (s server) parts(table string) []string {
	s.t.Helper()
	if !s.postgres() {
		return s.rows("SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" +
			strings.ReplaceAll(table, "'", "''") + "' AND PARTITION_NAME IS NOT NULL ORDER BY PARTITION_ORDINAL_POSITION")
	}
	names := s.rows("SELECT relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = '" + strings.ReplaceAll(table, "'", "''") +
		"'::regclass ORDER BY length(pg_get_expr(relpartbound, c.oid)), pg_get_expr(relpartbound, c.oid)")
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], strings.Trim(table, `"`)+"_")
	}
	return names
}

func (s server) wantParts(table string, want ...string) {
	s.t.Helper()
	if got := s.parts(table); !slices.Equal(got, want) {
		s.t.Errorf("the partitions of %s are %q, want %q", table, got, want)
	}
}

// tool is the command, with the server that its SQL is for.
type tool struct {
	server
	command
}

// forTest returns the tool for a subtest.
func (s tool) forTest(t testing.TB) tool {
	s.t = t
	return s
}

// partition runs the SQL that sortid partition prints, of IDs of Wiji if the arguments name no format.
func (s tool) partition(args ...string) error {
	s.t.Helper()
	return s.run(s.output(s.t, slices.Concat([]string{"partition", "-server", string(s.kind), "-format", "wiji"}, args)...))
}

// mustRun fails the test if the SQL of the command fails.
func (s tool) mustRun(args ...string) {
	s.t.Helper()
	if err := s.partition(args...); err != nil {
		s.t.Fatalf("sortid partition %q: %v", args, err)
	}
}

// refused reports an error of the SQL that does not contain a text.
func (s tool) refused(want string, args ...string) {
	s.t.Helper()
	if err := s.partition(args...); err == nil || !strings.Contains(err.Error(), want) {
		s.t.Errorf("sortid partition %q: %v, want an error with %q", args, err, want)
	}
}

// rowsIn returns how many rows a partition has.
func (s server) rowsIn(table, part string) string {
	s.t.Helper()
	return s.rows("SELECT COUNT(*) FROM " + s.pick(table+"_"+part, table+" PARTITION ("+part+")"))[0]
}

// Each format in each column: the first and the last instant of a month are in its partition, and
// what is there already is not added again.
func testFormats(t *testing.T, s tool) {
	for i, c := range s.columns() {
		t.Run(c.format+" "+c.kind, func(t *testing.T) {
			s := s.forTest(t)
			table := fmt.Sprintf("events_%d", i)
			s.create(table, c.sql)
			window := []string{"-table", table, "-format", c.format, "-every", "month", "-from", "2050-01"}
			s.mustRun(append(window, "-ahead", "1")...)
			s.wantParts(table, "p2050_01", "p2050_02")
			s.mustRun(append(window, "-ahead", "3")...)
			s.wantParts(table, "p2050_01", "p2050_02", "p2050_03", "p2050_04")
			for _, id := range s.ids(t, c.format, "2050-01-01", "2050-02-01", "2050-02-28T23:59:59.999Z", "2050-03-01") {
				s.exec("INSERT INTO " + table + " (id) VALUES (" + s.literal(c.kind, id) + ")")
			}
			for part, want := range map[string]string{"p2050_01": "1", "p2050_02": "2", "p2050_03": "1", "p2050_04": "0"} {
				if got := s.rowsIn(table, part); got != want {
					t.Errorf("%s has %s rows, want %s", part, got, want)
				}
			}
		})
	}
}

// Each period has its names, and a table can change to another one: a partition of the new period
// begins where the last one of the old period ends.
func testPeriods(t *testing.T, s tool) {
	s.create("events", s.pick("uuid", "BINARY(16)"))
	s.mustRun("-table", "events", "-every", "year", "-from", "2050-05", "-ahead", "0")
	s.mustRun("-table", "events", "-every", "quarter", "-from", "2050-12", "-ahead", "1")
	s.mustRun("-table", "events", "-every", "week", "-from", "2051-03-30", "-ahead", "1")
	s.mustRun("-table", "events", "-every", "day", "-from", "2051-04-09", "-ahead", "1")
	s.mustRun("-table", "events", "-every", "hour", "-from", "2051-04-11T00:30", "-ahead", "1")
	s.wantParts("events", "p2050", "p2051_q1", "p2051_w13", "p2051_w14", "p2051_04_10", "p2051_04_11_00", "p2051_04_11_01")
	at := []string{"2050-12-31", "2051-01-01", "2051-04-02T23:59:59", "2051-04-09", "2051-04-10", "2051-04-11", "2051-04-11T01:59:59"}
	for i, id := range s.ids(t, "wiji", at...) {
		s.exec("INSERT INTO events (id) VALUES (" + s.literal(s.pick("uuid", "binary"), id) + ")")
		if part := s.parts("events")[i]; s.rowsIn("events", part) != "1" {
			t.Errorf("%s has no row of %s", part, at[i])
		}
	}
}

// Names go into the SQL as they are.
func testNames(t *testing.T, s tool) {
	for _, name := range []string{"Select", `it's 50%d --`, `a\`, "a.b", "a\"b`c", "größe"} {
		t.Run(name, func(t *testing.T) {
			s := s.forTest(t)
			q := s.pick(`"`, "`")
			quoted := q + strings.ReplaceAll(name, q, q+q) + q
			s.exec(fmt.Sprintf("CREATE TABLE %s (%s %s NOT NULL PRIMARY KEY) %s", quoted, quoted, s.pick("uuid", "BINARY(16)"),
				s.pick("PARTITION BY RANGE ("+quoted+")", "")))
			flag := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
			s.mustRun("-table", flag, "-from", "2050-01", "-ahead", "0")
			s.mustRun("-table", flag, "-from", "2050-01", "-ahead", "1", "-retain", "3", "-drop")
			part := s.pick(quoted, strings.ReplaceAll(name, `\`, `\\`))
			if got := s.parts(part); len(got) != 2 || !strings.HasSuffix(got[1], "p2050_02") {
				t.Errorf("the partitions are %q", got)
			}
		})
	}
}

// The table can be in another schema.
func testSchema(t *testing.T, s tool) {
	if s.postgres() {
		s.exec("CREATE SCHEMA other")
		s.create("other.events", "uuid")
		s.mustRun("-table", "other.events", "-from", "2050-01", "-ahead", "0")
		s.wantParts("other.events", "events_p2050_01")
		return
	}
	name := s.rows("SELECT DATABASE()")[0]
	s.create("events", "BINARY(16)")
	s.exec("USE information_schema")
	s.mustRun("-table", name+".events", "-from", "2050-01", "-ahead", "0")
	s.exec("USE " + name)
	s.wantParts("events", "p2050_01")
}

// Old partitions are dropped with their rows, whatever their names and periods.
func testRetain(t *testing.T, s tool) {
	for _, rest := range []bool{false, true} {
		table := fmt.Sprintf("events_%t", rest)
		s.create(table, s.pick("uuid", "BINARY(16)"))
		s.mustRun("-table", table, "-every", "year", "-from", "2019-01", "-ahead", "0")
		before := s.parts(table)
		if rest {
			s.exec(s.pick("CREATE TABLE "+table+"_rest PARTITION OF "+table+" DEFAULT", "ALTER TABLE "+table+" ADD PARTITION (PARTITION rest VALUES LESS THAN (MAXVALUE))"))
		}
		s.mustRun("-table", table, "-every", "year", "-ahead", "2", "-retain", "3", "-drop")
		s.mustRun("-table", table, "-every", "year", "-ahead", "2", "-retain", "3", "-drop")
		want := 3 + 1 + 2
		if rest {
			want++
		}
		if got := s.parts(table); len(got) != want || slices.Contains(got, before[0]) || !slices.Contains(got, before[len(before)-1]) {
			t.Errorf("partitions %q became %q, want %d of them", before, got, want)
		}
		if s.postgres() {
			if got := s.rows("SELECT COUNT(*) FROM pg_class WHERE relname = '" + table + "_p2019'"); got[0] != "0" {
				t.Error("a partition was detached and not dropped")
			}
		}
	}
}

// A DETACH CONCURRENTLY that was interrupted is finished by the next run.
func testInterrupted(t *testing.T, s tool) {
	if !s.postgres() {
		t.Skip("DROP PARTITION is one statement")
	}
	s.create("events", "uuid")
	s.mustRun("-table", "events", "-every", "year", "-from", "2019-01", "-ahead", "1")
	reader, err := s.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.ExecContext(t.Context(), "SELECT FROM events"); err != nil {
		t.Fatal(err)
	}
	s.exec("SET lock_timeout = '100ms'")
	defer s.exec("RESET lock_timeout")
	s.refused("lock timeout", "-table", "events", "-every", "year", "-ahead", "1", "-retain", "1", "-drop")
	if got := s.rows("SELECT COUNT(*) FROM pg_inherits WHERE inhparent = 'events'::regclass AND inhdetachpending"); got[0] != "1" {
		t.Errorf("%s partitions are being detached, want one", got[0])
	}
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	s.mustRun("-table", "events", "-every", "year", "-ahead", "1", "-retain", "1", "-drop")
	if got := s.parts("events"); len(got) != 3 {
		t.Errorf("the partitions are %q, want three", got)
	}
	if got := s.rows("SELECT COUNT(*) FROM pg_class WHERE relname = 'events_p2019'"); got[0] != "0" {
		t.Error("the partition was not dropped")
	}
}

// A partition of Postgres has what the table has: defaults, checks, indexes, foreign keys, triggers,
// identity and generated columns.
func testLike(t *testing.T, s tool) {
	if !s.postgres() {
		t.Skip("the partitions of MySQL and MariaDB have no definition")
	}
	s.exec("CREATE TABLE kind (id int PRIMARY KEY)", "INSERT INTO kind VALUES (1)",
		`CREATE TABLE events (id uuid PRIMARY KEY, n bigint GENERATED BY DEFAULT AS IDENTITY, note text NOT NULL DEFAULT 'tea' CHECK (note <> ''),
			twice bigint GENERATED ALWAYS AS (2 * length(note)) STORED, kind int NOT NULL DEFAULT 1 REFERENCES kind) PARTITION BY RANGE (id)`,
		"CREATE INDEX events_note ON events (note)",
		"CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.note := upper(NEW.note); RETURN NEW; END'",
		"CREATE TRIGGER events_shout BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION shout()")
	s.mustRun("-table", "events", "-from", "2050-01", "-ahead", "0")
	id := s.ids(t, "wiji", "2050-01-15")[0]
	s.exec("INSERT INTO events (id) VALUES ("+s.literal("uuid", id)+")", "CREATE TABLE refers (event uuid REFERENCES events)",
		"INSERT INTO refers VALUES ("+s.literal("uuid", id)+")")
	if got := s.rows("SELECT n, note, twice, kind FROM events_p2050_01"); !slices.Equal(got, []string{"1 TEA 6 1"}) {
		t.Errorf("the row is %q", got)
	}
	if got := s.rows("SELECT COUNT(*) FROM pg_inherits WHERE inhrelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'events_p2050_01'::regclass)"); got[0] != "2" {
		t.Errorf("%s indexes belong to those of the table, want 2", got[0])
	}
	for _, bad := range []string{"UPDATE events SET note = ''", "UPDATE events SET kind = 2", "DELETE FROM events"} {
		if _, err := s.ExecContext(t.Context(), bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// The partition for the rest of the IDs: without rows of a new partition it is no obstacle. With
// them, Postgres reports it, and MySQL and MariaDB move the rows.
func testRest(t *testing.T, s tool) {
	s.create("events", s.pick("uuid", "BINARY(16)"))
	window := []string{"-table", "events", "-from", "2050-01", "-ahead"}
	s.mustRun(append(window, "0")...)
	s.exec(s.pick("CREATE TABLE events_rest PARTITION OF events DEFAULT", "ALTER TABLE events ADD PARTITION (PARTITION `re``st` VALUES LESS THAN (MAXVALUE))"))
	s.mustRun(append(window, "1")...)
	id := s.ids(t, "wiji", "2050-04-15")[0]
	s.exec("INSERT INTO events (id) VALUES (" + s.literal(s.pick("uuid", "binary"), id) + ")")
	s.mustRun(append(window, "2")...)
	if !s.postgres() {
		s.mustRun(append(window, "3")...)
		s.wantParts("events", "p2050_01", "p2050_02", "p2050_03", "p2050_04", "re`st")
		if got := s.rowsIn("events", "p2050_04"); got != "1" {
			t.Errorf("the new partition has %s rows, want the one of its time", got)
		}
		return
	}
	s.refused("the DEFAULT partition public.events_rest has rows of events_p2050_04: move them", append(window, "4")...)
	if got := s.parts("events"); len(got) != 4 {
		t.Errorf("the partitions are %q, want no new one", got)
	}
	s.exec("DELETE FROM events")
	s.mustRun(append(window, "4")...)
}
