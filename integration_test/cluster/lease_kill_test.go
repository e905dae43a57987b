package cluster_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/integration_test/internal/uses"
	"github.com/sortid/sortid/ops/lease"
)

// outage is a way in which a node fails and comes back.
type outage struct {
	name       string
	begin, end func(c *clusters.Cluster, ctx context.Context, node int) error
}

// outages lists the outages that TestKillLease tries in turn.
var outages = []outage{
	{"killed", (*clusters.Cluster).Kill, (*clusters.Cluster).Start},
	{"cut off", (*clusters.Cluster).Cut, func(c *clusters.Cluster, ctx context.Context, node int) error { return c.Heal(ctx, node) }},
}

// TestKillLease: a node is killed under processes of all nodes that hold numbers, and with
// more -kills a node is cut off. The processes of the node refuse in time, and other ones
// get their numbers. Those of other nodes, and those that connect to any node, renew their
// claims when the cluster goes on. No number has two holders, and no ID is made twice.
func TestKillLease(t *testing.T) {
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		skipFixed(t, d)
		c := newCrew(t, d)
		for kill := range *killsFlag {
			c.survive(t, outages[kill%len(outages)], (kill+1)%len(c.list))
		}
		c.end(t)
	})
}

// TestKillLeaseMost: two of three nodes are cut off, with more -kills. The third one grants no
// number, and every process refuses until the nodes are back.
func TestKillLeaseMost(t *testing.T) {
	if *killsFlag < 2 {
		t.Skip("-kills 2 runs it")
	}
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		skipFixed(t, d)
		c := newCrew(t, d)
		for victim := range 2 {
			must(t, "cut", d.Cluster.Cut(t.Context(), victim))
		}
		for _, h := range c.holders {
			await.Until(t, "a refusal", h.refuses)
		}
		ctx, cancel := context.WithTimeout(t.Context(), leaseTTL)
		defer cancel()
		if ids, err := lease.Acquire(ctx, c.list[2].db, lease.UlidFlake(), lease.Config{TTL: leaseTTL}); err == nil {
			t.Errorf("a node alone granted %v", ids.Lease())
		}
		must(t, "heal", d.Cluster.Heal(t.Context(), 0, 1))
		c.back(t)
		c.end(t)
	})
}

// crew is processes with numbers on all nodes.
type crew struct {
	cluster *clusters.Cluster
	list    []node
	holders []*holder
	made    []uses.Use // by processes that were fired
}

// newCrew claims three numbers on each node.
func newCrew(t *testing.T, d *clusters.Database) *crew {
	t.Helper()
	c := &crew{list: nodes(t, d), cluster: d.Cluster}
	install(t, d, c.list)
	claim := func(on int, db *sql.DB) {
		h, err := hold(t, on, db)
		must(t, "a claim", err)
		c.holders = append(c.holders, h)
	}
	for on, n := range c.list {
		claim(on, n.db)
		claim(on, n.db)
		claim(anyNode, roaming(t, d, on))
	}
	return c
}

// back waits until all processes make IDs, and returns how long that took.
func (c *crew) back(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	for _, h := range c.holders {
		await.Until(t, "a claim after the outage", func() bool { return h.Confirmed(began) && !h.refuses() })
	}
	return time.Since(began)
}

// end ends all processes and checks their IDs.
func (c *crew) end(t *testing.T) {
	t.Helper()
	for _, h := range c.holders {
		c.made = append(c.made, h.Fire(t)...)
	}
	settle(t, c.cluster)
	t.Logf("%d IDs of %d holders", len(c.made), uses.Check(t, c.made))
	checkSameRows(t, c.list, "(SELECT number AS id, holder AS session, token AS n FROM sortid_lease) AS claims")
}

// survive makes a node fail and come back.
func (c *crew) survive(t *testing.T, o outage, victim int) {
	other := c.list[(victim+1)%len(c.list)]
	must(t, o.name, o.begin(c.cluster, t.Context(), victim))
	down := time.Now()
	// No number is free now, but for those of processes that cannot renew their claims.
	commit(t, other, "UPDATE sortid_lease SET expires = 9000000000000 WHERE expires = 0")
	up := time.Now()
	for _, h := range c.holders {
		if h.on != victim {
			await.Until(t, "a renewal on another node", func() bool { return h.Confirmed(up) })
		}
	}
	renewed := time.Since(up)
	c.replace(t, other, victim)
	claimed := time.Since(down)
	commit(t, other, "UPDATE sortid_lease SET expires = 0 WHERE expires = 9000000000000")
	must(t, o.name, o.end(c.cluster, t.Context(), victim))
	back := c.back(t)
	t.Logf("node %d was %s: commits after %v, all renewals %v later, all its numbers claimed after %v; its processes had numbers %v after it was back",
		victim, o.name, up.Sub(down).Round(time.Millisecond), renewed.Round(time.Millisecond), claimed.Round(time.Millisecond), back.Round(time.Millisecond))
}

// replace starts a process on another node for each one of the node that failed, which gets
// the number of one of them, and ends it again.
func (c *crew) replace(t *testing.T, other node, victim int) {
	t.Helper()
	var lost, got []int
	var fresh []*holder
	for _, h := range c.holders {
		if h.on != victim {
			continue
		}
		lost = append(lost, h.IDs.Lease().Number)
		var next *holder
		await.Until(t, "a free number", func() bool {
			var err error
			next, err = hold(t, anyNode, other.db)
			if err != nil && !errors.Is(err, lease.ErrTaken) {
				t.Fatal(err)
			}
			return err == nil
		})
		got, fresh = append(got, next.IDs.Lease().Number), append(fresh, next)
	}
	for _, h := range c.holders {
		if h.on == victim {
			await.Until(t, "a refusal", h.refuses)
		}
	}
	slices.Sort(lost)
	slices.Sort(got)
	if !slices.Equal(lost, got) {
		t.Errorf("new processes have the numbers %v, want those of the node, %v", got, lost)
	}
	for _, h := range fresh {
		c.made = append(c.made, h.Fire(t)...)
	}
}

// commit executes a statement again and again, until the node has committed it.
func commit(t *testing.T, n node, statement string) {
	t.Helper()
	must(t, statement, retry.Save(t.Context(), func(ctx context.Context) error {
		_, err := n.db.ExecContext(ctx, statement)
		return err
	}, nil))
}
