package postgres

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// tree is the table item and the index of its key.
type tree struct {
	engine  *Engine
	spec    engine.Spec
	plan    plan
	payload []byte
	rows    atomic.Int64 // committed
	start   counters     // of the empty tree
	own     float64      // pages of the index that reading the tree itself has fetched
	log     *logHold
	asked   *checkpointer // nil where no checkpoints are asked for
	closed  bool

	mu      sync.Mutex
	clients []reporter // those that may still be open
}

// reporter is a client that can be told to have its counters counted.
type reporter interface {
	Report(ctx context.Context) error
}

func newTree(e *Engine, s engine.Spec, p plan) *tree {
	return &tree{engine: e, spec: s, plan: p, payload: bytes.Repeat([]byte{0xA5}, s.Payload)}
}

// plant makes the table and notes where the counters stand.
func (t *tree) plant(ctx context.Context) error {
	for _, q := range t.plan.ddl {
		if _, err := t.engine.ExecContext(ctx, q); err != nil {
			return explain("cannot make the table", err)
		}
	}
	if t.engine.Product.Store != "" {
		return nil
	}
	// Every run starts with a checkpoint just done, so that none is due because of
	// the runs before. Without the privilege the server's own are as they are.
	if _, err := t.checkpoint(ctx); err != nil {
		return err
	}
	var err error
	if t.log, err = t.engine.holdLog(ctx); err != nil {
		return err
	}
	if t.start, err = t.count(ctx); err != nil {
		return err
	}
	if t.engine.Conditions.Checkpoints == engine.SeveralCheckpoints {
		t.asked = t.checkpoints()
	}
	return nil
}

// checkpoint has all pages written and waits until the server has counted them. It
// returns why that could not be had, or nothing.
func (t *tree) checkpoint(ctx context.Context) (missing string, err error) {
	before, err := t.number(ctx, "the checkpoints", t.engine.checkpointsQuery())
	if err != nil || before.Missing != "" {
		return before.Missing, err
	}
	_, err = t.engine.ExecContext(ctx, "CHECKPOINT")
	switch {
	case refused(err):
		return reason("no checkpoint can be asked for, which needs the role pg_checkpoint or a superuser", err), nil
	case err != nil:
		return "", explain("cannot make a checkpoint", err)
	}
	return t.counted(ctx, before.Value)
}

// The process that makes checkpoints reports what it did a little after it is done.
const (
	countedInterval = 10 * time.Millisecond
	countedPatience = 5 * time.Second
)

// counted waits until there are more checkpoints than before in the server's counters.
func (t *tree) counted(ctx context.Context, before float64) (missing string, err error) {
	for began := time.Now(); time.Since(began) < countedPatience; {
		now, err := t.number(ctx, "the checkpoints", t.engine.checkpointsQuery())
		if err != nil || now.Missing != "" {
			return now.Missing, err
		}
		// What it wrote is reported right after what it did.
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(countedInterval):
		}
		if now.Value > before {
			return "", nil
		}
	}
	return fmt.Sprintf("the server did not count a checkpoint within %v", countedPatience), nil
}

func (t *tree) dialect() server.Dialect {
	return server.Dialect{
		Insert: t.plan.insert, InsertNew: t.plan.insert, InsertNewEnd: " ON CONFLICT DO NOTHING", Row: t.plan.row,
		Explain: explain, Again: again,
	}
}

// closing has a connection report its counters, which it else does now and then.
func (t *tree) closing() string {
	if t.engine.number >= flushes {
		return "SELECT pg_stat_force_next_flush()"
	}
	return ""
}

// Writer returns a client with a connection of its own.
func (t *tree) Writer(ctx context.Context) (engine.Writer, error) {
	w, err := t.engine.NewWriter(ctx, server.WriterOptions{Dialect: t.dialect(), Payload: t.payload, Rows: &t.rows, Closing: t.closing()})
	if err != nil {
		return nil, err
	}
	t.add(w)
	return w, nil
}

// Reader returns a client with a connection of its own.
func (t *tree) Reader(ctx context.Context) (engine.Reader, error) {
	r, err := t.engine.NewReader(ctx, server.ReaderOptions{Query: "SELECT payload FROM item WHERE id = $1", Explain: explain, Closing: t.closing()})
	if err != nil {
		return nil, err
	}
	t.add(r)
	return r, nil
}

func (t *tree) add(r reporter) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clients = append(t.clients, r)
}

// report has all clients' counters counted.
func (t *tree) report(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.clients {
		if err := c.Report(ctx); err != nil {
			return explain("cannot have a client's counters counted", err)
		}
	}
	return nil
}

// dropTimeout is how long the removal of a table may take: a transaction that was
// broken off may still have to end.
const dropTimeout = 30 * time.Second

// Close drops the table.
func (t *tree) Close() error {
	if t.closed {
		return nil
	}
	t.closed = true
	t.asked.end()
	t.log.release()
	ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
	defer cancel()
	if _, err := t.engine.ExecContext(ctx, "DROP TABLE IF EXISTS item"); err != nil {
		return explain("cannot drop the table", err)
	}
	return nil
}
