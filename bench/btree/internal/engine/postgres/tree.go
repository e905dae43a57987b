package postgres

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// tree is the table item and the index of its primary key.
type tree struct {
	engine  *Engine
	payload []byte
	rows    atomic.Int64 // committed
	start   counters     // of the empty tree
	closed  bool
}

// index is the tree that is measured.
const index = "item_pkey"

func newTree(e *Engine, payload int) *tree {
	return &tree{engine: e, payload: bytes.Repeat([]byte{0xA5}, payload)}
}

// plant makes the table and notes where the counters stand.
func (t *tree) plant(ctx context.Context, ddl []string) error {
	for _, q := range ddl {
		if _, err := t.engine.ExecContext(ctx, q); err != nil {
			return explain("cannot make the table", err)
		}
	}
	// Every run starts with a checkpoint just done, so that none is due because of
	// the runs before. Without the privilege the server's own are as they are.
	if _, err := t.engine.ExecContext(ctx, "CHECKPOINT"); err != nil && !refused(err) {
		return explain("cannot make a checkpoint", err)
	}
	var err error
	t.start, err = t.count(ctx)
	return err
}

var dialect = server.Dialect{
	Insert:       "INSERT INTO item (id, payload) VALUES ",
	InsertNew:    "INSERT INTO item (id, payload) VALUES ",
	InsertNewEnd: " ON CONFLICT DO NOTHING",
	Row:          func(i int) string { return fmt.Sprintf("($%d, $%d)", 2*i+1, 2*i+2) },
	Explain:      explain,
}

// Writer returns a client with a connection of its own.
func (t *tree) Writer(ctx context.Context) (engine.Writer, error) {
	o := server.WriterOptions{Dialect: dialect, Payload: t.payload, Rows: &t.rows}
	if t.engine.number >= countsNewPagesApart {
		// A connection reports what it read now and then; at its end, at once.
		o.Closing = "SELECT pg_stat_force_next_flush()"
	}
	w, err := server.NewWriter(ctx, t.engine.DB, o)
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
		return explain("cannot drop the table", err)
	}
	return nil
}
