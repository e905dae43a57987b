package clusters

import (
	"context"
	"database/sql"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Variable is the environment variable that, if its value is 1, makes dbtest.Open create the
// databases of MySQL and MariaDB on clusters: Group Replication and Galera. Each test uses one
// node, and different tests different ones. When a test ends, its tables must have the same
// rows on all nodes.
const Variable = "SORTID_CLUSTERS"

var shared = map[Kind]*dbtest.Shared[*Cluster]{Galera: {}, GroupReplication: {}, LogicalReplication: {}}

// Main is dbtest.Main for packages whose tests use clusters, or may use them by [Variable].
func Main(m *testing.M) {
	for _, c := range shared {
		dbtest.AtEnd = append(dbtest.AtEnd, c.Close)
	}
	if IsUsed() {
		dbtest.Redirect = openNode
	}
	dbtest.Main(m)
}

// IsUsed reports whether [Variable] is 1.
func IsUsed() bool { return os.Getenv(Variable) == "1" }

// Shared returns the cluster of a kind that the tests of this process share, or skips the test.
// The test must not close it: [Main] does. A test that kills a node must start it again.
func Shared(t testing.TB, kind Kind) *Cluster {
	t.Helper()
	return shared[kind].Get(t, Variable, func(ctx context.Context, log func(string)) (*Cluster, error) { return Open(ctx, kind, nil, log) })
}

// OpenDatabase creates a database on the shared cluster of a kind, or skips the test. The
// database is dropped when the test ends.
func OpenDatabase(t testing.TB, kind Kind) *Database {
	t.Helper()
	return openDatabase(t, kind, dbserver.DatabaseOptions{})
}

func openDatabase(t testing.TB, kind Kind, o dbserver.DatabaseOptions) *Database {
	t.Helper()
	d, err := Shared(t, kind).NewDatabase(t.Context(), t.Name(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// openNode creates a database on a cluster, and returns that of one node. The name of the
// test decides which one, so that all databases of a test are on the same node.
func openNode(t testing.TB, kind dbserver.Kind, o dbserver.DatabaseOptions) *dbserver.Database {
	t.Helper()
	cluster, ok := map[dbserver.Kind]Kind{dbserver.MySQL: GroupReplication, dbserver.MariaDB: Galera}[kind]
	if !ok {
		return nil
	}
	d := openDatabase(t, cluster, o)
	t.Cleanup(func() { compareNodes(t, d) })
	return d.Nodes[crc32.ChecksumIEEE([]byte(t.Name()))%uint32(len(d.Nodes))]
}

// compareNodes fails the test unless all nodes have the same tables soon: a transaction may
// still end after the nodes were in step.
func compareNodes(t testing.TB, d *Database) {
	ctx := await.Context(t)
	if err := d.Cluster.Settle(ctx); err != nil {
		t.Error(err)
		return
	}
	if err := poll(ctx, func() error { return difference(ctx, d) }); err != nil {
		t.Error(err)
	}
}

// difference returns an error that names the tables if a node has others than the first one.
func difference(ctx context.Context, d *Database) error {
	var first []string
	for i, node := range d.Nodes {
		sums, err := checksums(ctx, node)
		if err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
		if i == 0 {
			first = sums
		}
		if !slices.Equal(sums, first) {
			return fmt.Errorf("node %d has the tables %v, and node 0 has %v", i, sums, first)
		}
	}
	return nil
}

// checksums returns the tables of a database with a checksum of the rows of each.
func checksums(ctx context.Context, d *dbserver.Database) ([]string, error) {
	db, err := d.Connect()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	names, err := lines(ctx, db, "SELECT CONCAT('`', REPLACE(table_name, '`', '``'), '`') FROM information_schema.tables "+
		"WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name")
	if err != nil || len(names) == 0 {
		return nil, err
	}
	return lines(ctx, db, "CHECKSUM TABLE "+strings.Join(names, ", "))
}

// lines returns the rows of a query, each with spaces between its values.
func lines(ctx context.Context, db *sql.DB, query string) (list []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, targets := make([]sql.NullString, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		var line strings.Builder
		for _, v := range values {
			line.WriteString(v.String + " ")
		}
		list = append(list, line.String())
	}
	return list, rows.Err()
}
