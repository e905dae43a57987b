package cluster_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/sqltype"
)

// TestWriters: writers of all formats, through database/sql and GORM, on all nodes at
// once.
func TestWriters(t *testing.T) {
	onEach(t, clusters.Kinds(), func(t *testing.T, d *clusters.Database) {
		list, all := nodes(t, d), formats()
		prepare(t, d, list, all)
		var writers []*writer
		for on := range list {
			for _, f := range all {
				for _, layer := range layers {
					writers = append(writers, newWriter(list, on, f, layer))
				}
			}
		}
		const batches = 6
		m := start(t.Context(), writers, batches)
		m.finish(t)
		verify(t, d.Cluster, list, writers)
		t.Logf("%d writers; errors: %s", len(writers), m.faults())
	})
}

// TestKill: a node is killed under the writers of all nodes. The others go on; it joins
// again, and then all nodes hold each acknowledged row once, and no other row.
func TestKill(t *testing.T) {
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		skipFixed(t, d)
		list, all := nodes(t, d), formats()
		prepare(t, d, list, all)
		lazyCommits(t, list)
		var writers []*writer
		for i, f := range all { // two writers on each node
			writers = append(writers, newWriter(list, i%len(list), f, layers[i/len(list)]))
		}
		m := start(t.Context(), writers, 0)
		defer m.cancel()
		everywhere := func(int) bool { return true }
		for kill := range *killsFlag {
			victim := (kill + 1) % len(list)
			m.progress(t, everywhere)
			must(t, "kill", d.Cluster.Kill(t.Context(), victim))
			began := time.Now()
			m.progress(t, func(node int) bool { return node != victim })
			t.Logf("node %d was killed, and the others have gone on after %v", victim, time.Since(began).Round(time.Millisecond))
			began = time.Now()
			m.slow.Store(true)
			must(t, "start", d.Cluster.Start(t.Context(), victim))
			m.progress(t, everywhere)
			m.slow.Store(false)
			t.Logf("node %d was started, has joined and gone on after %v", victim, time.Since(began).Round(time.Millisecond))
		}
		m.stopped.Store(true)
		m.finish(t)
		verify(t, d.Cluster, list, writers)
		t.Logf("errors: %s", m.faults())
	})
}

// TestSameKey: of two transactions on two nodes that insert one key, the second one fails
// at its commit with a conflict, and a retry meets a duplicate key.
func TestSameKey(t *testing.T) {
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		createCounters(t, list[0].db)
		settle(t, d.Cluster)
		key := sqltype.BinaryOf(wiji.New())
		insert := func(db execer, n int) error {
			_, err := db.ExecContext(t.Context(), "INSERT INTO counters VALUES (?, ?)", key, n)
			return err
		}
		first, second := begin(t, list[0].db), begin(t, list[1].db)
		must(t, "first insert", insert(first, 1))
		must(t, "second insert", insert(second, 2))
		must(t, "first commit", first.Commit())
		if err := second.Commit(); retry.FaultOf(err) != retry.Conflict {
			t.Errorf("second commit: %v, want a conflict", err)
		}
		settle(t, d.Cluster)
		if err := insert(list[1].db, 2); retry.FaultOf(err) != retry.Duplicate {
			t.Errorf("the retry: %v, want a duplicate key", err)
		}
		for i, n := range list {
			var rows, value int
			must(t, "read", n.db.QueryRowContext(t.Context(), "SELECT COUNT(*), MAX(n) FROM counters").Scan(&rows, &value))
			if rows != 1 || value != 1 {
				t.Errorf("node %d has %d rows, the greatest with %d", i, rows, value)
			}
		}
	})
}

// TestSameKeyLogical: with logical replication both transactions commit. The row of the
// other node cannot be applied, and replication from it stops.
func TestSameKeyLogical(t *testing.T) {
	onEach(t, []clusters.Kind{clusters.LogicalReplication}, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		for _, n := range list {
			_, err := n.db.ExecContext(t.Context(), "CREATE TABLE counters (id uuid PRIMARY KEY, n int NOT NULL)")
			must(t, "create", err)
		}
		must(t, "replicate", d.Replicate(t.Context()))
		first, second := begin(t, list[0].db), begin(t, list[1].db)
		key := sqltype.UUIDOf(wiji.New())
		for i, tx := range []*sql.Tx{first, second} {
			_, err := tx.ExecContext(t.Context(), "INSERT INTO counters VALUES ($1, $2)", key, i)
			must(t, "insert", err)
		}
		must(t, "first commit", first.Commit())
		must(t, "second commit", second.Commit())
		query := "SELECT coalesce(sum(confl_insert_exists), 0) FROM pg_stat_subscription_stats s " +
			"JOIN pg_subscription u ON u.oid = s.subid JOIN pg_database b ON b.oid = u.subdbid WHERE b.datname = current_database()"
		var conflicts int64
		await.Until(t, "a conflict on the first node", func() bool {
			must(t, "conflicts", list[0].db.QueryRowContext(t.Context(), query).Scan(&conflicts))
			return conflicts > 0
		})
	})
}

// execer is a connection pool or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func createCounters(t *testing.T, db execer) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), "CREATE TABLE counters (id BINARY(16) NOT NULL PRIMARY KEY, n INT NOT NULL)")
	must(t, "create", err)
}

func begin(t *testing.T, db *sql.DB) *sql.Tx {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	must(t, "begin", err)
	t.Cleanup(func() { _ = tx.Rollback() })
	return tx
}

// lazyCommits leaves out the flush of each commit until the test ends: the writers are fast,
// all nodes share one disk, and a node that waits for it for seconds counts as dead. A commit
// survives the kill of the server, and the other nodes have it.
func lazyCommits(t *testing.T, list []node) {
	t.Helper()
	set := func(flush, sync int) {
		for _, n := range list {
			for _, s := range []string{
				fmt.Sprintf("SET GLOBAL innodb_flush_log_at_trx_commit = %d", flush), fmt.Sprintf("SET GLOBAL sync_binlog = %d", sync),
			} {
				if _, err := n.db.Exec(s); err != nil {
					t.Errorf("%s: %v", s, err)
				}
			}
		}
	}
	set(2, 0)
	t.Cleanup(func() { set(1, 1) })
}
