package btreebench

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/run/runtest"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// onServer is a Config of so many runs on a server that the tests of this process
// share, and a connection to it. In the middle of the third run it calls do, once.
func onServer(t *testing.T, kind dbserver.Kind, do func(*sql.DB)) Config {
	t.Helper()
	dsn := dbtest.Server(t, kind).DSN()
	if kind == dbserver.Postgres {
		dsn += "&application_name=" + applicationName(t)
	}
	db, err := sql.Open(kind.Driver(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &middle{do: func() { do(db) }}
	return Config{
		Engines: []string{string(kind)}, DSNs: map[string]string{string(kind): dsn}, Keys: []string{"uuidv4"},
		Rows: []int{3000}, Writers: []int{4}, Repeats: 1000, Observer: w,
	}
}

// applicationName tells this test's connections from those of others on the server.
func applicationName(t *testing.T) string {
	return "sortid-" + strings.ReplaceAll(t.Name(), "/", "-")
}

// middle is an Observer that calls do once, when rows of the third run are in.
type middle struct {
	watcher
	do   func()
	once sync.Once
}

func (m *middle) Rows(n int) {
	m.watcher.Rows(n)
	if m.rows.Load() > 2*3000+300 {
		m.once.Do(m.do)
	}
}

// An interrupt in the middle of a run keeps what was measured before, and leaves
// nothing on a server that runs on.
func TestInterruptOnServers(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c := onServer(t, kind, func(*sql.DB) { cancel() })
			noneLeft := runtest.Watch(t, kind, c.DSNs[string(kind)])
			r, err := Run(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete() || !r.Interrupted() || len(r.Trials()) != 2 || r.Stopped() != "interrupted" {
				t.Errorf("complete %v, interrupted %v, %d trials, %s", r.Complete(), r.Interrupted(), len(r.Trials()), r.Stopped())
			}
			noneLeft()
		})
	}
}

// A server that ends the connections is an error that says so, with what was measured
// before.
func TestServerGone(t *testing.T) {
	c := onServer(t, dbserver.Postgres, func(db *sql.DB) {
		query := fmt.Sprintf("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '%s' AND pid <> pg_backend_pid()", applicationName(t))
		if _, err := db.Exec(query); err != nil {
			t.Error(err)
		}
	})
	noneLeft := runtest.Watch(t, dbserver.Postgres, c.DSNs["postgres"])
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete() || r.Interrupted() || len(r.Trials()) != 2 || !strings.Contains(r.Stopped(), "postgres") || strings.Contains(r.Stopped(), "\n") {
		t.Errorf("complete %v, interrupted %v, %d trials, %q", r.Complete(), r.Interrupted(), len(r.Trials()), r.Stopped())
	}
	noneLeft()
}
