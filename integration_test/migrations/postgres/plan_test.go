package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func explain(t testing.TB, q querier, query string) string {
	t.Helper()
	return strings.Join(texts(t, q, "EXPLAIN "+query), "\n")
}

// A range of time is a range of the index, whether the time is a literal, a parameter or
// computed by the statement.
func TestIndexRange(t *testing.T) {
	_, db := open(t)
	conn := session(t, db)
	for i, c := range []struct{ format, column, call string }{
		{"wiji", "uuid", "sortid_wiji_new()"}, {"ulid", "uuid", "sortid_ulid_new()"}, {"uuid", "uuid", "sortid_uuid_new()"}, {"scru", "bytea", "sortid_scru_new()"},
		{"ulidflake", "bigint", "sortid_ulidflake_new()"}, {"xid", "bigint", "sortid_uid_ts_seq_rand()"},
	} {
		table := fmt.Sprintf("ranged_%d", i)
		exec(t, conn, fmt.Sprintf("CREATE UNLOGGED TABLE %s (id %s PRIMARY KEY DEFAULT %s, n int)", table, c.column, c.call),
			fmt.Sprintf("INSERT INTO %s (n) SELECT generate_series(1, 3000)", table), "ANALYZE "+table)
		at := queryOne(t, conn, fmt.Sprintf("SELECT sortid_%s_time(id) FROM %s WHERE n = 2900", c.format, table))
		exec(t, conn, "SET plan_cache_mode = force_generic_plan",
			fmt.Sprintf("PREPARE ranged (timestamptz) AS SELECT n FROM %s WHERE id >= sortid_%s_min_at($1)", table, c.format))
		for _, query := range []string{
			fmt.Sprintf("SELECT n FROM %s WHERE id >= sortid_%s_min_at('%s') AND id < sortid_%[2]s_min_at('2027-06-01 00:00Z')", table, c.format, at),
			fmt.Sprintf("SELECT n FROM %s WHERE id BETWEEN sortid_%s_min_at('%s') AND sortid_%[2]s_max_at('2027-06-01 00:00Z')", table, c.format, at),
			fmt.Sprintf("SELECT n FROM %s WHERE id >= sortid_%s_min_at(now() - interval '1 ms')", table, c.format),
			fmt.Sprintf("EXECUTE ranged ('%s')", at),
		} {
			plan := explain(t, conn, query)
			if !strings.Contains(plan, table+"_pkey") || !strings.Contains(plan, "Index Cond: ") || strings.Contains(plan, "Filter: ") {
				t.Errorf("the plan of %s does not use the index as a range:\n%s", query, plan)
			}
		}
		exec(t, conn, "DEALLOCATE ranged", "RESET plan_cache_mode")
		want := queryOne(t, conn, fmt.Sprintf("SELECT count(*) FROM %s WHERE sortid_%s_time(id) >= '%s'", table, c.format, at))
		if got := queryOne(t, conn, fmt.Sprintf("SELECT count(*) FROM %s WHERE id >= sortid_%s_min_at('%s')", table, c.format, at)); got != want {
			t.Errorf("%s: the range holds %s rows, want %s", c.format, got, want)
		}
	}
	// A prefix of a text, too.
	exec(t, conn, "CREATE UNLOGGED TABLE prefixed (id bigint PRIMARY KEY)", "INSERT INTO prefixed SELECT n * 1000000007::bigint FROM generate_series(1, 3000) AS n", "ANALYZE prefixed")
	plan := explain(t, conn, "SELECT id FROM prefixed WHERE id BETWEEN sortid_uid_prefix_min('111111') AND sortid_uid_prefix_max('111111')")
	if !strings.Contains(plan, "prefixed_pkey") || !strings.Contains(plan, "Index Cond: ") {
		t.Errorf("the plan of a prefix does not use the index:\n%s", plan)
	}
}

// The generators become part of the statement that calls them, as column defaults do.
func TestInlined(t *testing.T) {
	_, db := open(t)
	exec(t, db, "CREATE TABLE t (w uuid DEFAULT sortid_wiji_new(), u uuid DEFAULT sortid_ulid_new(), s bytea DEFAULT sortid_scru_new(), n int)")
	plan := explain(t, db, "(VERBOSE) INSERT INTO t (n) VALUES (1), (2)")
	for _, name := range []string{"sortid_wiji_new", "sortid_ulid_new", "sortid_scru_new"} {
		if strings.Contains(plan, name) {
			t.Errorf("%s is called, and not inlined:\n%s", name, plan)
		}
	}
	plan = explain(t, db, "(VERBOSE) SELECT sortid_wiji_parse(x), sortid_wiji_text(w) FROM t, (VALUES ('a'), ('b')) AS v (x)")
	if strings.Contains(plan, "sortid_wiji_parse") || strings.Contains(plan, "sortid_wiji_text") {
		t.Errorf("the conversions are called, and not inlined:\n%s", plan)
	}
}

// Functions that do not generate are immutable and parallel safe; functions with a state are
// volatile and parallel unsafe.
func TestLabels(t *testing.T) {
	_, db := open(t)
	generate := []string{
		"sortid_wiji_new", "sortid_ulid_new", "sortid_scru_new", "sortid_ulidflake_new", "sortid_ulidflake_new_with",
		"sortid_internal_wiji_slow", "sortid_internal_ulid_slow", "sortid_internal_scru_slow",
		"sortid_uuid_new", "sortid_internal_uuid_own", "sortid_internal_uuid_next", "sortid_internal_uuid_slow", "sortid_internal_shared", "sortid_internal_uid_sequence",
		"sortid_internal_ulidflake", "sortid_internal_ulidflake_scalable",
		"sortid_uid_ts_seq_rand", "sortid_internal_uid_ts_seq_rand_bits", "sortid_uid_ts_seq_rand_bytes", "sortid_uid_snowish", "sortid_uid_snowish_bytes",
	}
	// These change rights, sequences, partitions and leases, and generate nothing.
	administer := []string{
		"sortid_grant", "sortid_internal_grant", "sortid_internal_settle", "sortid_internal_variable",
		"sortid_partitions_ensure", "sortid_partitions_ensure_from", "sortid_partitions_before", "sortid_partitions_detach_before", "sortid_partitions_drop_before",
		"sortid_internal_partitions_ensure", "sortid_internal_partitions_turn", "sortid_internal_partitions_record", "sortid_internal_partitions_begin",
		"sortid_internal_partitions_add", "sortid_internal_partitions_plan", "sortid_internal_partitions_planned", "sortid_internal_partitions_sound", "sortid_internal_partitions_mark", "sortid_internal_partitions_claim", "sortid_internal_partitions_hold", "sortid_internal_partitions_drop",
		"sortid_lease_claim", "sortid_lease_release", "sortid_internal_lease_limit", "sortid_internal_lease_sequence",
	}
	readers := []string{"sortid_internal_grantees", "sortid_internal_lease_holder", "sortid_internal_lease_machine", "sortid_internal_lease_number"}
	catalog := []string{"sortid_internal_partition_kind", "sortid_internal_partition_starts", "sortid_internal_partition_raw", "sortid_internal_partition_moment",
		"sortid_internal_partition_time", "sortid_internal_partition_order", "sortid_internal_partition_parts", "sortid_internal_partitions_least"}
	stateless := []string{"sortid_internal_now", "sortid_internal_uuid_now", "sortid_internal_xid_bits", "sortid_xid_new", "sortid_xid_new_bytes", "sortid_uid_random_bytes",
		"sortid_wiji_at", "sortid_ulid_at", "sortid_uuid_at", "sortid_scru_at"}
	rows := texts(t, db, "SELECT proname || ' ' || provolatile::text || ' ' || proparallel::text FROM pg_proc WHERE proname LIKE 'sortid%' AND pronamespace = 'public'::regnamespace")
	if len(rows) < 80 {
		t.Fatalf("there are %d functions", len(rows))
	}
	for _, row := range rows {
		name, label, _ := strings.Cut(row, " ")
		want := "i s"
		switch {
		case slices.Contains(generate, name), slices.Contains(administer, name):
			want = "v u"
		case slices.Contains(readers, name):
			want = "s u"
		case slices.Contains(catalog, name):
			want = "s s"
		case slices.Contains(stateless, name):
			want = "v s"
		}
		if label != want {
			t.Errorf("%s is labelled %s, want %s", name, label, want)
		}
		if strings.ContainsAny(name, "0123456789") {
			t.Errorf("the name %s has a digit, which GORM takes for a size", name)
		}
	}
}
