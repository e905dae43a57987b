package mysql_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// refuses returns what a statement says: "" or the server's error.
func (s session) refuses(statement string) string {
	s.t.Helper()
	_, err := s.ExecContext(s.t.Context(), statement)
	return refusal(err)
}

// readingRules tests how keys, bounds and periods are read and written.
func readingRules(_ *testing.T, d database, s session) {
	order := func(kind string, size int, bound string) string {
		return fmt.Sprintf("sortid_internal_partition_order('%s', %d, '%s')", kind, size, strings.ReplaceAll(strings.ReplaceAll(bound, `\`, `\\`), "'", "''"))
	}
	at := func(format, kind, key string) string {
		return fmt.Sprintf("CAST(sortid_internal_partition_time('%s', '%s', %s) AS CHAR)", format, kind, key)
	}
	start := func(every, at string, n int) string {
		return fmt.Sprintf("CAST(sortid_internal_partition_start('%s', '%s', %d) AS CHAR)", every, at, n)
	}
	name := func(every, at string) string {
		return fmt.Sprintf("sortid_internal_partition_name('%s', '%s')", every, at)
	}
	own := func(home, name, wanted string) string {
		return fmt.Sprintf("sortid_internal_partition_own(%s, '%s', '%s')", home, name, wanted)
	}
	const wiji, ulid, uuid = "X'0199AB00000000000012 3456789ABCDE'", "X'0199AB00000000000000000000000001'", "X'0199AB00000070008000000000000001'"
	rows := []value{
		{order("bigint", 8, "-9223372036854775808"), "00000000000000000000"},
		{order("bigint", 8, "-1"), "09223372036854775807"},
		{order("bigint", 8, "0"), "09223372036854775808"},
		{order("bigint", 8, "18446744073709551615"), "27670116110564327423"},
		{order("bigint", 8, "x'00'"), "NULL"},
		{order("bigint", 8, "MAXVALUE"), "MAXVALUE"},
		{order("binary", 3, "_binary 0xab"), "AB0000"},
		{order("binary", 3, "_binary 0xabcdef"), "ABCDEF"},
		{order("binary", 3, "0xabcdef"), "NULL"},
		{order("binary", 4, `'a''b'`), "61276200"},
		{order("binary", 6, `'a\\b\0\n\r'`), "615C62000A0D"},
		{order("binary", 2, `'\\n'`), "5C6E"},
		{order("text", 16, "'aZ-_9'"), "615A2D5F39"},
		{order("text", 16, "'a.b'"), "NULL"},
		{order("text", 16, "_binary 0x00"), "NULL"},
		{order("text", 16, "''"), ""},
		{order("text", 16, "x"), "NULL"},
		{at("ulidflake", "bigint", "'0'"), "2024-01-01 00:00:00.000000"},
		{at("ulidflake", "bigint", "'-1'"), "NULL"},
		{at("uid11", "bigint", "'0'"), "2011-11-11 11:11:11.111000"},
		{at("uid11", "bigint", "'18446744073709551615'"), "2151-03-25 18:46:22.214000"},
		{at("ulidflake", "binary", "X'7FFFFFFFFFFFFFFF'"), "2302-09-27 15:10:22.207000"},
		{at("ulidflake", "binary", "X'8000000000000000'"), "NULL"},
		{at("ulidflake", "binary", "X'00000000000000'"), "NULL"},
		{at("uid11", "binary", "X'FFFFFFFFFFFFFFFF'"), "2151-03-25 18:46:22.214000"},
		{at("uid11", "binary", "X'0000000000000000'"), "2011-11-11 11:11:11.111000"},
		{at("uid11", "binary", "X'000000000000000000'"), "NULL"},
		{at("scru160", "binary", "REPEAT(X'00', 20)"), "1970-01-01 00:00:00.000000"},
		{at("scru160", "binary", "REPEAT(X'00', 16)"), "NULL"},
		{at("wiji", "binary", strings.ReplaceAll(wiji, " ", "")), "1984-04-10 08:44:55.168000"},
		{at("wiji", "binary", ulid), "NULL"},
		{at("ulid", "binary", ulid), "2025-10-03 16:55:28.000000"},
		{at("ulid", "binary", "X'00'"), "NULL"},
		{at("uuidv7", "binary", ulid), "NULL"},
		{at("uuidv7", "binary", uuid), "2025-10-03 16:55:28.000000"},
		{"CAST(sortid_internal_partition_bound_time('ulidflake', 'bigint', '09223372036854775808') AS CHAR)", "2024-01-01 00:00:00.000000"},
		{"CAST(sortid_internal_partition_bound_time('ulidflake', 'bigint', '09223372036855824384') AS CHAR)", "2024-01-01 00:00:00.001000"},
		{"CAST(sortid_internal_partition_bound_time('ulidflake', 'bigint', '09223372036854775807') AS CHAR)", "NULL"},
		{"CAST(sortid_internal_partition_bound_time('uuidv7', 'binary', '0199AB00000070008000000000000001') AS CHAR)", "2025-10-03 16:55:28.000000"},
		{"sortid_internal_partition_bound('uid11', 'binary', '2011-11-11 11:11:11.112')", "_binary 0x0000000000400000"},
		{"sortid_internal_partition_bound('ulidflake', 'binary', '2024-01-01 00:00:00.001')", "_binary 0x0000000000100000"},
		{"sortid_internal_partition_bound('uid11', 'bigint', '2011-11-11 11:11:11.112')", "4194304"},
		{"sortid_internal_partition_bound('ulidflake', 'bigint', '2024-01-01 00:00:00.001')", "1048576"},
		{own("DATABASE()", "a", "a"), "1"}, {own("DATABASE()", "a", "A"), "0"}, {own("DATABASE()", "a", "b"), "0"}, {own("'another'", "a", "a"), "0"}, {own("DATABASE()", "a", "ä"), "0"},
		{"sortid_internal_partition_size('wiji')", "16"}, {"sortid_internal_partition_size('ulid')", "16"}, {"sortid_internal_partition_size('uuidv7')", "16"},
		{"sortid_internal_partition_size('scru160')", "20"}, {"sortid_internal_partition_size('ulidflake')", "8"}, {"sortid_internal_partition_size('uid11')", "8"}, {"sortid_internal_partition_size(NULL)", "NULL"},
		{"sortid_internal_partition_size('ksuid')", "1644 partitions: format 'ksuid': unknown"},
		{start("hour", "2027-01-31 23:59:59", 0), "2027-01-31 23:00:00"}, {start("hour", "2027-01-31 23:59:59", 2), "2027-02-01 01:00:00"},
		{start("day", "2028-02-28 23:59:59", 0), "2028-02-28 00:00:00"}, {start("day", "2028-02-28 23:59:59", 2), "2028-03-01 00:00:00"},
		{start("week", "2027-01-03 23:59:59", 0), "2026-12-28 00:00:00"}, {start("week", "2026-12-28 00:00:00", 0), "2026-12-28 00:00:00"}, {start("week", "2027-01-03 23:59:59", 2), "2027-01-11 00:00:00"},
		{start("month", "2026-12-31 23:59:59", 0), "2026-12-01 00:00:00"}, {start("month", "2026-12-31 23:59:59", 2), "2027-02-01 00:00:00"}, {start("month", "2027-01-31 00:00:00", 1), "2027-02-01 00:00:00"},
		{start("quarter", "2026-12-31 23:59:59", 0), "2026-10-01 00:00:00"}, {start("quarter", "2026-12-31 23:59:59", 2), "2027-04-01 00:00:00"}, {start("quarter", "2027-01-01 00:00:00", 0), "2027-01-01 00:00:00"},
		{start("year", "2026-12-31 23:59:59", 0), "2026-01-01 00:00:00"}, {start("year", "2026-12-31 23:59:59", 2), "2028-01-01 00:00:00"},
		{start("fortnight", "2026-12-31", 0), "1644 partitions: period 'fortnight': unknown"},
		{"sortid_internal_partition_start(NULL, '2026-12-31', 0)", "NULL"},
		{name("hour", "2026-12-31 23:00:00"), "p2026_12_31_23"}, {name("day", "2026-12-31"), "p2026_12_31"}, {name("week", "2026-12-28"), "p2026_w53"},
		{name("month", "2026-12-01"), "p2026_12"}, {name("quarter", "2026-10-01"), "p2026_q4"}, {name("year", "2026-01-01"), "p2026"},
	}
	for _, r := range []struct{ format, text string }{
		{"wiji", "sortid_wiji_text(" + strings.ReplaceAll(wiji, " ", "") + ")"}, {"ulid", "sortid_ulid_text(" + ulid + ")"}, {"uuidv7", "sortid_uuid_text(" + uuid + ")"},
		{"scru160", "sortid_scru_text(sortid_scru_min_at('2026-01-01'))"}, {"ulidflake", "sortid_ulidflake_text(sortid_ulidflake_min_at('2026-01-01'))"},
		{"uid11", "sortid_uid_text(sortid_xid_min_at('2026-01-01'))"},
	} {
		rows = append(rows, value{at(r.format, "text", r.text) + " IS NULL", "0"}, value{at(r.format, "text", "CONCAT("+r.text+", '0')"), "NULL"})
		switch r.format {
		case "uid11": // in which the other case is another ID
		case "uuidv7":
			rows = append(rows, value{at(r.format, "text", "UPPER("+r.text+")"), "NULL"})
		default:
			rows = append(rows, value{at(r.format, "text", "LOWER("+r.text+")"), "NULL"})
		}
	}
	if d.mariadb() {
		rows = slices.DeleteFunc(rows, func(v value) bool { return strings.Contains(v.expr, "'ä'") })
	}
	s.values(rows)
}

// columnRules tests which column holds IDs of which format.
func columnRules(_ *testing.T, _ database, s session) {
	const text = " CHARACTER SET ascii COLLATE ascii_bin"
	for i, c := range []struct{ column, kind, formats, others string }{
		{"BINARY(16)", "binary", "wiji ulid uuidv7", "scru160"}, {"BINARY(20)", "binary", "scru160", "wiji"}, {"BINARY(8)", "binary", "ulidflake uid11", "wiji"}, {"VARBINARY(16)", "", "", "wiji"},
		{"BIGINT", "bigint", "ulidflake", "uid11 wiji"}, {"BIGINT UNSIGNED", "bigint", "uid11", "ulidflake"}, {"INT", "", "", "ulidflake"},
		{"CHAR(36)" + text, "text", "uuidv7 wiji", ""}, {"VARCHAR(36) CHARACTER SET ascii", "", "", "wiji"},
		{"VARCHAR(35)" + text, "text", "scru160", "uuidv7"}, {"VARCHAR(32)" + text, "text", "scru160", ""}, {"VARCHAR(31)" + text, "text", "wiji", "scru160"},
		{"VARCHAR(26)" + text, "text", "wiji ulid", ""}, {"VARCHAR(25)" + text, "text", "ulidflake", "wiji ulid"}, {"VARCHAR(13)" + text, "text", "ulidflake", ""},
		{"VARCHAR(12)" + text, "text", "uid11", "ulidflake"}, {"VARCHAR(11)" + text, "text", "uid11", ""}, {"VARCHAR(10)" + text, "", "", "uid11"},
	} {
		table := fmt.Sprintf("column_%d", i)
		s.exec("CREATE TABLE " + table + " (n INT, id " + c.column + " NOT NULL PRIMARY KEY, other BINARY(16))")
		for f := range strings.FieldsSeq(c.formats + " " + c.others) {
			s.exec("SET @wanted = '" + table + "'")
			got := s.refuses("CALL sortid_internal_partition_column(@wanted, '" + f + "', @divided, @kind, @method)")
			if got == "" {
				got = s.says("CONCAT_WS(' ', @divided, @kind, @method)")
			}
			if slices.Contains(strings.Fields(c.formats), f) {
				if want := "id " + c.kind; got != want {
					s.t.Errorf("%s for %s: %s, want %s", c.column, f, got, want)
				}
			} else if want := "1644 partitions: column 'id': it does not hold " + f + " in order"; !strings.HasPrefix(got, want) {
				s.t.Errorf("%s for %s: %s, want %s", c.column, f, got, want)
			}
		}
		s.exec("DROP TABLE " + table)
	}
	for _, r := range []struct{ name, create, want string }{
		{"divided", "CREATE TABLE `a b` (id BINARY(16) NOT NULL, other INT NOT NULL, PRIMARY KEY (other, id)) PARTITION BY RANGE COLUMNS (id) (PARTITION p VALUES LESS THAN (MAXVALUE))", "a b id binary RANGE COLUMNS(`id`)"},
		{"divided by a column with a quote", "CREATE TABLE `a b` (`i``d` BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (`i``d`) (PARTITION p VALUES LESS THAN (MAXVALUE))", "a b i`d binary RANGE COLUMNS(`i``d`)"},
		{"of two columns", "CREATE TABLE `a b` (id BINARY(16) NOT NULL, other INT NOT NULL, PRIMARY KEY (id, other)) PARTITION BY RANGE COLUMNS (id, other) (PARTITION p VALUES LESS THAN (MAXVALUE, MAXVALUE))", "1644 partitions: table 'a b': not divided by RANGE COLUMNS, and no primary key of one column"},
		{"by key", "CREATE TABLE `a b` (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY KEY (id) PARTITIONS 2", "1644 partitions: table 'a b': not divided by RANGE COLUMNS"},
		{"with subpartitions", "CREATE TABLE `a b` (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) SUBPARTITION BY KEY (id) SUBPARTITIONS 2 (PARTITION p VALUES LESS THAN (MAXVALUE))", "1644 partitions: table 'a b': has subpartitions"},
		{"without a key", "CREATE TABLE `a b` (id BINARY(16) NOT NULL)", "1644 partitions: table 'a b': not divided by RANGE COLUMNS, and no primary key of one column"},
		{"with a key of two columns", "CREATE TABLE `a b` (id BINARY(16) NOT NULL, n INT, PRIMARY KEY (id, n))", "1644 partitions: table 'a b': not divided by RANGE COLUMNS, and no primary key of one column"},
		{"with a unique key", "CREATE TABLE `a b` (id BINARY(16) NOT NULL PRIMARY KEY, n INT, UNIQUE KEY other (n))", "1644 partitions: unique key 'other': the partition column must be in it"},
		{"with two unique keys", "CREATE TABLE `a b` (id BINARY(16) NOT NULL PRIMARY KEY, n INT, m INT, UNIQUE KEY other (n), UNIQUE KEY third (m))", "1644 partitions: unique key '"},
		{"with a unique key that has it", "CREATE TABLE `a b` (id BINARY(16) NOT NULL PRIMARY KEY, n INT, UNIQUE KEY other (n, id), KEY third (n))", "a b id binary"},
		{"a view", "CREATE VIEW `a b` AS SELECT 1 AS id", "1644 partitions: table 'a b': not a table of the database"},
		{"none", "DO 0", "1644 partitions: table 'a b': missing in the database of the procedures"},
		{"that refers to another", "CREATE TABLE `a b` (id BINARY(16) NOT NULL PRIMARY KEY, r INT, CONSTRAINT refers FOREIGN KEY (r) REFERENCES referred (id))", "1644 partitions: foreign key 'refers': a partitioned table can have none"},
	} {
		s.exec("CREATE TABLE IF NOT EXISTS referred (id INT PRIMARY KEY)", "CREATE TABLE IF NOT EXISTS refers_other (id BINARY(16) PRIMARY KEY, r INT, CONSTRAINT other_refers FOREIGN KEY (r) REFERENCES referred (id))")
		s.exec(r.create, "SET @wanted = 'a b'")
		got := s.refuses("CALL sortid_internal_partition_column(@wanted, 'wiji', @divided, @kind, @method)")
		if got == "" {
			got = s.says("CONCAT_WS(' ', @wanted, @divided, @kind, @method)")
		}
		if got != r.want && (!strings.HasPrefix(got, r.want) || r.want[4] != ' ') {
			s.t.Errorf("a table %s: %s, want %s", r.name, got, r.want)
		}
		s.exec("DROP TABLE IF EXISTS `a b`", "DROP VIEW IF EXISTS `a b`")
	}
	s.exec("CREATE TABLE `a b` (id BINARY(16) PRIMARY KEY)", "CREATE TABLE child (id INT PRIMARY KEY, r BINARY(16), CONSTRAINT of_child FOREIGN KEY (r) REFERENCES `a b` (id))", "SET @wanted = 'a b', @none = NULL")
	for call, want := range map[string]string{
		"@wanted, 'wiji'": "1644 partitions: foreign key 'of_child'", "@wanted, NULL": "1644 partitions: format 'NULL': missing", "@none, 'wiji'": "1644 partitions: table 'NULL': missing",
	} {
		if got := s.refuses("CALL sortid_internal_partition_column(" + call + ", @divided, @kind, @method)"); !strings.HasPrefix(got, want) {
			s.t.Errorf("%s: %s, want %s", call, got, want)
		}
	}
	s.exec("DROP TABLE child", "DROP TABLE `a b`", "DROP TABLE refers_other", "DROP TABLE referred")
}

// newYear is 2027-01-01, the present of the tests of partitions.
const newYear = 1_798_761_600_000_000

// bound is the literal of the least Wiji of a time.
func (s session) bound(at string) string {
	s.t.Helper()
	return s.says("sortid_internal_partition_bound('wiji', 'binary', '" + at + "')")
}

// parts returns the names of the partitions of a table with the dates of their bounds.
func (s session) parts(table string) string {
	s.t.Helper()
	return strings.Join(s.list("SELECT CONCAT(PARTITION_NAME, ' ', IF(PARTITION_DESCRIPTION = 'MAXVALUE', 'MAXVALUE', CAST(DATE(sortid_internal_partition_bound_time('wiji', 'binary', sortid_internal_partition_order('binary', 16, PARTITION_DESCRIPTION))) AS CHAR)))"+
		" FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '"+table+"' AND PARTITION_NAME IS NOT NULL ORDER BY PARTITION_ORDINAL_POSITION"), ", ")
}

// ensureRules tests which partitions are added.
func ensureRules(_ *testing.T, _ database, s session) {
	divided := func(parts string) string {
		return "CREATE TABLE ensured (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) (" + parts + ")"
	}
	const plain = "CREATE TABLE ensured (id BINARY(16) NOT NULL PRIMARY KEY)"
	part := func(name, at string) string { return "PARTITION " + name + " VALUES LESS THAN (" + s.bound(at) + ")" }
	const rest = ", PARTITION rest VALUES LESS THAN (MAXVALUE)"
	for _, r := range []struct{ name, create, call, want string }{
		{"the present year", plain, "sortid_partitions_ensure('ensured', 'wiji', 'year', 0)", "p2027 2028-01-01"},
		{"and one ahead", plain, "sortid_partitions_ensure('ensured', 'wiji', 'year', 1)", "p2027 2028-01-01, p2028 2029-01-01"},
		{"months", plain, "sortid_partitions_ensure('ensured', 'wiji', 'month', 1)", "p2027_01 2027-02-01, p2027_02 2027-03-01"},
		{"from a year before", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 0, '2025-12-31 23:59:59')", "p2025 2026-01-01, p2026 2027-01-01, p2027 2028-01-01"},
		{"from the last microsecond of a year", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 0, '2025-12-31 23:59:59.999999')", "p2025 2026-01-01, p2026 2027-01-01, p2027 2028-01-01"},
		{"from a year ahead", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 1, '2030-01-01')", "p2030 2031-01-01, p2031 2032-01-01"},
		{"added", divided(part("old", "2028-01-01")), "sortid_partitions_ensure('ensured', 'wiji', 'year', 1)", "old 2028-01-01, p2028 2029-01-01"},
		{"over the middle of a year", divided(part("old", "2027-07-01")), "sortid_partitions_ensure('ensured', 'wiji', 'year', 0)", "old 2027-07-01, p2027 2028-01-01"},
		{"a name that is taken", divided(part("p2027", "2027-06-01") + ", " + part("p2027_2", "2027-07-01")), "sortid_partitions_ensure('ensured', 'wiji', 'year', 0)", "p2027 2027-06-01, p2027_2 2027-07-01, p2027_3 2028-01-01"},
		{"before MAXVALUE", divided(part("old", "2027-01-01") + rest), "sortid_partitions_ensure('ensured', 'wiji', 'year', 0)", "old 2027-01-01, p2027 2028-01-01, rest MAXVALUE"},
		{"none is missing", divided(part("old", "2029-01-01") + rest), "sortid_partitions_ensure('ensured', 'wiji', 'year', 1)", "old 2029-01-01, rest MAXVALUE"},
		{"MAXVALUE alone", divided(strings.TrimPrefix(rest, ", ")), "sortid_partitions_ensure('ensured', 'wiji', 'year', 0)", "p2027 2028-01-01, rest MAXVALUE"},
		{"a bound that is no ID", "CREATE TABLE ensured (id VARCHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) (PARTITION old VALUES LESS THAN ('0 1'))",
			"sortid_partitions_ensure('ensured', 'wiji', 'year', 0)", "1644 partitions: table 'ensured': a bound cannot be read"},
		{"negative", plain, "sortid_partitions_ensure('ensured', 'wiji', 'year', -1)", "1644 partitions: periods ahead '-1': out of range: use 0 to 1000"},
		{"more than 1000", plain, "sortid_partitions_ensure('ensured', 'wiji', 'hour', 1001)", "1644 partitions: periods ahead '1001': out of range"},
		{"NULL ahead", plain, "sortid_partitions_ensure('ensured', 'wiji', 'hour', NULL)", "1644 partitions: periods ahead 'NULL': out of range"},
		{"no period", plain, "sortid_partitions_ensure('ensured', 'wiji', NULL, 1)", "1644 partitions: period 'NULL': missing"},
		{"no time", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 1, NULL)", "1644 partitions: time 'NULL': missing"},
		{"before 1970", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 1, '1969-12-31 23:59:59')", "1644 partitions: time '1969-12-31 23:59:59': outside the lifetime, 1970 to 9998"},
		{"the last microsecond of 9998, after the format's lifetime", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 0, '9998-12-31 23:59:59.999999')", "1644 wiji: time '9999-01-01 00:00:00'"},
		{"after 9998", plain, "sortid_partitions_ensure_from('ensured', 'wiji', 'year', 1, '9999-01-01')", "1644 partitions: time '9999-01-01': outside the lifetime, 1970 to 9998"},
	} {
		s.at(newYear + 500_000)
		s.exec(r.create, "DELETE FROM sortid_partitioned")
		got := s.refuses("CALL " + r.call)
		if got == "" {
			got = s.parts("ensured")
			s.exec("CALL " + r.call)
			if again := s.parts("ensured"); again != got {
				s.t.Errorf("%s: the second time %s, the first %s", r.name, again, got)
			}
		}
		if got != r.want && (r.want[4] != ' ' || !strings.HasPrefix(got, r.want)) {
			s.t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
		s.exec("DROP TABLE ensured")
		if held := s.says("COALESCE(IS_USED_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '.ensured'), 224))), 0)"); held != "0" {
			s.t.Errorf("%s: the lock of the table is held", r.name)
		}
	}
	s.exec(plain, "DELETE FROM sortid_partitioned", "INSERT INTO ensured VALUES (sortid_wiji_min_at('2026-12-31'))")
	if got := s.refuses("CALL sortid_partitions_ensure('ensured', 'wiji', 'year', 0)"); !strings.HasPrefix(got, "1644 partitions: table 'ensured': has rows and no partitions") {
		s.t.Error(got)
	}
	s.exec("DROP TABLE ensured")
}

// evidenceRules tests what is evidence of a format. The present is 2027-01-01.
func evidenceRules(_ *testing.T, _ database, s session) {
	const (
		other = "1644 partitions: format 'wiji': the table has other IDs"
		none  = "1644 partitions: format 'wiji': bounds and newest IDs are no evidence of it"
	)
	part := func(name, at string) string { return "PARTITION " + name + " VALUES LESS THAN (" + s.bound(at) + ")" }
	const rest = "PARTITION rest VALUES LESS THAN (MAXVALUE)"
	wiji := func(at string) string { return "(sortid_wiji_min_at('" + at + "'))" }
	ulid := func(at string) string { return "(sortid_ulid_min_at('" + at + "'))" }
	type row struct{ name, keys, want string }
	for _, c := range []struct {
		parts string
		rows  []row
	}{
		{rest, []row{
			{"empty", "", ""},
			{"the newest of a year ago", wiji("2026-01-01"), ""},
			{"the newest of more than a year ago", wiji("2025-12-31 23:59:59.999999"), none},
			{"the newest a day ahead", wiji("2027-01-02"), ""},
			{"the newest more than a day ahead", wiji("2027-01-02 00:00:00.000001"), none},
			{"an old one and a new one", wiji("2021-01-01") + "," + wiji("2026-12-31"), ""},
			{"other IDs", ulid("2026-12-31"), none},
			{"other IDs among new ones", ulid("2008-01-01") + "," + wiji("2026-12-31"), none},
		}},
		{part("p", "2027-02-01 00:15:00") + "," + rest, []row{
			{"old IDs and exact bounds", wiji("2021-01-01"), ""},
			{"other IDs below the bound", ulid("2025-01-01"), other},
			{"other IDs above the bound", ulid("2200-01-01"), ""},
		}},
		{part("p", "2027-02-01 00:14:59") + "," + rest, []row{
			{"old IDs and a bound of no quarter of an hour", wiji("2021-01-01"), none}, {"new IDs and a bound of no quarter of an hour", wiji("2026-12-01"), ""},
			{"empty, with a bound of no quarter of an hour", "", ""},
		}},
		{part("p", "2027-02-01 00:15:00.000001") + "," + rest, []row{{"old IDs and a bound of a microsecond", wiji("2021-01-01"), none}}},
		{part("p", "2027-02-01") + "," + part("q", "2027-02-01 00:15:01"), []row{
			{"exact bounds and others", wiji("2021-01-01"), none}, {"exact bounds and others, and new IDs", wiji("2026-12-01"), ""},
		}},
		{part("p", "2027-02-01") + "," + part("q", "2027-02-02"), []row{{"two exact bounds", wiji("2021-01-01"), ""}, {"other IDs below the first", ulid("2025-01-01"), other}}},
		{"PARTITION p VALUES LESS THAN (_binary 0x065E0000000000000000000000000000), " + rest, []row{{"a bound that is no ID", wiji("2020-01-01"), none}}},
		{"PARTITION p VALUES LESS THAN (" + strings.TrimSuffix(s.bound("2027-02-01"), "000010000000000000") + "000110000000000000" + "), " + rest, []row{{"a bound that is not the least ID", wiji("2020-01-01"), none}}},
	} {
		s.at(newYear + 500_000)
		s.exec("CREATE TABLE evidence (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) (" + c.parts + ")")
		for _, r := range c.rows {
			s.exec("DELETE FROM evidence", "DELETE FROM sortid_partitioned")
			if r.keys != "" {
				s.exec("INSERT INTO evidence VALUES " + r.keys)
			}
			for writes, records := range map[string]string{"FALSE": "0", "TRUE": "1"} {
				s.exec("DELETE FROM sortid_partitioned")
				got := s.refuses("CALL sortid_internal_partition_record('evidence', 'id', 'wiji', 'binary', " + writes + ")")
				if got == "" != (r.want == "") || !strings.HasPrefix(got, r.want) {
					s.t.Errorf("%s: %q, want %q", r.name, got, r.want)
				}
				if r.want != "" {
					records = "0"
				}
				if n := s.says("(SELECT COUNT(*) FROM sortid_partitioned WHERE table_name = 'evidence' AND column_name = 'id' AND format = 'wiji')"); n != records {
					s.t.Errorf("%s: %s records after writes = %s, want %s", r.name, n, writes, records)
				}
			}
		}
		s.exec("DROP TABLE evidence")
	}
	s.exec("CREATE TABLE evidence (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) ("+rest+")", "DELETE FROM sortid_partitioned", "INSERT INTO evidence VALUES "+wiji("2021-01-01"),
		"INSERT INTO sortid_partitioned VALUES ('evidence', 'id', 'wiji'), ('evidence_2', 'id', 'ulid')")
	for column, want := range map[string]string{"'id', 'wiji'": "", "'other', 'wiji'": "1644 partitions: format 'wiji': sortid_partitioned has wiji for this table", "'id', 'ulid'": "1644 partitions: format 'ulid': sortid_partitioned has wiji"} {
		if got := s.refuses("CALL sortid_internal_partition_record('evidence', " + column + ", 'binary', TRUE)"); got == "" != (want == "") || !strings.HasPrefix(got, want) {
			s.t.Errorf("%s: %q, want %q", column, got, want)
		}
	}
	s.exec("DROP TABLE evidence", "DELETE FROM sortid_partitioned")
}

// retentionRules tests what would be dropped, and why not. The present is 2027-01-01.
func retentionRules(_ *testing.T, _ database, s session) {
	wiji := func(at string) string { return "(sortid_wiji_min_at('" + at + "'))" }
	ulid := func(at string) string { return "(sortid_ulid_min_at('" + at + "'))" }
	xid := func(at string) string { return "(sortid_xid_min_at('" + at + "'))" }
	flake := func(at string) string { return "(sortid_ulidflake_min_at('" + at + "'))" }
	recent := wiji("2026-12-31")
	const year = "2021-01-01"
	type row struct {
		name, keys, before, days string
		right                    bool
		want                     string
	}
	for _, c := range []struct {
		format, kind, column string
		bounds               []string
		rows                 []row
	}{
		{"wiji", "binary", "BINARY(16)", []string{year, "2022-01-01"}, []row{
			{"the end is the limit", wiji("2020-06-01") + "," + recent, year, "0", false, "p0 drop 1"},
			{"the end is after the limit", wiji("2020-06-01") + "," + recent, "2020-12-31 23:59:59.999999", "0", false, ""},
			{"two", wiji("2020-06-01") + "," + recent, "2022-01-01", "0", false, "p0 drop 1; p1 drop 0"},
			{"all of them, but MAXVALUE", recent, "2026-12-31", "0", false, "p0 drop 0; p1 drop 0"},
			{"a quarantine", wiji("2020-06-01") + "," + recent, year, "1", false, "p0 detach 1"},
			{"the greatest quarantine", recent, year, "36500", false, "p0 detach 0"},
			{"a greater quarantine", recent, year, "36501", false, "1644 partitions: days of quarantine '36501': out of range: use 0 to 36500"},
			{"a negative quarantine", recent, year, "-1", false, "1644 partitions: days of quarantine '-1': out of range"},
			{"NULL days", recent, year, "NULL", false, "1644 partitions: days of quarantine 'NULL': out of range"},
			{"before now", recent, "2026-12-31 23:59:59.998999", "0", true, "p0 drop 0; p1 drop 0"},
			{"at the beginning of the statement", recent, "2026-12-31 23:59:59.999000", "0", true, "1644 partitions: time '2026-12-31 23:59:59.999000': not in the past"},
			{"1970", recent, "1970-01-01", "0", true, ""},
			{"the last time", recent, "9999-12-31 23:59:59.999999", "0", true, "1644 partitions: time '9999-12-31 23:59:59.999999': not in the past"},
			{"before 1970", recent, "1969-12-31 23:59:59.999999", "0", true, "1644 partitions: time '1969-12-31 23:59:59.999999': outside the lifetime, 1970 to 9999"},
			{"the newest ID is of the limit", wiji("2020-06-01") + "," + wiji("2026-05-01"), "2026-05-01", "0", false, "p0 drop 1; p1 drop 0"},
			{"the newest ID is before the limit", wiji("2020-06-01") + "," + wiji("2026-04-30 23:59:59.999999"), "2026-05-01", "0", false, "p0 drop 1 newest ID of the table: 2026-04-30 23:59:59: if the clock is right; p1 drop 0"},
			{"the newest ID is a microsecond before the limit", wiji("2020-06-01") + "," + wiji("2026-04-30 23:59:59.999993"), "2026-04-30 23:59:59.999994", "0", false, "p0 drop 1 newest ID of the table: 2026-04-30 23:59:59: if the clock is right; p1 drop 0"},
			{"the newest ID is of the microsecond of the limit", wiji("2020-06-01") + "," + wiji("2026-04-30 23:59:59.999994"), "2026-04-30 23:59:59.999994", "0", false, "p0 drop 1; p1 drop 0"},
			{"it is, and the clock is right", wiji("2020-06-01") + "," + wiji("2026-04-30"), "2026-05-01", "0", true, "p0 drop 1; p1 drop 0"},
			{"the newest ID is a day ahead", wiji("2020-06-01") + "," + wiji("2027-01-01 23:59:59.999"), year, "0", false, "p0 drop 1"},
			{"the newest ID is more than a day ahead", wiji("2020-06-01") + "," + wiji("2027-01-01 23:59:59.999001"), year, "0", false, "p0 drop 1 newest ID of the table: 2027-01-01 23:59:59: if the clock is right"},
			{"a key of another version", wiji("2020-06-01") + "," + ulid("2025-01-01") + "," + recent, year, "0", false, "p0 drop 2 1 of 2 keys are not of the format in its own form"},
			{"of 1990", wiji("1990-01-01") + "," + recent, year, "0", false, "p0 drop 1"},
			{"before 1990", wiji("1989-12-31 23:59:59.999999") + "," + recent, year, "0", false, "p0 drop 1 its newest ID would be of 1989-12-31 23:59:59: check the format"},
			{"far ahead", wiji("2020-06-01") + "," + wiji("2038-01-01"), year, "0", true, "p0 drop 1"},
			{"all IDs long before the end of the first partition", wiji("2019-11-27 23:59:59.999999"), year, "0", true, "p0 drop 1 has all IDs of the table, up to 2019-11-27 23:59:59: check the format"},
			{"all IDs 400 days before it", wiji("2019-11-28"), year, "0", true, "p0 drop 1"},
			{"another ID after it", wiji("2019-11-27") + "," + recent, year, "0", true, "p0 drop 1"},
			{"all IDs in the second partition", wiji("2021-01-01"), "2022-01-01", "0", true, "p0 drop 0; p1 drop 1"},
			{"no IDs", "", year, "0", false, "p0 drop 0"},
		}},
		{"ulid", "binary", "BINARY(16)", []string{year, "2022-01-01"}, []row{
			{"a ULID ten years ahead", ulid("2020-06-01") + "," + ulid("2036-12-31 23:59:59.999"), year, "0", true, "p0 drop 1"},
			{"a ULID more than ten years ahead", ulid("2020-06-01") + "," + ulid("2037-01-01"), year, "0", true, "p0 drop 1 the table has an ID of 2037-01-01 00:00:00: check the format"},
			{"none in the partition", ulid("2037-01-01"), year, "0", true, "p0 drop 0"},
		}},
		// 1096 days since 2024, a fourth of them after 2011-11-13.
		{"uid11", "bigint", "BIGINT UNSIGNED", []string{year, "2022-01-01"}, []row{
			{"a Ulid-Flake as xid", xid("2012-08-12 23:59:58.999") + "," + xid("2026-12-31"), year, "0", true, "p0 drop 1 has an ID of 2012-08-12, which may be a Ulid-Flake: check the format"},
			{"a later xid", xid("2012-08-13") + "," + xid("2026-12-31"), year, "0", true, "p0 drop 1"},
		}},
		{"ulidflake", "bigint", "BIGINT", []string{"2025-01-01", "2026-01-01"}, []row{
			{"a Ulid-Flake", flake("2024-06-01") + "," + flake("2026-12-31"), "2025-01-01", "0", true, "p0 drop 1"},
			{"a negative key", "(-5)," + flake("2024-06-01") + "," + flake("2026-12-31"), "2025-01-01", "0", true, "p0 drop 2 1 of 2 keys are not of the format"},
			{"a time before all IDs", flake("2026-12-31"), "2023-01-01", "0", true, ""},
		}},
		{"wiji", "text", "VARCHAR(30) CHARACTER SET ascii COLLATE ascii_bin", []string{year, "2022-01-01"}, []row{
			{"texts", "(sortid_wiji_text(sortid_wiji_min_at('2020-06-01'))), (sortid_wiji_text(" + recent + "))", year, "0", false, "p0 drop 1"},
			{"a text of another form", "('00'), (sortid_wiji_text(" + recent + "))", year, "0", false, "p0 drop 1 1 of 1 keys are not of the format"},
		}},
	} {
		s.at(newYear)
		var parts []string
		for i, at := range c.bounds {
			parts = append(parts, fmt.Sprintf("PARTITION p%d VALUES LESS THAN (%s)", i, s.says("sortid_internal_partition_bound('"+c.format+"', '"+c.kind+"', '"+at+"')")))
		}
		s.exec("CREATE TABLE planned (id "+c.column+" NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) ("+strings.Join(parts, ", ")+", PARTITION rest VALUES LESS THAN (MAXVALUE))",
			"DELETE FROM sortid_partitioned", "INSERT INTO sortid_partitioned VALUES ('planned', 'id', '"+c.format+"')")
		for _, r := range c.rows {
			s.at(newYear)
			s.exec("DELETE FROM planned")
			if r.keys != "" {
				s.exec("INSERT INTO planned VALUES " + r.keys)
			}
			if got := s.before("planned", c.format, r.before, r.days, r.right); got != r.want && (r.want == "" || !startsEach(got, r.want)) {
				s.t.Errorf("%s: %s, want %s", r.name, got, r.want)
			}
		}
		s.exec("DROP TABLE planned")
	}
	asideRules(s)
}

// startsEach reports whether each line of a list begins as that of another one, and has a problem if that has.
func startsEach(got, want string) bool {
	g, w := strings.Split(got, "; "), strings.Split(want, "; ")
	if len(g) != len(w) {
		return false
	}
	for i := range g {
		if !strings.HasPrefix(g[i], w[i]) || strings.Count(w[i], " ") == 2 && g[i] != w[i] {
			return false
		}
	}
	return true
}

// before returns the listed partitions with their actions, their rows and their problems, or the server's error.
func (s session) before(table, format, at, days string, right bool) string {
	s.t.Helper()
	planned, text := s.planned(table, format, at, days, right)
	if text != "" {
		return text
	}
	var list []string
	for _, cells := range planned {
		line := *cells[0] + " " + *cells[1] + " " + *cells[4]
		if cells[8] != nil {
			line += " " + *cells[8]
		}
		list = append(list, line)
	}
	return strings.Join(list, "; ")
}

// planned returns the rows of sortid_partitions_before, or the server's error.
func (s session) planned(table, format, at, days string, right bool) (list [][9]*string, refused string) {
	s.t.Helper()
	rows, err := s.QueryContext(s.t.Context(), fmt.Sprintf("CALL sortid_partitions_before('%s', '%s', '%s', %s, %t)", table, format, at, days, right))
	if text := refusal(err); text != "" {
		return nil, text
	}
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var cells [9]*string
		if err := rows.Scan(&cells[0], &cells[1], &cells[2], &cells[3], &cells[4], &cells[5], &cells[6], &cells[7], &cells[8]); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, cells)
	}
	for rows.NextResultSet() { // the status of a CALL, which can be its error
	}
	return list, refusal(rows.Err())
}

// asideRules tests tables that were detached, and what a run leaves.
func asideRules(s session) {
	s.t.Helper()
	wiji := func(at string) string { return "(sortid_wiji_min_at('" + at + "'))" }
	part := func(name, at string) string { return "PARTITION " + name + " VALUES LESS THAN (" + s.bound(at) + ")" }
	s.at(newYear)
	s.exec("CREATE TABLE `pl``an` (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) ("+part("p0", "2021-01-01")+", "+part("p1", "2022-01-01")+", "+part("p2", "2028-01-01")+")",
		"DELETE FROM sortid_partitioned", "INSERT INTO sortid_partitioned VALUES ('pl`an', 'id', 'wiji')", "INSERT INTO `pl``an` VALUES "+wiji("2020-12-31 23:59:59.999999")+","+wiji("2026-12-31"))
	run := func(before, days string) string {
		if text := s.refuses("CALL sortid_partitions_drop_before('pl`an', 'wiji', '" + before + "', " + days + ", FALSE)"); text != "" {
			return text
		}
		return strings.Join(append(s.list("SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'pl`an' ORDER BY PARTITION_ORDINAL_POSITION"),
			s.list("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'pl`an\\_%' ORDER BY TABLE_NAME")...), " ")
	}
	check := func(what, got, want string) {
		s.t.Helper()
		if got != want && (len(want) < 5 || want[4] != ' ' || !strings.HasPrefix(got, want)) {
			s.t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	list := func(days string) string { return s.before("pl`an", "wiji", "2021-01-01", days, false) }
	s.exec("CREATE TABLE `pl``an_p0` (n INT)")
	check("a run with a quarantine of two days", run("2021-01-01", "2"), "p1 p2 pl`an_p0 pl`an_p0_2")
	check("the comment", s.says("(SELECT TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'pl`an_p0_2')"), "sortid: `pl``an_p0_2`, partition of `pl``an`, wiji, detached 2026-12-31 23:59:59")
	s.exec("DROP TABLE `pl``an_p0`")
	comment := func(rest string) {
		s.exec("ALTER TABLE `pl``an_p0_2` COMMENT = 'sortid: `pl``an_p0_2`, partition of `pl``an`, " + rest + "'")
	}
	check("just detached", list("2"), "pl`an_p0_2 keep 1")
	comment("wiji, detached 2026-12-30 00:00:00")
	s.at(newYear) // the statement begins at 23:59:59
	check("a second of the quarantine left", list("2"), "pl`an_p0_2 keep 1")
	check("a run with a second left", run("2021-01-01", "2"), "p1 p2 pl`an_p0_2")
	comment("wiji, detached 2026-12-29 23:59:59")
	check("the quarantine over", list("2"), "pl`an_p0_2 drop 1")
	comment("ulid, detached 2026-12-29 23:59:59")
	check("of another format", list("2"), "pl`an_p0_2 drop 1 was detached with another format")
	check("a run with another format", run("2021-01-01", "2"), "1644 partitions: partition 'pl`an_p0_2': was detached with another format: nothing dropped")
	comment("wiji, detached then")
	check("without a time", list("1"), "pl`an_p0_2 keep 1")
	comment("wiji, detached 2026-12-29 23:59:59")
	s.exec("INSERT INTO `pl``an_p0_2` VALUES " + wiji("2021-01-01"))
	check("a row just at the limit", list("2"), "pl`an_p0_2 drop 2 has an ID of 2021-01-01 00:00:00, 1 of 2 after the limit")
	check("a run with it", run("2021-01-01", "2"), "1644 partitions: partition 'pl`an_p0_2': has an ID of 2021-01-01 00:00:00, 1 of 2 after")
	s.exec("DELETE FROM `pl``an_p0_2` WHERE id >= " + wiji("2021-01-01"))
	check("a run after the quarantine", run("2021-01-01", "2"), "p1 p2")
	check("an empty partition is dropped, not detached", run("2022-01-01", "2"), "p2")
	s.exec("DROP TABLE `pl``an`", "DELETE FROM sortid_partitioned")
	// The bytes are those of the rows and of the other indexes.
	s.exec("CREATE TABLE planned (id BINARY(16) NOT NULL PRIMARY KEY, n INT, KEY (n)) PARTITION BY RANGE COLUMNS (id) ("+part("p0", "2021-01-01")+", "+part("p1", "2028-01-01")+")",
		"CREATE TABLE planned_old (id BINARY(16) NOT NULL PRIMARY KEY, n INT, KEY (n), KEY other (n)) COMMENT = 'sortid: `planned_old`, partition of `planned`, wiji, detached 2020-01-01 00:00:00'",
		"INSERT INTO sortid_partitioned VALUES ('planned', 'id', 'wiji')")
	var sizes []string
	planned, _ := s.planned("planned", "wiji", "2021-01-01", "0", true)
	for _, cells := range planned {
		sizes = append(sizes, *cells[0]+" "+*cells[5])
	}
	check("the bytes", strings.Join(sizes, ", "), s.says("(SELECT CONCAT('p0 ', DATA_LENGTH + INDEX_LENGTH) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'planned' AND PARTITION_NAME = 'p0' AND INDEX_LENGTH > 0)")+", "+
		s.says("(SELECT CONCAT('planned_old ', DATA_LENGTH + INDEX_LENGTH) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'planned_old' AND INDEX_LENGTH > 0)"))
	s.exec("DROP TABLE planned, planned_old", "DELETE FROM sortid_partitioned")
	// A run that would leave no partition.
	s.exec("CREATE TABLE planned (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) ("+part("p0", "2020-01-01")+", "+part("p1", "2021-01-01")+")",
		"INSERT INTO sortid_partitioned VALUES ('planned', 'id', 'wiji')")
	check("no partition would be left", s.refuses("CALL sortid_partitions_drop_before('planned', 'wiji', '2021-01-01', 0, TRUE)"), "1644 partitions: table 'planned': no partition would be left")
	check("one is left", s.refuses("CALL sortid_partitions_drop_before('planned', 'wiji', '2020-12-31 23:59:59.999999', 0, TRUE)"), "")
	check("NULL", s.refuses("CALL sortid_partitions_drop_before('planned', 'wiji', '2020-12-31', 0, NULL)"), "1644 partitions: clock_is_right 'NULL': missing")
	check("NULL time", s.refuses("CALL sortid_partitions_drop_before('planned', 'wiji', NULL, 0, TRUE)"), "1644 partitions: time 'NULL': missing")
	s.exec("DROP TABLE planned", "CREATE TABLE planned (id BINARY(16) NOT NULL PRIMARY KEY)")
	check("no partitions", s.refuses("CALL sortid_partitions_drop_before('planned', 'wiji', '2020-12-31', 0, TRUE)"), "1644 partitions: table 'planned': has no partitions")
	s.exec("DROP TABLE planned", "DELETE FROM sortid_partitioned")
	// Long names are cut.
	long := strings.Repeat("l", 60)
	s.exec("CREATE TABLE "+long+" (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) ("+part("p0123456789", "2021-01-01")+", PARTITION rest VALUES LESS THAN (MAXVALUE))",
		"INSERT INTO sortid_partitioned VALUES ('"+long+"', 'id', 'wiji')", "INSERT INTO "+long+" VALUES "+wiji("2020-06-01")+","+wiji("2026-12-31"), "CREATE TABLE "+long+"_p01 (n INT)")
	check("a long name", s.refuses("CALL sortid_partitions_drop_before('"+long+"', 'wiji', '2021-01-01', 1, FALSE)"), "")
	check("the names", strings.Join(s.list("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'lll%' ORDER BY CHAR_LENGTH(TABLE_NAME), TABLE_NAME"), " "), long+" "+strings.Repeat("l", 59)+"_2 "+long+"_p01")
	s.exec("DROP TABLE "+long+", "+long+"_p01, "+strings.Repeat("l", 59)+"_2", "DELETE FROM sortid_partitioned")
}
