package postgres

import (
	"context"
	"database/sql"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// feed is what a subscriber of logical replication would receive: a temporary slot with the
// output plugin pgoutput.
type feed struct {
	conn    *sql.Conn // nil if there is none
	slot    string
	missing string // why there is none
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
	f := &feed{conn: conn, slot: t.engine.Name() + "_feed"}
	for _, q := range []string{
		"SET statement_timeout = '10s'", "DROP PUBLICATION IF EXISTS item", "CREATE PUBLICATION item FOR TABLE item",
		"SELECT pg_create_logical_replication_slot('" + f.slot + "', 'pgoutput', true)",
		"SET statement_timeout = 0",
	} {
		_, err = conn.ExecContext(ctx, q)
		if err != nil {
			break
		}
	}
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
			FROM pg_logical_slot_get_binary_changes($1, NULL, $2, 'proto_version', '1', 'publication_names', 'item')`, f.slot, feedChanges).Scan(&changes, &bytes)
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

// close drops the slot and ends its connection. The slot would end with the connection, but
// some time later, and until then DROP DATABASE fails. Calling close again, or on nil, does
// nothing.
func (f *feed) close() {
	if f == nil || f.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), server.DropTimeout)
	defer cancel()
	_, _ = f.conn.ExecContext(ctx, "SELECT pg_drop_replication_slot($1)", f.slot) // there is none if it could not be created
	_ = f.conn.Raw(func(any) error { return errDiscard })
	_ = f.conn.Close()
	f.conn = nil
}
