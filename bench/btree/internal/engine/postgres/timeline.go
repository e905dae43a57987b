package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// dialect is PostgreSQL's. Clients send values as text.
var dialect = engine.Dialect{
	Parameter: parameter,
	Value:     func(column string) string { return column + "::text" },
	Earlier:   "created <= $1 AND (created, id) < ($2, $3)",
}

// Analyze updates the planner's statistics.
func (t *tree) Analyze(ctx context.Context) error {
	if _, err := t.engine.ExecContext(ctx, "ANALYZE item"); err != nil {
		return t.engine.Explain("cannot update the statistics", err)
	}
	return nil
}
