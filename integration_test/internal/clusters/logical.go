package clusters

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sortid/sortid/internal/dbserver"
)

// Replicate makes every node of LogicalReplication subscribe to all tables of every other
// node, with origin = none: a node sends what was written there, and forwards nothing.
// Call it when all nodes have the tables, without rows: PostgreSQL replicates neither
// DDL nor sequences. On the other kinds of clusters it does nothing.
//
// Two nodes that insert one key, before either has the other's row, both commit. Each
// then fails to apply the other's row (insert_exists in pg_stat_subscription_stats), and
// the subscription repeats that until an administrator removes one row.
func (d *Database) Replicate(ctx context.Context) error {
	if d.Cluster.Kind != LogicalReplication {
		return nil
	}
	d.replicated = true
	if err := d.onEach(ctx, func(int) []string { return []string{"CREATE PUBLICATION sortid FOR ALL TABLES"} }); err != nil {
		return err
	}
	return d.onEach(ctx, d.subscriptions)
}

// subscriptions returns the statements that make a node subscribe to the others. The name
// of a slot must be unique on the publisher's server.
func (d *Database) subscriptions(subscriber int) (statements []string) {
	for publisher, on := range d.Nodes {
		if publisher != subscriber {
			statements = append(statements, fmt.Sprintf("CREATE SUBSCRIPTION from_%s CONNECTION '%s' "+
				"PUBLICATION sortid WITH (origin = none, copy_data = false, slot_name = '%s_n%d')",
				nodeName(publisher), strings.ReplaceAll(d.peerDSN(publisher), "'", "''"), on.Name, subscriber+1))
		}
	}
	return statements
}

// peerDSN returns the DSN by which the other nodes reach the database on a node.
func (d *Database) peerDSN(node int) string {
	if c := d.Cluster.containers; c != nil {
		return c.nodes[node].PeerDSN(nodeName(node)+":5432", d.Nodes[node].Name)
	}
	return d.Nodes[node].DSN
}

// unsubscribe drops the subscriptions, which keep the databases from being dropped.
func (d *Database) unsubscribe(ctx context.Context) error {
	return d.onEach(ctx, func(subscriber int) (statements []string) {
		for publisher := range d.Nodes {
			if publisher != subscriber {
				statements = append(statements, "DROP SUBSCRIPTION IF EXISTS from_"+nodeName(publisher))
			}
		}
		return statements
	})
}

// onEach executes statements in the database of each node.
func (d *Database) onEach(ctx context.Context, statements func(node int) []string) error {
	var errs []error
	for i, on := range d.Nodes {
		errs = append(errs, execute(ctx, on, statements(i)))
	}
	return errors.Join(errs...)
}

// execute executes statements one by one. An error does not repeat them: they hold a
// password.
func execute(ctx context.Context, d *dbserver.Database, statements []string) error {
	db, err := d.Connect()
	if err != nil {
		return err
	}
	defer db.Close()
	for i, statement := range statements {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("clusters: database %s: statement %d: %w", d.Name, i+1, err)
		}
	}
	return nil
}
