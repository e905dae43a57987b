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
	columns string // each with a comma before it
	indexes []string
}

// extraOf returns what the shape of a Spec adds to the table.
func extraOf(s engine.Shape) extra {
	const created = ", created REAL NOT NULL DEFAULT (unixepoch('subsec'))"
	switch s {
	case engine.Dated:
		return extra{columns: created, indexes: []string{"CREATE INDEX item_created ON item (created, id)"}}
	case engine.Indexed:
		return extra{
			columns: created + ", customer INT NOT NULL DEFAULT (abs(random() % 10000)), state INT NOT NULL DEFAULT (abs(random() % 8))",
			indexes: []string{"CREATE INDEX item_created ON item (created)", "CREATE INDEX item_customer ON item (customer)", "CREATE INDEX item_state ON item (state)"},
		}
	}
	return extra{}
}

// shaped returns the plan with what a shape adds to the table.
func (p plan) shaped(s engine.Spec) plan {
	const payload = "payload BLOB NOT NULL"
	more := extraOf(s.Shape)
	p.shape = s.Shape
	p.ddl[0] = strings.Replace(p.ddl[0], payload, payload+more.columns, 1)
	p.ddl = slices.Concat(p.ddl, more.indexes)
	return p
}

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
