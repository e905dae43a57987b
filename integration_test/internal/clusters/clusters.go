// Package clusters opens clusters of three nodes that all accept writes, for tests: Galera, Group
// Replication or PostgreSQL servers with logical replication. It starts them in containers, or
// takes the nodes of a running cluster from these variables, whose DSNs are separated by
// commas:
//
//	SORTID_GALERA_DSNS    MariaDB with Galera
//	SORTID_GROUP_DSNS     MySQL Group Replication in multi-primary mode
//	SORTID_LOGICAL_DSNS   PostgreSQL servers that can subscribe to each other
//
// If SORTID_CLUSTERS is 1, [Main] puts the databases of package dbtest on clusters.
package clusters

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/sortid/sortid/internal/dbserver"
)

// Kind is a kind of cluster in which every node accepts writes.
type Kind string

// The kinds of clusters. In the first two, nodes certify a transaction at its commit.
const (
	Galera           Kind = "galera" // MariaDB with Galera
	GroupReplication Kind = "group"  // MySQL Group Replication in multi-primary mode
	// LogicalReplication is PostgreSQL servers that subscribe to each other, with origin =
	// none. Nothing certifies: rows with one key that two nodes insert stop the
	// replication. See [Database.Replicate].
	LogicalReplication Kind = "logical"
)

// Nodes is the number of nodes of a cluster that Open starts.
const Nodes = 3

// Kinds returns all kinds, in a fixed order.
func Kinds() []Kind { return []Kind{Galera, GroupReplication, LogicalReplication} }

// Title returns the cluster's name, such as MariaDB Galera.
func (k Kind) Title() string {
	switch k {
	case Galera:
		return "MariaDB Galera"
	case GroupReplication:
		return "MySQL Group Replication"
	}
	return "PostgreSQL logical replication"
}

// Server returns the kind of the nodes' servers.
func (k Kind) Server() dbserver.Kind {
	switch k {
	case Galera:
		return dbserver.MariaDB
	case GroupReplication:
		return dbserver.MySQL
	}
	return dbserver.Postgres
}

// DSNsVariable returns the name of the environment variable that holds the DSNs of a
// running cluster's nodes, separated by commas.
func (k Kind) DSNsVariable() string {
	return "SORTID_" + strings.ToUpper(string(k)) + "_DSNS"
}

// Cluster is a running cluster of [Nodes] nodes, or as many as there are DSNs. Its methods are
// safe for concurrent use, except Kill, Start, Cut and Heal, one at a time; its fields must not
// be changed.
type Cluster struct {
	Kind Kind
	// Nodes holds the servers. A node keeps its DSN when it is killed and started again.
	Nodes []*dbserver.Server
	// Why says in one line where the cluster comes from.
	Why string

	containers *containers // nil for a running cluster
}

// Open opens a cluster by the DSNs of its nodes, which are those of the environment if there are
// none, or else in containers in a network that nothing else uses. Servers for
// [LogicalReplication] must reach each other by their DSNs. Open returns when every node accepts
// writes. Log receives progress messages.
func Open(ctx context.Context, kind Kind, dsns []string, log func(line string)) (*Cluster, error) {
	from := "the test"
	if len(dsns) == 0 {
		dsns, from = splitDSNs(os.Getenv(kind.DSNsVariable())), kind.DSNsVariable()
	}
	cluster := &Cluster{Kind: kind}
	var err error
	if len(dsns) > 0 {
		if err = cluster.connect(ctx, dsns); err != nil {
			err = fmt.Errorf("the nodes that %s names: %w", from, err)
		}
		cluster.Why = fmt.Sprintf("%s: %d nodes that are running, as %s asks", kind.Title(), len(dsns), from)
	} else {
		err = cluster.start(ctx, log)
		cluster.Why = fmt.Sprintf("%s: %d nodes in containers; %s is not set", kind.Title(), Nodes, kind.DSNsVariable())
	}
	if err == nil {
		log(cluster.Why)
		return cluster, nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", kind.Title(), err), cluster.Close())
}

// splitDSNs returns the DSNs of a list separated by commas.
func splitDSNs(list string) (dsns []string) {
	for dsn := range strings.SplitSeq(list, ",") {
		if dsn = strings.TrimSpace(dsn); dsn != "" {
			dsns = append(dsns, dsn)
		}
	}
	return dsns
}

// connect opens the nodes of a running cluster and asks each whether it is a member.
func (c *Cluster) connect(ctx context.Context, dsns []string) error {
	for i, dsn := range dsns {
		node, err := dbserver.Open(ctx, c.Kind.Server(), dbserver.Options{DSN: dsn})
		if err != nil {
			return fmt.Errorf("%s: %w", nodeName(i), err)
		}
		c.Nodes = append(c.Nodes, node)
		if err := c.ready(ctx, node); err != nil {
			return fmt.Errorf("%s: %w: give DSNs of members of a cluster", nodeName(i), err)
		}
	}
	return nil
}

// Close drops the databases of NewDatabase, and ends nodes that Open started with
// all that they stored. Calling it again does nothing.
func (c *Cluster) Close() error {
	var errs []error
	for _, node := range c.Nodes {
		errs = append(errs, node.Close())
	}
	if c.containers != nil {
		errs = append(errs, c.containers.remove())
	}
	return errors.Join(errs...)
}

// ready returns nil if a node is a member of its cluster that accepts writes.
func (c *Cluster) ready(ctx context.Context, node *dbserver.Server) error {
	var query, want string
	switch c.Kind {
	case Galera:
		query, want = "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'wsrep_local_state_comment'", "Synced"
	case GroupReplication:
		query, want = "SELECT member_state FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid", "ONLINE"
	default:
		return nil
	}
	var state string
	if err := node.Query(ctx, &state, query); err != nil {
		return fmt.Errorf("its state in the cluster cannot be read: %w", err)
	}
	if state != want {
		return fmt.Errorf("its state in the cluster is %q, not %s", state, want)
	}
	return nil
}
