package postgres

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// splits counts the splits of the index's leaf pages by the records of the write-ahead log.
type splits struct {
	counted string // the position in the log up to which they are counted
	total   metric.Reading
}

// blockInfo is the first version whose pg_walinspect tells the blocks of a record.
const blockInfo = 160000

// noWAL says why splits cannot be counted in the log, or is empty.
func (e *Engine) noWAL() string {
	if e.number < blockInfo {
		return "before version 16 pg_walinspect does not tell the index of a record"
	}
	return e.extensions[walinspect]
}

// countSplits counts the splits since it was called last. The server may remove its log at each
// checkpoint, so that the caller calls it before. If the log cannot be read, the splits are missing.
func (t *tree) countSplits(ctx context.Context) error {
	s := &t.splits
	if s.total.Missing = t.engine.noWAL(); s.total.Missing != "" {
		return nil
	}
	upTo, err := t.engine.flushedLog(ctx)
	if err != nil {
		return err
	}
	var n float64
	err = t.engine.QueryRowContext(ctx, `
		SELECT count(*)::float8 FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false)
		WHERE resource_manager = 'Btree' AND record_type LIKE 'SPLIT%' AND description LIKE 'level: 0,%'
		AND block_id = 0 AND relfilenode = pg_relation_filenode('`+index+"')", s.counted, upTo).Scan(&n)
	if t.engine.Is(err, client.Refused) {
		s.total = metric.Missing(t.engine.Reason("the server does not show the splits in its log", err))
		return nil
	}
	if err != nil {
		return t.engine.Explain("cannot count the splits in the log", err)
	}
	s.counted, s.total.Value = upTo, s.total.Value+n
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

// pageSplits adds the splits of leaf pages. Where the log does not tell them, they are those of a tree
// that only grew.
func (t *tree) pageSplits(ctx context.Context, r metric.Readings) error {
	if err := t.countSplits(ctx); err != nil {
		return err
	}
	switch {
	case t.engine.noWAL() == "":
		r[metric.PageSplits] = engine.PerThousand(t.splits.total, t.Rows())
	case t.spec.Shape == engine.Updated:
		r[metric.PageSplits] = metric.Missing(t.engine.noWAL())
	default:
		r[metric.PageSplits] = engine.LeafSplits(r[metric.LeafPages], t.Rows())
	}
	return nil
}

// splitsFrom says how page splits are counted.
func (e *Engine) splitsFrom() string {
	if why := e.noWAL(); why != "" {
		return "counted by leaf pages, as " + why
	}
	return "of leaf pages, counted in the write-ahead log by " + walinspect
}
