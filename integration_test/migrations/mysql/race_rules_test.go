package mysql_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// interrupted runs f while a statement stands before the first COMMIT of a procedure, in the place of what another session does then.
func (s session) interrupted(procedure, statement string, f func()) {
	s.t.Helper()
	var name, mode, source, rest string
	if err := s.QueryRowContext(s.t.Context(), "SHOW CREATE PROCEDURE "+procedure).Scan(&name, &mode, &source, &rest, &rest, &rest); err != nil {
		s.t.Fatal(err)
	}
	source = regexp.MustCompile(`DEFINER=\S+ `).ReplaceAllString(source, "")
	changed := strings.Replace(source, "  COMMIT;\n", "  "+statement+";\n  COMMIT;\n", 1)
	if changed == source {
		s.t.Fatalf("%s has no COMMIT", procedure)
	}
	replace := func(source string) {
		s.exec("SET SESSION sql_mode = '"+mode+"'", "DROP PROCEDURE "+procedure, source, "SET SESSION sql_mode = DEFAULT")
	}
	replace(changed)
	defer replace(source)
	f()
}

// raceRules tests a run of which another one, on another node of a cluster, has dropped what it has listed. The errors are
// raised where they can come.
func raceRules(_ *testing.T, _ database, s session) {
	part := func(name, at string) string { return "PARTITION " + name + " VALUES LESS THAN (" + s.bound(at) + ")" }
	wiji := func(at string) string { return "(sortid_wiji_min_at('" + at + "'))" }
	const (
		drop  = "ALTER TABLE raced DROP PARTITION "
		went  = "partitions: another run dropped %s: this one went on"
		whole = "p0 p1 rest raced_old"
		aside = "CREATE TABLE raced_old (id BINARY(16) NOT NULL PRIMARY KEY) COMMENT = 'sortid: `raced_old`, partition of `raced`, wiji, detached 2020-01-01 00:00:00'"
		gone  = "DROP TABLE raced_old"
	)
	s.at(newYear)
	left := ""
	run := func(name, setup, source, statement string, number int, call func()) {
		s.t.Helper()
		if left != whole {
			s.exec("DROP TABLE IF EXISTS raced, raced_old, p0", "DELETE FROM sortid_partitioned", "INSERT INTO sortid_partitioned VALUES ('raced', 'id', 'wiji')", aside,
				"CREATE TABLE raced (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) ("+part("p0", "2021-01-01")+", "+part("p1", "2022-01-01")+", PARTITION rest VALUES LESS THAN (MAXVALUE))",
				"INSERT INTO raced VALUES "+wiji("2020-06-01")+","+wiji("2026-12-31"))
		}
		s.exec(setup, fmt.Sprintf("SET @raced_source = '%s', @raced = '%s', @raced_number = %d", source, statement, number))
		call()
		left = strings.Join(append(s.list("SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'raced' ORDER BY PARTITION_ORDINAL_POSITION"),
			s.list("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'raced_old'")...), " ")
		if held := s.says("COALESCE(IS_USED_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '.raced'), 224))), 0)"); held != "0" {
			s.t.Errorf("%s: the lock of the table is held", name)
		}
	}
	const raise = "IF CAST(source AS BINARY) LIKE CAST(@raced_source AS BINARY) THEN CALL sortid_internal_partition_run(@raced); SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = @raced_number, MESSAGE_TEXT = 'raised'; END IF"
	type race struct {
		name, setup, source, statement string
		number                         int
		err, left, warning             string
	}
	drops := func(r race) {
		run(r.name, r.setup, r.source, r.statement, r.number, func() {
			got := s.refuses("CALL sortid_partitions_drop_before('raced', 'wiji', '2022-01-01', 0, TRUE)")
			if warning := s.warning(1642); got != r.err || got == "" && warning != r.warning {
				s.t.Errorf("%s: %q and the warning %q, want %q and %q", r.name, got, warning, r.err, r.warning)
			}
		})
		if left != r.left {
			s.t.Errorf("%s: left are %s, want %s", r.name, left, r.left)
		}
	}
	s.interrupted("sortid_internal_partition_end", raise, func() {
		drops(race{"an error before that of a change", "DO 0", "%", "DO 0", 1683, "1683 raised", whole, ""})
		drops(race{"an error after it", "DO 0", "%", "DO 0", 1685, "1685 raised", whole, ""})
		drops(race{"the table is being changed", "DO 0", "%", "DO 0", 1684, "1644 partitions: table 'raced': another session is altering it: run it again", whole, ""})
	})
	s.interrupted("sortid_internal_partition_seen", raise, func() {
		for number, want := range map[int]string{1683: "1683 raised", 1684: "1644 partitions: table 'raced': another session is altering it: run it again", 1685: "1685 raised"} {
			run("partitions are added", "DELETE FROM sortid_partitioned", "%", "DO 0", number, func() {
				if got := s.refuses("CALL sortid_partitions_ensure('raced', 'wiji', 'year', 0)"); got != want {
					s.t.Errorf("partitions are added, and the error is %d: %s, want %s", number, got, want)
				}
			})
		}
	})
	s.exec("INSERT INTO sortid_partitioned VALUES ('raced', 'id', 'wiji')")
	s.interrupted("sortid_internal_partition_check", raise, func() {
		for _, number := range []int{1051, 1146, 1644, 1735} {
			run("a detached table is gone", "DO 0", "`raced_old`", gone, number, func() {
				if got := s.before("raced", "wiji", "2022-01-01", "0", true); got != "p0 drop 1; p1 drop 0" {
					s.t.Errorf("a list of a detached table that is gone, with the error %d: %s, want the partitions alone", number, got)
				}
			})
			if left != strings.TrimSuffix(whole, " raced_old") {
				s.t.Errorf("a list leaves %s", left)
			}
			s.exec(aside)
			left = whole
		}
		for _, r := range []race{
			{"a detached table is gone, with another error", "DO 0", "`raced_old`", gone, 1147, "1147 raised", strings.TrimSuffix(whole, " raced_old"), ""},
			{"a partition is there", "DO 0", "%(`p0`)", "DO 0", 1735, "1735 raised", whole, ""},
			{"a detached table is there", "DO 0", "`raced_old`", "DO 0", 1146, "1146 raised", whole, ""},
			{"the table is gone", "DO 0", "%(`p0`)", "DROP TABLE raced", 1146, "1146 raised", "raced_old", ""},
			{"nothing is gone", "DO 0", "", "DO 0", 1146, "", "rest", ""},
			{"a detached table is gone", "DO 0", "`raced_old`", gone, 1051, "", "rest", fmt.Sprintf(went, "raced_old")},
			{"a detached table is gone, and a partition has its name", "ALTER TABLE raced REORGANIZE PARTITION rest INTO (PARTITION raced_old VALUES LESS THAN (MAXVALUE))", "`raced_old`", gone, 1051, "", "raced_old", fmt.Sprintf(went, "raced_old")},
			{"a partition is gone, and a table has its name", "CREATE TABLE p0 (n INT)", "%(`p0`)", drop + "p0", 1735, "", "rest", fmt.Sprintf(went, "p0")},
			{"a partition with a long name is gone", "ALTER TABLE raced REORGANIZE PARTITION p0 INTO (" + part("p0_34567890123456789012345678901", "2021-01-01") + ")", "%(`p0%",
				drop + "p0_34567890123456789012345678901", 1644, "", "rest", fmt.Sprintf(went, "p0_345678901234567890123456789")},
		} {
			drops(r)
		}
	})
	s.exec("DROP TABLE IF EXISTS raced, raced_old, p0", "DELETE FROM sortid_partitioned")
}

// runRules tests how a statement is run: how long it waits for a table, and which errors mean what.
func runRules(t *testing.T, d database, s session) {
	s.exec("CREATE PROCEDURE given_raise(number INT, times INT) BEGIN SET @given_waits = @@SESSION.lock_wait_timeout, @given_raised = @given_raised + 1;"+
		" IF @given_raised <= times THEN SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = number, MESSAGE_TEXT = 'raised'; END IF; END", "SET SESSION lock_wait_timeout = 77")
	for _, r := range []struct {
		number, times int
		want          string
		raised        string
	}{
		{1493, 0, "", "1"},
		{1493, 1, "1644 partitions: statement 'CALL given_raise(1493, 1)': another session changed the partitions: run it again", "1"},
		{1507, 1, "1644 partitions: statement 'CALL given_raise(1507, 1)': another session changed the partitions: run it again", "1"},
		{1517, 1, "1644 partitions: statement 'CALL given_raise(1517, 1)': another session changed the partitions: run it again", "1"},
		{1518, 1, "1518 raised", "1"},
		{1615, 1, "", "2"},
		{1615, 99, "", "100"},
		{1615, 100, "1615 raised", "100"},
	} {
		s.exec("SET @given_raised = 0, @given_waits = 0")
		if got := s.refuses(fmt.Sprintf("CALL sortid_internal_partition_run('CALL given_raise(%d, %d)')", r.number, r.times)); got != r.want {
			t.Errorf("%d, %d times: %q, want %q", r.number, r.times, got, r.want)
		}
		if got, want := s.says("CONCAT_WS(' ', @given_raised, @given_waits, @@SESSION.lock_wait_timeout)"), r.raised+" 10 77"; got != want {
			t.Errorf("%d, %d times: the tries, the wait within and the wait afterwards are %s, want %s", r.number, r.times, got, want)
		}
	}
	s.exec("DROP PROCEDURE given_raise", "SET SESSION lock_wait_timeout = DEFAULT", "CREATE TABLE turned (id BINARY(16) NOT NULL PRIMARY KEY)", "DELETE FROM sortid_partitioned")
	other := d.session(t)
	s.at(newYear)
	for _, call := range []string{"sortid_partitions_ensure('turned', 'wiji', 'year', 0)", "sortid_partitions_drop_before('turned', 'wiji', '2021-01-01', 0, FALSE)"} {
		s.exec("SET @given_seconds = 0")
		other.exec("DO GET_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '.turned'), 224)), 0)")
		if got := s.refuses("CALL " + call); got != "1644 partitions: table 'turned': another run did not end within ten seconds: run it again" {
			t.Errorf("%s beside another run: %s", call, got)
		}
		other.exec("DO RELEASE_ALL_LOCKS()")
		if got := s.says("@given_seconds"); got != "10" {
			t.Errorf("%s waits %s seconds for another run, want 10", call, got)
		}
		s.exec("CALL sortid_partitions_ensure('turned', 'wiji', 'year', 0)")
	}
	s.exec("DROP TABLE turned", "DELETE FROM sortid_partitioned")
}

// warning returns the text of the last statement's first warning of a number, or "".
func (s session) warning(number int) string {
	s.t.Helper()
	rows, err := s.QueryContext(s.t.Context(), "SHOW WARNINGS")
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var level, message string
		var code int
		if err := rows.Scan(&level, &code, &message); err != nil {
			s.t.Fatal(err)
		}
		if code == number {
			return message
		}
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return ""
}
