package postgres_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/integration_test/internal/servertest"
	"github.com/sortid/sortid/internal/dbserver"
)

// shown makes a view with the results of all functions for a table's keys. format is the prefix
// of the functions for times, and text that of the functions for texts.
func shown(t *testing.T, db *sql.DB, call, format, text string, more ...string) string {
	t.Helper()
	table := slices.IndexFunc(makers, func(m maker) bool { return m.call == call })
	view := fmt.Sprintf("shown_%d", table)
	said := append([]string{
		"X_text(id)", "X_valid(id)", "X_valid_text(X_text(id))", "X_valid_text('no text')", "F_time(id)",
		"F_min_at(F_time(id))", "F_max_at(F_time(id))", "F_fields(id)",
	}, more...)
	columns := strings.NewReplacer("X_", "sortid_"+text+"_", "F_", "sortid_"+format+"_").Replace(strings.Join(said, ", "))
	exec(t, db, fmt.Sprintf("CREATE VIEW %s AS SELECT id, concat_ws(' ', %s) AS said FROM made_%d", view, columns, table))
	return view
}

// caughtUp waits until a standby has what its primary has.
func caughtUp(t *testing.T, primary, standby *sql.DB) {
	t.Helper()
	end := queryOne(t, primary, "SELECT pg_current_wal_lsn()::text")
	for range 3600 {
		if queryOne(t, standby, "SELECT (pg_last_wal_replay_lsn() >= $1::pg_lsn)::text", end) == "true" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the standby stays behind")
}

// On a hot standby all functions without a state work. After it has been promoted the generators
// work too, and return no ID that the primary has returned.
func TestStandby(t *testing.T) {
	t.Parallel()
	primary := servertest.Start(t, dbserver.Postgres, 512)
	db := onBox(t, primary)
	migrate(t, db)
	tables(t, db)
	first := fill(t, session(t, db)) // comes with the copy
	views := []string{
		shown(t, db, "sortid_wiji_new()", "wiji", "wiji", "F_time(F_at(F_time(id)))", "X_parse(X_text(id))", "X_parse(X_uuid(id))", "X_parse(X_hex(id))"),
		shown(t, db, "sortid_ulid_new()", "ulid", "ulid", "F_time(F_at(F_time(id)))", "X_parse(X_text(id))", "X_parse(X_uuid(id))"),
		shown(t, db, "sortid_uuid_new()", "uuid", "uuid", "F_time(F_at(F_time(id)))", "X_parse(X_text(id))", "X_parse(X_hex(id))"),
		shown(t, db, "sortid_scru_new()", "scru", "scru", "F_time(F_at(F_time(id)))", "X_parse(X_text(id))", "X_parse(X_hex(id))"),
		shown(t, db, "sortid_ulidflake_new()", "ulidflake", "ulidflake", "F_at(F_time(id), 7)", "X_parse(X_text(id))", "X_scalable(id)"),
		shown(t, db, "sortid_xid_new()", "xid", "uid", "F_at(F_time(id), 7)", "X_parse(X_text(id))", "X_prefix_min(left(X_text(id), 4))", "X_prefix_max(left(X_text(id), 4))"),
		shown(t, db, "sortid_uid_ts_seq_rand_bytes()", "xid", "uid", "X_parse_bytes(X_text(id))", "F_min_at_bytes(F_time(id))",
			"F_max_at_bytes(F_time(id))", "F_at_bytes(F_time(id), 7)", "X_prefix_min_bytes(left(X_text(id), 4))", "X_prefix_max_bytes(left(X_text(id), 4))"),
	}
	box := primary.Standby(t, 512)
	standby := onBox(t, box)
	given := joined(first, fill(t, session(t, db))) // comes with the log
	caughtUp(t, db, standby)
	if queryOne(t, standby, "SELECT pg_is_in_recovery()::text") != "true" {
		t.Fatal("the standby is none")
	}
	for _, view := range views {
		query := "SELECT said FROM " + view + " ORDER BY id"
		if here, there := texts(t, standby, query), texts(t, db, query); len(here) == 0 || !slices.Equal(here, there) {
			t.Errorf("%s has %d rows on the standby and %d on the primary, or says something else", view, len(here), len(there))
		}
	}
	const lastHour = "SELECT count(*)::text FROM made_0 WHERE id >= sortid_wiji_min_at(now() - interval '1 hour') AND id < sortid_wiji_min_at(now() + interval '1 hour')"
	if got, want := queryOne(t, standby, lastHour), fmt.Sprint(len(given[0])); got != want {
		t.Errorf("a range of time has %s rows on the standby, want %s", got, want)
	}

	reader := session(t, standby)
	for i, m := range makers {
		ids, err := column(t.Context(), reader, "SELECT "+m.sortable(m.call))
		if !m.state || builtIn(t, reader, m.call) {
			if err != nil {
				t.Errorf("%s on a standby: %v", m.call, err)
			}
			given[i] = append(given[i], ids...)
			continue
		}
		e, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || e.Code != "25006" || !strings.Contains(e.Message, "in a read-only transaction") {
			t.Errorf("%s on a standby: %v, want an error that says that it is read-only", m.call, err)
		}
	}

	caughtUp(t, db, standby)
	primary.Kill(t)
	if queryOne(t, standby, "SELECT pg_promote()::text") != "true" {
		t.Fatal("the standby was not promoted")
	}
	// In the session that was refused before, and in another.
	checkDistinct(t, given, joined(fill(t, reader), fill(t, session(t, standby))))
}
