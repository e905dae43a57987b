package cluster_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/integration_test/internal/uses"
	"github.com/sortid/sortid/lease"
)

// leaseTTL is the time to live of the claims of holders.
const leaseTTL = 6 * time.Second

// anyNode is the node of a holder that connects to any node that answers.
const anyNode = -1

// holder is a process that holds a number and makes IDs.
type holder struct {
	on        int // the node's number, or anyNode
	ids       flakes
	confirmed atomic.Int64 // when the server last confirmed the claim, in nanoseconds
	refuses   atomic.Bool  // the generator makes no IDs
	stop      chan struct{}
	ended     chan struct{}
	made      []uses.Use // read after ended
	err       error      // the same
}

// hold claims a number for a process, which makes IDs until fire.
func hold(t *testing.T, on int, db *sql.DB) (*holder, error) {
	h := &holder{on: on, stop: make(chan struct{}), ended: make(chan struct{})}
	config := lease.Config{TTL: leaseTTL, Observe: func(e lease.Event) {
		if e.Kind == lease.Acquired || e.Kind == lease.Renewed {
			h.confirmed.Store(time.Now().UnixNano())
		}
	}}
	var err error
	if h.ids, err = lease.Acquire(t.Context(), db, lease.UlidFlake(), config); err != nil {
		return nil, err
	}
	go func() {
		defer close(h.ended)
		h.err = errors.Join(h.work(), h.ids.Close())
	}()
	return h, nil
}

// work makes IDs.
func (h *holder) work() error {
	for {
		select {
		case <-h.stop:
			return nil
		case <-time.After(3 * time.Millisecond):
		}
		held, at := h.ids.Lease(), time.Now().UnixNano()
		x, err := h.ids.New()
		h.refuses.Store(errors.Is(err, lease.ErrLost))
		switch {
		case errors.Is(err, lease.ErrLost), errors.Is(err, id.ErrOverflow):
		case err != nil:
			return err
		case held == h.ids.Lease():
			h.made = append(h.made, uses.Use{ID: uint64(x), Number: int64(held.Number), Token: held.Token, At: at})
		}
	}
}

// fire ends a process, which gives its number back, and returns the IDs that it made.
func (h *holder) fire(t *testing.T) []uses.Use {
	t.Helper()
	close(h.stop)
	<-h.ended
	must(t, "a holder", h.err)
	for _, u := range h.made {
		if int64(u.ID&ulidflake.MaxScalability) != u.Number {
			t.Errorf("%d does not have the number %d", u.ID, u.Number)
		}
	}
	return h.made
}

// since reports whether the server has confirmed the claim after a time.
func (h *holder) since(at time.Time) bool { return h.confirmed.Load() > at.UnixNano() }

// roamer connects to one node after another, until one answers.
type roamer struct {
	nodes []driver.Connector
	turn  atomic.Uint64
}

// roaming opens a handle whose first connection goes to a node, and later ones to any.
func roaming(t *testing.T, d *dbserver.ClusterDatabase, first int) *sql.DB {
	t.Helper()
	r := &roamer{}
	for i := range d.Nodes {
		r.nodes = append(r.nodes, connector(t, d.Nodes[(first+i)%len(d.Nodes)]))
	}
	db := sql.OpenDB(r)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// Connect implements [driver.Connector].
func (r *roamer) Connect(ctx context.Context) (driver.Conn, error) {
	var errs []error
	start := r.turn.Add(1) - 1
	for i := range uint64(len(r.nodes)) {
		c, err := r.nodes[(start+i)%uint64(len(r.nodes))].Connect(ctx)
		if err == nil {
			return c, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// Driver implements [driver.Connector].
func (r *roamer) Driver() driver.Driver { return r.nodes[0].Driver() }

// connector returns a connector to MySQL or MariaDB.
func connector(t *testing.T, on *dbserver.Database) driver.Connector {
	t.Helper()
	config, err := mysql.ParseDSN(on.DSN)
	must(t, "DSN", err)
	c, err := mysql.NewConnector(config)
	must(t, "connector", err)
	return c
}
