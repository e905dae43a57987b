package partitions_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/sqltype"
)

// writers insert rows, and read each one again.
type writers struct {
	server
	galera bool // the server is a node of a Galera cluster
	stop   context.CancelFunc
	group  sync.WaitGroup
	rows   atomic.Int64
}

func (s server) write(n int) *writers {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	w := &writers{server: s, stop: cancel}
	w.galera = s.kind == dbserver.MariaDB && s.rows("SELECT @@wsrep_on")[0] == "1"
	for i := range n {
		w.group.Go(func() {
			for ctx.Err() == nil {
				if err := w.insert(s.t.Context(), fmt.Sprint(i)); err != nil {
					s.t.Errorf("writer %d: %v", i, err)
					return
				}
			}
		})
	}
	s.t.Cleanup(w.end)
	return w
}

func (w *writers) end() {
	w.stop()
	w.group.Wait()
}

// insert stores a row and reads it.
func (w *writers) insert(ctx context.Context, note string) error {
	id := w.key(wiji.New())
	if err := w.try(func() error {
		_, err := w.db.ExecContext(ctx, "INSERT INTO events (id, note) VALUES ("+w.pick("$1, $2", "?, ?")+")", id, note)
		return err
	}); err != nil {
		return err
	}
	var got string
	if err := w.try(func() error {
		return w.db.QueryRowContext(ctx, "SELECT note FROM events WHERE id = "+w.pick("$1", "?"), id).Scan(&got)
	}); err != nil {
		return err
	}
	w.rows.Add(1)
	return nil
}

// try executes a statement. On Galera, DDL ends the transactions in its way with a conflict, and
// try executes the statement again.
func (w *writers) try(statement func() error) error {
	for {
		if err := statement(); !w.galera || retry.FaultOf(err) != retry.Conflict {
			return err
		}
	}
}

// key returns an ID as an argument for the server's usual column.
func (s server) key(id wiji.ID) any {
	if s.postgres() {
		return sqltype.UUIDOf(id)
	}
	return sqltype.BinaryOf(id)
}

// more waits until the writers have stored n more rows.
func (w *writers) more(n int64) {
	w.t.Helper()
	want := w.rows.Load() + n
	await.Until(w.t, "more rows of the writers", func() bool {
		if w.t.Failed() {
			w.t.FailNow()
		}
		return w.rows.Load() >= want
	})
}

// The recipe of docs/partitions.md divides a table while other sessions insert and read. None of their
// statements fails, but for conflicts on Galera, and no row is lost.
func testMoving(t *testing.T, s server) {
	start := time.Now().UTC()
	s.exec(fmt.Sprintf("CREATE TABLE events (id %s NOT NULL PRIMARY KEY, note varchar(20) NOT NULL DEFAULT '')", s.pick("uuid", "BINARY(16)")),
		"CREATE INDEX events_note ON events (note)")
	w := s.write(4)
	w.more(100)
	blocks := suite.Blocks(t, "partitions.md", string(s.kind), "move")
	for _, block := range blocks {
		for _, statement := range suite.Statements(block) {
			if !strings.HasPrefix(statement, "SELECT") {
				s.exec(statement)
			} else if got := s.rows(statement); got[0] != "go on" {
				t.Fatalf("%s: %q", statement, got)
			}
		}
		w.more(20)
	}
	w.more(100)
	w.end()
	if got, want := s.rows("SELECT COUNT(*) FROM events")[0], fmt.Sprint(w.rows.Load()); got != want {
		t.Errorf("the table has %s rows, and the writers stored %s", got, want)
	}
	if got := s.rows("SELECT COUNT(*) FROM " + s.pick("events_history", "events PARTITION (history)"))[0]; got != fmt.Sprint(w.rows.Load()) {
		t.Errorf("%s rows are in the partition of the past, want all", got)
	}
	if time.Now().UTC().Month() != start.Month() {
		t.Skip("the month has ended")
	}
	if got := s.parts("events"); len(got) != 3 {
		t.Errorf("the partitions are %q, want the past and the two months that follow it", got)
	}
	s.exec("CALL sortid_partitions_drop_before('events', 'wiji', "+s.pick("now() - interval '1 second'", "UTC_TIMESTAMP() - INTERVAL 1 SECOND")+", 0, FALSE)",
		"CALL sortid_partitions_ensure('events', 'wiji', 'month', 3)")
	if got := s.rows("SELECT COUNT(*) FROM events")[0]; got != fmt.Sprint(w.rows.Load()) {
		t.Errorf("%s rows are left: rows of the past were dropped too early", got)
	}
}

// An ID of a later time that arrives between the steps of the recipe stops it, or is in the right partition.
func testMovingLate(t *testing.T, s server) {
	s.exec("DELETE FROM sortid_partitioned", fmt.Sprintf("CREATE TABLE events (id %s NOT NULL PRIMARY KEY, note varchar(20) NOT NULL DEFAULT '')", s.pick("uuid", "BINARY(16)")))
	s.exec("INSERT INTO events (id) VALUES (sortid_wiji_new())")
	blocks := suite.Blocks(t, "partitions.md", string(s.kind), "move")
	s.exec(suite.Statements(blocks[0])...)
	late := "INSERT INTO events (id) VALUES (sortid_wiji_min_at(" + s.pick("now() + interval '5 years'", "UTC_TIMESTAMP() + INTERVAL 5 YEAR") + "))"
	if s.postgres() {
		s.fails("history", late) // the check
		return
	}
	s.exec(late)
	for _, statement := range suite.Statements(blocks[1]) {
		if _, err := s.query(statement); err != nil {
			if !strings.Contains(err.Error(), "later than the bound") {
				t.Fatalf("%s: %v", statement, err)
			}
			s.exec("UNLOCK TABLES")
			if got := s.rows("SELECT COUNT(*) FROM events"); got[0] != "2" {
				t.Errorf("%s rows are left, want 2", got[0])
			}
			s.exec("DROP TABLE events_new, events_rows")
			return
		}
	}
	t.Error("the recipe goes on with an ID of a later time")
}
