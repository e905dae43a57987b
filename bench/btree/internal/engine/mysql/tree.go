package mysql

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
	plan   plan
	shape  engine.Shape
	start  counters // of the empty tree
	own    struct { // pages that reading the tree itself has asked for, and fetched
		asked, read float64
	}
	pages *pages // of the file, once they were read
}

func newTree(e *Engine, s engine.Spec, p plan) *tree {
	return &tree{engine: e, plan: p, shape: s.Shape, Table: e.NewTable(client.Tree{
		Insert:    "INSERT INTO item (id, payload) VALUES ",
		InsertNew: "INSERT IGNORE INTO item (id, payload) VALUES ",
		Row:       func(int) string { return "(?, ?)" },
		Timeline:  engine.NewTimeline(s.Shape, dialect),
		Update:    "UPDATE item SET payload = ? WHERE id = ?",
		Select:    "SELECT payload FROM item WHERE id = ?",
	}, s.Payload)}
}

// create creates the table and reads the counters.
func (t *tree) create(ctx context.Context) error {
	if err := t.Create(ctx, t.plan.ddl); err != nil {
		return err
	}
	var err error
	t.start, err = t.count(ctx)
	return err
}

// Close drops the table.
func (t *tree) Close() error { return t.Drop() }
