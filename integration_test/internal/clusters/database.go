package clusters

import (
	"context"
	"errors"
	"fmt"

	"github.com/sortid/sortid/internal/dbserver"
)

// Database is a database that all nodes of a cluster have.
type Database struct {
	Cluster *Cluster
	// Nodes holds the database on each node, in the order of [Cluster.Nodes].
	Nodes []*dbserver.Database

	replicated bool // the nodes subscribe to each other
}

// NewDatabase creates an empty database, and returns when all nodes have it. Close of the
// result, or of the cluster, drops it. On LogicalReplication each node has a database by
// this name with its own tables, see [Database.Replicate].
func (c *Cluster) NewDatabase(ctx context.Context, name string, o dbserver.DatabaseOptions) (*Database, error) {
	d := &Database{Cluster: c}
	unique := dbserver.UniqueName(name)
	for i, node := range c.Nodes {
		on := &dbserver.Database{Server: node, Name: unique}
		if i == 0 || c.Kind == LogicalReplication {
			var err error
			if on, err = node.CreateDatabase(ctx, unique, o); err != nil {
				return nil, errors.Join(err, d.Close())
			}
		}
		dsn, err := dbserver.WithDatabase(node.Kind, node.DSN(), unique)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("clusters: database %s: %w", name, err), d.Close())
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
func (d *Database) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	var errs []error
	if d.replicated {
		errs = append(errs, d.unsubscribe(ctx))
	}
	for i, on := range d.Nodes {
		if i > 0 && d.Cluster.Kind != LogicalReplication {
			errs = append(errs, on.Disconnect(ctx))
		}
	}
	for _, on := range d.Nodes {
		errs = append(errs, on.Close()) // it drops what NewDatabase created
	}
	return errors.Join(errs...)
}
