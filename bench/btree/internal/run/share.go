package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// poolBytes returns the size of the buffer pool of a member, 0 for the engine's default.
func (c *job) poolBytes(ctx context.Context, m member) (int64, error) {
	share, ok := trial.PoolShare(m.pool)
	if !ok {
		n, _ := trial.PoolBytes(m.pool)
		return n, nil
	}
	if !engine.IsServer(m.engine) {
		return 0, fmt.Errorf("%s: a buffer pool of %s: how large the index will be is known for servers alone: give a size, such as -pool 16MB", m.engine, m.pool)
	}
	rows := slices.Max(c.Rows)
	each, err := bytesPerRow(ctx, engine.Spec{Layout: simulatedLayout(m.engine), Key: c.kinds[0].Form, Payload: slices.Max(c.Payload)}, min(rows, sampleRows))
	if err != nil {
		return 0, err
	}
	size := share * each * float64(rows)
	if size < leastPool {
		return 0, fmt.Errorf("%s: a buffer pool of %s of an index of %d rows is too small for a server: give -rows %.0f or more", m.engine, m.pool, rows, math.Ceil(leastPool/(share*each)/1000)*1000)
	}
	const unit = 1 << 20 // InnoDB rounds to it
	return (int64(size) + unit - 1) / unit * unit, nil
}

// sampleRows is how many random keys tell the size of the tree of many.
const sampleRows = 200_000

// leastPool is the size in bytes of the smallest buffer pool that is a share: InnoDB accepts no less.
const leastPool = 5 << 20

// simulatedLayout returns the simulator's layout of the one that it simulates of a server.
func simulatedLayout(server string) string {
	for p, twin := range twins {
		if p.engine == server {
			return twin
		}
	}
	return ""
}

// bytesPerRow returns the size of a simulated tree of random keys, a row.
func bytesPerRow(ctx context.Context, s engine.Spec, rows int) (float64, error) {
	g, err := newGrowing(ctx, s)
	if err != nil {
		return 0, impossible(err)
	}
	t, err := g.random(1, rows)
	if err != nil {
		return 0, err
	}
	return float64(t.Stats().Pages) * float64(g.rules.PageSize()) / float64(rows), nil
}
