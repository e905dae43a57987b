package dbserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/go-sql-driver/mysql"
)

// ClusterKind is a kind of cluster in which every node accepts writes.
type ClusterKind string

// The kinds of clusters that a server can be a member of. In both, nodes certify a
// transaction at its commit.
const (
	Galera           ClusterKind = "galera" // MariaDB with Galera
	GroupReplication ClusterKind = "group"  // MySQL Group Replication in multi-primary mode
)

// Title returns the cluster's name, such as MariaDB Galera.
func (k ClusterKind) Title() string {
	switch k {
	case Galera:
		return "MariaDB Galera"
	case GroupReplication:
		return "MySQL Group Replication"
	}
	return string(k)
}

// Membership says which cluster a server is a node of. The zero value means none.
type Membership struct {
	Kind ClusterKind // or empty
	// ID identifies the cluster among others of the kind.
	ID string
	// Size is the number of nodes that are members now.
	Size int
}

// Membership asks the server which cluster it is a node of. Logical replication has no
// members, so that a PostgreSQL server is in none; and an account that may not read the
// members of a group learns of none.
func (s *Server) Membership(ctx context.Context) (Membership, error) {
	m := Membership{}
	var query string
	switch s.Kind {
	case MariaDB:
		m.Kind = Galera
		query = "SELECT MAX(CASE WHEN variable_name = 'wsrep_cluster_state_uuid' THEN variable_value END), " +
			"COALESCE(MAX(CASE WHEN variable_name = 'wsrep_cluster_size' THEN variable_value END), '0') FROM information_schema.global_status"
	case MySQL:
		m.Kind = GroupReplication
		query = "SELECT (SELECT variable_value FROM performance_schema.global_variables WHERE variable_name = 'group_replication_group_name'), " +
			"(SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE')"
	default:
		return m, nil
	}
	var id *string
	var size string
	err := s.admin.QueryRowContext(ctx, query).Scan(&id, &size)
	const mayNotSelect = 1142
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == mayNotSelect {
		return Membership{}, nil
	}
	if err != nil {
		return Membership{}, fmt.Errorf("dbserver: the %s server does not say whether it is in a cluster: %w", s.Kind.Title(), err)
	}
	n, err := strconv.Atoi(size)
	if err != nil || n == 0 || id == nil {
		return Membership{}, nil //nolint:nilerr // a server without a cluster has no size
	}
	m.ID, m.Size = *id, n
	return m, nil
}

// String describes the cluster, such as MariaDB Galera with 3 nodes.
func (m Membership) String() string {
	return fmt.Sprintf("%s with %d nodes", m.Kind.Title(), m.Size)
}

// Settle waits until each of several nodes has applied every transaction that was committed on
// any of them before the call. All nodes must be running.
func (k ClusterKind) Settle(ctx context.Context, nodes []*Server) error {
	settle := settleGroup
	if k == Galera {
		settle = settleGalera
	}
	if err := settle(ctx, nodes); err != nil {
		return fmt.Errorf("dbserver: the nodes of %s are not in step: %w", k.Title(), err)
	}
	return nil
}

// settleGalera waits until each node has committed the greatest number of a transaction
// that any node has committed.
func settleGalera(ctx context.Context, nodes []*Server) error {
	var last int64
	for _, node := range nodes {
		n, err := lastCommitted(ctx, node)
		if err != nil {
			return err
		}
		last = max(last, n)
	}
	for i, node := range nodes {
		for {
			n, err := lastCommitted(ctx, node)
			if err == nil && n >= last {
				break
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("node %d has committed transaction %d of %d: %w", i+1, n, last, errors.Join(context.Cause(ctx), err))
			case <-time.After(pollInterval):
			}
		}
	}
	return nil
}

func lastCommitted(ctx context.Context, node *Server) (int64, error) {
	var text string
	query := "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'wsrep_last_committed'"
	if err := node.admin.QueryRowContext(ctx, query).Scan(&text); err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// settleGroup waits until each member has executed the transactions of all others.
func settleGroup(ctx context.Context, nodes []*Server) error {
	var executed []string
	for _, node := range nodes {
		var set string
		if err := node.admin.QueryRowContext(ctx, "SELECT @@GLOBAL.gtid_executed").Scan(&set); err != nil {
			return err
		}
		executed = append(executed, set)
	}
	for _, node := range nodes {
		for _, set := range executed {
			var timedOut bool
			if err := node.admin.QueryRowContext(ctx, "SELECT WAIT_FOR_EXECUTED_GTID_SET(?)", set).Scan(&timedOut); err != nil {
				return err
			}
		}
	}
	return nil
}
