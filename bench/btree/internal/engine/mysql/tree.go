package mysql

import (
	"bytes"
	"context"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// tree is the table item, which is the tree of its primary key.
type tree struct {
	engine  *Engine
	spec    engine.Spec
	payload []byte
	rows    atomic.Int64 // committed
	start   counters     // of the empty tree
	closed  bool
}

func newTree(e *Engine, s engine.Spec) *tree {
	return &tree{engine: e, spec: s, payload: bytes.Repeat([]byte{0xA5}, s.Payload)}
}

// plant makes the table and notes where the counters stand.
func (t *tree) plant(ctx context.Context, ddl string) error {
	if _, err := t.engine.ExecContext(ctx, ddl); err != nil {
		return t.engine.explain("cannot make the table", err)
	}
	var err error
	t.start, err = t.count(ctx)
	return err
}

// Writer returns a client with a connection of its own.
func (t *tree) Writer(ctx context.Context) (engine.Writer, error) {
	w, err := server.NewWriter(ctx, t.engine.DB, server.WriterOptions{
		Payload: t.payload, Rows: &t.rows,
		Dialect: server.Dialect{
			Insert:    "INSERT INTO item (id, payload) VALUES ",
			InsertNew: "INSERT IGNORE INTO item (id, payload) VALUES ",
			Row:       func(int) string { return "(?, ?)" },
			Explain:   t.engine.explain,
		},
	})
	if err != nil {
		return nil, err
	}
	return w, nil
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
