package postgres_test

import "testing"

// grantRules tests who gets which rights, and the sequences of sessions: their blocks, and that they need no log.
func grantRules(t *testing.T, s givenSession) {
	const (
		session = "sortid_internal_session"
		grant   = "SELECT sortid_internal_grant(ARRAY['rules_member'], 'sortid_internal_session', "
		all     = "sortid_internal_scru_clock UPDATE+USAGE, sortid_internal_session USAGE, sortid_internal_ulid_high UPDATE+USAGE, sortid_internal_ulid_low UPDATE+USAGE, sortid_internal_uuid_step UPDATE+USAGE, " +
			"sortid_internal_wiji_clock UPDATE+USAGE, sortid_internal_wiji_node UPDATE+USAGE, sortid_internal_wiji_sequence UPDATE+USAGE, all functions"
		// rights is what a role was granted: sequences and tables, and functions, or that it has all.
		rights = `SELECT coalesce(string_agg(object, ', ' ORDER BY kind, object), 'none') FROM (
			SELECT 1 AS kind, relname || ' ' || string_agg(a.privilege_type, '+' ORDER BY a.privilege_type) AS object FROM pg_class, aclexplode(relacl) AS a WHERE a.grantee = r AND relnamespace::regnamespace::text IN ('public', 'given') AND relkind IN ('r', 'S') GROUP BY oid
			UNION ALL SELECT 2, CASE WHEN bool_and(granted = own) THEN 'all functions' ELSE string_agg(proname, ', ' ORDER BY proname) FILTER (WHERE granted) END FROM (
				SELECT proname, EXISTS (SELECT FROM aclexplode(proacl) AS a WHERE a.grantee = r) AS granted, starts_with(proname, 'sortid_') AND pronamespace = 'public'::regnamespace AS own FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'given')) AS f
		) AS o`
	)
	roles := []string{"CREATE ROLE rules_member", "CREATE ROLE rules_owner", "CREATE ROLE rules_third",
		"CREATE FUNCTION public.another() RETURNS integer LANGUAGE sql RETURN 1", "CREATE FUNCTION given.sortid_another() RETURNS integer LANGUAGE sql RETURN 1",
		"CREATE SEQUENCE public.another_sequence", "CREATE SEQUENCE given.sortid_internal_another", "CREATE TABLE public.sortid_internal_another ()", "CREATE SEQUENCE public.fresh_blocks"}
	for _, r := range []struct {
		name       string
		statements []string
		query      string
		want       string
	}{
		{"a role", []string{"SELECT sortid_grant('rules_member')"}, member(rights, "rules_member"), all},
		{"another role", []string{"SELECT sortid_grant('rules_member')"}, member(rights, "rules_third"), "none"},
		{"every role", []string{grant + "true)", "SELECT sortid_grant('Public')"}, member(rights, "0"), all},
		{"a role beside every other one", []string{grant + "false)"}, member(rights, "0"), all},
		{"a role alone", []string{grant + "true)"}, member(rights, "0"), "none"},
		{"a role alone has the rights", []string{grant + "true)"}, member(rights, "rules_member"), all},
		{"an owner of two objects", []string{"ALTER FUNCTION sortid_ulid_text(uuid) OWNER TO rules_owner", "ALTER SEQUENCE sortid_internal_ulid_low OWNER TO rules_owner", "SET LOCAL ROLE rules_owner", grant + "true)"},
			member(rights, "rules_member"), "sortid_internal_ulid_low UPDATE+USAGE, sortid_ulid_text"},
		{"settled without a setting", []string{"SELECT sortid_internal_settle('sortid_internal_session')"}, member(rights, "0"), all},
		{"settled with a role", []string{"SET LOCAL sortid.role = 'rules_member'", "SELECT sortid_internal_settle('sortid_internal_session')"}, member(rights, "0"), "none"},
		{"settled again", []string{"SET LOCAL sortid.role = 'rules_member'", "SELECT sortid_internal_settle('sortid_internal_session')", "SET LOCAL sortid.role = ''", "SELECT sortid_internal_settle('sortid_internal_session')"}, member(rights, "0"), "none"},

		{"grantees: every role", nil, grantees(session), "PUBLIC"},
		{"grantees: of new blocks", nil, grantees("fresh_blocks"), "PUBLIC"},
		{"grantees: the role of the setting", []string{"SET LOCAL sortid.role = 'rules_member'"}, grantees(session), "rules_member"},
		{"grantees: of new blocks, with a setting", []string{"SET LOCAL sortid.role = 'rules_member'"}, grantees("fresh_blocks"), "rules_member"},
		{"grantees: none", []string{"REVOKE ALL ON SEQUENCE sortid_internal_session FROM PUBLIC"}, grantees(session), ""},
		{"grantees: one that has the rights", []string{"REVOKE ALL ON SEQUENCE sortid_internal_session FROM PUBLIC", "GRANT USAGE ON SEQUENCE sortid_internal_session TO rules_member", "GRANT SELECT ON SEQUENCE sortid_internal_session TO rules_owner"}, grantees(session), "rules_member"},
		{"grantees: both", []string{"REVOKE ALL ON SEQUENCE sortid_internal_session FROM PUBLIC", "GRANT USAGE ON SEQUENCE sortid_internal_session TO rules_member", "SET LOCAL sortid.role = 'rules_third'"}, grantees(session), "rules_member, rules_third"},
		{"grantees: one of an owner", []string{"ALTER SEQUENCE sortid_internal_session OWNER TO rules_owner", "REVOKE ALL ON SEQUENCE sortid_internal_session FROM PUBLIC", "GRANT USAGE ON SEQUENCE sortid_internal_session TO rules_member"}, grantees(session), "rules_member"},
	} {
		exec(t, s, "BEGIN")
		exec(t, s, roles...)
		exec(t, s, r.statements...)
		if got := s.says(r.query); got != r.want {
			t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
		exec(t, s, "ROLLBACK")
	}

	unlogged := "sortid_internal_lock sortid_internal_scru_clock sortid_internal_session sortid_internal_ulid_high sortid_internal_ulid_low sortid_internal_uuid_step sortid_internal_wiji_clock sortid_internal_wiji_node sortid_internal_wiji_sequence"
	if before15(t, s) {
		unlogged = ""
	}
	if got := s.says("SELECT coalesce(string_agg(relname, ' ' ORDER BY relname), '') FROM pg_class WHERE relkind = 'S' AND relpersistence = 'u' AND starts_with(relname, 'sortid_')"); got != unlogged {
		t.Errorf("unlogged are %s, want %s", got, unlogged)
	}

	// Blocks begin at multiples of 2^24, and repeat after 2^31 of them.
	exec(t, s, "ALTER SEQUENCE sortid_internal_session RESTART")
	for i, want := range []string{"0", "16777216"} {
		exec(t, s, "DISCARD SEQUENCES")
		if got := s.says("SELECT nextval('sortid_internal_session')::text"); got != want {
			t.Errorf("the block %d begins with %s, want %s", i, got, want)
		}
	}
	exec(t, s, "SELECT setval('sortid_internal_session', (1::bigint << 55) - 2)")
	if got := s.says("SELECT concat_ws(' ', nextval('sortid_internal_session'), nextval('sortid_internal_session'))"); got != "36028797018963967 0" {
		t.Errorf("the last value and what follows are %s, want 36028797018963967 and 0", got)
	}
}

// member returns a query of rights with the role in it; 0 is every role.
func member(rights, role string) string {
	if role != "0" {
		role = "'" + role + "'::regrole"
	}
	return "WITH r AS MATERIALIZED (SELECT " + role + "::oid AS r) SELECT (" + rights + ") FROM r"
}

// grantees returns a query of the roles that may use blocks.
func grantees(blocks string) string {
	return "SELECT coalesce(string_agg(g, ', ' ORDER BY g), '') FROM unnest(sortid_internal_grantees('" + blocks + "')) AS g"
}
