package lease_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/uses"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/lease"
)

// On Postgres a claim, a renewal and a release wait for the disk and for synchronous standbys. A
// stronger setting of the session stays, and every setting is as before afterwards.
func TestSynchronousCommit(t *testing.T) {
	d := newDatabase(t, dbserver.Postgres)
	d.exec(t, "CREATE TABLE levels (level text)")
	d.exec(t, "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO levels VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$")
	d.exec(t, "CREATE TRIGGER note AFTER UPDATE ON sortid_lease FOR EACH ROW EXECUTE FUNCTION note()")
	d.db.SetMaxOpenConns(1)
	for level, want := range map[string]string{"off": "on", "local": "on", "remote_write": "on", "on": "on", "remote_apply": "remote_apply"} {
		for _, mode := range []string{"session", "procedure"} {
			// On a slow machine a renewal can time out, which ends its connection: the next one has
			// the server's setting.
			await.Until(t, "updates on one connection", func() bool { return commits(t, d, level, mode, want) })
		}
	}
}

// commits claims, renews and releases a number with a setting of the session, and checks the one that
// the updates had. It reports whether all was on one connection.
func commits(t *testing.T, d database, level, mode, want string) bool {
	t.Helper()
	d.exec(t, "TRUNCATE levels")
	d.exec(t, "SET synchronous_commit = "+level)
	var before, after int
	if err := d.db.QueryRowContext(t.Context(), "SELECT pg_backend_pid()").Scan(&before); err != nil {
		t.Fatal(err)
	}
	updates := 1
	if mode == "session" {
		h := must[*uses.Holder](t)(uses.Hold(t.Context(), d.db, time.Second))
		await.Until(t, "a renewal", func() bool { _, n := h.Count(lease.Renewed); return n > 0 })
		h.Fire(t)
		updates = 3
	} else {
		d.exec(t, "CALL sortid_lease_claim()")
	}
	var rows, right int
	var now string
	err := d.db.QueryRowContext(t.Context(), "SELECT pg_backend_pid(), count(*), count(*) FILTER (WHERE level = $1), current_setting('synchronous_commit') FROM levels", want).Scan(&after, &rows, &right, &now)
	if err != nil || right != rows || after == before && (rows < updates || now != level) {
		t.Errorf("%s, %s: %d of %d updates with %s, and %s afterwards, %v", level, mode, right, rows, want, now, err)
	}
	d.exec(t, "DELETE FROM sortid_lease WHERE expires = 9223372036854775807")
	return after == before
}

// SQLite commits a claim with synchronous = EXTRA, whatever the connection has, which is as before
// afterwards. Without syncs, or without a journal in a file, it grants nothing.
func TestSynchronous(t *testing.T) {
	for _, c := range []struct {
		pragmas, level, want string
	}{
		{"journal_mode(WAL)&_pragma=synchronous(NORMAL)", "1", ""},
		{"journal_mode(WAL)&_pragma=synchronous(FULL)", "2", ""},
		{"journal_mode(DELETE)&_pragma=synchronous(FULL)", "2", ""},
		{"journal_mode(TRUNCATE)&_pragma=synchronous(EXTRA)", "3", ""},
		{"journal_mode(WAL)&_pragma=synchronous(OFF)", "0", "synchronous is OFF"},
		{"journal_mode(MEMORY)", "2", `journal_mode is "memory"`},
		{"journal_mode(OFF)", "2", `journal_mode is "off"`},
	} {
		t.Run(c.pragmas, func(t *testing.T) {
			dsn := "file:" + filepath.Join(t.TempDir(), "test.db") + "?_pragma=busy_timeout(10000)&_pragma=" + c.pragmas
			d := database{sqliteKind, dsn, install(t, sqliteKind, dsn)}
			d.db.SetMaxOpenConns(1)
			d.exec(t, "CREATE TABLE levels (level INTEGER)")
			d.exec(t, "CREATE TRIGGER note AFTER UPDATE ON sortid_lease BEGIN INSERT INTO levels SELECT synchronous FROM pragma_synchronous; END")
			ids, err := lease.Acquire(t.Context(), d.db, lease.Snowish(), lease.Config{})
			if c.want != "" {
				if !errors.Is(err, lease.ErrNotDurable) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %q", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			must[uid11.ID](t)(ids.New())
			if err := ids.Close(); err != nil {
				t.Error(err)
			}
			var updates, extra int
			var level string
			if err := d.db.QueryRowContext(t.Context(), "SELECT COUNT(*), COUNT(CASE WHEN level = 3 THEN 1 END) FROM levels").Scan(&updates, &extra); err != nil || updates != 2 || extra != 2 {
				t.Errorf("%d of %d updates with EXTRA, %v", extra, updates, err)
			}
			if err := d.db.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&level); err != nil || level != c.level {
				t.Errorf("synchronous is %s, was %s, %v", level, c.level, err)
			}
		})
	}
	memory := install(t, sqliteKind, "file::memory:?cache=shared")
	if _, err := lease.Acquire(t.Context(), memory, lease.Snowish(), lease.Config{}); !errors.Is(err, lease.ErrNotDurable) {
		t.Errorf("a database in memory: %v", err)
	}
}

// The row of a number goes back on each server, as after a restore: the holder stops and says so,
// and goes on when the row is as it was.
func TestReverted(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		for _, back := range []string{
			"DELETE FROM sortid_lease WHERE token > 0",
			"UPDATE sortid_lease SET token = token - 1, expires = 0, mark = begins WHERE token > 0",
			"UPDATE sortid_lease SET renewal = renewal - 1 WHERE token > 0",
			"UPDATE sortid_lease SET mark = mark - 100000 WHERE token > 0",
			"UPDATE sortid_lease SET holder = 'another process' WHERE token > 0",
			"UPDATE sortid_lease SET token = token + 1, begins = mark - 100000 WHERE token > 0",
		} {
			d.exec(t, "UPDATE sortid_lease SET token = 0, expires = 0, mark = 0")
			h := must[*uses.Holder](t)(uses.Hold(t.Context(), d.db, 2*time.Second))
			await.Until(t, "a renewal", func() bool { _, n := h.Count(lease.Renewed); return n > 0 })
			d.exec(t, back)
			await.Until(t, back, func() bool {
				_, n := h.Count(lease.Reverted)
				return n > 1 && errors.Is(h.Failure(), lease.ErrReverted)
			})
			if _, acquired := h.Count(lease.Acquired); acquired != 1 {
				t.Errorf("%s: %d claims", back, acquired)
			}
			h.Fire(t)
		}
	})
}
