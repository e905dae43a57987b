package servertest

import (
	"net"
	"net/url"
	"slices"
	"testing"

	"github.com/moby/moby/api/types/container"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// node starts a server for one test, in a container.
func node(t *testing.T, kind dbserver.Kind, o dbserver.NodeOptions) (*dbserver.Node, *dbserver.Server) {
	t.Helper()
	n, err := dbserver.NewNode(t.Context(), kind, o)
	end := func() error { return nil }
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	if n != nil {
		end = n.Remove
	}
	if err != nil {
		dbtest.Missing(t, err.Error())
	}
	if err := dbserver.OnFreePort(func() error { return n.Start(t.Context()) }); err != nil {
		t.Fatal(n.Failed(err))
	}
	s, err := n.Await(t.Context(), "a server of the test's own")
	if err != nil {
		t.Fatal(err)
	}
	end = s.Close
	return n, s
}

// On a standby, which can only read, the doctor finds what it finds on the primary.
func TestStandby(t *testing.T) {
	const password = "of-both"
	n, primary := node(t, dbserver.Postgres, dbserver.NodeOptions{Password: password})
	d, err := primary.NewDatabase(t.Context(), t.Name(), dbserver.DatabaseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, "pgx", d.DSN)
	aDatabase(t, db, dbserver.Postgres)
	// "all" in the image's list does not include replication.
	execute(t, db, "ANALYZE", "COPY (SELECT 'host replication all all scram-sha-256') TO PROGRAM 'cat >> "+texts(t, db, "SHOW hba_file")[0]+"'", "SELECT pg_reload_conf()")
	address, err := n.ContainerIP(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const copied = `pg_basebackup -d "$1" -D /tmp/standby -R -c fast && exec postgres -D /tmp/standby -c listen_addresses='*'`
	_, standby := node(t, dbserver.Postgres, dbserver.NodeOptions{Password: password, Extra: []testcontainers.ContainerCustomizer{
		testcontainers.WithCmd("bash", "-c", copied, "standby", n.PeerDSN(net.JoinHostPort(address, "5432"), "postgres")),
		// The image runs any command but the server's as it is.
		testcontainers.WithConfigModifier(func(c *container.Config) { c.User = "postgres" }),
	}})
	var recovering bool
	if err := standby.Query(t.Context(), &recovering, "SELECT pg_is_in_recovery()"); err != nil || !recovering {
		t.Fatalf("no standby: %v", err)
	}
	u, err := url.Parse(standby.DSN())
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + d.Name
	want, got := run(t, inspect.Options{DSN: d.DSN}), run(t, inspect.Options{DSN: u.String()})
	if w, g := holds(want), holds(got); len(w) < 4 || !slices.Equal(w, g) {
		t.Errorf("the standby has %q, the primary %q", g, w)
	}
	if findings(got, "users") != findings(want, "users") || len(got.Notes) != len(want.Notes) {
		t.Errorf("the standby has %+v, %q, the primary %+v, %q", got.Findings, got.Notes, want.Findings, want.Notes)
	}
}
