package dbserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-sql-driver/mysql"
)

// Membership says which cluster a server is a node of. The zero value means none.
type Membership struct {
	Kind ClusterKind // Galera, GroupReplication, or empty
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
