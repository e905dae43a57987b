package cluster_test

import (
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/ops/lease"
)

// flakes is a generator with a node number.
type flakes = *lease.Generator[ulidflake.ID, ulidflake.Block]

// numbers is how many node numbers Ulid-Flake has.
const numbers = 32

// acquireAll claims numbers on all nodes at once, so many on each, and returns the generators
// and how many claims found no number.
func acquireAll(t *testing.T, list []node, each int, config lease.Config) (held []flakes, taken int) {
	t.Helper()
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range each * len(list) {
		group.Go(func() {
			g, err := lease.Acquire(t.Context(), list[i%len(list)].db, lease.UlidFlake(), config)
			var none *lease.TakenError
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				held = append(held, g)
			case errors.As(err, &none):
				taken++
				if none.Held != numbers {
					t.Errorf("a claim was refused: %v", err)
				}
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	return held, taken
}

// TestLease: 45 processes of three nodes claim the 32 numbers of Ulid-Flake at once. Each number
// has one holder, and no ID is made twice. Numbers that were given back are free on all nodes.
func TestLease(t *testing.T) {
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		install(t, d, list)
		config := lease.Config{TTL: 20 * time.Second, Margin: 3 * time.Second}
		made := map[ulidflake.ID]bool{}
		for turn := range 2 {
			held, taken := acquireAll(t, list, 15, config)
			if len(held) != numbers || taken != 45-numbers {
				t.Errorf("turn %d: %d processes have a number, and %d have none, want %d and %d", turn, len(held), taken, numbers, 45-numbers)
			}
			holders := map[int]bool{}
			for _, g := range held {
				if holders[g.Lease().Number] {
					t.Errorf("turn %d: two processes have %v", turn, g.Lease())
				}
				holders[g.Lease().Number] = true
				for range 20 {
					x, err := g.New()
					if errors.Is(err, id.ErrOverflow) {
						continue
					}
					must(t, "new ID", err)
					if made[x] {
						t.Errorf("turn %d: %v was made twice", turn, x)
					}
					made[x] = true
				}
			}
			for _, g := range held {
				must(t, "Close", g.Close())
			}
			settle(t, d.Cluster)
		}
	})
}

// TestLeaseReplicated: Postgres servers that replicate the table to each other could grant a
// number twice. Package lease and the procedure refuse that.
func TestLeaseReplicated(t *testing.T) {
	onEach(t, []clusters.Kind{clusters.LogicalReplication}, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		install(t, d, list)
		for _, n := range list {
			if _, err := lease.Acquire(t.Context(), n.db, lease.UlidFlake(), lease.Config{}); !errors.Is(err, lease.ErrReplicated) {
				t.Errorf("a claim: %v", err)
			}
			if err := call(t, n.db); err == nil || !strings.Contains(err.Error(), "replicated table") {
				t.Errorf("the procedure: %v", err)
			}
		}
	})
}

func call(t *testing.T, db *sql.DB) error {
	t.Helper()
	_, err := db.ExecContext(t.Context(), "CALL sortid_lease_claim()")
	return err
}
