package mysql

import "github.com/sortid/sortid/bench/btree/internal/engine"

// extra is what a shape adds to the table.
type extra struct {
	columns string // and indexes, each with a comma before it
	size    int    // bytes of the columns in a record
}

var extras = map[engine.Shape]extra{
	engine.Dated: {", created TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6), KEY item_created (created, id)", 7},
	engine.Indexed: {
		", created TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6), customer INT NOT NULL DEFAULT (FLOOR(RAND() * 10000)), state TINYINT NOT NULL DEFAULT (FLOOR(RAND() * 8))" +
			", KEY item_created (created), KEY item_customer (customer), KEY item_state (state)",
		7 + 4 + 1,
	},
}
