package clusters

import (
	"context"
	"fmt"
	"strconv"

	"github.com/sortid/sortid/internal/dbserver"
)

// Settle waits until each node has applied every transaction that was committed on any
// node before the call. All nodes must be running.
func (c *Cluster) Settle(ctx context.Context) error {
	settle := map[Kind]func(context.Context) error{
		Galera: c.settleGalera, GroupReplication: c.settleGroup, LogicalReplication: c.settleLogical,
	}[c.Kind]
	if err := settle(ctx); err != nil {
		return fmt.Errorf("clusters: the nodes of %s are not in step: %w", c.Kind.Title(), err)
	}
	return nil
}

// settleGalera waits until each node has committed the greatest number of a transaction
// that any node has committed.
func (c *Cluster) settleGalera(ctx context.Context) error {
	var last int64
	for _, node := range c.Nodes {
		n, err := galeraStatus(ctx, node, "wsrep_last_committed")
		if err != nil {
			return err
		}
		last = max(last, n)
	}
	for i, node := range c.Nodes {
		if err := poll(ctx, func() error {
			n, err := galeraStatus(ctx, node, "wsrep_last_committed")
			if err == nil && n < last {
				err = fmt.Errorf("%s has committed transaction %d of %d", nodeName(i), n, last)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// galeraStatus reads a number of Galera's status.
func galeraStatus(ctx context.Context, node *dbserver.Server, name string) (int64, error) {
	var text string
	if err := node.Query(ctx, &text, "SELECT variable_value FROM information_schema.global_status WHERE variable_name = ?", name); err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// settleGroup waits until each member has executed the transactions of all others.
func (c *Cluster) settleGroup(ctx context.Context) error {
	var executed []string
	for _, node := range c.Nodes {
		var set string
		if err := node.Query(ctx, &set, "SELECT @@GLOBAL.gtid_executed"); err != nil {
			return err
		}
		executed = append(executed, set)
	}
	for _, node := range c.Nodes {
		for _, set := range executed {
			var timedOut bool
			if err := node.Query(ctx, &timedOut, "SELECT WAIT_FOR_EXECUTED_GTID_SET(?)", set); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleLogical waits until the subscribers of each node have applied its log as far as it
// has been written.
func (c *Cluster) settleLogical(ctx context.Context) error {
	for i, node := range c.Nodes {
		var end string
		if err := node.Query(ctx, &end, "SELECT pg_current_wal_lsn()::text"); err != nil {
			return err
		}
		if err := poll(ctx, func() error {
			var behind int
			query := "SELECT count(*) FROM pg_replication_slots WHERE slot_type = 'logical' AND confirmed_flush_lsn < $1::text::pg_lsn"
			err := node.Query(ctx, &behind, query, end)
			if err == nil && behind > 0 {
				err = fmt.Errorf("%d subscribers of %s have not applied its log as far as %s", behind, nodeName(i), end)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
