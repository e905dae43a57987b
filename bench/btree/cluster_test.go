package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// little are the flags of a small measurement.
var little = []string{"-keys", "wiji", "-scenario", "insert", "-rows", "600", "-batch", "10", "-writers", "3", "-repeat", "1"}

// clusters are the environment variables that name the nodes of running clusters, which
// .ci/clusters starts.
var clusters = map[dbserver.ClusterKind]struct {
	variable string
	server   dbserver.Kind
}{
	dbserver.Galera:           {"SORTID_GALERA_DSNS", dbserver.MariaDB},
	dbserver.GroupReplication: {"SORTID_GROUP_DSNS", dbserver.MySQL},
}

// The writers are spread over the nodes of a cluster. The report names the cluster, and has
// conflicts, bytes for replicas and the leaf fill on each node.
func TestCluster(t *testing.T) {
	for kind, c := range clusters {
		t.Run(string(kind), func(t *testing.T) {
			dsns := strings.Trim(os.Getenv(c.variable), ", ")
			if dsns == "" {
				t.Skip(c.variable + " is not set")
			}
			args := little
			for dsn := range strings.SplitSeq(dsns, ",") {
				args = append(args, "-dsn", string(c.server)+"="+strings.TrimSpace(dsn))
			}
			o, err := parse(args)
			if err != nil {
				t.Fatal(err)
			}
			res, err := run.Run(t.Context(), o.plan, o.run)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := report.Verbose(&out, res); err != nil {
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
		})
	}
}

// A server that is read-only, as a standby is, is refused.
func TestReadOnly(t *testing.T) {
	server, _ := enginetest.Boxed(t, dbserver.MariaDB, 700, map[string]string{"read-only": "ON"})
	wantFailure(t, append(little, "-dsn", "mariadb="+server.DSN()), "standby or read-only")
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
