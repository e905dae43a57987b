package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// claimRules tests which run works on a table that another session has claimed. The waits pass no time of the machine's.
func claimRules(t *testing.T, s givenSession) {
	const (
		now  = 1_798_761_600_000_000
		lock = "(hashtext('sortid_partitions_drop'), 'claimed'::regclass::oid::integer)"
		held = "SELECT concat_ws(' ', count(*) FILTER (WHERE pid = pg_backend_pid()), count(*)) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND objid = 'claimed'::regclass"
	)
	said := s.notices()
	exec(t, s, "CREATE TABLE claimed (id uuid) PARTITION BY RANGE (id)", "CREATE TABLE claimed_a PARTITION OF claimed FOR VALUES FROM (MINVALUE) TO (MAXVALUE)", "CREATE TABLE other (id uuid)")
	// A claim of a table with this number in another database is none of this one.
	foreign := session(t, connect(t, dbtest.Open(t, dbserver.Postgres)))
	exec(t, foreign, "SELECT pg_advisory_lock(hashtext('sortid_partitions_drop'), "+s.says("SELECT 'claimed'::regclass::oid::text")+")")
	other := session(t, s.db)
	exec(t, other, "SET statement_timeout = '20s'")
	pid := queryOne(t, other, "SELECT pg_backend_pid()::text")
	claim := func() string {
		return s.says("SELECT sortid_internal_partitions_claim('claimed', interval '10 seconds')::text")
	}
	for _, r := range []claimRule{
		{name: "free", step: 1_000_000, want: "true", held: "1 1", after: "0 0"},
		{name: "another table is claimed", before: []string{"SELECT pg_advisory_lock(hashtext('sortid_partitions_drop'), 'other'::regclass::oid::integer)"}, step: 1_000_000, want: "true", held: "1 1", after: "0 0"},
		{name: "another lock of the table", before: []string{"SELECT pg_advisory_lock(hashtext('sortid_partitions'), 'claimed'::regclass::oid::integer)"}, step: 1_000_000, want: "true", held: "1 2", after: "0 1"},
		{name: "claimed by a session that was left", before: []string{"SELECT pg_advisory_lock" + lock}, step: 1_000_000, want: "true", waits: 11, held: "0 1", after: "0 1"},
		{name: "claimed by a session that was left and has other locks", before: []string{"SELECT pg_advisory_lock" + lock, "SELECT pg_advisory_lock(hashtext('sortid_partitions_drop'), 'other'::regclass::oid::integer), pg_advisory_lock(hashtext('sortid_partitions'), 'claimed'::regclass::oid::integer)"}, step: 1_000_000, want: "true", waits: 11, held: "0 2", after: "0 2"},
		{name: "claimed by a session at work", before: []string{"BEGIN", "SELECT pg_advisory_xact_lock" + lock}, step: 1_000_000, want: "55P03 partitions: table public.claimed: another run did not end within ten seconds: run it again", waits: 11, held: "0 1"},
		{name: "claimed by a session that detaches", before: []string{"BEGIN", "SELECT pg_advisory_xact_lock" + lock}, own: []string{"UPDATE pg_inherits SET inhdetachpending = true WHERE inhparent = 'claimed'::regclass"}, step: 500_000, want: "false", waits: 3, held: "0 1"},
		{name: "another table is being detached", before: []string{"BEGIN", "SELECT pg_advisory_xact_lock" + lock}, step: 5_000_001, want: "55P03 partitions: table public.claimed: another run did not end", waits: 2, held: "0 1"},
		{name: "claimed by this session", own: []string{"SELECT pg_advisory_lock" + lock}, step: 1_000_000, want: "true", held: "1 1", after: "0 0"},
		{name: "claimed, and held for the session", own: []string{"SELECT sortid_internal_partitions_claim('claimed', interval '10 seconds')", "SELECT sortid_internal_partitions_hold('claimed')"}, step: 1_000_000, want: "true", held: "1 1", after: "0 0"},
	} {
		exec(t, other, r.before...)
		s.passing(now, r.step, "")
		exec(t, s, "BEGIN")
		exec(t, s, r.own...)
		*said = nil
		got := claim()
		if want := r.notices(); strings.Join(*said, "; ") != want {
			t.Errorf("%s: the notices are %q, want %q", r.name, *said, want)
		}
		if !strings.HasPrefix(got, r.want) {
			t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
		if strings.HasPrefix(got, "55P03") { // the transaction has failed
			exec(t, s, "ROLLBACK", "BEGIN")
		}
		if waits, locks := s.says("SELECT currval('given.waits')::text"), s.says(held); waits != fmt.Sprint(r.waits) || locks != r.held {
			t.Errorf("%s: after %s waits the locks are %s, want %d waits and %s", r.name, waits, locks, r.waits, r.held)
		}
		if r.after == "" {
			exec(t, s, "ROLLBACK")
		} else {
			exec(t, s, "COMMIT")
			if locks := s.says(held); locks != r.after {
				t.Errorf("%s: after the transaction the locks are %s, want %s", r.name, locks, r.after)
			}
		}
		exec(t, s, "SELECT pg_advisory_unlock_all()")
		exec(t, other, "ROLLBACK", "SELECT pg_advisory_unlock_all()")
	}

	// A claim is kept for the session only if the transaction has it.
	hold := "SELECT sortid_internal_partitions_hold('claimed')::text"
	if got := s.says(hold); got != "false" {
		t.Errorf("a hold without a claim: %s", got)
	}
	exec(t, other, "SELECT pg_advisory_lock"+lock)
	if got := s.says(hold); got != "false" {
		t.Errorf("a hold of the claim of another session: %s", got)
	}
	exec(t, other, "SELECT pg_advisory_unlock_all()")
	for _, foreign := range []string{"(hashtext('sortid_partitions'), 'claimed'::regclass::oid::integer)", "(hashtext('sortid_partitions_drop'), 'other'::regclass::oid::integer)"} {
		exec(t, s, "SELECT pg_advisory_lock"+foreign)
		if got := s.says(hold); got != "false" {
			t.Errorf("a hold with another lock, %s: %s", foreign, got)
		}
		exec(t, s, "SELECT pg_advisory_unlock_all()")
	}
	exec(t, s, "BEGIN")
	claim()
	if got := s.says(hold); got != "true" {
		t.Errorf("a hold of a claim: %s", got)
	}
	exec(t, s, "COMMIT")
	if locks := s.says(held); locks != "1 1" {
		t.Errorf("after a hold the locks are %s, want 1 1", locks)
	}
	exec(t, s, "SELECT pg_advisory_unlock_all()")
	// A number of a table that has 32 bits.
	exec(t, s, "BEGIN", "SELECT sortid_internal_partitions_claim(4000000000::oid::regclass, interval '10 seconds')")
	if got := s.says("SELECT sortid_internal_partitions_hold(4000000000::oid::regclass)::text"); got != "true" {
		t.Errorf("a hold of the table 4000000000: %s", got)
	}
	exec(t, s, "COMMIT")
	if got := s.says("SELECT string_agg(objid::text, ' ') FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"); got != "4000000000" {
		t.Errorf("a hold of the table 4000000000 has locks of %s", got)
	}
	exec(t, s, "SELECT pg_advisory_unlock_all()")
	if got := s.says("SELECT sortid_internal_partitions_claim(NULL, interval '10 seconds')::text"); got != "true" {
		t.Errorf("a claim of NULL: %s", got)
	}

	// A run that waits in a DETACH for this session goes on with the work.
	exec(t, other, "BEGIN", "SELECT pg_advisory_xact_lock"+lock)
	s.passing(now, 1_000_000, "")
	exec(t, s, "BEGIN", "LOCK TABLE claimed IN ACCESS SHARE MODE")
	waiting := make(chan error, 1)
	go func() { waiting <- locks(t.Context(), other) }()
	for deadline := time.Now().Add(20 * time.Second); s.says("SELECT (pg_backend_pid() = ANY (pg_blocking_pids("+pid+")))::text") != "true"; {
		if time.Now().After(deadline) {
			t.Fatal("the other session does not wait")
		}
	}
	if got, waits := claim(), s.says("SELECT currval('given.waits')::text"); got != "false" || waits != "0" {
		t.Errorf("beside a run that waits for this session: %s after %s waits, want false after 0", got, waits)
	}
	exec(t, s, "ROLLBACK")
	if err := <-waiting; err != nil {
		t.Error(err)
	}
	exec(t, other, "ROLLBACK")
}

type claimRule struct {
	name   string
	before []string // of the other session
	own    []string // of this one, in a transaction
	step   int64
	want   string
	waits  int
	held   string // by this session and by all, within the transaction
	after  string
}

// notices returns what a claim says.
func (r claimRule) notices() string {
	if r.want == "false" {
		return "partitions: table public.claimed: another run is detaching old partitions, and waits for other sessions: this one leaves them to it"
	}
	return ""
}

// notices replaces the session by one whose notices and warnings are in the list that it returns.
func (s *givenSession) notices() *[]string {
	s.t.Helper()
	var config *pgx.ConnConfig
	if err := s.Raw(func(c any) error { config = c.(*stdlib.Conn).Conn().Config(); return nil }); err != nil {
		s.t.Fatal(err)
	}
	var list []string
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { list = append(list, n.Message) }
	db := stdlib.OpenDB(*config)
	s.t.Cleanup(func() { db.Close() })
	s.Conn = session(s.t, db)
	exec(s.t, s, "SET statement_timeout = '20s'")
	return &list
}

// locks waits for a lock of the table.
func locks(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "LOCK TABLE claimed IN ACCESS EXCLUSIVE MODE")
	return err
}
