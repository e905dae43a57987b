package postgres

import "github.com/sortid/sortid/bench/btree/internal/engine"

// extra is what a shape adds to the table.
type extra struct {
	columns string // each with a comma before it
	indexes []string
}

var extras = map[engine.Shape]extra{
	engine.Dated: {
		", created timestamptz NOT NULL DEFAULT now()",
		[]string{"CREATE INDEX item_created ON item (created, id)"},
	},
	engine.Indexed: {
		", created timestamptz NOT NULL DEFAULT now(), customer int NOT NULL DEFAULT random() * 9999, state smallint NOT NULL DEFAULT random() * 7",
		[]string{"CREATE INDEX item_created ON item (created)", "CREATE INDEX item_customer ON item (customer)", "CREATE INDEX item_state ON item (state)"},
	},
}
