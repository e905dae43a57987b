package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// results returns the value of each expression as a text, or its error, from one statement.
func (s givenSession) results(exprs []string) []string {
	s.t.Helper()
	exec(s.t, s, `CREATE OR REPLACE FUNCTION given.result(expr text) RETURNS text LANGUAGE plpgsql AS $$
		DECLARE
			value text;
		BEGIN
			EXECUTE 'SELECT (' || expr || ')::text' INTO value;
			RETURN coalesce(value, 'NULL');
		EXCEPTION WHEN OTHERS THEN
			RETURN SQLSTATE || ' ' || SQLERRM;
		END $$`)
	return texts(s.t, s, "SELECT given.result(e) FROM unnest($1::text[]) WITH ORDINALITY AS r (e, n) ORDER BY n", exprs)
}

// value is an expression and what it gives: a text, or the beginning of an error.
type value struct{ expr, want string }

func (s givenSession) values(rows []value) {
	s.t.Helper()
	exprs := make([]string, len(rows))
	for i, r := range rows {
		exprs[i] = r.expr
	}
	for i, got := range s.results(exprs) {
		if got != rows[i].want && (len(rows[i].want) < 6 || rows[i].want[5] != ' ' || !strings.HasPrefix(got, rows[i].want)) {
			s.t.Errorf("%s: %s, want %s", rows[i].expr, got, rows[i].want)
		}
	}
}

// kindRules tests which column holds IDs of which format.
func kindRules(t *testing.T, s givenSession) {
	formats := []string{"wiji", "ulid", "uuidv7", "scru160", "ulidflake", "uid11"}
	const all = "wiji ulid uuidv7 scru160 ulidflake uid11"
	exec(t, s, "CREATE DOMAIN key_domain AS uuid", "CREATE DOMAIN text_domain AS varchar(12) COLLATE \"C\"")
	var rows []value
	for i, c := range []struct{ kind, column, formats string }{
		{"uuid", "uuid", "wiji ulid uuidv7"},
		{"uuid", "key_domain", "wiji ulid uuidv7"},
		{"bytea", "bytea", all},
		{"bigint", "bigint", "ulidflake uid11"},
		{"", "integer", ""},
		{"", "numeric", ""},
		{"", "char(40) COLLATE \"C\"", ""},
		{"text", "text COLLATE \"C\"", all},
		{"text", "text COLLATE \"POSIX\"", all},
		{"", "text COLLATE \"en-x-icu\"", ""},
		{"text", "varchar COLLATE \"C\"", all},
		{"text", "varchar(36) COLLATE \"C\"", all},
		{"text", "varchar(35) COLLATE \"C\"", "wiji ulid scru160 ulidflake uid11"},
		{"text", "varchar(32) COLLATE \"C\"", "wiji ulid scru160 ulidflake uid11"},
		{"text", "varchar(31) COLLATE \"C\"", "wiji ulid ulidflake uid11"},
		{"text", "varchar(26) COLLATE \"C\"", "wiji ulid ulidflake uid11"},
		{"text", "varchar(25) COLLATE \"C\"", "ulidflake uid11"},
		{"text", "varchar(13) COLLATE \"C\"", "ulidflake uid11"},
		{"text", "varchar(12) COLLATE \"C\"", "uid11"},
		{"text", "varchar(11) COLLATE \"C\"", "uid11"},
		{"", "varchar(10) COLLATE \"C\"", ""},
	} {
		table := fmt.Sprintf("kind_%d", i)
		exec(t, s, "CREATE TABLE "+table+" (n int, id "+c.column+", m int) PARTITION BY RANGE (id)")
		for _, f := range formats {
			want := "42804 partitions: table public." + table + ": its partition column cannot hold IDs of " + f + " in order"
			if slices.Contains(strings.Fields(c.formats), f) {
				want = c.kind
			}
			rows = append(rows, value{"sortid_internal_partition_kind('" + table + "', '" + f + "')", want})
		}
	}
	exec(t, s, "CREATE TABLE kind_list (id uuid) PARTITION BY LIST (id)", "CREATE TABLE kind_pair (id uuid, n int) PARTITION BY RANGE (id, n)", "CREATE TABLE kind_plain (id uuid)",
		`CREATE TABLE kind_other (id text COLLATE "C") PARTITION BY RANGE (id text_pattern_ops)`)
	for _, table := range []string{"kind_list", "kind_pair", "kind_plain"} {
		rows = append(rows, value{"sortid_internal_partition_kind('" + table + "', 'wiji')", "42809 partitions: table public." + table + ": not partitioned by RANGE of one column"})
	}
	s.values(append(rows,
		value{"sortid_internal_partition_kind('kind_other', 'wiji')", "42804 partitions: table public.kind_other: its"},
		value{"sortid_internal_partition_kind('kind_0', 'ksuid')", "22023 partitions: format 'ksuid': unknown"}))
}

// keyRules tests how keys and bounds of partitions are read.
func keyRules(t *testing.T, s givenSession) {
	exec(t, s, "SET TimeZone = 'UTC'")
	at := func(format, kind, key string) string {
		return fmt.Sprintf("sortid_internal_partition_time('%s', '%s', '%s')", format, kind, key)
	}
	const wiji, ulid, uuid = "0199ab00-0000-0000-0012-3456789abcde", "0199ab00-0000-0000-0000-000000000001", "0199ab00-0000-7000-8000-000000000001"
	rows := []value{
		{at("ulidflake", "bigint", "-1"), "NULL"},
		{at("ulidflake", "bigint", "0"), "2024-01-01 00:00:00+00"},
		{at("ulidflake", "bigint", "1048576"), "2024-01-01 00:00:00.001+00"},
		{at("uid11", "bigint", "-1"), "NULL"},
		{at("uid11", "bigint", "0"), "2011-11-11 11:11:11.111+00"},
		{at("ulidflake", "bytea", `\x7fffffffffffffff`), "2302-09-27 15:10:22.207+00"},
		{at("ulidflake", "bytea", `\x8000000000000000`), "NULL"},
		{at("ulidflake", "bytea", `\x7f00000000000000`), "2300-07-24 06:25:45.472+00"},
		{at("ulidflake", "bytea", `\x00000000000000`), "NULL"},
		{at("uid11", "bytea", `\xffffffffffffffff`), "2151-03-25 18:46:22.214+00"},
		{at("uid11", "bytea", `\x0000000000000000`), "2011-11-11 11:11:11.111+00"},
		{at("uid11", "bytea", `\x000000000000000000`), "NULL"},
		{at("scru160", "bytea", `\x`+strings.Repeat("00", 20)), "1970-01-01 00:00:00+00"},
		{at("scru160", "bytea", `\x`+strings.Repeat("00", 16)), "NULL"},
		{at("wiji", "uuid", wiji), "1984-04-10 08:44:55.168+00"},
		{at("wiji", "uuid", ulid), "NULL"},
		{at("ulid", "uuid", ulid), "2025-10-03 16:55:28+00"},
		{at("uuidv7", "uuid", ulid), "NULL"},
		{at("uuidv7", "uuid", uuid), "2025-10-03 16:55:28+00"},
		{"sortid_internal_partition_bound('uid11', 'bytea', '2011-11-11 11:11:11.112Z')", `\x0000000000400000`},
		{"sortid_internal_partition_bound('uid11', 'bigint', '2011-11-11 11:11:11.112Z')", "4194304"},
		{`sortid_internal_partition_value('''a''''b''')`, "a'b"},
		{`sortid_internal_partition_value('''''')`, ""},
		{`sortid_internal_partition_value('-12')`, "-12"},
		{`sortid_internal_partition_value('MINVALUE')`, "NULL"},
		{`sortid_internal_partition_value('MAXVALUE')`, "NULL"},
	}
	for _, r := range []struct{ format, make, id string }{
		{"wiji", "sortid_wiji_text(%s)", "'" + wiji + "'"}, {"ulid", "sortid_ulid_text(%s)", "'" + ulid + "'"}, {"uuidv7", "sortid_uuid_text(%s)", "'" + uuid + "'"},
		{"scru160", "sortid_scru_text(%s)", "sortid_scru_min_at('2026-01-01Z')"}, {"ulidflake", "sortid_ulidflake_text(%s)", "sortid_ulidflake_min_at('2026-01-01Z')"},
		{"uid11", "sortid_uid_text(%s)", "sortid_xid_min_at('2026-01-01Z')"},
	} {
		text := s.says("SELECT " + fmt.Sprintf(r.make, r.id))
		other := strings.ToLower(text)
		if other == text {
			other = strings.ToUpper(text)
		}
		rows = append(rows, value{at(r.format, "text", text) + " IS NULL", "false"})
		if r.format != "uid11" { // in which the other case is another ID
			rows = append(rows, value{at(r.format, "text", other), "NULL"})
		}
	}
	// The bytes of bounds sort as the column does.
	ordered := []string{"-9223372036854775808", "-1", "0", "1", "9223372036854775807"}
	for i := range ordered[1:] {
		rows = append(rows, value{fmt.Sprintf("sortid_internal_partition_order('bigint', '%s') < sortid_internal_partition_order('bigint', '%s')", ordered[i], ordered[i+1]), "true"})
	}
	s.values(rows)

	exec(t, s, "CREATE TABLE parted (id bigint) PARTITION BY RANGE (id)", "CREATE TABLE parted_a PARTITION OF parted FOR VALUES FROM (MINVALUE) TO (-5)", "CREATE TABLE parted_b PARTITION OF parted FOR VALUES FROM (0) TO (7)",
		"CREATE TABLE parted_c PARTITION OF parted FOR VALUES FROM (7) TO (MAXVALUE)", "CREATE TABLE parted_d PARTITION OF parted DEFAULT", "CREATE TABLE unparted (id bigint) PARTITION BY RANGE (id)",
		"CREATE TABLE unparted_a PARTITION OF unparted FOR VALUES FROM (1) TO (2)")
	got := texts(t, s, "SELECT concat_ws(' ', part, coalesce(first, '-'), coalesce(until, '-'), coalesce(low::text, '-'), coalesce(high::text, '-'), pending, legible) FROM sortid_internal_partition_parts('parted', 'bigint') ORDER BY part::text")
	want := []string{`parted_a - -5 - \x7ffffffffffffffb f t`, `parted_b 0 7 \x8000000000000000 \x8000000000000007 f t`, `parted_c 7 - \x8000000000000007 - f t`}
	if !slices.Equal(got, want) {
		t.Errorf("the parts are %q, want %q", got, want)
	}
}

// startRules tests which periods partitions are made for.
func startRules(t *testing.T, s givenSession) {
	exec(t, s, "SET TimeZone = 'UTC'")
	s.at(1_798_761_600_000_000) // 2027-01-01
	starts := func(every string, ahead int, from string) string {
		return fmt.Sprintf("array_to_string(sortid_internal_partition_starts('%s', %d, '%s'), ',')", every, ahead, from)
	}
	ends := func(every string, ahead int, from string) string {
		return fmt.Sprintf("(SELECT concat_ws(' ', cardinality(a), a[1], a[cardinality(a)]) FROM sortid_internal_partition_starts('%s', %d, '%s') AS a)", every, ahead, from)
	}
	s.values([]value{
		{starts("year", 0, "2027-05-05"), "2027-01-01 00:00:00+00,2028-01-01 00:00:00+00"},
		{starts("year", 1, "2026-12-31 23:59:59"), "2026-01-01 00:00:00+00,2027-01-01 00:00:00+00,2028-01-01 00:00:00+00,2029-01-01 00:00:00+00"},
		{starts("year", 0, "2029-02-02"), "2029-01-01 00:00:00+00,2030-01-01 00:00:00+00"},
		{starts("quarter", 0, "2026-12-31"), "2026-10-01 00:00:00+00,2027-01-01 00:00:00+00,2027-04-01 00:00:00+00"},
		{starts("month", 0, "2026-12-31"), "2026-12-01 00:00:00+00,2027-01-01 00:00:00+00,2027-02-01 00:00:00+00"},
		{starts("week", 0, "2027-01-03"), "2026-12-28 00:00:00+00,2027-01-04 00:00:00+00"},
		{starts("day", 0, "2026-12-31 23:00"), "2026-12-31 00:00:00+00,2027-01-01 00:00:00+00,2027-01-02 00:00:00+00"},
		{starts("hour", 0, "2026-12-31 23:59"), "2026-12-31 23:00:00+00,2027-01-01 00:00:00+00,2027-01-01 01:00:00+00"},
		{ends("hour", 1000, "2027-01-01"), "1002 2027-01-01 00:00:00+00 2027-02-11 17:00:00+00"},
		{ends("hour", 1001, "2027-01-01"), "22023 partitions: 1001 periods ahead: out of range: use 0 to 1000"},
		{ends("hour", -1, "2027-01-01"), "22023 partitions: -1 periods ahead: out of range: use 0 to 1000"},
		{ends("hour", 0, "2026-01-24 16:00"), "8194 2026-01-24 16:00:00+00 2027-01-01 01:00:00+00"},
		{ends("hour", 0, "2026-01-24 15:59"), "22023 partitions: from 2026-01-24 15:59:00+00: more than 8192 periods from the present one"},
		{ends("hour", 0, "infinity"), "22023 partitions: from infinity: more than 8192 periods"},
		{ends("hour", 0, "-infinity"), "22023 partitions: from -infinity: more than 8192 periods"},
		{ends("fortnight", 0, "2027-01-01"), "22023 partitions: period 'fortnight': unknown"},
	})
}

// parted creates a table with partitions between numbers of milliseconds since the epoch of uid11, which are bigint keys.
func (s givenSession) parted(table string, parts ...string) {
	s.t.Helper()
	exec(s.t, s, "CREATE TABLE "+table+" (id bigint) PARTITION BY RANGE (id)")
	for i, p := range parts {
		from, to, _ := strings.Cut(p, " ")
		exec(s.t, s, fmt.Sprintf("CREATE TABLE %[1]s_old%[2]d PARTITION OF %[1]s FOR VALUES FROM (%[3]s) TO (%[4]s)", table, i, from, to))
	}
}

// bounds returns the partitions of a table with the times of their bounds, in their order.
func (s givenSession) bounds(table string) string {
	s.t.Helper()
	return s.says("SELECT string_agg(concat_ws(' ', part, coalesce(to_char(sortid_xid_time(first::bigint), 'YYYY-MM-DD'), '-'), coalesce(to_char(sortid_xid_time(until::bigint), 'YYYY-MM-DD'), '-')), ', ' ORDER BY low NULLS FIRST) FROM sortid_internal_partition_parts('" + table + "', 'bigint')")
}

// addRules tests what is added around the partitions that a table has.
func addRules(t *testing.T, s givenSession) {
	exec(t, s, "SET TimeZone = 'UTC'")
	s.at(1_798_761_600_000_000) // 2027-01-01
	least := func(date string) string { return s.says("SELECT sortid_xid_min_at('" + date + "Z')::text") }
	feb, jul, oct, next := least("2027-02-01"), least("2027-07-01"), least("2027-10-01"), least("2028-07-01")
	for _, r := range []struct {
		name  string
		parts []string
		want  string
	}{
		{"empty", nil, "added_p2027 2027-01-01 2028-01-01, added_p2028 2028-01-01 2029-01-01"},
		{"over two years", []string{jul + " " + next}, "added_p2027 2027-01-01 2027-07-01, added_old0 2027-07-01 2028-07-01, added_p2028 2028-07-01 2029-01-01"},
		{"three gaps", []string{feb + " " + jul, oct + " " + next}, "added_p2027 2027-01-01 2027-02-01, added_old0 2027-02-01 2027-07-01, added_p2027_2 2027-07-01 2027-10-01, added_old1 2027-10-01 2028-07-01, added_p2028 2028-07-01 2029-01-01"},
		{"from MINVALUE", []string{"MINVALUE " + jul}, "added_old0 - 2027-07-01, added_p2027 2027-07-01 2028-01-01, added_p2028 2028-01-01 2029-01-01"},
		{"to MAXVALUE", []string{jul + " MAXVALUE"}, "added_p2027 2027-01-01 2027-07-01, added_old0 2027-07-01 -"},
		{"all", []string{"MINVALUE MAXVALUE"}, "added_old0 - -"},
		{"the years", []string{least("2027-01-01") + " " + least("2028-01-01")}, "added_old0 2027-01-01 2028-01-01, added_p2028 2028-01-01 2029-01-01"},
		{"outside", []string{"0 4194304", least("2029-01-01") + " MAXVALUE"}, "added_old0 2011-11-11 2011-11-11, added_p2027 2027-01-01 2028-01-01, added_p2028 2028-01-01 2029-01-01, added_old1 2029-01-01 -"},
	} {
		s.parted("added", r.parts...)
		exec(t, s, "CALL sortid_partitions_ensure('added', 'uid11', 'year', 1)", "CALL sortid_partitions_ensure('added', 'uid11', 'year', 1)")
		if got := s.bounds("added"); got != r.want {
			t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
		exec(t, s, "DROP TABLE added", "DELETE FROM sortid_partitioned")
	}
	// The defaults are months, three ahead.
	s.parted("added")
	exec(t, s, "CALL sortid_partitions_ensure('added', 'uid11')")
	if got, want := s.bounds("added"), "added_p2027_01 2027-01-01 2027-02-01, added_p2027_02 2027-02-01 2027-03-01, added_p2027_03 2027-03-01 2027-04-01, added_p2027_04 2027-04-01 2027-05-01"; got != want {
		t.Errorf("the partitions are %s, want %s", got, want)
	}
	exec(t, s, "DROP TABLE added")
	// Names that are taken, up to the hundredth.
	exec(t, s, "CREATE VIEW named_p2027 AS SELECT 1", "DO $$ BEGIN FOR n IN 2 .. 99 LOOP EXECUTE 'CREATE VIEW named_p2027_' || n || ' AS SELECT 1'; END LOOP; END $$")
	s.parted("named")
	exec(t, s, "CALL sortid_partitions_ensure('named', 'uid11', 'year', 0)")
	if got, want := s.bounds("named"), "named_p2027_100 2027-01-01 2028-01-01"; got != want {
		t.Errorf("the partitions are %s, want %s", got, want)
	}
	exec(t, s, "DROP TABLE named", "CREATE VIEW named_p2027_100 AS SELECT 1")
	s.parted("named")
	long := strings.Repeat("l", 57)
	exec(t, s, "CREATE TABLE "+long+" (id uuid) PARTITION BY RANGE (id)", "CREATE TABLE "+long+"l (id uuid) PARTITION BY RANGE (id)",
		"CALL sortid_partitions_ensure('"+long+"', 'wiji', 'year', 0)")
	s.refused("CALL sortid_partitions_ensure('named', 'uid11', 'year', 0)", `42P07 relation "named_p2027_100" already exists`)
	s.refused("CALL sortid_partitions_ensure('"+long+"l', 'wiji', 'year', 0)", "42622 partitions: table public."+long+"l: the partition "+long+"l_p2027 has a name of more than 63 bytes")
	// Rows of the DEFAULT partition that belong to a new one.
	year := least("2027-01-01")
	for _, r := range []struct{ key, want string }{
		{year + " - 1", ""}, {year, "23514 partitions: table public.misplaced: the DEFAULT partition public.misplaced_rest has rows of misplaced_p2027"},
		{least("2028-01-01") + " - 1", "23514 partitions: table public.misplaced: the DEFAULT"}, {least("2028-01-01"), ""},
	} {
		exec(t, s, "CREATE TABLE misplaced (n int, id bigint) PARTITION BY RANGE (id)", "CREATE TABLE misplaced_rest PARTITION OF misplaced DEFAULT", "INSERT INTO misplaced (id) VALUES ("+r.key+")",
			"INSERT INTO sortid_partitioned VALUES ('public', 'misplaced', 'id', 'uid11') ON CONFLICT DO NOTHING")
		s.refused("CALL sortid_partitions_ensure('misplaced', 'uid11', 'year', 0)", r.want)
		exec(t, s, "DROP TABLE misplaced")
	}
	for _, args := range []string{"NULL, 'uid11', 'year', 0", "'named', NULL, 'year', 0", "'named', 'uid11', NULL, 0", "'named', 'uid11', 'year', NULL"} {
		s.refused("CALL sortid_partitions_ensure("+args+")", "22004 partitions: an argument is NULL")
	}
	s.refused("CALL sortid_partitions_ensure_from('named', 'uid11', 'year', 0, NULL)", "22004 partitions: an argument is NULL")
	exec(t, s, "BEGIN ISOLATION LEVEL REPEATABLE READ")
	s.refused("CALL sortid_partitions_ensure('named', 'uid11', 'year', 0)", "25001 partitions: table public.named: the transaction is REPEATABLE READ: use READ COMMITTED")
	exec(t, s, "ROLLBACK")
}

// refused runs a statement that must fail with this error, or succeed if it is "".
func (s givenSession) refused(statement, want string) {
	s.t.Helper()
	_, err := s.ExecContext(s.t.Context(), statement)
	if got := said(err); got == "" && want != "" || !strings.HasPrefix(got, want) || want == "" && got != "" {
		s.t.Errorf("%s: %q, want %q", statement, got, want)
	}
}

// recordRules tests what is evidence of a format.
func recordRules(t *testing.T, s givenSession) {
	exec(t, s, "SET TimeZone = 'UTC'")
	s.at(1_798_761_600_000_000) // 2027-01-01
	const (
		other = "42804 partitions: table public.evidence: format 'wiji': the partition public.evidence_"
		none  = "42804 partitions: table public.evidence: format 'wiji': neither the bounds nor the newest IDs are evidence of it"
		exact = "FROM (sortid_wiji_min_at('2020-01-01 00:15Z')) TO (sortid_wiji_min_at('2028-01-01Z'))"
		loose = "FROM (sortid_wiji_min_at('2020-01-01 00:14:59Z')) TO (sortid_wiji_min_at('2028-01-01Z'))"
		later = "FROM (sortid_wiji_min_at('2029-01-01 00:00:01Z')) TO (sortid_wiji_min_at('2030-01-01Z'))"
		whole = "FROM (MINVALUE) TO (MAXVALUE)"
		most  = "FROM (sortid_wiji_min_at('2020-01-01 00:15Z')) TO (MAXVALUE)"
	)
	at := func(time string) string { return "sortid_wiji_min_at('" + time + "Z')" }
	foreign := func(time string) string { return "sortid_ulid_min_at('" + time + "Z')" }
	for _, r := range []struct {
		name, parts, keys, want string
	}{
		{"empty", whole, "", ""},
		{"empty, without partitions", "", "", ""},
		{"the newest of a year ago", whole, at("2026-01-01"), ""},
		{"the newest of more than a year ago", whole, at("2025-12-31 23:59:59.999999"), none + ", whose times would end at 2025-12-31 23:59:59.999999+00"},
		{"the newest a day ahead", whole, at("2027-01-02"), ""},
		{"the newest more than a day ahead", whole, at("2027-01-02 00:00:00.000001"), none},
		{"an old one and a new one", whole, at("2021-01-01") + "," + at("2026-12-31"), ""},
		{"exact bounds", exact, at("2021-01-01"), ""},
		{"a bound of no quarter of an hour", loose, at("2021-01-01"), none},
		{"a bound of no quarter of an hour, and new IDs", loose, at("2026-06-01"), ""},
		{"exact bounds and others", exact + ";" + later, at("2021-01-01"), none},
		{"exact bounds and others, and new IDs", exact + ";" + later, at("2026-06-01"), ""},
		{"other IDs between bounds", exact, foreign("2170-01-01"), other},
		{"other IDs up to MAXVALUE", most, foreign("2170-01-01"), ""},
		{"other IDs, without bounds", whole, foreign("2026-12-31"), none + ": use"},
		{"other IDs among new ones, without bounds", whole, foreign("2008-01-01") + "," + at("2026-12-31"), none + ": use"},
	} {
		exec(t, s, "CREATE TABLE evidence (n int, id uuid) PARTITION BY RANGE (id)")
		if r.parts != "" {
			for i, p := range strings.Split(r.parts, ";") {
				exec(t, s, fmt.Sprintf("CREATE TABLE evidence_%d PARTITION OF evidence FOR VALUES %s", i, p))
			}
		}
		if r.keys != "" {
			exec(t, s, "INSERT INTO evidence (id) SELECT unnest(ARRAY["+r.keys+"])")
		}
		list := func() string {
			_, err := column(t.Context(), s, "SELECT name FROM sortid_partitions_before('evidence', 'wiji', '1970-01-01', 0, true)")
			return said(err)
		}
		run := func() string {
			_, err := s.ExecContext(t.Context(), "SELECT sortid_internal_partitions_begin('evidence', 'wiji')")
			return said(err)
		}
		for name, got := range map[string]string{"listing": list(), "run": run()} {
			if got == "" != (r.want == "") || !strings.HasPrefix(got, r.want) {
				t.Errorf("%s: %s: %q, want %q", r.name, name, got, r.want)
			}
		}
		if n, want := s.says("SELECT count(*)::text FROM sortid_partitioned WHERE table_name = 'evidence' AND format = 'wiji' AND column_name = 'id' AND table_schema = 'public'"), map[bool]string{true: "1", false: "0"}[r.want == ""]; n != want {
			t.Errorf("%s: %s records, want %s", r.name, n, want)
		}
		if r.want == "" {
			exec(t, s, "UPDATE sortid_partitioned SET format = 'ulid'")
			if got := list(); !strings.HasPrefix(got, "42804 partitions: table public.evidence: format 'wiji'") {
				t.Errorf("%s, recorded as ULID: %q", r.name, got)
			}
			exec(t, s, "UPDATE sortid_partitioned SET format = 'wiji', column_name = 'n'")
			if got := list(); !strings.HasPrefix(got, "42804 partitions: table public.evidence: format 'wiji'") {
				t.Errorf("%s, recorded for another column: %q", r.name, got)
			}
		}
		exec(t, s, "DROP TABLE evidence", "DELETE FROM sortid_partitioned WHERE table_name = 'evidence'")
	}
	// The hundred newest IDs count, and not other columns.
	exec(t, s, "CREATE TABLE evidence (n int, id uuid) PARTITION BY RANGE (id)", "CREATE TABLE evidence_0 PARTITION OF evidence FOR VALUES FROM (MINVALUE) TO ('ffffffff-ffff-ffff-ffff-ffffffffffff')",
		"INSERT INTO evidence SELECT n, sortid_wiji_min_at('2026-12-31Z'::timestamptz + n * interval '1 second') FROM generate_series(1, 100) AS n", "INSERT INTO evidence VALUES (1000, "+foreign("2008-01-01")+")")
	s.refused("SELECT sortid_internal_partitions_begin('evidence', 'wiji')", "")
	exec(t, s, "DELETE FROM sortid_partitioned", "DELETE FROM evidence WHERE n = 1")
	s.refused("SELECT sortid_internal_partitions_begin('evidence', 'wiji')", other)
	exec(t, s, "DROP TABLE evidence", "CREATE TABLE evidence (id uuid) PARTITION BY RANGE (id)")
	s.refused("SELECT sortid_internal_partitions_begin('evidence', NULL)", "22004 partitions: an argument is NULL: use a table and a format")
}
