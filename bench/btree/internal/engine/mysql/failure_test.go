package mysql

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// An interrupted insert leaves no rows, and the table is removed afterwards.
func TestInterrupt(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, enginetest.Wide, 100)
		subject(e).Interrupted(t, tr)
		var tables int
		if err := e.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()").Scan(&tables); err != nil || tables != 0 {
			t.Errorf("%d tables, %v", tables, err)
		}
	})
}

func TestLostConnection(t *testing.T) {
	either(t, func(t *testing.T, e *Engine) {
		subject(e).LostConnection(t, prepare(t, e, enginetest.Wide, 100), func(t *testing.T) {
			query := "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()"
			if e.Server.Kind == dbserver.MySQL { // whose table cannot show the bytes of the insert, which may still stand there
				query = "SELECT processlist_id FROM performance_schema.threads WHERE processlist_db = DATABASE() AND processlist_id <> CONNECTION_ID()"
			}
			var id int
			if err := e.QueryRowContext(t.Context(), query).Scan(&id); err != nil {
				t.Fatal(err)
			}
			if _, err := e.ExecContext(t.Context(), fmt.Sprintf("KILL %d", id)); err != nil {
				t.Fatal(err)
			}
		})
	})
}

// An account that may do little gets what it may read, and reasons for the rest.
func TestFewPrivileges(t *testing.T) {
	each(t, func(t *testing.T, admin *Engine) {
		const name = "btree_guest"
		for _, q := range []string{
			"CREATE USER '" + name + "'@'%' IDENTIFIED BY 'guest'",
			"GRANT CREATE, DROP, SELECT, INSERT ON `sortid\\_%`.* TO '" + name + "'@'%'",
		} {
			if _, err := admin.ExecContext(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		defer func() {
			if _, err := admin.ExecContext(context.Background(), "DROP USER '"+name+"'@'%'"); err != nil {
				t.Error(err)
			}
		}()
		c, err := mysql.ParseDSN(admin.Server.DSN())
		if err != nil {
			t.Fatal(err)
		}
		c.User, c.Passwd, c.DBName = name, "guest", ""
		srv, err := dbserver.Open(t.Context(), admin.Server.Kind, dbserver.Options{DSN: c.FormatDSN()})
		if err != nil {
			t.Fatal(err)
		}
		defer srv.Close()
		e, err := On(t.Context(), srv)
		if err != nil {
			t.Fatal(err)
		}
		tr := prepare(t, e, enginetest.Wide, 100)
		enginetest.Insert(t, tr, seq(1, 1000), 100)
		r := enginetest.Measure(t, tr)
		for name, words := range map[string][]string{
			metric.LeafPages: {"innodb_index_stats", "SELECT"}, metric.LeafFill: {"innodb_index_stats"},
			metric.BytesPerRow: {"innodb_index_stats"}, metric.FileBytes: {"PROCESS"},
			metric.PageSplits: {"innodb_index_stats"}, metric.Neighbours: {"FOR EXPORT", "LOCK TABLES"},
		} {
			got := strings.ToLower(r.Get(name).Missing)
			for _, word := range append(words, "denied") {
				if !strings.Contains(got, strings.ToLower(word)) {
					t.Errorf("%s is missing for the reason %q, want one that says %s", name, got, word)
				}
			}
		}
		enginetest.Value(t, r, metric.LogBytes)
		if err := errors.Join(tr.Close(), e.Close()); err != nil {
			t.Error(err)
		}
	})
}
