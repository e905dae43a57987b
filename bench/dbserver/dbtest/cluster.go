package dbtest

import (
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
)

// Cluster returns the cluster of a kind that the tests of this process share, or skips the
// test. The test must not close it: [Main] does. A test that kills a node must start it
// again.
func Cluster(t testing.TB, kind dbserver.ClusterKind) *dbserver.Cluster {
	t.Helper()
	s, ok := state.clusters[kind]
	if !ok {
		t.Fatalf("dbtest: no cluster of the kind %q: call dbtest.Main in TestMain, and use one of the kinds %v", kind, dbserver.ClusterKinds())
	}
	return s.get(t, func(log func(string)) (*dbserver.Cluster, error) {
		return dbserver.OpenCluster(state.ctx, kind, dbserver.ClusterOptions{Log: log})
	})
}

// OpenCluster creates a database on the shared cluster of a kind, or skips the test. The
// database is dropped when the test ends.
func OpenCluster(t testing.TB, kind dbserver.ClusterKind) *dbserver.ClusterDatabase {
	t.Helper()
	cluster := Cluster(t, kind)
	d, err := cluster.NewDatabase(t.Context(), t.Name())
	if err != nil {
		t.Fatal(err)
	}
	closeAtEnd(t, d)
	return d
}
