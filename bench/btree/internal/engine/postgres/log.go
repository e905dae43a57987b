package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// logHold keeps the server from removing the log since the tree was empty, which a
// checkpoint would do, so that its records can be read. It is a temporary replication
// slot, which ends with its connection.
type logHold struct {
	engine *Engine

	mu     sync.Mutex
	conn   *sql.Conn // nil once the log is released
	gone   string    // why it was released before it was read
	next   string    // the position in the log up to which it was read
	sum    logBytes  // of the records that were read
	splits float64   // records of page splits

	stop, stopped chan struct{}
}

// The log is released when it has grown to mostHeldLog bytes: a measurement must not fill
// the server's disk.
const (
	mostHeldLog  = 8 << 30
	holdInterval = 2 * time.Second
)

// holdLog begins to hold the log. If the server refuses, the logHold has the reason.
func (e *Engine) holdLog(ctx context.Context) (*logHold, error) {
	h := &logHold{engine: e, gone: e.extensions[inspectLog]}
	if h.gone != "" {
		return h, nil
	}
	conn, err := e.Conn(ctx)
	if err != nil {
		return nil, e.Explain("cannot connect to hold the log", err)
	}
	err = conn.QueryRowContext(ctx, "SELECT lsn::text FROM pg_create_physical_replication_slot($1, immediately_reserve => true, temporary => true)", e.Name()).Scan(new(sql.NullString))
	if err == nil {
		err = conn.QueryRowContext(ctx, "SELECT pg_current_wal_insert_lsn()::text").Scan(&h.next)
	}
	switch {
	case answered(err):
		h.gone = e.Reason("the log cannot be held, for which the account needs the attribute REPLICATION and the server a free replication slot", err)
		return h, conn.Close()
	case err != nil:
		return nil, engine.Both(e.Explain("cannot hold the log", err), conn.Close())
	}
	h.conn, h.stop, h.stopped = conn, make(chan struct{}), make(chan struct{})
	go h.watch()
	return h, nil
}

// watch releases the log once it has grown too large.
func (h *logHold) watch() {
	defer close(h.stopped)
	tick := time.NewTicker(holdInterval)
	defer tick.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-tick.C:
		}
		grown, err := h.held()
		switch {
		case err != nil:
			h.let("the size of the log could not be read: " + client.FirstLine(err.Error()))
			return
		case grown > mostHeldLog:
			h.let(fmt.Sprintf("the log of the trial is larger than %d GB, up to which its records are counted", mostHeldLog>>30))
			return
		}
	}
}

// held returns how many bytes of the log are held.
func (h *logHold) held() (float64, error) {
	h.mu.Lock()
	from := h.next
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), server.DropTimeout)
	defer cancel()
	var n float64
	return n, h.engine.QueryRowContext(ctx, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8", from).Scan(&n)
}

// let releases the log, for a reason if it was not read to its end.
func (h *logHold) let(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), server.DropTimeout)
	defer cancel()
	_, _ = h.conn.ExecContext(ctx, "SELECT pg_drop_replication_slot($1)", h.engine.Name())
	// If that failed, the slot ends with the connection, which must not be reused.
	_ = h.conn.Raw(func(any) error { return errDiscard })
	_ = h.conn.Close()
	h.conn, h.gone = nil, why
}

// release ends the hold. Calling it again, or on nil, does nothing.
func (h *logHold) release() {
	if h == nil || h.stop == nil {
		return
	}
	close(h.stop)
	<-h.stopped
	h.stop = nil
	h.let("") // what was read stays
}

// read adds the readings of the log's records.
func (h *logHold) read(ctx context.Context, r metric.Readings, perRow func(metric.Reading) metric.Reading) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gone == "" && h.conn != nil {
		err := h.advance(ctx)
		switch {
		case answered(err):
			h.gone = h.engine.Reason("the records of the log cannot be read", err)
		case err != nil:
			return h.engine.Explain("cannot read the records of the log", err)
		}
	}
	for name, v := range map[string]float64{metric.LogTree: h.sum.tree, metric.LogTable: h.sum.heap, metric.LogOther: h.sum.other} {
		r[name] = perRow(metric.Value(v))
	}
	r[metric.ServerSplits] = metric.Value(h.splits)
	if h.gone != "" {
		for _, name := range []string{metric.LogTree, metric.LogTable, metric.LogOther, metric.ServerSplits} {
			r[name] = metric.Missing(h.gone)
		}
	}
	return nil
}

// advance reads the records that are on disk, and allows the server to remove them.
func (h *logHold) advance(ctx context.Context) error {
	var end string
	var more bool
	err := h.engine.QueryRowContext(ctx, "SELECT lsn::text, lsn > $1::pg_lsn FROM pg_current_wal_flush_lsn() AS lsn", h.next).Scan(&end, &more)
	if err != nil || !more {
		return err
	}
	if err := h.records(ctx, end); err != nil {
		return err
	}
	// Only the connection that created a temporary slot may move it.
	_, err = h.conn.ExecContext(ctx, "SELECT pg_replication_slot_advance($1, $2::pg_lsn)", h.engine.Name(), end)
	h.next = end
	return err
}

// logBytes are bytes of the log's records: of B-trees, of heaps, and others.
type logBytes struct{ tree, heap, other float64 }

// records adds up the log's records to a position.
func (h *logHold) records(ctx context.Context, end string) error {
	rows, err := h.engine.QueryContext(ctx, `
		SELECT "resource_manager/record_type", count::float8, combined_size::float8
		FROM pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, true)`, h.next, end)
	if err != nil {
		return err
	}
	defer rows.Close()
	sum, splits := h.sum, h.splits
	for rows.Next() {
		var kind string
		var count, size float64
		if err := rows.Scan(&kind, &count, &size); err != nil {
			return err
		}
		manager, record, _ := strings.Cut(kind, "/")
		switch manager {
		case "Btree":
			sum.tree += size
			if record == "SPLIT_L" || record == "SPLIT_R" {
				splits += count
			}
		case "Heap", "Heap2":
			sum.heap += size
		default:
			sum.other += size
		}
	}
	// If a segment of the log was removed meanwhile, the error is here.
	if err := rows.Err(); err != nil {
		return err
	}
	h.sum, h.splits = sum, splits
	return nil
}
