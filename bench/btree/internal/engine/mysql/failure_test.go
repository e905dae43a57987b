package mysql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/internal/dbserver"
)

// cancelling is a key at which the context ends.
type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) Value() (driver.Value, error) {
	c.cancel()
	u := uuid.New()
	return u[:], nil
}

// What was interrupted is not there, and neither is the table afterwards.
func TestInterrupt(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, wide, 100)
		insert(t, tr, seq(1, 10), 10)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w := writer(t, tr)
		keys := append(seq(100, 500), cancelling{cancel})
		if err := w.Insert(ctx, append(keys, seq(1000, 500)...), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		_ = w.Close() // the connection is gone
		measure(t, tr)
		if err := errors.Join(tr.Close(), tr.Close()); err != nil {
			t.Error(err)
		}
		var tables int
		if err := e.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()").Scan(&tables); err != nil || tables != 0 {
			t.Errorf("%d tables, %v", tables, err)
		}
	})
}

func TestLostConnection(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		tr := prepare(t, e, wide, 100)
		w := writer(t, tr)
		insertOne := func(i int) error { return w.Insert(t.Context(), seq(i, 1), nil) }
		if err := insertOne(1); err != nil {
			t.Fatal(err)
		}
		var id int
		err := e.QueryRowContext(t.Context(), "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()").Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.ExecContext(t.Context(), fmt.Sprintf("KILL %d", id)); err != nil {
			t.Fatal(err)
		}
		if err := insertOne(2); err == nil || !strings.HasPrefix(err.Error(), e.name+": cannot insert: ") {
			t.Errorf("got %v", err)
		}
		_ = w.Close()
		measure(t, tr)
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
		tr := prepare(t, e, wide, 100)
		insert(t, tr, seq(1, 1000), 100)
		r := measure(t, tr)
		for _, name := range []string{metric.LeafPages, metric.LeafFill, metric.PageSplits, metric.BytesPerRow} {
			if got := r.Get(name).Missing; !strings.Contains(got, "innodb_index_stats") || !strings.Contains(got, "denied") {
				t.Errorf("%s is missing for the reason %q", name, got)
			}
		}
		value(t, r, metric.LogBytes)
		if err := errors.Join(tr.Close(), e.Close()); err != nil {
			t.Error(err)
		}
	})
}
