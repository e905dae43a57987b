package partitions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// install installs the functions and procedures.
func (s server) install() {
	s.t.Helper()
	functions.Install(s.t, s.kind, s.db)
}

// fails reports a statement that does not fail with a text.
func (s server) fails(want, statement string) {
	s.t.Helper()
	if _, err := s.ExecContext(s.t.Context(), statement); err == nil || !strings.Contains(err.Error(), want) {
		s.t.Errorf("%s: %v, want an error with %q", statement, err, want)
	}
}

// years returns the names of the partitions of the year in which the test runs, and of those after it. It
// skips the test if the year ends meanwhile.
func (s server) years(start time.Time, n int) (names []string) {
	s.t.Helper()
	if time.Now().UTC().Year() != start.Year() {
		s.t.Skip("the year has ended")
	}
	for i := range n {
		names = append(names, fmt.Sprintf("p%d", start.Year()+i))
	}
	return names
}

// The procedures, on a server that has them.
func TestProcedures(t *testing.T) {
	program := build(t)
	onServers(t, func(t *testing.T, s server) {
		s.install()
		for name, test := range map[string]func(*testing.T, tool){
			"formats": testEnsure, "periods": testEnsurePeriods, "dates": testEnsureDates, "drop": testDropBefore,
			"refusals": testProcedureRefusals, "lock": testLockWait, "schedule": testSchedule, "coders": testCoders,
		} {
			t.Run(name, func(t *testing.T) { test(t, tool{s, program}.forTest(t)) })
		}
	})
}

// The procedure and the command make the same partitions, in each column of each format.
func testEnsure(t *testing.T, s tool) {
	for i, c := range s.columns() {
		start := time.Now().UTC()
		table := fmt.Sprintf("ensured_%d", i)
		s.create(table, c.sql)
		s.exec("CALL sortid_partitions_ensure('" + table + "', '" + c.format + "', 'year', 1)")
		s.wantParts(table, s.years(start, 2)...)
		s.mustRun("-table", table, "-format", c.format, "-every", "year", "-ahead", "1")
		s.wantParts(table, s.years(start, 2)...)
		s.mustRun("-table", table, "-format", c.format, "-every", "year", "-ahead", "2")
		s.exec("CALL sortid_partitions_ensure('"+table+"', '"+c.format+"', 'year', 2)", "CALL sortid_partitions_ensure('"+table+"', '"+c.format+"', 'year', 3)")
		s.wantParts(table, s.years(start, 4)...)
	}
}

// They agree for each period.
func testEnsurePeriods(t *testing.T, s tool) {
	for _, every := range []string{"hour", "day", "week", "month", "quarter"} {
		start := time.Now().UTC()
		table := "each_" + every
		s.create(table, s.pick("uuid", "BINARY(16)"))
		s.mustRun("-table", table, "-every", every, "-ahead", "1")
		before := s.parts(table)
		s.exec("CALL sortid_partitions_ensure('" + table + "', 'wiji', '" + every + "', 1)")
		if after := s.parts(table); !slices.Equal(before, after) && start.Truncate(time.Hour).Equal(time.Now().UTC().Truncate(time.Hour)) {
			t.Errorf("the procedure has %q, the command %q", after, before)
		}
		s.exec("CALL sortid_partitions_ensure('" + table + "', 'wiji', '" + every + "', 2)")
		if after := s.parts(table); len(after) != 3 && start.Truncate(time.Hour).Equal(time.Now().UTC().Truncate(time.Hour)) {
			t.Errorf("the partitions are %q, want three", after)
		}
	}
}

// Periods at the ends of years, which MySQL and MariaDB compute from the time of the session.
func testEnsureDates(t *testing.T, s tool) {
	if s.postgres() {
		t.Skip("now() cannot be set")
	}
	for i, c := range []struct {
		every, now string
		want       []string
	}{
		{"hour", "2026-12-31 23:59:59", []string{"p2026_12_31_23", "p2027_01_01_00"}},
		{"day", "2028-02-28 12:00:00", []string{"p2028_02_28", "p2028_02_29", "p2028_03_01"}},
		{"week", "2027-01-03 23:59:59", []string{"p2026_w53", "p2027_w01"}},
		{"month", "2027-01-31 00:00:00", []string{"p2027_01", "p2027_02", "p2027_03"}},
		{"quarter", "2026-12-31 23:59:59", []string{"p2026_q4", "p2027_q1"}},
		{"year", "2027-01-01 00:00:00", []string{"p2027", "p2028"}},
	} {
		table := fmt.Sprintf("dates_%d", i)
		s.create(table, "BINARY(16)")
		// The zone of the session does not matter.
		s.exec("SET time_zone = '+00:00'", "SET timestamp = UNIX_TIMESTAMP('"+c.now+"')", "SET time_zone = '-11:00'",
			fmt.Sprintf("CALL sortid_partitions_ensure('%s', 'wiji', '%s', %d)", table, c.every, len(c.want)-1), "SET timestamp = DEFAULT")
		s.wantParts(table, c.want...)
	}
}

// sortid_partitions_drop_before drops what ends before a time, whatever made it.
func testDropBefore(t *testing.T, s tool) {
	s.create("dropped", s.pick("uuid", "BINARY(16)"))
	s.mustRun("-table", "dropped", "-every", "year", "-from", "2018-01", "-ahead", "0")
	s.exec(s.pick("CREATE TABLE dropped_rest PARTITION OF dropped DEFAULT", "ALTER TABLE dropped ADD PARTITION (PARTITION rest VALUES LESS THAN (MAXVALUE))"))
	for _, id := range s.ids(t, "wiji", "2019-12-31T23:59:59", "2020-01-01") {
		s.exec("INSERT INTO dropped (id) VALUES (" + s.literal(s.pick("uuid", "binary"), id) + ")")
	}
	s.exec("CALL sortid_partitions_drop_before('dropped', 'wiji', '2018-06-01', 0, FALSE)")
	if got := s.parts("dropped"); !slices.Contains(got, "p2018") {
		t.Errorf("the partitions are %q", got)
	}
	s.exec("CALL sortid_partitions_drop_before('dropped', 'wiji', '2020-01-01', 0, FALSE)")
	got := s.parts("dropped")
	if got[0] != s.pick("rest", "p2020") || slices.Contains(got, "p2019") || !slices.Contains(got, "p2020") {
		t.Errorf("the partitions are %q, want those from 2020 on and the rest", got)
	}
	if n := s.rows("SELECT COUNT(*) FROM dropped")[0]; n != "1" {
		t.Errorf("%s rows are left, want one", n)
	}
}

func testProcedureRefusals(t *testing.T, s tool) {
	ensure := func(table, format, rest string) string {
		return "CALL sortid_partitions_ensure(" + table + ", " + format + ", " + rest + ")"
	}
	s.create("refused", s.pick("uuid", "BINARY(16)"))
	s.fails("partitions: format 'ksuid': unknown: use wiji", ensure("'refused'", "'ksuid'", "'month', 1"))
	s.fails("partitions: period 'fortnight': unknown: use hour", ensure("'refused'", "'wiji'", "'fortnight', 1"))
	s.fails("out of range: use 0 to 1000", ensure("'refused'", "'wiji'", "'month', -1"))
	s.fails(s.pick("cannot hold IDs of uid11", "does not hold uid11 in order"), ensure("'refused'", "'uid11'", "'month', 1"))
	s.fails("NULL", ensure("NULL", "'wiji'", "'month', 1"))
	s.fails("NULL", ensure("'refused'", "NULL", "'month', 1"))
	s.fails("NULL", ensure("'refused'", "'wiji'", "NULL, 1"))
	s.fails("NULL", ensure("'refused'", "'wiji'", "'month', NULL"))
	s.fails("NULL", "CALL sortid_partitions_drop_before('refused', NULL, '2026-01-01', 0, FALSE)")
	s.fails("NULL", "CALL sortid_partitions_drop_before('refused', 'wiji', NULL, 0, FALSE)")
	if s.postgres() {
		s.exec("CREATE TABLE plain_table (id uuid PRIMARY KEY)", `CREATE TABLE wordy (id text COLLATE "en-x-icu") PARTITION BY RANGE (id)`)
		s.fails("table public.plain_table: not partitioned by RANGE", ensure("'plain_table'", "'wiji'", "'month', 1"))
		s.fails("cannot hold IDs of wiji in order", ensure("'wordy'", "'wiji'", "'month', 1"))
		s.exec("CREATE TABLE listed (id uuid PRIMARY KEY) PARTITION BY LIST (id)", `CREATE TABLE patterns (id text COLLATE "C") PARTITION BY RANGE (id text_pattern_ops)`)
		s.exec(`CREATE TABLE narrow (id varchar(11) COLLATE "C") PARTITION BY RANGE (id)`)
		s.fails("cannot hold IDs of wiji in order", ensure("'narrow'", "'wiji'", "'month', 1"))
		s.exec(ensure("'narrow'", "'uid11'", "'month', 1"))
		s.fails("table public.listed: not partitioned by RANGE", ensure("'listed'", "'wiji'", "'month', 1"))
		s.fails("cannot hold IDs of wiji in order", ensure("'patterns'", "'wiji'", "'month', 1"))
		s.exec("CREATE TABLE refused_rest PARTITION OF refused DEFAULT", "INSERT INTO refused VALUES (sortid_wiji_new())")
		s.fails("the DEFAULT partition public.refused_rest has rows of refused_p", ensure("'refused'", "'wiji'", "'month', 1"))
		long := strings.Repeat("l", 60)
		s.create(long, "uuid")
		s.fails("has a name of more than 63 bytes", ensure("'"+long+"'", "'wiji'", "'month', 1"))
		return
	}
	s.fails("partitions: table 'absent': missing in the database of the procedures", ensure("'absent'", "'wiji'", "'month', 1"))
	s.exec("CREATE TABLE parent (id BINARY(16) PRIMARY KEY)",
		"CREATE TABLE child (id BINARY(16) PRIMARY KEY, parent BINARY(16), CONSTRAINT child_parent FOREIGN KEY (parent) REFERENCES parent (id))",
		"CREATE TABLE codes (id BINARY(16) PRIMARY KEY, code INT, UNIQUE KEY code (code))",
		"CREATE TABLE pair (a BINARY(16), b INT, PRIMARY KEY (a, b))",
		"CREATE TABLE hashed (id BINARY(16) PRIMARY KEY) PARTITION BY KEY (id) PARTITIONS 2",
		"CREATE TABLE pairs (id BINARY(16), n INT, PRIMARY KEY (id, n)) PARTITION BY RANGE COLUMNS (id, n) (PARTITION p VALUES LESS THAN (MAXVALUE, MAXVALUE))",
		"CREATE VIEW seen AS SELECT * FROM refused")
	s.fails("table 'hashed': not divided by RANGE COLUMNS", ensure("'hashed'", "'wiji'", "'month', 1"))
	s.fails("table 'pairs': not divided by RANGE COLUMNS", ensure("'pairs'", "'wiji'", "'month', 1"))
	s.fails("table 'seen': not a table of the database", ensure("'seen'", "'wiji'", "'month', 1"))
	s.exec("CREATE TABLE bare (id BINARY(16) PRIMARY KEY)")
	s.fails("table 'bare': has no partitions", "CALL sortid_partitions_drop_before('bare', 'wiji', '2026-01-01', 0, FALSE)")
	s.fails("partitions: foreign key 'child_parent'", ensure("'parent'", "'wiji'", "'month', 1"))
	s.fails("partitions: foreign key 'child_parent'", ensure("'child'", "'wiji'", "'month', 1"))
	s.fails("partitions: unique key 'code'", ensure("'codes'", "'wiji'", "'month', 1"))
	s.fails("no primary key of one column", ensure("'pair'", "'wiji'", "'month', 1"))
	s.exec("INSERT INTO refused (id) VALUES (sortid_wiji_new())")
	s.fails("partitions: table 'refused': has rows and no partitions", ensure("'refused'", "'wiji'", "'month', 1"))
	s.wantParts("refused")
}

// A procedure waits ten seconds for the table at most, and leaves the session's own limit in place.
func testLockWait(t *testing.T, s tool) {
	if s.postgres() {
		t.Skip("the limit is a setting of the function")
	}
	s.create("waited", "BINARY(16)")
	s.exec("SET SESSION lock_wait_timeout = 77", "CALL sortid_partitions_ensure('waited', 'wiji', 'year', 0)")
	s.fails("not in the past", "CALL sortid_partitions_drop_before('waited', 'wiji', '2500-01-01', 0, FALSE)")
	if got := s.rows("SELECT @@SESSION.lock_wait_timeout")[0]; got != "77" {
		t.Errorf("lock_wait_timeout is %s after the calls, want 77", got)
	}
}

// The statements of docs/partitions.md run: on MySQL and MariaDB as an event, which adds the partitions.
func testSchedule(t *testing.T, s tool) {
	if !s.postgres() && s.rows("SELECT @@GLOBAL.event_scheduler")[0] != "ON" {
		t.Skip("the server does not run events: set event_scheduler = ON")
	}
	for _, block := range suite.Blocks(t, "partitions.md", string(s.kind), "schedule") {
		s.exec(suite.Statements(block)...)
	}
	if !s.postgres() {
		await.Until(s.t, "partitions of the event", func() bool { return len(s.parts("events")) > 0 })
	}
	if got := s.parts("events"); len(got) != 4 {
		t.Errorf("the partitions are %q, want four", got)
	}
	for _, block := range suite.Blocks(t, "partitions.md", string(s.kind), "listing") {
		if rows := s.rows(strings.TrimSuffix(strings.TrimSpace(block), ";")); len(rows) > 0 {
			t.Errorf("a new table has old partitions: %q", rows)
		}
	}
}

// testCoders calls the functions as pg_partman does: with literals, and with texts or values of the column.
func testCoders(t *testing.T, s tool) {
	if !s.postgres() {
		t.Skip("pg_partman is an extension of Postgres")
	}
	const at = "2026-01-01 00:00:00+00"
	s.exec("SET TIME ZONE 'UTC'")
	for _, c := range coders {
		// Exactly one of each name takes and returns the types of the column; it is IMMUTABLE.
		for name, types := range map[string][2]string{c.encoder: {"timestamptz", c.kind}, c.decoder: {c.kind, "timestamptz"}} {
			if got := s.rows(fmt.Sprintf(`SELECT p.provolatile::text || p.proparallel::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
				WHERE n.nspname = 'public' AND proname = '%s' AND proargtypes[0] = '%s'::regtype AND prorettype = '%s'::regtype`, name, types[0], types[1])); !slices.Equal(got, []string{"is"}) {
				t.Errorf("%s of %q: %q", name, types, got)
			}
			if got := s.rows("SELECT public." + name + "(NULL) IS NULL"); got[0] != "true" {
				t.Errorf("%s of NULL is not NULL", name)
			}
		}
		bound := s.rows("SELECT public." + c.encoder + "('" + at + "')")[0]
		for _, argument := range []string{"'" + bound + "'", "'" + bound + "'::text", "public." + c.encoder + "('" + at + "')"} {
			if got := s.rows("SELECT public." + c.decoder + "(" + argument + ") = '" + at + "'"); got[0] != "true" {
				t.Errorf("%s(%s) is not %s", c.decoder, argument, at)
			}
		}
	}
}
