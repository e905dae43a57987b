package postgres

import (
	"context"
	"sync"
	"time"
)

// checkpointer asks the server for a checkpoint whenever the log has grown by
// logBetweenCheckpoints. The server does so by itself for max_wal_size, whose minimum is
// too large for several checkpoints in a short trial.
type checkpointer struct {
	tree *tree
	stop chan struct{}
	done sync.WaitGroup
}

const (
	logBetweenCheckpoints = 6 << 20 // bytes
	logInterval           = 20 * time.Millisecond
)

// checkpoints starts a checkpointer. A failure ends it: if the server is gone, the writers
// report it.
func (t *tree) checkpoints() *checkpointer {
	c := &checkpointer{tree: t, stop: make(chan struct{})}
	c.done.Go(func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		c.done.Go(func() {
			select {
			case <-c.stop:
				cancel()
			case <-ctx.Done():
			}
		})
		c.run(ctx)
	})
	return c
}

// run asks for checkpoints until ctx ends.
func (c *checkpointer) run(ctx context.Context) {
	var last float64
	if err := c.tree.engine.QueryRowContext(ctx, logPosition).Scan(&last); err != nil {
		return
	}
	tick := time.NewTicker(logInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var now float64
		if err := c.tree.engine.QueryRowContext(ctx, logPosition).Scan(&now); err != nil {
			return
		}
		if now-last < logBetweenCheckpoints {
			continue
		}
		if _, err := c.tree.engine.ExecContext(ctx, "CHECKPOINT"); err != nil {
			return
		}
		last = now
	}
}

// end stops asking and returns after the last checkpoint that was asked for. Calling it
// again, or on nil, does nothing.
func (c *checkpointer) end() {
	if c == nil || c.stop == nil {
		return
	}
	close(c.stop)
	c.done.Wait()
	c.stop = nil
}
