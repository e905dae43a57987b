package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// little are the flags of a small measurement.
var little = []string{"-keys", "wiji", "-scenario", "insert", "-rows", "600", "-batch", "10", "-writers", "3", "-repeat", "1"}

// dsnFlags returns a flag -dsn for each node.
func dsnFlags(c *dbserver.Cluster) (args []string) {
	for _, n := range c.Nodes {
		args = append(args, "-dsn", string(n.Kind)+"="+n.DSN())
	}
	return args
}

// The writers are spread over the nodes of a cluster. The report names the cluster, and has
// conflicts, bytes for replicas and the leaf fill on each node.
func TestCluster(t *testing.T) {
	for _, kind := range []dbserver.ClusterKind{dbserver.Galera, dbserver.GroupReplication} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			cluster := dbtest.Cluster(t, kind)
			o, err := parse(append(dsnFlags(cluster), little...))
			if err != nil {
				t.Fatal(err)
			}
			res, err := run.Run(t.Context(), o.plan, o.run)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := report.Write(&out, report.Verbose, res); err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(out.String()), " ")
			if want := kind.Title() + " with 3 nodes; clients use 3 of them in turn"; !strings.Contains(text, want) || !res.Complete {
				t.Errorf("complete %t; want %q in %s", res.Complete, want, text)
			}
			for _, one := range res.Trials {
				for _, name := range []string{"conflicts", "leaf_fill_percent", "leaf_fill_node_2_percent", "leaf_fill_node_3_percent", "replica_bytes_per_row"} {
					if got := one.Readings.Get(name); got.Missing != "" || got.Value <= 0 && name != "conflicts" {
						t.Errorf("%s is %v", name, got)
					}
				}
			}
			if kind == dbserver.Galera {
				testReadOnly(t, cluster.Nodes[2])
			}
		})
	}
}

// testReadOnly measures on a node that is read-only, as a standby is.
func testReadOnly(t *testing.T, node *dbserver.Server) {
	t.Helper()
	if node.Source != dbserver.SourceContainer {
		return // a server that is running keeps its settings
	}
	db, err := (&dbserver.Database{Server: node, DSN: node.DSN()}).Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	set := func(value string) {
		if _, err := db.ExecContext(t.Context(), "SET GLOBAL read_only = "+value); err != nil {
			t.Fatal(err)
		}
	}
	set("ON")
	defer set("OFF")
	wantFailure(t, append(little, "-dsn", "mariadb="+node.DSN()), "standby or read-only")
}

// Servers that are in no cluster are refused as nodes.
func TestNodesWithoutCluster(t *testing.T) {
	dsn := dbtest.Server(t, dbserver.MariaDB).DSN()
	wantFailure(t, append(little, "-dsn", "mariadb="+dsn, "-dsn", "mariadb="+dsn+"&timeout=5s"), "is in no cluster")
}

func wantFailure(t *testing.T, args []string, want string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), args, &stdout, &stderr); code != exitFailure || !strings.Contains(stderr.String(), want) {
		t.Errorf("exit code %d; want %q in %s", code, want, &stderr)
	}
}
