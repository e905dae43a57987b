package clusters

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/moby/moby/client"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

func TestMain(m *testing.M) { Main(m) }

func skipWithoutSource(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, dbserver.ErrNoDocker) || errors.Is(err, dbserver.ErrNoContainer) {
		dbtest.Missing(t, err.Error())
	}
}

// containersOfTest returns how many containers of this process there are.
func containersOfTest(t *testing.T) int {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		return 0
	}
	defer c.Close()
	list, err := c.ContainerList(t.Context(), client.ContainerListOptions{All: true, Filters: make(client.Filters).Add("label", label())})
	if err != nil {
		t.Fatal(err)
	}
	return len(list.Items)
}

func label() string { return dbserver.ContainerLabel + "=" + strconv.Itoa(os.Getpid()) }

// openCluster opens a cluster in containers, or skips the test without Docker.
func openCluster(t *testing.T, kind Kind) *Cluster {
	t.Helper()
	if os.Getenv(kind.DSNsVariable()) != "" {
		t.Skipf("%s is set: this test is for containers", kind.DSNsVariable())
	}
	c, err := Open(t.Context(), kind, nil, func(line string) { t.Log(line) })
	skipWithoutSource(t, err)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// networks returns how many networks of this process there are.
func networks(t *testing.T) int {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		return 0
	}
	defer c.Close()
	list, err := c.NetworkList(t.Context(), client.NetworkListOptions{Filters: make(client.Filters).Add("label", label())})
	if err != nil {
		t.Fatal(err)
	}
	return len(list.Items)
}

// Clusters that are started at the same time do not meet. Close leaves nothing behind.
func TestCluster(t *testing.T) {
	before := containersOfTest(t)
	t.Run("kind", func(t *testing.T) {
		for _, kind := range Kinds() {
			t.Run(string(kind), func(t *testing.T) {
				t.Parallel()
				testCluster(t, openCluster(t, kind))
			})
		}
	})
	if after := containersOfTest(t); after != before || networks(t) != 0 {
		t.Errorf("the containers were %d and are %d, with %d networks", before, after, networks(t))
	}
}

// testCluster checks that a row that any node writes is on all nodes, also after one was
// killed and has joined again.
func testCluster(t *testing.T, c *Cluster) {
	if len(c.Nodes) != Nodes || !strings.Contains(c.Why, c.Kind.Title()) {
		t.Fatalf("%d nodes: %s", len(c.Nodes), c.Why)
	}
	d, err := c.NewDatabase(t.Context(), "cluster", dbserver.DatabaseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	nodes := createItems(t, d)
	writeItems(t, nodes, 0)
	wantItems(t, c, nodes, 3)

	const killed = 1
	if err := c.Kill(t.Context(), killed); err != nil {
		t.Fatal(err)
	}
	if err := nodes[killed].PingContext(t.Context()); err == nil {
		t.Error("the node that was killed answers")
	}
	if _, err := nodes[0].ExecContext(t.Context(), "INSERT INTO item VALUES (10)"); err != nil {
		t.Error(err)
	}
	if err := c.Start(t.Context(), killed); err != nil {
		t.Fatal(err)
	}
	writeItems(t, nodes, 20)
	wantItems(t, c, nodes, 7)
	testClusterDSNs(t, c)
	for _, db := range nodes {
		db.Close()
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// createItems creates a table on all nodes and returns a connection to each.
func createItems(t *testing.T, d *Database) (nodes []*sql.DB) {
	t.Helper()
	for i, on := range d.Nodes {
		db, err := on.Connect()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		nodes = append(nodes, db)
		if i > 0 && d.Cluster.Kind != LogicalReplication {
			continue // the first node's statement creates it everywhere
		}
		if _, err := nodes[i].ExecContext(t.Context(), "CREATE TABLE item (id INT PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Cluster.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.Replicate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return nodes
}

// writeItems inserts a row by each node.
func writeItems(t *testing.T, nodes []*sql.DB, first int) {
	t.Helper()
	for i, db := range nodes {
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO item VALUES (%d)", first+i)); err != nil {
			t.Fatalf("node %d: %v", i, err)
		}
	}
}

// wantItems checks that all nodes have this many rows when the cluster has settled.
func wantItems(t *testing.T, c *Cluster, nodes []*sql.DB, want int) {
	t.Helper()
	if err := c.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, db := range nodes {
		var got int
		if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM item").Scan(&got); err != nil || got != want {
			t.Errorf("node %d has %d rows, want %d, %v", i, got, want, err)
		}
	}
}

// testClusterDSNs opens the nodes of a running cluster by their DSNs. Such nodes cannot be
// killed.
func testClusterDSNs(t *testing.T, running *Cluster) {
	t.Helper()
	var dsns []string
	for _, node := range running.Nodes {
		dsns = append(dsns, node.DSN())
	}
	c, err := Open(t.Context(), running.Kind, dsns, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Nodes) != len(dsns) || !strings.Contains(c.Why, "as the test asks") {
		t.Errorf("%d nodes: %s", len(c.Nodes), c.Why)
	}
	if err := c.Kill(t.Context(), 0); err == nil {
		t.Error("a node of a DSN was killed")
	}
	if _, err := c.NewDatabase(t.Context(), "dsns", dbserver.DatabaseOptions{}); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// A server that is in no cluster is not taken for a node.
func TestClusterOfNoMember(t *testing.T) {
	for _, kind := range []Kind{Galera, GroupReplication} {
		c, err := Open(t.Context(), kind, []string{dbtest.Server(t, kind.Server()).DSN()}, func(string) {})
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "its state in the cluster") {
			t.Errorf("%s: got the error %v", kind, err)
		}
	}
}

// The variable names the nodes of a running cluster, and no other cluster takes its place.
func TestClusterDSNsVariable(t *testing.T) {
	t.Setenv(Galera.DSNsVariable(), " u:secret@tcp(127.0.0.1:1)/, u:secret@tcp(127.0.0.1:2)/")
	c, err := Open(t.Context(), Galera, nil, func(line string) { t.Log(line) })
	if err == nil {
		c.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "SORTID_GALERA_DSNS") || !strings.Contains(err.Error(), "node1") || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error must name the variable and the node, and hide the password: %v", err)
	}
}

// A context that ends while a cluster is started leaves nothing behind.
func TestClusterCancelled(t *testing.T) {
	t.Setenv(Galera.DSNsVariable(), "")
	before := containersOfTest(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c, err := Open(ctx, Galera, nil, func(string) { cancel() })
	skipWithoutSource(t, err)
	if c != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v and the error %v", c, err)
	}
	if after := containersOfTest(t); after != before || networks(t) != 0 {
		t.Errorf("the containers were %d and are %d, with %d networks", before, after, networks(t))
	}
}
