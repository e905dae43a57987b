package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// counters are the server's, which only rise. One that cannot be read is missing with the
// reason.
type counters struct {
	log         metric.Reading // bytes written to the write-ahead log
	fullPages   metric.Reading // full-page images in the log
	read        metric.Reading // pages of the index that the buffer pool did not hold
	written     metric.Reading // pages written to files, by any process
	checkpoints metric.Reading
}

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
	for _, q := range []struct {
		to          *metric.Reading
		least       int
		what, query string
	}{
		{&c.log, 0, "the position in the log", "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8"},
		{&c.fullPages, 140000, "the full-page images in the log", "SELECT wal_fpi::float8 FROM pg_stat_wal"},
		{&c.read, 0, "the pages read", "SELECT coalesce(sum(idx_blks_read), 0)::float8 FROM pg_statio_user_indexes WHERE " + indexes},
		{&c.written, 0, "the pages written", t.engine.writtenQuery()},
		{&c.checkpoints, 0, "the checkpoints", t.engine.checkpointsQuery()},
	} {
		if t.engine.number < q.least {
			*q.to = metric.Missing("the server counts it from version 14 on")
			continue
		}
		var err error
		if *q.to, err = t.engine.Number(ctx, q.what, q.query); err != nil {
			return counters{}, err
		}
	}
	if c.read.Missing == "" {
		c.read.Value -= t.own
	}
	return c, nil
}

// writtenQuery returns the query for the pages that all processes have written to tables
// and indexes.
func (e *Engine) writtenQuery() string {
	switch {
	case e.number >= sizesApart:
		return "SELECT coalesce(sum(write_bytes) / current_setting('block_size')::bigint, 0)::float8 FROM pg_stat_io WHERE object = 'relation'"
	case e.number >= countsApart:
		return "SELECT coalesce(sum(writes), 0)::float8 FROM pg_stat_io WHERE object = 'relation'"
	}
	return "SELECT (buffers_checkpoint + buffers_clean + buffers_backend)::float8 FROM pg_stat_bgwriter"
}

func (e *Engine) checkpointsQuery() string {
	if e.number >= checkpointerApart {
		return "SELECT (num_timed + num_requested)::float8 FROM pg_stat_checkpointer"
	}
	return "SELECT (checkpoints_timed + checkpoints_req)::float8 FROM pg_stat_bgwriter"
}

// since adds what the counters have counted since the tree was empty.
func (t *tree) since(r metric.Readings, now counters) {
	r[metric.LogBytes] = t.PerRow(engine.Delta(t.start.log, now.log))
	r[metric.FullPages] = t.PerRow(engine.Delta(t.start.fullPages, now.fullPages))
	r[metric.PagesRead] = t.PerRow(engine.Delta(t.start.read, now.read))
	r[metric.CheckpointsDone] = engine.Delta(t.start.checkpoints, now.checkpoints)
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
	n, err := t.engine.Number(ctx, "the pages read", `
		SELECT (coalesce(heap_blks_read, 0) + coalesce(idx_blks_read, 0) + coalesce(toast_blks_read, 0) + coalesce(tidx_blks_read, 0))::float8
		FROM pg_statio_user_tables WHERE relid = 'item'::regclass`)
	if n.Missing == "" {
		n.Value -= t.own
	}
	return n, err
}
