package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// counters holds counters of the server, which only rise. One that cannot be read is missing with the
// reason.
type counters struct {
	log  metric.Reading // bytes written to the write-ahead log
	read metric.Reading // pages of the index that the buffer pool did not hold
	hit  metric.Reading // pages of the index that it held
	// images counts the pages of the whole server that were written whole to the log.
	images metric.Reading
}

// logPosition selects how many bytes were written to the log.
const logPosition = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8"

// count reads the counters, after the open clients have reported what they did.
func (t *tree) count(ctx context.Context) (counters, error) {
	if err := t.Report(ctx); err != nil {
		return counters{}, err
	}
	var c counters
	indexes := "indexrelid = '" + index + "'::regclass"
	if t.spec.Shape.Indexes() {
		indexes = "relname = 'item'"
	}
	var err error
	if c.log, err = t.engine.Number(ctx, "the position in the log", logPosition); err != nil {
		return counters{}, err
	}
	for _, n := range []struct {
		to   *metric.Reading
		name string
		own  float64
	}{{&c.read, "idx_blks_read", t.own.read}, {&c.hit, "idx_blks_hit", t.own.hit}} {
		if *n.to, err = t.engine.Number(ctx, "the pages of the buffer pool", "SELECT coalesce(sum("+n.name+"), 0)::float8 FROM pg_statio_user_indexes WHERE "+indexes); err != nil {
			return counters{}, err
		}
		if n.to.Missing == "" {
			n.to.Value -= n.own
		}
	}
	if t.engine.number < flushes {
		c.images = metric.Missing("before version 15 the server counts the full-page images in its log late")
		return c, nil
	}
	c.images, err = t.engine.Number(ctx, "the full-page images in its log", "SELECT wal_fpi::float8 FROM pg_stat_wal")
	return c, err
}

// since adds what the counters have counted since the tree was empty.
func (t *tree) since(r metric.Readings, now counters) {
	r[metric.LogBytes] = t.PerRow(engine.Delta(t.start.log, now.log))
	read := engine.Delta(t.start.read, now.read)
	r[metric.PagesRead] = t.PerRow(read)
	r[metric.PageRequests] = t.PerRow(engine.Sum(read, engine.Delta(t.start.hit, now.hit)))
	r[metric.WholePages] = t.PerRow(engine.Delta(t.start.images, now.images))
	if t.engine.number < countsApart {
		r[metric.PagesRead] = metric.Missing("before version 16 the server counts new pages as read")
	}
}

// hot adds the share of updates that wrote no index, if rows can be updated.
func (t *tree) hot(ctx context.Context, r metric.Readings) (err error) {
	if t.spec.Shape == engine.Updated {
		r[metric.HotUpdates], err = t.engine.Number(ctx, "the share of HOT updates", "SELECT 100 * n_tup_hot_upd::float8 / nullif(n_tup_upd, 0) FROM pg_stat_user_tables WHERE relid = 'item'::regclass")
	}
	return err
}

// Misses returns how many pages of the table and of its indexes were fetched. Versions
// before 16 count new pages as well: then only differences while rows are read are right.
func (t *tree) Misses(ctx context.Context) (metric.Reading, error) {
	if err := t.Report(ctx); err != nil {
		return metric.Reading{}, err
	}
	if flush := t.engine.report(); flush != "" { // what this connection has read, to check the rows or for ANALYZE
		if _, err := t.engine.ExecContext(ctx, flush); err != nil {
			return metric.Reading{}, t.engine.Explain("cannot make the server count what was read", err)
		}
	}
	n, err := t.engine.Number(ctx, "the pages read", `
		SELECT (coalesce(heap_blks_read, 0) + coalesce(idx_blks_read, 0) + coalesce(toast_blks_read, 0) + coalesce(tidx_blks_read, 0))::float8
		FROM pg_statio_user_tables WHERE relid = 'item'::regclass`)
	if n.Missing == "" {
		n.Value -= t.own.read
	}
	return n, err
}
