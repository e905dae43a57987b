package postgres

import (
	"context"
	"database/sql"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// feed is what a subscriber of logical replication would receive: a temporary slot with the
// output plugin pgoutput.
type feed struct {
	conn    *sql.Conn // which the slot ends with; nil if there is none
	missing string    // why there is none
}

// feedChanges is how many changes are read at a time.
const feedChanges = 50_000

// openFeed begins a feed of the tree's table, nil if its rows are not for replicas. It waits
// for the transactions that are open on the server, but not for long.
func (t *tree) openFeed(ctx context.Context) (*feed, error) {
	if t.spec.Shape != engine.Replicated {
		return nil, nil
	}
	conn, err := t.engine.Conn(ctx)
	if err != nil {
		return nil, t.engine.Explain("cannot connect to replicate", err)
	}
	for _, q := range []string{
		"SET statement_timeout = '10s'", "DROP PUBLICATION IF EXISTS item", "CREATE PUBLICATION item FOR TABLE item",
		"SELECT pg_create_logical_replication_slot('" + t.engine.Name() + "_feed', 'pgoutput', true)",
		"SET statement_timeout = 0",
	} {
		_, err = conn.ExecContext(ctx, q)
		if err != nil {
			break
		}
	}
	f := &feed{conn: conn}
	switch {
	case answered(err):
		f.missing = t.engine.Reason("no logical replication, which needs the attribute REPLICATION, wal_level = logical and a free slot", err)
		f.close()
	case err != nil:
		f.close()
		return nil, t.engine.Explain("cannot begin logical replication", err)
	}
	return f, nil
}

// read returns how many bytes a subscriber would have received.
func (f *feed) read(ctx context.Context, e *Engine) (metric.Reading, error) {
	if f.missing != "" {
		return metric.Missing(f.missing), nil
	}
	var sum float64
	for {
		var changes int
		var bytes float64
		err := f.conn.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(length(data)), 0)::float8
			FROM pg_logical_slot_get_binary_changes($1, NULL, $2, 'proto_version', '1', 'publication_names', 'item')`, e.Name()+"_feed", feedChanges).Scan(&changes, &bytes)
		switch {
		case answered(err):
			return metric.Missing(e.Reason("the changes for a subscriber cannot be read", err)), nil
		case err != nil:
			return metric.Reading{}, e.Explain("cannot read the changes for a subscriber", err)
		case changes == 0:
			return metric.Value(sum), nil
		}
		sum += bytes
	}
}

// close ends the slot with its connection. Calling it again, or on nil, does nothing.
func (f *feed) close() {
	if f == nil || f.conn == nil {
		return
	}
	_ = f.conn.Raw(func(any) error { return errDiscard })
	_ = f.conn.Close()
	f.conn = nil
}
