package concurrency

import (
	"context"

	"github.com/sortid/sortid/id/wiji"
)

// way is one way of making the keys of rows that several writers insert.
type way struct {
	name string
	// columns holds the table's columns, the primary key included.
	columns string
	// writers is how many there are, or 0 for as many as the flag says.
	writers int
	// needs is a query that says whether the server has what the way needs; empty
	// for nothing.
	needs string
	// than is the name of the way whose speed is 1, or empty for the first of all.
	than string
	// open returns the function with which a writer inserts a batch, for each
	// writer of a fresh run.
	open func(writers int) []batchFunc
	// connect takes the place of open in a way with its own pool of connections.
	connect connectFunc
}

// batchFunc inserts so many rows in one transaction of the client.
type batchFunc func(ctx context.Context, c *client, rows int) error

// each makes every writer's function with a call of f.
func each(f func() batchFunc) func(int) []batchFunc {
	return func(writers int) []batchFunc {
		out := make([]batchFunc, writers)
		for i := range out {
			out[i] = f()
		}
		return out
	}
}

// made is the usual way: the keys of the whole batch are made first, by a
// generator of the writer's own, and then sent.
func made(d dialect) batchFunc {
	var g wiji.Generator
	return func(ctx context.Context, c *client, rows int) error {
		keys, err := draw(&g, rows)
		if err != nil {
			return err
		}
		return c.transact(ctx, rows, func() error { return c.insert(ctx, d, keys) })
	}
}

// late makes the keys of each statement just before it is sent.
func late(d dialect, statement int) batchFunc {
	return limited(d, statement, nil)
}

// gated is late behind a gate that lets so many statements of all writers through
// at a time: the keys are made when the gate is passed.
func gated(d dialect, open, statement int) func(int) []batchFunc {
	return func(writers int) []batchFunc {
		gate := make(chan struct{}, open)
		return each(func() batchFunc { return limited(d, statement, gate) })(writers)
	}
}

// limited makes and sends the keys of each statement while it is in the gate. A
// commit, which waits for the disk, is outside.
func limited(d dialect, statement int, gate chan struct{}) batchFunc {
	var g wiji.Generator
	return func(ctx context.Context, c *client, rows int) error {
		return c.transact(ctx, rows, func() error {
			for left := rows; left > 0; left -= min(left, statement) {
				if err := insertBatch(ctx, c, d, &g, min(left, statement), gate); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func insertBatch(ctx context.Context, c *client, d dialect, g *wiji.Generator, rows int, gate chan struct{}) error {
	if gate != nil {
		gate <- struct{}{}
		defer func() { <-gate }()
	}
	keys, err := draw(g, rows)
	if err != nil {
		return err
	}
	return c.insert(ctx, d, keys)
}

func draw(g *wiji.Generator, n int) ([]wiji.ID, error) {
	keys := make([]wiji.ID, n)
	for i := range keys {
		var err error
		if keys[i], err = g.New(); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// fromBlocks takes the keys of the batches one after the other from a block of so many
// IDs, which the writer draws from its own generator; in is the order in which they
// are taken.
func fromBlocks(d dialect, size int, in func(wiji.Block) wiji.Block) batchFunc {
	var g wiji.Generator
	var block wiji.Block
	return func(ctx context.Context, c *client, rows int) error {
		keys := make([]wiji.ID, 0, rows)
		for len(keys) < rows {
			x, ok := block.Next()
			if !ok {
				var err error
				if block, err = g.Block(size); err != nil {
					return err
				}
				block = in(block)
				continue
			}
			keys = append(keys, x)
		}
		return c.transact(ctx, rows, func() error { return c.insert(ctx, d, keys) })
	}
}

// The orders in which the IDs of a block are taken.
func ascending(b wiji.Block) wiji.Block { return b }
func twoPass(b wiji.Block) wiji.Block   { return b.TwoPass() }

// statements leaves the keys to the server: query has a payload's parameter for
// each of so many rows.
func statements(query func(rows int) string) batchFunc {
	return func(ctx context.Context, c *client, rows int) error {
		return c.transact(ctx, rows, func() error {
			for left := rows; left > 0; left -= min(left, *sendFlag) {
				n := min(left, *sendFlag)
				if err := c.exec(ctx, query(n), payloads(n)...); err != nil {
					return err
				}
			}
			return nil
		})
	}
}
