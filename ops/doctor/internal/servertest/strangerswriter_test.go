package servertest

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

// strangerWriter writes the rows of a file while a script runs, and remembers what the server took.
type strangerWriter struct {
	s       *strangerDB
	conn    *sql.Conn
	written []int
	failed  map[string]int // transactions by their errors
}

func (s *strangerDB) writer(t *testing.T) *strangerWriter {
	t.Helper()
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	set := "SET SESSION lock_wait_timeout = 1, SESSION innodb_lock_wait_timeout = 1, SESSION sql_mode = 'STRICT_ALL_TABLES'"
	if s.kind == dbserver.Postgres {
		set = "SET lock_timeout = 100"
	}
	if _, err := conn.ExecContext(t.Context(), set); err != nil {
		t.Fatal(err)
	}
	return &strangerWriter{s: s, conn: conn, failed: map[string]int{}}
}

// write writes the rows in one transaction.
func (w *strangerWriter) write(ctx context.Context) error {
	tx, err := w.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, statement := range w.s.Write {
		if _, err := tx.ExecContext(ctx, strangers.Filled(statement, w.s.next)); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	w.written = append(w.written, w.s.next)
	w.s.next++
	return nil
}

// until writes until the context ends.
func (w *strangerWriter) until(ctx context.Context) {
	for ctx.Err() == nil && len(w.s.Write) > 0 {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		if err := w.write(within); err != nil {
			w.failed[err.Error()]++
		}
		cancel()
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
}

var inserted = regexp.MustCompile("^INSERT INTO (\"[^\"]*\"|`[^`]*`|[^ ]+) ")

// check fails unless the rows that came are those that the server took.
func (w *strangerWriter) check(t *testing.T, added map[string][]string) {
	t.Helper()
	want := map[string]int{}
	for _, statement := range w.s.Write {
		m := inserted.FindStringSubmatch(statement)
		if m == nil {
			continue
		}
		table := strangers.Unquoted(m[1])
		want[table] += len(w.written)
		all := canonical(strings.Join(added[table], "\n"))
		for _, n := range w.written {
			for _, p := range strangers.Placeholder.FindAllString(statement, -1) {
				if key := strangers.Filled(p, n); p != "{{n}}" && !strings.Contains(all, canonical(key)) {
					t.Errorf("table %s: no row with %s of what was written as number %d", table, key, n)
				}
			}
		}
	}
	for table := range added {
		want[table] += 0
	}
	for table, n := range want {
		if len(added[table]) != n {
			t.Errorf("table %s: %d rows came, want the %d that were written: %.300q", table, len(added[table]), n, added[table])
		}
	}
}

// wrote reports whether programs inserted rows into a table, or into that of a column.
func (s *strangerDB) wrote(what string) bool {
	return slices.ContainsFunc(s.Write, func(statement string) bool {
		m := inserted.FindStringSubmatch(statement)
		if m == nil {
			return false
		}
		table, what := strangers.Unquoted(m[1]), strangers.Unquoted(what)
		return what == table || strings.HasPrefix(what, table+".")
	})
}
