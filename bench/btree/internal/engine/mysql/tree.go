package mysql

import (
	"bytes"
	"context"
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
	own     float64      // pages that reading the tree itself has fetched
	pages   *pages       // of the file, once they were read
	closed  bool
}

func newTree(e *Engine, s engine.Spec, p plan) *tree {
	return &tree{engine: e, spec: s, plan: p, payload: bytes.Repeat([]byte{0xA5}, s.Payload)}
}

// plant makes the table and notes where the counters stand.
func (t *tree) plant(ctx context.Context) error {
	if _, err := t.engine.ExecContext(ctx, t.plan.ddl); err != nil {
		return t.engine.explain("cannot make the table", err)
	}
	var err error
	t.start, err = t.count(ctx)
	return err
}

// Writer returns a client with a connection of its own.
func (t *tree) Writer(ctx context.Context) (engine.Writer, error) {
	w, err := t.engine.NewWriter(ctx, server.WriterOptions{
		Payload: t.payload, Rows: &t.rows,
		Dialect: server.Dialect{
			Insert:    "INSERT " + t.plan.into,
			InsertNew: "INSERT IGNORE " + t.plan.into,
			Row:       func(int) string { return t.plan.row },
			Explain:   t.engine.explain,
			Again:     again,
		},
	})
	if err != nil {
		return nil, err
	}
	return w, nil
}

// Reader returns a client with a connection of its own.
func (t *tree) Reader(ctx context.Context) (engine.Reader, error) {
	r, err := t.engine.NewReader(ctx, server.ReaderOptions{Query: "SELECT payload FROM item WHERE id = ?", Explain: t.engine.explain})
	if err != nil {
		return nil, err
	}
	return r, nil
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
	ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
	defer cancel()
	if _, err := t.engine.ExecContext(ctx, "DROP TABLE IF EXISTS item"); err != nil {
		return t.engine.explain("cannot drop the table", err)
	}
	return nil
}
