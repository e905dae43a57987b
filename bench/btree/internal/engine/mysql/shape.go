package mysql

import "github.com/sortid/sortid/bench/btree/internal/engine"

// extra is what a shape adds to the table.
type extra struct {
	columns string // and indexes, each with a comma before it
	size    int    // bytes of the columns in a record
}

// extraOf returns what the shape of a Spec adds to the table.
func extraOf(s engine.Spec) extra {
	const created, createdSize = ", created TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)", 7
	switch s.Shape {
	case engine.Dated:
		return extra{columns: created + ", KEY item_created (created, id)", size: createdSize}
	case engine.Indexed:
		return extra{
			columns: created + ", customer INT NOT NULL DEFAULT (FLOOR(RAND() * 10000)), state TINYINT NOT NULL DEFAULT (FLOOR(RAND() * 8))" +
				", KEY item_created (created), KEY item_customer (customer), KEY item_state (state)",
			size: createdSize + 4 + 1,
		}
	}
	return extra{}
}
