package clusters

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/internal/dbserver"
)

// galeraSettings returns the settings of a Galera node.
func galeraSettings(node int) map[string]string {
	return map[string]string{
		"wsrep_on": "ON", "wsrep_provider": "/usr/lib/galera/libgalera_smm.so", "wsrep_provider_options": "gcache.size=32M",
		"wsrep_cluster_name": "sortid", "wsrep_cluster_address": "gcomm://" + allNodes(""),
		"wsrep_node_name": nodeName(node), "wsrep_node_address": nodeName(node),
		"wsrep_sst_method": "rsync",
		"binlog_format":    "ROW", "innodb_autoinc_lock_mode": "2",
		"innodb_buffer_pool_size": "128M", "innodb_log_file_size": "32M",
		"innodb_flush_log_at_trx_commit": "1", "innodb_doublewrite": "OFF",
		"local_infile": "ON", "max_connections": "200", "log_bin_trust_function_creators": "ON",
	}
}

// groupSettings returns the settings of a member of a group. The others remove a member that
// was killed after five seconds.
func groupSettings(node int) map[string]string {
	return map[string]string{
		"server_id": strconv.Itoa(node + 1), "report_host": nodeName(node),
		"gtid_mode": "ON", "enforce_gtid_consistency": "ON",
		"loose_group_replication_group_name":                       "5072a1d0-0000-4000-8000-000000000001",
		"loose_group_replication_local_address":                    nodeName(node) + groupPort,
		"loose_group_replication_group_seeds":                      allNodes(groupPort),
		"loose_group_replication_single_primary_mode":              "OFF",
		"loose_group_replication_enforce_update_everywhere_checks": "ON",
		"loose_group_replication_start_on_boot":                    "OFF",
		"loose_group_replication_recovery_get_public_key":          "ON",
		"loose_group_replication_member_expel_timeout":             "0",
		"loose_group_replication_recovery_reconnect_interval":      "1",
		"innodb_buffer_pool_size":                                  "128M",
		"innodb_redo_log_capacity":                                 "32M",
		"innodb_flush_log_at_trx_commit":                           "1",
		"sync_binlog":                                              "1",
		"innodb_doublewrite":                                       "OFF",
		"local_infile":                                             "ON",
		"max_connections":                                          "200",
		"log_bin_trust_function_creators":                          "ON",
	}
}

// groupPort is the port of the group's communication.
const groupPort = ":33061"

// allNodes returns the names of all nodes with a suffix, separated by commas.
func allNodes(suffix string) string {
	names := make([]string, Nodes)
	for i := range names {
		names[i] = nodeName(i) + suffix
	}
	return strings.Join(names, ",")
}

// formGroup makes a group of servers that are running.
func (c *Cluster) formGroup(ctx context.Context) error {
	ctx, cancel := limit(ctx)
	defer cancel()
	for i, node := range c.Nodes {
		if err := prepareMember(ctx, node, c.containers.secret); err != nil {
			return fmt.Errorf("%s cannot be prepared: %w", nodeName(i), err)
		}
	}
	if err := bootstrapGroup(ctx, c.Nodes[0]); err != nil {
		return fmt.Errorf("the group cannot be formed: %w", err)
	}
	for i, node := range c.Nodes {
		err := joinGroup(ctx, node)
		if err == nil {
			err = c.awaitReady(ctx, node)
		}
		if err != nil {
			return fmt.Errorf("%s cannot join: %w", nodeName(i), c.containers.nodes[i].Failed(err))
		}
	}
	return nil
}

// prepareMember installs Group Replication and the account by which a member that joins
// receives the transactions that it lacks. The server forgets the transactions that the
// image executed when it created the data: they are the same on each server, and the group
// does not have them.
func prepareMember(ctx context.Context, node *dbserver.Server, secret string) error {
	return node.Execute(ctx,
		"INSTALL PLUGIN group_replication SONAME 'group_replication.so'",
		"RESET BINARY LOGS AND GTIDS",
		"SET SESSION sql_log_bin = OFF",
		"CREATE USER replicator@'%' IDENTIFIED BY '"+secret+"'",
		"GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO replicator@'%'",
		"SET SESSION sql_log_bin = ON",
		"CHANGE REPLICATION SOURCE TO SOURCE_USER = 'replicator', SOURCE_PASSWORD = '"+secret+"' FOR CHANNEL 'group_replication_recovery'",
	)
}

func bootstrapGroup(ctx context.Context, node *dbserver.Server) error {
	return node.Execute(ctx,
		"SET GLOBAL group_replication_bootstrap_group = ON",
		"START GROUP_REPLICATION",
		"SET GLOBAL group_replication_bootstrap_group = OFF",
	)
}

// removedFromGroup returns nil if the other members have removed one that was killed,
// which takes them some seconds. Started before, it would wait for a minute in vain.
func (c *Cluster) removedFromGroup(ctx context.Context, node int) error {
	other := c.Nodes[(node+1)%len(c.Nodes)]
	var removed bool
	query := "SELECT COUNT(*) > 0 AND COUNT(CASE WHEN member_host = ? THEN 1 END) = 0 FROM performance_schema.replication_group_members WHERE member_state <> 'OFFLINE'"
	if err := other.Query(ctx, &removed, query, nodeName(node)); err != nil {
		return fmt.Errorf("the group's members cannot be read: %w", err)
	}
	if !removed {
		return fmt.Errorf("%s is still one of the group's members", nodeName(node))
	}
	return nil
}

// joinGroup makes a server a member of the group, if it is not one.
func joinGroup(ctx context.Context, node *dbserver.Server) error {
	err := node.Execute(ctx, "START GROUP_REPLICATION")
	const running = 3093
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == running {
		return nil
	}
	return err
}
