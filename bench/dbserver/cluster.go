package dbserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// ClusterKind is a kind of cluster in which every node accepts writes.
type ClusterKind string

// The kinds of clusters.
const (
	// Galera is MariaDB with Galera: nodes certify a transaction at its commit.
	Galera ClusterKind = "galera"
	// GroupReplication is MySQL Group Replication in multi-primary mode, which also
	// certifies a transaction at its commit.
	GroupReplication ClusterKind = "group"
	// LogicalReplication is PostgreSQL servers that subscribe to each other, with origin =
	// none. Nothing certifies: rows with one key that two nodes insert stop the
	// replication. See [ClusterDatabase.Replicate].
	LogicalReplication ClusterKind = "logical"
)

// ClusterNodes is the number of nodes of a cluster that OpenCluster starts.
const ClusterNodes = 3

// ClusterKinds returns all kinds, in a fixed order.
func ClusterKinds() []ClusterKind {
	return []ClusterKind{Galera, GroupReplication, LogicalReplication}
}

// Title returns the cluster's name, such as MariaDB Galera.
func (k ClusterKind) Title() string {
	switch k {
	case Galera:
		return "MariaDB Galera"
	case GroupReplication:
		return "MySQL Group Replication"
	case LogicalReplication:
		return "PostgreSQL logical replication"
	}
	return string(k)
}

// Server returns the kind of the nodes' servers.
func (k ClusterKind) Server() Kind {
	switch k {
	case Galera:
		return MariaDB
	case GroupReplication:
		return MySQL
	}
	return Postgres
}

// DSNsVariable returns the name of the environment variable that holds the DSNs of a
// running cluster's nodes, separated by commas.
func (k ClusterKind) DSNsVariable() string {
	return "SORTID_" + strings.ToUpper(string(k)) + "_DSNS"
}

// ClusterOptions say which cluster to open and how to start it. With the zero value,
// OpenCluster takes the DSNs of the environment, or else starts containers.
type ClusterOptions struct {
	// DSNs are the nodes of a running cluster. Servers for [LogicalReplication] must reach
	// each other by them.
	DSNs []string
	// Settings are settings of the servers that OpenCluster starts, as in [Options].
	Settings map[string]string
	// StartTimeout is how long a step of the start may take: the first node, or a node
	// that joins. 0 or less means [DefaultStartTimeout].
	StartTimeout time.Duration
	// Log, if not nil, receives progress messages, as in [Options].
	Log func(line string)
}

// Cluster is a running cluster of [ClusterNodes] nodes, or as many as there are DSNs. Its
// methods are safe for concurrent use, except Kill, Start, Cut and Heal, one at a time; its
// fields must not be changed.
type Cluster struct {
	Kind ClusterKind
	// Nodes are the servers. A node keeps its DSN when it is killed and started again.
	Nodes []*Server
	// Why says in one line where the cluster comes from.
	Why string

	containers *clusterContainers // nil for a running cluster
}

// OpenCluster opens a cluster, as the options and the environment ask: by the DSNs of its
// nodes, or in containers in a network that nothing else uses. It returns when every node
// accepts writes.
//
// The error is an [*UnavailableError] if no DSNs were given and there is no Docker, and a
// [*StartError] if a node does not start. The context affects OpenCluster alone.
func OpenCluster(ctx context.Context, kind ClusterKind, o ClusterOptions) (*Cluster, error) {
	from := "the option DSNs"
	if len(o.DSNs) == 0 {
		o.DSNs, from = splitDSNs(os.Getenv(kind.DSNsVariable())), kind.DSNsVariable()
	}
	c, err := resolve(kind.Server(), Options{Source: SourceContainer, Settings: o.Settings, StartTimeout: o.StartTimeout, Log: o.Log}, os.Getenv)
	if err != nil {
		return nil, err
	}
	cluster := &Cluster{Kind: kind}
	if len(o.DSNs) > 0 {
		if err = cluster.connect(ctx, c, o.DSNs); err != nil {
			err = fmt.Errorf("the nodes that %s names: %w", from, err)
		}
		cluster.Why = fmt.Sprintf("%s: %d nodes that are running, as %s asks", kind.Title(), len(o.DSNs), from)
	} else {
		err = cluster.start(ctx, c)
		cluster.Why = fmt.Sprintf("%s: %d nodes in containers of %s; %s is not set", kind.Title(), ClusterNodes, c.image, kind.DSNsVariable())
	}
	switch {
	case err == nil:
		c.log(cluster.Why)
		return cluster, nil
	case ctx.Err() != nil:
		err = errors.Join(fmt.Errorf("dbserver: %s: %w", kind.Title(), context.Cause(ctx)), leftover(err))
	case errors.Is(err, errNoDocker) || errors.Is(err, errNoContainer):
		err = kind.unavailable(err)
	default:
		err = fmt.Errorf("dbserver: %s: %w", kind.Title(), err)
	}
	return nil, errors.Join(err, cluster.Close())
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
func (c *Cluster) connect(ctx context.Context, config config, dsns []string) error {
	for i, dsn := range dsns {
		config.dsn = dsn
		node, err := openDSN(ctx, config)
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

// Close drops the databases of NewDatabase, and ends nodes that OpenCluster started with
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
func (c *Cluster) ready(ctx context.Context, node *Server) error {
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
	if err := node.admin.QueryRowContext(ctx, query).Scan(&state); err != nil {
		return fmt.Errorf("its state in the cluster cannot be read: %w", err)
	}
	if state != want {
		return fmt.Errorf("its state in the cluster is %q, not %s", state, want)
	}
	return nil
}
