package postgres

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
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

// evicts is the first version whose extension pg_buffercache evicts pages.
const evicts = 170000

// Evict makes the buffer pool forget all pages of the database's tables and indexes, which
// have numbers from 16384. It needs a superuser.
func (t *tree) Evict(ctx context.Context) error {
	if t.engine.number < evicts {
		return &engine.Missing{Reason: fmt.Sprintf("before version %d no page can be evicted from the buffer pool", evicts/10_000)}
	}
	for _, q := range []string{
		"CREATE EXTENSION IF NOT EXISTS pg_buffercache",
		`SELECT count(pg_buffercache_evict(bufferid)) FROM pg_buffercache WHERE relfilenode >= 16384 AND
			reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
	} {
		_, err := t.engine.ExecContext(ctx, q)
		switch {
		case t.engine.Is(err, client.Refused):
			return &engine.Missing{Reason: t.engine.Reason("no page can be evicted from the buffer pool, for which the account must be a superuser", err)}
		case err != nil:
			return t.engine.Explain("cannot evict pages", err)
		}
	}
	return nil
}
