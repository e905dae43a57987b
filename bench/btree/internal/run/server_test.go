package run_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/run/runtest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// onServer is a plan of many trials on a server that the tests of this process
// share, and a connection to it. In the middle of the third trial it calls do, once.
func onServer(t *testing.T, kind dbserver.Kind, do func(*sql.DB)) (trial.Plan, run.Options) {
	t.Helper()
	dsn := dbtest.Server(t, kind).DSN()
	if kind == dbserver.Postgres {
		separator := "?"
		if strings.Contains(dsn, "?") {
			separator = "&"
		}
		dsn += separator + "application_name=" + applicationName(t)
	}
	db, err := sql.Open(kind.Driver(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &middle{do: func() { do(db) }}
	p := trial.Plan{Engines: []string{string(kind)}, Keys: []string{"uuidv4"}, Rows: []int{3000}, Writers: []int{4}, Repeats: 1000}.WithDefaults()
	return p, run.Options{DSNs: map[string]string{string(kind): dsn}, Observer: w}
}

// applicationName tells this test's connections from those of others on the server.
func applicationName(t *testing.T) string {
	return "sortid-" + strings.ReplaceAll(t.Name(), "/", "-")
}

// middle is an Observer that calls do once, when rows of the third trial are in.
type middle struct {
	rows atomic.Int64
	do   func()
	once sync.Once
}

func (m *middle) Begin(run.Size)          {}
func (m *middle) Start(trial.Coordinates) {}
func (m *middle) Done(trial.Trial)        {}
func (m *middle) End()                    {}

func (m *middle) Rows(n int) {
	if m.rows.Add(int64(n)) > 2*3000+300 {
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
			p, o := onServer(t, kind, func(*sql.DB) { cancel() })
			noneLeft := runtest.Watch(t, kind, o.DSNs[string(kind)])
			r, err := run.Run(ctx, p, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete || !r.Interrupted || len(r.Trials) != 2 || r.Stopped != "interrupted" {
				t.Errorf("complete %v, interrupted %v, %d trials, %s", r.Complete, r.Interrupted, len(r.Trials), r.Stopped)
			}
			noneLeft()
		})
	}
}

// A server that ends the connections is an error that says so, with what was measured
// before.
func TestServerGone(t *testing.T) {
	p, o := onServer(t, dbserver.Postgres, func(db *sql.DB) {
		query := fmt.Sprintf("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '%s' AND pid <> pg_backend_pid()", applicationName(t))
		if _, err := db.Exec(query); err != nil {
			t.Error(err)
		}
	})
	noneLeft := runtest.Watch(t, dbserver.Postgres, o.DSNs["postgres"])
	r, err := run.Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Interrupted || len(r.Trials) != 2 || !strings.Contains(r.Stopped, "postgres") || strings.Contains(r.Stopped, "\n") {
		t.Errorf("complete %v, interrupted %v, %d trials, %q", r.Complete, r.Interrupted, len(r.Trials), r.Stopped)
	}
	noneLeft()
}
