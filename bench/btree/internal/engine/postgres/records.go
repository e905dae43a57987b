package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// records counts what the records of the write-ahead log tell.
type records struct {
	counted string         // the position in the log up to which they are counted
	splits  metric.Reading // of the index's leaf pages
	images  metric.Reading // full-page images of the table and its indexes
}

// blockInfo is the first version whose pg_walinspect tells the blocks of a record.
const blockInfo = 160000

// noWAL says why records cannot be counted in the log, or is empty.
func (e *Engine) noWAL() string {
	if e.number < blockInfo {
		return "before version 16 pg_walinspect does not tell the index of a record"
	}
	return e.extensions[walinspect]
}

// countRecords counts the records since it was called last. The server may remove its log at each
// checkpoint, so that the caller calls it before. If the log cannot be read, the counts are missing.
func (t *tree) countRecords(ctx context.Context) error {
	l := &t.log
	if why := t.engine.noWAL(); why != "" {
		l.splits = metric.Missing(why)
		return nil
	}
	upTo, err := t.engine.flushedLog(ctx)
	if err != nil {
		return err
	}
	var splits, images float64
	err = t.engine.QueryRowContext(ctx, `
		SELECT count(*) FILTER (WHERE record_type LIKE 'SPLIT%' AND resource_manager = 'Btree' AND description LIKE 'level: 0,%' AND block_id = 0 AND relfilenode = pg_relation_filenode('`+index+`'))::float8,
			count(*) FILTER (WHERE block_fpi_length > 0)::float8
		FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false)
		WHERE reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND relfilenode IN (
			SELECT pg_relation_filenode(oid) FROM pg_class WHERE oid = 'item'::regclass OR relname LIKE 'item\_%' AND relkind = 'i')`, l.counted, upTo).Scan(&splits, &images)
	if t.engine.Is(err, client.Refused) || t.engine.Is(err, client.Other) { // the log was removed
		why := t.engine.Reason("the server does not show the records of its log", err)
		l.splits, l.images = metric.Missing(why), metric.Missing(why)
		return nil
	}
	if err != nil {
		return t.engine.Explain("cannot count the records of the log", err)
	}
	l.counted, l.splits.Value, l.images.Value = upTo, l.splits.Value+splits, l.images.Value+images
	return nil
}

// flushedLog makes the server flush its log, and returns a position up to which it has. pg_walinspect reads
// no more, and a server may commit before it flushes. A commit that wrote to the log itself flushes all before.
func (e *Engine) flushedLog(ctx context.Context) (position string, err error) {
	for _, q := range []struct {
		query string
		to    any
	}{
		{"SELECT pg_current_wal_insert_lsn()::text", &position},
		{"SELECT set_config('synchronous_commit', 'local', true) || pg_logical_emit_message(true, 'btree', '')", new(string)},
	} {
		if err := e.QueryRowContext(ctx, q.query).Scan(q.to); err != nil {
			return "", e.Explain("cannot read the position in the log", err)
		}
	}
	return position, nil
}

// fromLog adds the splits of leaf pages and the full-page images that were counted. Where the log does not
// tell them, the splits are those of a tree that only grew.
func (t *tree) fromLog(r metric.Readings) {
	switch {
	case t.engine.noWAL() == "":
		r[metric.PageSplits] = engine.PerThousand(t.log.splits, t.Rows())
		r[metric.WholePages] = t.PerRow(t.log.images)
	case t.spec.Shape == engine.Updated:
		r[metric.PageSplits] = metric.Missing(t.engine.noWAL())
	default:
		r[metric.PageSplits] = engine.LeafSplits(r[metric.LeafPages], t.Rows())
	}
}

// splitsFrom says how page splits are counted.
func (e *Engine) splitsFrom() string {
	if why := e.noWAL(); why != "" {
		return "counted by leaf pages, as " + why
	}
	return "of leaf pages, counted in the write-ahead log by " + walinspect
}
