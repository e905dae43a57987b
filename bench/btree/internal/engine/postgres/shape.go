package postgres

import "github.com/sortid/sortid/bench/btree/internal/engine"

// extra is what a shape adds to the table.
type extra struct {
	columns string // each with a comma before it
	indexes []string
}

// extraOf returns what the shape of a Spec adds to the table.
func extraOf(s engine.Spec) extra {
	const created = ", created timestamptz NOT NULL DEFAULT now()"
	switch s.Shape {
	case engine.Dated:
		return extra{columns: created, indexes: []string{"CREATE INDEX item_created ON item (created, id)"}}
	case engine.Indexed:
		return extra{
			columns: created + ", customer int NOT NULL DEFAULT random() * 9999, state smallint NOT NULL DEFAULT random() * 7",
			indexes: []string{"CREATE INDEX item_created ON item (created)", "CREATE INDEX item_customer ON item (customer)", "CREATE INDEX item_state ON item (state)"},
		}
	}
	return extra{}
}
