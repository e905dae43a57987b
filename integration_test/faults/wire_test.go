package faults_test

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"testing"

	mysqldriver "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// setting is a way in which a driver talks to a server.
type setting struct {
	name   string
	kind   dbserver.Kind
	params map[string]string
}

var settings = []setting{
	{"postgres", dbserver.Postgres, nil},
	{"postgres exec", dbserver.Postgres, map[string]string{"default_query_exec_mode": "exec"}},
	{"postgres simple", dbserver.Postgres, map[string]string{"default_query_exec_mode": "simple_protocol"}},
	{"mysql", dbserver.MySQL, nil},
	{"mysql interpolated", dbserver.MySQL, map[string]string{"interpolateParams": "true"}},
	{"mariadb", dbserver.MariaDB, nil},
	{"mariadb interpolated", dbserver.MariaDB, map[string]string{"interpolateParams": "true"}},
}

// with returns the setting with another parameter.
func (s setting) with(name, value string) setting {
	params := map[string]string{name: value}
	maps.Copy(params, s.params)
	s.params = params
	return s
}

// open opens an empty database on the shared server, and the wire to it.
func (s setting) open(t *testing.T) (server, *wire) {
	t.Helper()
	if s.kind == dbserver.Postgres {
		s = s.with("sslmode", "disable") // the wire must be able to read
	}
	dsn, err := dbtest.Open(t, s.kind).WithParams(s.params)
	must(t, "dsn", err)
	network, address := addressOf(t, s.kind, dsn)
	w := &wire{kind: s.kind, dial: func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	return server{s.kind, dsn, w.connect}, w
}

func addressOf(t *testing.T, kind dbserver.Kind, dsn string) (network, address string) {
	t.Helper()
	if kind == dbserver.Postgres {
		c, err := pgx.ParseConfig(dsn)
		must(t, "dsn", err)
		network, address = "tcp", net.JoinHostPort(c.Host, fmt.Sprint(c.Port))
		if strings.HasPrefix(c.Host, "/") {
			network, address = "unix", fmt.Sprintf("%s/.s.PGSQL.%d", c.Host, c.Port)
		}
		return network, address
	}
	c, err := mysqldriver.ParseDSN(dsn)
	must(t, "dsn", err)
	return c.Net, c.Addr
}

// TestWire cuts the connection in the middle of a statement, and after the server has
// stored the rows. The next attempt finds no server. Then the retry stores the rows in the
// first case; in the second it meets a duplicate key and finds its own rows.
func TestWire(t *testing.T) {
	for _, set := range settings {
		t.Run(set.name, func(t *testing.T) {
			s, w := set.open(t)
			table := sqlStore{s.pool(t), s.kind}
			must(t, "create", table.create(t.Context()))
			all := sent{}
			for _, l := range layersOn(s.kind) {
				c := cutting{w, l.open(t, s), all}
				t.Run(l.name, c.run)
			}
			all.check(t, table)
		})
	}
}

// cutting inserts rows through a store whose wire is cut.
type cutting struct {
	wire  *wire
	store store
	sent  sent
}

func (c cutting) run(t *testing.T) {
	must(t, "insert", c.store.insert(t.Context(), c.sent.rows(t.Name(), 1))) // the driver has prepared its statements
	for _, size := range []int{1, 100} {
		for _, at := range []moment{inRequest, inAnswer} {
			want := []retry.Fault{retry.Lost, retry.Unreachable, retry.None}
			if at == inAnswer {
				want[2] = retry.Duplicate
			}
			name := fmt.Sprintf("%s, %d, cut %s", t.Name(), size, at)
			if got := c.save(t, c.sent.rows(name, size), at); !slices.Equal(got, want) {
				t.Errorf("%d rows, cut %s: the attempts end with %q, want %q", size, at, got, want)
			}
		}
	}
}

// save saves the rows on a wire that is cut once, by a server that then is down for an attempt, and returns how each attempt ended.
func (c cutting) save(t *testing.T, rows []row, at moment) (faults []retry.Fault) {
	t.Helper()
	c.wire.setDown(true)
	c.wire.cut(at, rows[len(rows)-1].Note)
	err := retry.Save(t.Context(), func(ctx context.Context) error {
		err := c.store.insert(ctx, rows)
		faults = append(faults, retry.FaultOf(err))
		if retry.FaultOf(err) == retry.Unreachable {
			c.wire.setDown(false)
		}
		return err
	}, func(ctx context.Context) (bool, error) { return stored(ctx, c.store, rows) })
	must(t, "save", err)
	if c.wire.uncut() {
		t.Error("the connection was not cut")
	}
	return faults
}
