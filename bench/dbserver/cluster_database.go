package dbserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// ClusterDatabase is a database that all nodes of a cluster have.
type ClusterDatabase struct {
	Cluster *Cluster
	// Nodes are the database on each node, in the order of [Cluster.Nodes].
	Nodes []*Database

	replicated bool // the nodes subscribe to each other
}

// NewDatabase creates an empty database, and returns when all nodes have it. Close of the
// result, or of the cluster, drops it. On LogicalReplication each node has a database by
// this name with its own tables, see [ClusterDatabase.Replicate].
func (c *Cluster) NewDatabase(ctx context.Context, name string, o DatabaseOptions) (*ClusterDatabase, error) {
	d := &ClusterDatabase{Cluster: c}
	unique := uniqueName(name)
	for i, node := range c.Nodes {
		on := &Database{Server: node, Name: unique}
		if i == 0 || c.Kind == LogicalReplication {
			var err error
			if on, err = node.newDatabase(ctx, unique, o); err != nil {
				return nil, errors.Join(err, d.Close())
			}
		}
		dsn, err := withDatabase(node.Kind, node.dsn, unique)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("dbserver: database %s: %w", name, err), d.Close())
		}
		on.DSN = dsn
		d.Nodes = append(d.Nodes, on)
	}
	if err := c.Settle(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Close ends all connections to the database and drops it.
func (d *ClusterDatabase) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	var errs []error
	if d.replicated {
		errs = append(errs, d.unsubscribe(ctx))
	}
	for i, on := range d.Nodes {
		if i > 0 && d.Cluster.Kind != LogicalReplication {
			errs = append(errs, on.disconnect(ctx))
		}
	}
	for _, on := range d.Nodes {
		errs = append(errs, on.Close()) // it drops what NewDatabase created
	}
	return errors.Join(errs...)
}

// Settle waits until each node has applied every transaction that was committed on any
// node before the call. All nodes must be running.
func (c *Cluster) Settle(ctx context.Context) error {
	var err error
	switch c.Kind {
	case Galera:
		err = c.settleGalera(ctx)
	case GroupReplication:
		err = c.settleGroup(ctx)
	default:
		err = c.settleLogical(ctx)
	}
	if err != nil {
		return fmt.Errorf("dbserver: the nodes of %s are not in step: %w", c.Kind.Title(), err)
	}
	return nil
}

// settleGalera waits until each node has committed the greatest number of a transaction
// that any node has committed.
func (c *Cluster) settleGalera(ctx context.Context) error {
	var last int64
	for _, node := range c.Nodes {
		n, err := lastCommitted(ctx, node)
		if err != nil {
			return err
		}
		last = max(last, n)
	}
	for i, node := range c.Nodes {
		if err := poll(ctx, func() error {
			n, err := lastCommitted(ctx, node)
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

func lastCommitted(ctx context.Context, node *Server) (int64, error) {
	var text string
	query := "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'wsrep_last_committed'"
	if err := node.admin.QueryRowContext(ctx, query).Scan(&text); err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// settleGroup waits until each member has executed the transactions of all others.
func (c *Cluster) settleGroup(ctx context.Context) error {
	var executed []string
	for _, node := range c.Nodes {
		var set string
		if err := node.admin.QueryRowContext(ctx, "SELECT @@GLOBAL.gtid_executed").Scan(&set); err != nil {
			return err
		}
		executed = append(executed, set)
	}
	for _, node := range c.Nodes {
		for _, set := range executed {
			var timedOut bool
			if err := node.admin.QueryRowContext(ctx, "SELECT WAIT_FOR_EXECUTED_GTID_SET(?)", set).Scan(&timedOut); err != nil {
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
		if err := node.admin.QueryRowContext(ctx, "SELECT pg_current_wal_lsn()::text").Scan(&end); err != nil {
			return err
		}
		if err := poll(ctx, func() error {
			var behind int
			query := "SELECT count(*) FROM pg_replication_slots WHERE slot_type = 'logical' AND confirmed_flush_lsn < $1::text::pg_lsn"
			err := node.admin.QueryRowContext(ctx, query, end).Scan(&behind)
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
