package lease_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/lease"
)

// cable is a network that can be cut: connections stay open, and nothing arrives.
type cable struct {
	mu   sync.Mutex
	gone *sync.Cond
	cut  bool
}

func newCable() *cable {
	c := &cable{}
	c.gone = sync.NewCond(&c.mu)
	return c
}

func (c *cable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
	c.gone.Broadcast()
}

// wait returns when the cable is whole.
func (c *cable) wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.cut {
		c.gone.Wait()
	}
}

// dial connects through the cable.
func (c *cable) dial(ctx context.Context, network, address string) (net.Conn, error) {
	server, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	go c.carry(server, far)
	go c.carry(far, server)
	return near, nil
}

// carry copies from one side to the other while the cable is whole.
func (c *cable) carry(to io.WriteCloser, from io.Reader) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		c.wait()
		if _, failed := to.Write(buffer[:n]); err != nil || failed != nil {
			return
		}
	}
}

// openDialing opens a database whose connections come from dial.
func openDialing(t *testing.T, d database, dial func(ctx context.Context, network, address string) (net.Conn, error)) *sql.DB {
	t.Helper()
	var db *sql.DB
	if d.kind == dbserver.Postgres {
		config, err := pgx.ParseConfig(d.dsn)
		if err != nil {
			t.Fatal(err)
		}
		config.DialFunc = dial
		db = stdlib.OpenDB(*config)
	} else {
		dsn, err := dbserver.NormalizeDSN(d.kind, d.dsn)
		if err != nil {
			t.Fatal(err)
		}
		config, err := mysql.ParseDSN(dsn)
		if err != nil {
			t.Fatal(err)
		}
		config.DialFunc = dial
		connector, err := mysql.NewConnector(config)
		if err != nil {
			t.Fatal(err)
		}
		db = sql.OpenDB(connector)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestCut cuts the network of a process for longer than its claim lasts. It refuses in time,
// another process gets the number, and when the network is whole again, the first one claims
// another number.
func TestCut(t *testing.T) {
	onKinds(t, dbtest.SomeKinds(t.Name()), func(t *testing.T, d database) { // SQLite has no network
		const ttl = 3 * time.Second
		c := newCable()
		config := lease.Config{Name: "cut", TTL: ttl}
		g := must[*lease.Generator[ulidflake.ID, ulidflake.Block]](t)(lease.Acquire(t.Context(), openDialing(t, d, c.dial), lease.UlidFlake(), config))
		before := g.Lease()
		c.set(true)
		await.Until(t, "a refusal", func() bool { _, err := g.New(); return errors.Is(err, lease.ErrLost) })
		// All other numbers are held, so another process gets this one when its claim has expired.
		d.exec(t, "UPDATE sortid_lease SET expires = 9000000000000 WHERE token = 0")
		var other *lease.Generator[ulidflake.ID, ulidflake.Block]
		await.Until(t, "the number", func() bool {
			var err error
			other, err = lease.Acquire(t.Context(), d.db, lease.UlidFlake(), config)
			return err == nil
		})
		defer other.Close()
		if other.Lease().Number != before.Number {
			t.Errorf("the number is %v, want that of %v", other.Lease(), before)
		}
		d.exec(t, "UPDATE sortid_lease SET expires = 0 WHERE token = 0")
		c.set(false)
		healed := time.Now()
		await.Until(t, "recovery", func() bool { _, err := g.New(); return err == nil })
		t.Logf("recovered in %v", time.Since(healed))
		if g.Lease().Number == before.Number {
			t.Errorf("two processes have the number of %v", before)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}
