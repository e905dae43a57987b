package sqlite

import (
	"context"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// extra is what a shape adds to the table.
type extra struct {
	before  []string // statements before the table
	columns string   // each with a comma before it
	indexes []string
}

// extraOf returns what the shape of a Spec adds to the table, whose keys have a type.
func extraOf(s engine.Shape, column string) extra {
	const created = ", created REAL NOT NULL DEFAULT (unixepoch('subsec'))"
	switch s {
	case engine.Dated:
		return extra{columns: created, indexes: []string{"CREATE INDEX item_created ON item (created, id)"}}
	case engine.Indexed:
		return extra{
			columns: created + ", customer INT NOT NULL DEFAULT (abs(random() % 10000)), state INT NOT NULL DEFAULT (abs(random() % 8))",
			indexes: []string{"CREATE INDEX item_created ON item (created)", "CREATE INDEX item_customer ON item (customer)", "CREATE INDEX item_state ON item (state)"},
		}
	case engine.Child:
		return extra{
			before: []string{
				"PRAGMA foreign_keys = ON",
				"CREATE TABLE parent (id " + column + " NOT NULL PRIMARY KEY, payload BLOB NOT NULL) WITHOUT ROWID",
			},
			columns: ", parent " + column + " NOT NULL REFERENCES parent (id)",
			indexes: []string{"CREATE INDEX item_parent ON item (parent)"},
		}
	}
	return extra{}
}

// shaped returns the plan with what a shape adds to the table.
func (p plan) shaped(s engine.Spec, column string) plan {
	const payload = "payload BLOB NOT NULL"
	more := extraOf(s.Shape, column)
	p.shape, p.parents = s.Shape, s.Parents
	p.ddl[0] = strings.Replace(p.ddl[0], payload, payload+more.columns, 1)
	p.ddl = slices.Concat(more.before, p.ddl, more.indexes)
	if s.Shape == engine.Child {
		p.insert = "INSERT INTO item (id, parent, payload) VALUES (?, ?, ?)"
	}
	return p
}

// insertParents inserts the rows of the table parent.
func (t *tree) insertParents(ctx context.Context) error {
	if len(t.plan.parents) == 0 {
		return nil
	}
	insert, err := t.file.conn.PrepareContext(ctx, "INSERT INTO parent (id, payload) VALUES (?, ?)")
	if err != nil {
		return explain("cannot prepare the INSERT of parents", err)
	}
	defer insert.Close()
	for batch := range slices.Chunk(t.plan.parents, parentBatch) {
		err := t.transact(ctx, len(batch), func(i int) error {
			_, err := insert.ExecContext(ctx, batch[i], t.payload)
			return err
		})
		if err != nil {
			return explain("cannot insert parents", err)
		}
	}
	t.parents = engine.NewParents(t.plan.parents)
	return nil
}

// parentBatch is the number of rows of the table parent in a transaction.
const parentBatch = 1000

// indexes adds the sizes of the other indexes and of all pages of the table.
func (t *tree) indexes(ctx context.Context, r metric.Readings) error {
	if !t.plan.shape.Indexes() {
		return nil
	}
	var others, all float64
	err := t.file.conn.QueryRowContext(ctx, `
		SELECT coalesce(sum(pgsize) FILTER (WHERE s.type = 'index' AND s.name <> ?), 0), sum(pgsize)
		FROM dbstat JOIN sqlite_schema AS s USING (name) WHERE s.tbl_name = 'item'`, t.plan.name).Scan(&others, &all)
	if err != nil {
		return explain("cannot read the size of the indexes", err)
	}
	r[metric.IndexBytes] = engine.PerRow(metric.Value(others), t.rows())
	r[metric.TotalBytes] = engine.PerRow(metric.Value(all), t.rows())
	return nil
}
