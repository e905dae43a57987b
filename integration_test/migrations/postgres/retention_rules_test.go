package postgres_test

import (
	"fmt"
	"strings"
	"testing"
)

// plan is a table with partitions, and what the list of those before a time says.
type plan struct {
	name    string
	column  string   // the type of the key; uuid if it is empty
	format  string   // wiji if it is empty
	parts   []string // the times of bounds, from and to
	keys    []string // expressions
	aside   []string // keys of a table that was detached
	comment string   // what follows its mark: the format, and since when it is detached
	before  string
	days    string // of quarantine; 0 if it is empty
	right   bool   // the clock is right
	want    []string
}

// retentionRules tests what would be dropped, and why not. The present is 2027-01-01.
func retentionRules(t *testing.T, s givenSession) {
	exec(t, s, "SET TimeZone = 'UTC'")
	s.at(1_798_761_600_000_000)
	wiji := func(at string) string { return "sortid_wiji_min_at('" + at + "Z')" }
	ulid := func(at string) string { return "sortid_ulid_min_at('" + at + "Z')" }
	xid := func(at string) string { return "sortid_xid_min_at('" + at + "Z')" }
	const now = "2026-12-31 23:59:59.999999"
	recent := wiji("2026-12-31")
	years := []string{"2020 2021", "2021 2022", "2026 2028"}
	drop := func(part string, rows int, problem string) string {
		return strings.TrimRight(fmt.Sprintf("%s drop %d %s", part, rows, problem), " ")
	}
	for _, p := range []plan{
		{name: "the end is the limit", parts: years, keys: []string{wiji("2020-06-01"), recent}, before: "2021-01-01", want: []string{drop("planned_0", 1, "")}},
		{name: "the end is after the limit", parts: years, keys: []string{wiji("2020-06-01"), recent}, before: "2020-12-31 23:59:59.999999"},
		{name: "two", parts: years, keys: []string{wiji("2020-06-01"), recent}, before: "2022-01-01", want: []string{drop("planned_0", 1, ""), drop("planned_1", 0, "")}},
		{name: "a quarantine", parts: years, keys: []string{wiji("2020-06-01"), recent}, before: "2021-01-01", days: "1", want: []string{"planned_0 detach 1"}},
		{name: "the greatest quarantine", parts: years, keys: []string{wiji("2020-06-01"), recent}, before: "2021-01-01", days: "36500", want: []string{"planned_0 detach 1"}},
		{name: "a greater quarantine", parts: years, keys: []string{recent}, before: "2021-01-01", days: "36501", want: []string{"22023 partitions: table public.planned: 36501 days of quarantine: out of range"}},
		{name: "a negative quarantine", parts: years, keys: []string{recent}, before: "2021-01-01", days: "-1", want: []string{"22023 partitions: table public.planned: -1 days of quarantine: out of range"}},
		{name: "no quarantine", parts: years, keys: []string{recent}, before: "2021-01-01", days: "NULL", want: []string{"22004 partitions: an argument is NULL"}},
		{name: "before now", parts: years, keys: []string{recent}, before: now, want: []string{drop("planned_0", 0, ""), drop("planned_1", 0, "")}},
		{name: "now", parts: years, keys: []string{recent}, before: "2027-01-01", want: []string{"22023 partitions: table public.planned: drop before 2027-01-01 00:00:00+00: not in the past"}},

		// The newest ID of the table and the clock.
		{name: "the newest ID is of the limit", parts: years, keys: []string{wiji("2026-05-01")}, before: "2026-05-01", want: []string{drop("planned_0", 0, ""), drop("planned_1", 0, "")}},
		{name: "an empty partition before old IDs", parts: years, keys: []string{wiji("2026-04-30")}, before: "2026-05-01", want: []string{drop("planned_0", 0, ""), drop("planned_1", 0, "")}},
		{name: "the newest ID is before the limit", parts: years, keys: []string{wiji("2020-06-01"), wiji("2026-04-30")}, before: "2026-05-01", want: []string{drop("planned_0", 1, "is of a table whose newest ID is of 2026-04-30 00:00:00+00, and the server's clock says 2027-01-01 00:00:00+00; if that is right"), drop("planned_1", 0, "")}},
		{name: "it is, and the clock is right", parts: years, keys: []string{wiji("2020-06-01"), wiji("2026-04-30")}, before: "2026-05-01", right: true, want: []string{drop("planned_0", 1, ""), drop("planned_1", 0, "")}},
		{name: "the newest ID is a day ahead", parts: years, keys: []string{wiji("2020-06-01"), wiji("2027-01-02")}, before: "2021-01-01", want: []string{drop("planned_0", 1, "")}},
		{name: "the newest ID is more than a day ahead", parts: years, keys: []string{wiji("2020-06-01"), wiji("2027-01-02 00:00:00.000001")}, before: "2021-01-01", want: []string{drop("planned_0", 1, "is of a table whose newest ID is of 2027-01-02 00:00:00.000001+00")}},
		{name: "the newest ID is of the limit, of one partition", parts: []string{"2020 2021", "2026 2028"}, keys: []string{wiji("2020-06-01"), wiji("2026-05-01")}, before: "2026-05-01", want: []string{drop("planned_0", 1, "")}},

		// Keys that are no IDs.
		{name: "a key of another version", parts: years, keys: []string{wiji("2020-06-01"), "overlay(" + wiji("2020-06-01") + "::text PLACING '7' FROM 22 FOR 1)::uuid", recent}, before: "2021-01-01",
			want: []string{drop("planned_0", 2, "has 1 of 2 keys that are not IDs of the format in its own form, such as '")}},
		{name: "a long text", column: `text COLLATE "C"`, parts: []string{"MINVALUE 2021", "2021 2028"}, keys: []string{"repeat('0', 65)", "sortid_wiji_text(" + recent + ")"}, before: "2021-01-01",
			want: []string{drop("planned_0", 1, "has 1 of 1 keys that are not IDs of the format in its own form, such as '"+strings.Repeat("0", 64)+"', and")}},

		// IDs that no program has made, or that may be of another format.
		{name: "of 1990", parts: []string{"1980 2021", "2021 2028"}, keys: []string{wiji("1990-01-01"), recent}, before: "2021-01-01", want: []string{drop("planned_0", 1, "")}},
		{name: "before 1990", parts: []string{"1980 2021", "2021 2028"}, keys: []string{wiji("1989-12-31 23:59:59.999999"), recent}, before: "2021-01-01", want: []string{drop("planned_0", 1, "has an ID of 1989-12-31 23:59:59.999999+00 as its newest, which no program has made")}},
		// 1096 days since 2024, a fourth of them after 2011-11-13.
		{name: "a Ulid-Flake as xid", column: "bigint", format: "uid11", parts: []string{"2011-11-12 2021", "2021 2028"}, keys: []string{xid("2012-08-12 23:59:59.999"), xid("2026-12-31")}, before: "2021-01-01", want: []string{drop("planned_0", 1, "has an ID of 2012-08-12 23:59:59.999+00 as its newest, which may be a Ulid-Flake")}},
		{name: "a later xid", column: "bigint", format: "uid11", parts: []string{"2011-11-12 2021", "2021 2028"}, keys: []string{xid("2012-08-13"), xid("2026-12-31")}, before: "2021-01-01", want: []string{drop("planned_0", 1, "")}},
		{name: "an ID of that time in another format", column: "bigint", format: "ulidflake", parts: []string{"2024 2025", "2025 2028"}, keys: []string{"sortid_ulidflake_min_at('2024-06-01Z')", "sortid_ulidflake_min_at('2026-12-31Z')"}, before: "2025-01-01", want: []string{drop("planned_0", 1, "")}},
		{name: "an old Wiji", parts: []string{"2011 2012", "2021 2028"}, keys: []string{wiji("2011-11-12"), recent}, before: "2021-01-01", want: []string{drop("planned_0", 1, "")}},
		{name: "a ULID ten years ahead", format: "ulid", parts: []string{"2020 2021", "2021 2050"}, keys: []string{ulid("2020-06-01"), ulid("2037-01-01")}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 1, "")}},
		{name: "a ULID more than ten years ahead", format: "ulid", parts: []string{"2020 2021", "2021 2050"}, keys: []string{ulid("2020-06-01"), ulid("2037-01-01 00:00:00.001")}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 1, "is of a table with an ID of 2037-01-01 00:00:00.001+00")}},
		{name: "none in the partition", format: "ulid", parts: []string{"2020 2021", "2021 2050"}, keys: []string{ulid("2037-01-01 00:00:00.001")}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 0, "")}},
		{name: "a Wiji more than ten years ahead", parts: []string{"2020 2021", "2021 2050"}, keys: []string{wiji("2020-06-01"), wiji("2038-01-01")}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 1, "")}},
		{name: "all IDs long before the end of the first partition", parts: []string{"MINVALUE 2021", "2021 2028"}, keys: []string{wiji("2019-11-27 23:59:59.999999")}, before: "2021-01-01", right: true,
			want: []string{drop("planned_0", 1, "has all IDs of the table, the newest of 2019-11-27 23:59:59.999999+00, long before the end of the partition")}},
		{name: "all IDs 400 days before it", parts: []string{"MINVALUE 2021", "2021 2028"}, keys: []string{wiji("2019-11-28")}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 1, "")}},
		{name: "another ID after it", parts: []string{"MINVALUE 2021", "2021 2028"}, keys: []string{wiji("2019-11-27"), recent}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 1, "")}},
		{name: "a first partition with a bound", parts: []string{"2019 2021", "2021 2028"}, keys: []string{wiji("2019-11-27")}, before: "2021-01-01", right: true, want: []string{drop("planned_0", 1, "")}},

		// Tables that were detached.
		{name: "a row just before the limit", parts: years, keys: []string{recent}, aside: []string{wiji("2020-12-31 23:59:59.999999")}, comment: "wiji, detached 2026-12-30T00:00:00Z", before: "2021-01-01", days: "2", want: []string{"aside drop 1", "planned_0 detach 0"}},
		{name: "a row just at the limit", parts: years, keys: []string{recent}, aside: []string{wiji("2021-01-01")}, comment: "wiji, detached 2026-12-30T00:00:00Z", before: "2021-01-01", days: "2",
			want: []string{"aside drop 1 has an ID of 2021-01-01 00:00:00+00, and 1 of 1 IDs at or after the limit", "planned_0 detach 0"}},
		{name: "a row of the millisecond of the limit", format: "ulid", parts: years, keys: []string{ulid("2026-12-31")}, aside: []string{ulid("2021-01-01")}, comment: "ulid, detached 2026-12-30T00:00:00Z", before: "2021-01-01 00:00:00.0005", days: "2",
			want: []string{"aside drop 1 has an ID of 2021-01-01 00:00:00+00, and 1 of 1 IDs at or after the limit", "planned_0 detach 0"}},
		{name: "an hour of the quarantine left", parts: years, keys: []string{recent}, aside: []string{wiji("2020-12-31")}, comment: "wiji, detached 2026-12-30T00:00:01Z", before: "2021-01-01", days: "2", want: []string{"aside keep 1", "planned_0 detach 0"}},
		{name: "of another format", parts: years, keys: []string{recent}, aside: []string{wiji("2020-12-31")}, comment: "ulid, detached 2026-12-30T00:00:00Z", before: "2021-01-01", days: "2", want: []string{"aside drop 1 was detached as one of ulid", "planned_0 detach 0"}},
		{name: "without a time", parts: years, keys: []string{recent}, aside: []string{wiji("2020-12-31")}, comment: "wiji", before: "2021-01-01", days: "36500", want: []string{"aside drop 1", "planned_0 detach 0"}},
		{name: "a table that was detached, with all IDs", parts: years, aside: []string{wiji("2019-12-31")}, comment: "wiji, detached 2026-12-30T00:00:00Z", before: "2021-01-01", days: "2", right: true, want: []string{"aside drop 1", "planned_0 detach 0"}},
	} {
		planRule(t, s, p)
	}
	exec(t, s, "CREATE TABLE null_arguments (id uuid) PARTITION BY RANGE (id)")
	s.refused("SELECT sortid_partitions_before('null_arguments', 'wiji', '2020-01-01', 0, NULL)", "22004 partitions: an argument is NULL: use a table, a format, a time")
	// A table that was detached is dropped without a lock on the one that it was a part of, which a partition needs.
	exec(t, s, "CREATE TABLE unlocked (id uuid) PARTITION BY RANGE (id)", "INSERT INTO sortid_partitioned VALUES ('public', 'unlocked', 'id', 'wiji')",
		"CREATE TABLE unlocked_new PARTITION OF unlocked FOR VALUES FROM ("+wiji("2021-01-01")+") TO ("+wiji("2028-01-01")+")", "INSERT INTO unlocked VALUES ("+recent+")",
		"CREATE TABLE unlocked_old (id uuid)", "COMMENT ON TABLE unlocked_old IS 'sortid: partition of public.unlocked, wiji, detached 2026-12-01T00:00:00Z'")
	for _, want := range []string{"none", "AccessExclusiveLock"} {
		exec(t, s, "BEGIN", "CALL sortid_partitions_drop_before('unlocked', 'wiji', '2021-01-01Z')")
		if got := s.says("SELECT coalesce(string_agg(mode, ', '), 'none') FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'unlocked'::regclass AND mode = 'AccessExclusiveLock'"); got != want {
			t.Errorf("the table of one that was detached has %s, want %s", got, want)
		}
		if left := s.says("SELECT coalesce(to_regclass('unlocked_old')::text, 'none')"); left != "none" {
			t.Errorf("%s is left", left)
		}
		exec(t, s, "ROLLBACK", "CREATE TABLE IF NOT EXISTS unlocked_part PARTITION OF unlocked FOR VALUES FROM ("+wiji("2020-01-01")+") TO ("+wiji("2021-01-01")+")")
	}
	exec(t, s, "DROP TABLE unlocked, unlocked_old")
}

// detachRules tests the statements for psql that detach what is due.
func detachRules(t *testing.T, s givenSession) {
	s.at(1_798_761_600_000_000)
	const (
		statement = "ALTER TABLE detached DETACH PARTITION detached_%s %s"
		list      = "SELECT sortid_partitions_detach_before('detached', 'wiji', '2022-01-01Z', 1, false)"
	)
	exec(t, s, "CREATE TABLE detached (id uuid) PARTITION BY RANGE (id)", "INSERT INTO sortid_partitioned VALUES ('public', 'detached', 'id', 'wiji')")
	for _, p := range []string{"a 2020 2021", "b 2021 2022", "c 2022 2028"} {
		f := strings.Fields(p)
		exec(t, s, fmt.Sprintf("CREATE TABLE detached_%s PARTITION OF detached FOR VALUES FROM (sortid_wiji_min_at('%s-01-01Z')) TO (sortid_wiji_min_at('%s-01-01Z'))", f[0], f[1], f[2]))
	}
	exec(t, s, "INSERT INTO detached VALUES (sortid_wiji_min_at('2020-06-01Z')), (sortid_wiji_min_at('2026-12-31Z'))",
		"CREATE TABLE detached_before (id uuid)", "COMMENT ON TABLE detached_before IS 'sortid: partition of public.detached, wiji, detached 2026-12-01T00:00:00Z'")
	for _, r := range []struct {
		name  string
		setup []string
		want  []string
		marks string
	}{
		{"two", nil, []string{fmt.Sprintf(statement, "a", "CONCURRENTLY"), fmt.Sprintf(statement, "b", "CONCURRENTLY")}, "detached_a, detached_b"},
		{"one is pending", []string{"UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = 'detached_b'::regclass"}, []string{fmt.Sprintf(statement, "b", "FINALIZE"), fmt.Sprintf(statement, "a", "CONCURRENTLY")}, "detached_a, detached_b"},
		{"beside a DEFAULT partition", []string{"CREATE TABLE detached_rest PARTITION OF detached DEFAULT"}, nil, "detached_a, detached_b"},
		{"pending, beside a DEFAULT partition", []string{"CREATE TABLE detached_rest PARTITION OF detached DEFAULT", "UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = 'detached_b'::regclass"}, []string{fmt.Sprintf(statement, "b", "FINALIZE")}, "detached_a, detached_b"},
	} {
		exec(t, s, "BEGIN")
		exec(t, s, r.setup...)
		if got := texts(t, s, list); fmt.Sprint(got) != fmt.Sprint(r.want) {
			t.Errorf("%s: %q, want %q", r.name, got, r.want)
		}
		if marks := s.says("SELECT coalesce(string_agg(objoid::regclass::text, ', ' ORDER BY objoid::regclass::text), '') FROM pg_description WHERE description = 'sortid: partition of public.detached, wiji, detached 2027-01-01T00:00:00Z'"); marks != r.marks {
			t.Errorf("%s: the marks are on %s, want %s", r.name, marks, r.marks)
		}
		exec(t, s, "ROLLBACK", "SELECT pg_advisory_unlock_all()")
	}

	// A list waits for a session that has locked a detached table.
	other := session(t, s.db)
	pid := s.says("SELECT pg_backend_pid()::text")
	exec(t, other, "SET statement_timeout = '20s'", "BEGIN", "LOCK TABLE detached_before IN ACCESS EXCLUSIVE MODE")
	listed := make(chan string, 1)
	go func() {
		listed <- s.says("SELECT concat_ws(' ', action, problem) FROM sortid_partitions_before('detached', 'wiji', '2021-01-01Z', 0, false) WHERE name LIKE '%detached_before'")
	}()
	for queryOne(t, other, "SELECT cardinality(pg_blocking_pids("+pid+"))::text") == "0" && len(listed) == 0 {
	}
	exec(t, other, "COMMIT")
	if got := <-listed; got != "drop" {
		t.Errorf("a detached table that is locked: %s", got)
	}
}

func planRule(t *testing.T, s givenSession, p plan) {
	t.Helper()
	if p.column == "" {
		p.column = "uuid"
	}
	if p.format == "" {
		p.format = "wiji"
	}
	if p.days == "" {
		p.days = "0"
	}
	kind := "sortid_internal_partition_kind('planned', '" + p.format + "')"
	statements := []string{"CREATE TABLE planned (n int, id " + p.column + ") PARTITION BY RANGE (id)", "INSERT INTO sortid_partitioned VALUES ('public', 'planned', 'id', '" + p.format + "')"}
	for i, part := range p.parts {
		var bounds []any
		for bound := range strings.FieldsSeq(part) {
			if !strings.HasSuffix(bound, "VALUE") {
				if len(bound) == 4 {
					bound += "-01-01"
				}
				bound = "(SELECT quote_literal(sortid_internal_partition_bound('" + p.format + "', " + kind + ", '" + bound + "Z')))"
			} else {
				bound = "'" + bound + "'"
			}
			bounds = append(bounds, bound)
		}
		statements = append(statements, fmt.Sprintf("DO $$ BEGIN EXECUTE format('CREATE TABLE planned_%d PARTITION OF planned FOR VALUES FROM (%%s) TO (%%s)', %s, %s); END $$", i, bounds[0], bounds[1]))
	}
	if len(p.keys) > 0 {
		statements = append(statements, "INSERT INTO planned (id) SELECT unnest(ARRAY["+strings.Join(p.keys, ", ")+"])")
	}
	statements = append(statements, "CREATE TABLE bystander (n int, id uuid)", "COMMENT ON TABLE bystander IS 'sortid: partition of public.planned_other, wiji, detached 2020-01-01T00:00:00Z'")
	if p.aside != nil {
		statements = append(statements, "CREATE TABLE aside (n int, id "+p.column+")", "COMMENT ON TABLE aside IS 'sortid: partition of public.planned, "+p.comment+"'",
			"INSERT INTO aside (id) SELECT unnest(ARRAY["+strings.Join(p.aside, ", ")+"])")
	}
	exec(t, s, "BEGIN")
	exec(t, s, statements...)
	args := fmt.Sprintf("('planned', '%s', '%sZ', %s, %t)", p.format, p.before, p.days, p.right)
	exec(t, s, "SAVEPOINT listing")
	got, err := column(t.Context(), s, "SELECT concat_ws(' ', replace(name, 'public.', ''), action, total, problem) FROM sortid_partitions_before"+args+" ORDER BY name")
	if text := said(err); text != "" {
		got = []string{text}
		exec(t, s, "ROLLBACK TO listing")
	}
	problem := ""
	for i := range max(len(got), len(p.want)) {
		if i >= len(got) || i >= len(p.want) || !strings.HasPrefix(got[i], p.want[i]) || strings.Contains(got[i], " has ") != strings.Contains(p.want[i], " has ") ||
			strings.Contains(got[i], " is of ") != strings.Contains(p.want[i], " is of ") {
			t.Errorf("%s: %q, want %q", p.name, got, p.want)
			break
		}
		if problem == "" && strings.Count(got[i], " ") > 2 && !strings.Contains(got[i], " keep ") {
			problem = got[i]
		}
	}
	// The procedure drops what is listed, or nothing if one has a problem. Without a claim of its own it leaves the rest.
	_, err = s.ExecContext(t.Context(), "CALL sortid_partitions_drop_before"+args)
	text := said(err)
	if (text == "") != (problem == "") {
		t.Errorf("%s: the procedure says %q, and the problem is %q", p.name, text, problem)
	}
	if text == "" {
		left := s.says("SELECT string_agg(relname || CASE WHEN relispartition THEN '' ELSE ' aside' END, ', ' ORDER BY relname) FROM pg_class WHERE relkind = 'r' AND (relname = 'aside' OR starts_with(relname, 'planned_'))")
		var want []string
		if p.aside != nil && !(len(p.want) > 0 && strings.HasPrefix(p.want[0], "aside drop")) {
			want = append(want, "aside aside")
		}
		for i := range p.parts {
			part, line := fmt.Sprintf("planned_%d", i), ""
			for _, row := range p.want {
				if strings.HasPrefix(row, part+" ") {
					line = row
				}
			}
			switch {
			case line == "":
				want = append(want, part)
			case strings.Contains(line, " detach "):
				want = append(want, part+" aside")
			}
		}
		if left != strings.Join(want, ", ") {
			t.Errorf("%s: left are %s, want %s", p.name, left, strings.Join(want, ", "))
		}
	}
	exec(t, s, "ROLLBACK")
}

// leaseRules tests the claim of a machine number.
func leaseRules(t *testing.T, s givenSession) {
	const (
		now  = 1_798_761_600_000 // milliseconds
		uid  = 1_321_009_871_111
		most = "9223372036854775807"
	)
	exec(t, s, "SET given.fsync = 'on'")
	for _, r := range []struct {
		name, rows, state string
		want              string // number, token, begins, mark and state; or an error
	}{
		{"the first", "", "", fmt.Sprintf("0 1 0 %s %d", most, 0)},
		{"a number of a later mark", fmt.Sprintf("(0, 5, 0, %d)", now+1), "0", "1 1 0 " + most + " 0"},
		{"a number of the present mark", fmt.Sprintf("(0, 5, 0, %d)", now), "0", fmt.Sprintf("0 6 %d %s %d", now, most, (now-uid)<<12|4095)},
		{"a number of an earlier mark", fmt.Sprintf("(0, 5, 0, %d)", now-1000), "0", fmt.Sprintf("0 6 %d %s %d", now-1000, most, (now-1000-uid)<<12|4095)},
		{"a number of an earlier mark than the last ID", fmt.Sprintf("(0, 5, 0, %d)", now-1000), fmt.Sprint((now - 999 - uid) << 12), fmt.Sprintf("0 6 %d %s %d", now-1000, most, (now-999-uid)<<12)},
		{"a claim that ends now", fmt.Sprintf("(0, 5, %d, 0)", now), "0", "0 6 0 " + most + " 0"},
		{"a claim that ends later", fmt.Sprintf("(0, 5, %d, 0)", now+1), "0", "1 1 0 " + most + " 0"},
		{"the earliest mark", "(0, 5, 0, 7), (1, 5, 0, 6), (2, 5, 0, 8)", "0", "1 6 6 " + most + " 0"},
		{"the least number", "(4, 5, 0, 7), (3, 5, 0, 7)", "0", "3 6 7 " + most + " 0"},
		{"one number left", fmt.Sprintf("%s (1022, 0, 0, 0)", taken(0, 1022, now+1)), "0", "1022 1 0 " + most + " 0"},
		{"one row left", strings.TrimSuffix(taken(0, 1023, now+1), ","), "0", "1023 1 0 " + most + " 0"},
		{"none left", strings.TrimSuffix(taken(0, 1024, now+1), ","), "0", "55000 lease: claim of a number: all 1024 numbers are taken"},
		{"a number beyond", "(1024, 5, 0, 0)", "0", "0 1 0 " + most + " 0"},
	} {
		s.at(now*1000 + 999)
		exec(t, s, "DELETE FROM sortid_lease", "ALTER SEQUENCE sortid_internal_lease_state RESTART")
		if r.state != "" {
			exec(t, s, "SELECT setval('sortid_internal_lease_state', "+r.state+")")
		}
		if r.rows != "" {
			exec(t, s, "INSERT INTO sortid_lease (name, number, token, expires, mark) SELECT 'snowish', * FROM (VALUES "+r.rows+") AS v", "INSERT INTO sortid_lease (name, number, holder) VALUES ('other', 0, sortid_internal_lease_holder())")
		}
		_, err := s.ExecContext(t.Context(), "CALL sortid_lease_claim()")
		got := said(err)
		if got == "" {
			got = s.says("SELECT concat_ws(' ', number, token, begins, mark, (SELECT last_value FROM sortid_internal_lease_state)) FROM sortid_lease WHERE expires = " + most)
		}
		if !strings.HasPrefix(got, r.want) {
			t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
		if err != nil {
			continue
		}
		// A second claim changes nothing, and the number is in the IDs.
		exec(t, s, "CALL sortid_lease_claim()")
		if again := s.says("SELECT concat_ws(' ', number, token, begins, mark, (SELECT last_value FROM sortid_internal_lease_state)) FROM sortid_lease WHERE expires = " + most); again != got {
			t.Errorf("%s: after a second claim %s, want %s", r.name, again, got)
		}
		s.passing(now*1000+999, 1000, "") // the millisecond of the mark is used up
		machine := s.says("SELECT (sortid_uid_snowish() >> 12 & 1023)::text")
		if number, _, _ := strings.Cut(r.want, " "); machine != number {
			t.Errorf("%s: the machine is %s, want %s", r.name, machine, number)
		}
		s.at(now*1000 + 999)
		exec(t, s, "CALL sortid_lease_release()")
		if got, want := s.says("SELECT concat_ws(' ', renewal, expires, mark) FROM sortid_lease WHERE name = 'snowish' AND holder <> ''"), fmt.Sprintf("1 0 %d", now+86_400_001); got != want {
			t.Errorf("%s: after the release %s, want %s", r.name, got, want)
		}
		s.passing(now*1000+999, 1000, "")
		if got := s.says("SELECT sortid_uid_snowish()::text"); !strings.HasPrefix(got, "55000 uid11: snowish: this database has no machine number") {
			t.Errorf("%s: after the release: %s", r.name, got)
		}
	}
	// Claims of other databases and of processes are none of this one.
	exec(t, s, "DELETE FROM sortid_lease", "INSERT INTO sortid_lease (name, number, expires, holder) VALUES ('snowish', 1, "+most+", 'another'), ('snowish', 2, 7, sortid_internal_lease_holder()), ('other', 3, "+most+", sortid_internal_lease_holder())")
	if got := s.says("SELECT sortid_uid_snowish()::text"); !strings.HasPrefix(got, "55000 uid11: snowish: this database has no machine number") {
		t.Errorf("with claims of others: %s", got)
	}
	s.refused("INSERT INTO sortid_lease (name, number, expires, holder) VALUES ('snowish', 4, "+most+", 'another')", `23505 duplicate key value violates unique constraint "sortid_lease_database"`)
	s.refused("INSERT INTO sortid_lease (name, number) VALUES ('snowish', -1)", `23514 new row for relation "sortid_lease" violates check constraint`)
	s.refused("INSERT INTO sortid_lease (name, number, expires, holder) VALUES ('snowish', 0, 9223372036854775806, 'another')", "")
	exec(t, s, "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 9)")
	if got := s.says("SELECT concat_ws(' ', token, renewal, expires, begins, mark, holder) FROM sortid_lease WHERE number = 9"); got != "0 0 0 0 0 " {
		t.Errorf("the defaults are %q", got)
	}
	exec(t, s, "SET given.fsync = 'off'")
	s.refused("CALL sortid_lease_claim()", "55000 lease: claim of a number: commits are not durable: fsync is off")
	exec(t, s, "SET given.fsync = 'on'", "DELETE FROM sortid_lease", "BEGIN", "ALTER TABLE sortid_lease SET UNLOGGED")
	s.refused("CALL sortid_lease_claim()", "55000 lease: claim of a number: commits are not durable: sortid_lease is unlogged or temporary")
	exec(t, s, "ROLLBACK", "BEGIN", "CREATE SUBSCRIPTION rules_subscription CONNECTION 'dbname=none' PUBLICATION none WITH (connect = false)",
		"INSERT INTO pg_subscription_rel SELECT oid, 'sortid_lease'::regclass, 'r', NULL FROM pg_subscription WHERE subname = 'rules_subscription'")
	s.refused("CALL sortid_lease_claim()", "55000 lease: claim of a number: replicated table: a subscription writes to sortid_lease")
	exec(t, s, "ROLLBACK")
}

// taken returns rows of numbers that are claimed until a time.
func taken(from, to int, until int64) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		fmt.Fprintf(&b, "(%d, 5, %d, 0),", n, until)
	}
	return b.String()
}

// backfillRules tests the IDs of rows: the bits of the time, and the random bits where they belong.
func backfillRules(t *testing.T, s givenSession) {
	const at = "'2026-01-31 12:30:15.678901Z'"
	rows := []value{
		{"sortid_wiji_at(" + at + ")", "0649ae40-823f-b501-2311-23456789abcd"},
		{"sortid_ulid_at(" + at + ")", "019c1408-527e-0123-4567-89ab01234567"},
		{"sortid_uuid_at(" + at + ")", "019c1408-527e-7e6a-8f01-23456789abcd"},
		{"sortid_uuid_at('2026-01-31 12:30:15.678000Z')", "019c1408-527e-7000-8f01-23456789abcd"},
		{"sortid_uuid_at('2026-01-31 12:30:15.678999Z')", "019c1408-527e-7ffb-8f01-23456789abcd"},
		{"sortid_uuid_at('2026-01-31 12:30:15.678001Z')", "019c1408-527e-7004-8f01-23456789abcd"},
		{"substr(encode(sortid_scru_at(" + at + "), 'hex'), 1, 12)", "019c1408527e"},
		{"('x' || substr(encode(sortid_scru_at(" + at + "), 'hex'), 13, 4))::bit(16)::integer - (uuid_hash_extended('" + uuid + "', 0) & 32767)", "0"},
		{"substr(encode(sortid_scru_at(" + at + "), 'hex'), 17)", "0123456789" + "0123456789abcd"},
		{"substr(encode(sortid_scru_at('1970-01-01 00:00:00.001Z'), 'hex'), 1, 12)", "000000000001"},
		{"sortid_scru_at('1970-01-01 00:00:00Z')", "22008 scru160: time 1970-01-01T00:00:00.000000Z: outside"},
	}
	for _, f := range []struct {
		at    string
		epoch string
		size  int64
	}{
		{"sortid_ulidflake_at(%s, %d)", "2024-01-01 00:00:00", 1 << 20}, {"sortid_xid_at(%s, %d)", "2011-11-11 11:11:11.111", 1 << 22},
		{"sortid_internal_word(sortid_xid_at_bytes(%s, %d), 0)", "2011-11-11 11:11:11.111", 1 << 22},
	} {
		name := "ulidflake"
		if f.size != 1<<20 {
			name = "uid11"
		}
		first, second := "'"+f.epoch+"Z'", "'"+f.epoch+"Z'::timestamptz + interval '1 ms'"
		call := func(at string, n int64) string { return fmt.Sprintf(f.at, at, n) }
		rows = append(rows, []value{
			{call(first, 1), "1"}, {call(first, 2), "2"}, {call(first, f.size-1), fmt.Sprint(f.size - 1)},
			{call(first, f.size), fmt.Sprintf("22003 %s: row %d of a millisecond: sequence exhausted: it has %d IDs", name, f.size, f.size-1)},
			{call(first, 0), "22003 " + name + ": row 0 of a millisecond: out of range: number the rows of each millisecond from 1"},
			{call(first, -1), "22003 " + name + ": row -1 of a millisecond: out of range"},
			{call(second, 1), fmt.Sprint(f.size)}, {call(second, f.size), fmt.Sprint(2*f.size - 1)},
			{call(second, f.size+1), fmt.Sprintf("22003 %s: row %d of a millisecond: sequence exhausted: it has %d IDs", name, f.size+1, f.size)},
		}...)
	}
	s.values(rows)
}
