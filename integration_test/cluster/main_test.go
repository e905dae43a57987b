package cluster_test

import (
	"database/sql"
	"flag"
	"os"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/internal/dbserver"
	mysqldialect "gorm.io/driver/mysql"
	postgresdialect "gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

var (
	killsFlag    = flag.Int("kills", 1, "so many times a node of each cluster fails")
	clustersFlag = flag.Bool("clusters", false, "start Group Replication and logical replication, too")
)

func TestMain(m *testing.M) {
	// The driver tells of every connection that is lost, and TestKill ends many.
	if err := mysql.SetLogger(&mysql.NopLogger{}); err != nil {
		panic(err)
	}
	clusters.Main(m)
}

// certifying lists the clusters whose nodes agree on each transaction at its commit.
var certifying = []clusters.Kind{clusters.Galera, clusters.GroupReplication}

// onEach runs a test on clusters at the same time, each with an empty database: on Galera, on
// all with -clusters, and on those that DSNs name. Nine containers at once are too many for a
// small machine.
func onEach(t *testing.T, kinds []clusters.Kind, test func(t *testing.T, d *clusters.Database)) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			if kind != clusters.Galera && !*clustersFlag && os.Getenv(kind.DSNsVariable()) == "" {
				t.Skip("-clusters runs it")
			}
			t.Parallel()
			test(t, clusters.OpenDatabase(t, kind))
		})
	}
}

// node is a connection pool of a node.
type node struct {
	kind dbserver.Kind
	db   *sql.DB
	gorm *gorm.DB
}

// nodes connects to all nodes of a database.
func nodes(t *testing.T, d *clusters.Database) (list []node) {
	t.Helper()
	for _, on := range d.Nodes {
		db, err := on.Connect()
		must(t, "connect", err)
		t.Cleanup(func() { _ = db.Close() })
		dialector := mysqldialect.New(mysqldialect.Config{Conn: db})
		if on.Server.Kind == dbserver.Postgres {
			dialector = postgresdialect.New(postgresdialect.Config{Conn: db})
		}
		g, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
		must(t, "gorm", err)
		must(t, "plugin", g.Use(gormtype.New()))
		list = append(list, node{on.Server.Kind, db, g})
	}
	return list
}

// skipFixed skips a test that kills nodes if they are those of a running cluster.
func skipFixed(t *testing.T, d *clusters.Database) {
	t.Helper()
	if d.Cluster.Nodes[0].Source != dbserver.SourceContainer {
		t.Skip("the nodes of DSNs cannot be killed")
	}
}

// settle waits until all nodes have the same transactions.
func settle(t *testing.T, c *clusters.Cluster) {
	t.Helper()
	must(t, "settle", c.Settle(await.Context(t)))
}

func must(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}
