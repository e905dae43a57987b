package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// tree is the table item and the index of its key.
type tree struct {
	*server.Table
	engine *Engine
	spec   engine.Spec
	start  counters // of the empty tree
	log    records
	own    struct { // pages of the index that reading the tree itself has asked for
		read, hit float64
	}
}

func newTree(e *Engine, s engine.Spec) *tree {
	const insert = "INSERT INTO item (id, payload) VALUES "
	return &tree{engine: e, spec: s, Table: e.NewTable(client.Tree{
		Insert: insert, InsertNew: insert, InsertNewEnd: " ON CONFLICT DO NOTHING", Row: row,
		Closing:  e.report(),
		Timeline: engine.NewTimeline(s.Shape, dialect),
		Update:   "UPDATE item SET payload = $1 WHERE id = $2",
		Select:   "SELECT payload FROM item WHERE id = $1",
	}, s.Payload)}
}

// report returns the statement that makes the server count at once what its connection
// did; otherwise the server does so from time to time.
func (e *Engine) report() string {
	if e.number >= flushes {
		return "SELECT pg_stat_force_next_flush()"
	}
	return ""
}

// create creates the table and reads the counters.
func (t *tree) create(ctx context.Context, ddl []string) error {
	if err := t.Create(ctx, ddl...); err != nil {
		return err
	}
	// Each trial begins right after a checkpoint, so that none is due because of the
	// trials before. Without the privilege the server decides when checkpoints happen.
	err := t.engine.checkpoint(ctx, t.engine.DB)
	if _, missing := engine.MissingReason(err); err != nil && !missing {
		return err
	}
	if t.start, err = t.count(ctx); err != nil {
		return err
	}
	if t.engine.noWAL() == "" {
		if t.log.counted, err = t.engine.flushedLog(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Close drops the table.
func (t *tree) Close() error { return t.Drop() }
