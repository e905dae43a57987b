package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// sharing lists the calls of the generators that all sessions of a database share.
var sharing = []string{
	"sortid_ulidflake_new()", "sortid_ulidflake_new_with(3, 1)", "sortid_ulidflake_new_with(NULL, 2)", "sortid_uid_ts_seq_rand()",
	"sortid_uid_ts_seq_rand_bytes()", "sortid_uid_snowish(5)", "sortid_uid_snowish_bytes(5)",
}

// A role without any right but to connect takes what advisory locks it can think of, and
// tries to write every sequence. Other roles generate as before.
func TestHostileRole(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	admin := connect(t, d)
	exec(t, admin, fmt.Sprintf("ALTER DATABASE %s SET statement_timeout = '1min'", d.Name))
	admin = connect(t, d)
	_, hostile := role(t, d, admin, "hostile")
	_, honest := role(t, d, admin, "honest")
	migrate(t, admin)
	victim := session(t, honest)
	for _, call := range sharing {
		queryOne(t, victim, "SELECT "+call+"::text")
	}
	enemy := session(t, hostile)
	// Both forms of the key that can be made of a sequence's number.
	exec(t, enemy, `SELECT pg_advisory_lock('pg_sequence'::regclass::oid::integer, (oid::bigint - 2147483648)::integer),
			pg_advisory_lock(oid::bigint), pg_advisory_lock('pg_class'::regclass::oid::integer, oid::integer)
		FROM pg_class WHERE relkind = 'S' AND relname LIKE 'sortid%'`)
	for _, call := range sharing {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if _, err := column(ctx, session(t, honest), "SELECT "+call+"::text"); err != nil {
			t.Errorf("%s while another role holds advisory locks: %v", call, err)
		}
		cancel()
	}
	for _, name := range texts(t, admin, "SELECT relname FROM pg_class WHERE relkind = 'S' AND relname LIKE 'sortid%' AND relname NOT LIKE '%migrations%'") {
		// Its own variables are its own affair.
		_, _ = enemy.ExecContext(t.Context(), fmt.Sprintf("SELECT setval('%s', 9223372036854775807)", name))
		for range 3 {
			_, _ = enemy.ExecContext(t.Context(), fmt.Sprintf("SELECT nextval('%s')", name))
		}
	}
	for _, g := range generators {
		for _, q := range []querier{session(t, honest), admin} {
			if _, err := column(t.Context(), q, "SELECT "+g.call+"::text FROM generate_series(1, 3)"); err != nil {
				t.Errorf("%s after another role has written what it may: %v", g.call, err)
			}
		}
	}
	for _, call := range sharing[:4] {
		format := map[bool]string{true: "ulidflake", false: "xid"}[call[7] == 'u' && call[8] == 'l']
		if got := queryOne(t, admin, fmt.Sprintf("SELECT (abs(extract(epoch FROM clock_timestamp() - sortid_%s_time(%s))) < 5)::text", format, call)); got != "true" {
			t.Errorf("%s: another role has moved the clock", call)
		}
	}
}

// Functions that run with their owner's rights call nothing of the caller's: no function,
// operator or type that the caller's search_path puts before the system catalog's or that fits
// the arguments better.
func TestOwnersRights(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	admin := connect(t, d)
	name, hostile := role(t, d, admin, "hostile")
	migrate(t, admin)
	exec(t, admin, "CREATE SCHEMA evil AUTHORIZATION "+name)
	conn := session(t, hostile)
	exec(t, conn, "SET search_path = evil, pg_catalog, public",
		`CREATE FUNCTION evil.trap() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN
			IF current_user <> session_user THEN RAISE EXCEPTION ''trapped''; END IF; RETURN true; END'`)
	// Each has the arguments of a function or an operator that the generators use, or fits better.
	for _, f := range []string{
		"nextval(regclass) RETURNS bigint", "setval(regclass, bigint) RETURNS bigint", "currval(regclass) RETURNS bigint",
		"pg_sequence_last_value(regclass) RETURNS bigint", "pg_sleep(numeric) RETURNS void", "clock_timestamp() RETURNS timestamptz",
		"date_part(text, timestamptz) RETURNS float8", "date_part(unknown_text, timestamptz) RETURNS float8", "gen_random_uuid() RETURNS uuid",
		"uuid_hash_extended(uuid, bigint) RETURNS bigint", "uuid_hash_extended(uuid, integer) RETURNS bigint", "current_setting(text) RETURNS text",
		"pg_is_in_recovery() RETURNS boolean", "pg_current_xact_id() RETURNS xid8", "coalesced(integer) RETURNS integer",
	} {
		if strings.Contains(f, "unknown_text") {
			exec(t, conn, "CREATE DOMAIN evil.unknown_text AS varchar")
		}
		result := f[strings.Index(f, "RETURNS ")+8:]
		body := "PERFORM evil.trap();"
		if result != "void" {
			body += " RETURN NULL;"
		}
		exec(t, conn, "CREATE FUNCTION evil."+f+" LANGUAGE plpgsql VOLATILE AS 'BEGIN "+body+" END'")
	}
	for i, operator := range []string{"=", "<>", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "<<", ">>", "&", "|"} {
		for k, types := range [][2]string{{"bigint", "bigint"}, {"bigint", "integer"}, {"integer", "integer"}, {"double precision", "double precision"}, {"integer", "bigint"}} {
			result := "boolean"
			if i > 5 {
				result = types[0]
			}
			function := fmt.Sprintf("evil.operator_%d_%d", i, k)
			exec(t, conn, fmt.Sprintf("CREATE FUNCTION %s(%s, %s) RETURNS %s LANGUAGE plpgsql AS 'BEGIN PERFORM evil.trap(); RETURN NULL; END'", function, types[0], types[1], result),
				fmt.Sprintf("CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = %s)", operator, types[0], types[1], function))
		}
	}
	for _, typ := range []string{"int8", "text", "regclass", "bytea", "oid", "uuid"} {
		exec(t, conn, fmt.Sprintf("CREATE DOMAIN pg_temp.%s AS pg_catalog.%[1]s CHECK (evil.trap())", typ))
	}
	for _, path := range []string{"evil, pg_catalog, public", "pg_temp, evil, pg_catalog, public", "evil, public"} {
		exec(t, conn, "SET search_path = "+path)
		for _, call := range append([]string{"sortid_ulidflake_new_with(NULL, 3)", "sortid_ulidflake_new_with(9, 2)"}, sharing...) {
			rows, err := conn.QueryContext(t.Context(), "SELECT public."+call+" IS NULL FROM pg_catalog.generate_series(1, 50)")
			if err == nil {
				for rows.Next() {
				}
				err = rows.Err()
				rows.Close()
			}
			if err != nil && strings.Contains(err.Error(), "trapped") {
				t.Errorf("%s with the search_path %s runs the caller's code with its owner's rights", call, path)
			}
		}
		// Arguments that are out of range move no state.
		for _, direct := range []string{"public.sortid_internal_ulidflake(255)", "public.sortid_internal_ulidflake_scalable(-7)", "public.sortid_internal_ulidflake(0)", "public.sortid_internal_uid_sequence(4398046511103)"} {
			if _, err := conn.ExecContext(t.Context(), "SELECT "+direct); err != nil {
				t.Errorf("%s: %v", direct, err)
			}
		}
	}
	if got := queryOne(t, admin, "SELECT (abs(extract(epoch FROM clock_timestamp() - sortid_ulidflake_time(sortid_ulidflake_new()))) < 5)::text"); got != "true" {
		t.Error("the state was moved ahead")
	}
}
