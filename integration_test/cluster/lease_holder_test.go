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
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/uses"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/lease"
)

// leaseTTL is the time to live of the claims of holders.
const leaseTTL = 6 * time.Second

// anyNode is the node of a holder that connects to any node that answers.
const anyNode = -1

// holder is a process that holds a number and makes IDs.
type holder struct {
	*uses.Holder
	on int // the node's number, or anyNode
}

// hold claims a number for a process.
func hold(t *testing.T, on int, db *sql.DB) (*holder, error) {
	h, err := uses.Hold(t.Context(), db, leaseTTL)
	return &holder{h, on}, err
}

// refuses reports whether the generator makes no IDs.
func (h *holder) refuses() bool { return errors.Is(h.Failure(), lease.ErrLost) }

// roamer connects to one node after another, until one answers.
type roamer struct {
	nodes []driver.Connector
	turn  atomic.Uint64
}

// roaming opens a handle whose first connection goes to a node, and later ones to any.
func roaming(t *testing.T, d *clusters.Database, first int) *sql.DB {
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
