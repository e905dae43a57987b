package sqlite

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// plan says how a tree is made and filled.
type plan struct {
	ddl    []string
	name   string // of the tree that is measured, in dbstat
	insert string
	shape  engine.Shape
	// locator is the column by which the table itself is ordered.
	locator string
	// timeline reads rows in the order of time.
	timeline engine.Timeline
}

// planOf returns the plan of a Spec. The key's column is never an INTEGER PRIMARY KEY,
// which would make it the rowid.
func planOf(s engine.Spec) (plan, error) {
	column := "BLOB"
	if s.Key.Integer {
		column = "BIGINT"
	}
	p := plan{name: "item_id", insert: "INSERT INTO item (id, payload) VALUES (?, ?)", locator: "rowid", timeline: engine.NewTimeline(s.Shape, dialect)}
	switch s.Layout {
	case Clustered:
		p.name, p.locator = "item", "id"
		p.ddl = []string{"CREATE TABLE item (id " + column + " NOT NULL PRIMARY KEY, payload BLOB NOT NULL) WITHOUT ROWID"}
	case Index:
		p.ddl = []string{"CREATE TABLE item (id " + column + " NOT NULL, payload BLOB NOT NULL)", "CREATE UNIQUE INDEX item_id ON item (id)"}
	default:
		return plan{}, fmt.Errorf("sqlite: %q: no such layout: choose %s or %s", s.Layout, Clustered, Index)
	}
	return p.shaped(s), nil
}
