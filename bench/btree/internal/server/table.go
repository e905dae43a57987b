package server

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Table is the table item (id, payload) of one trial: what the trees of all servers have
// in common.
type Table struct {
	session *Session
	tree    client.Tree
	rows    atomic.Int64 // inserted
	closed  bool

	mu      sync.Mutex
	clients []reporter // may still be open
}

// reporter is a client whose counters the server adds up when it is asked to.
type reporter interface {
	Report(ctx context.Context) error
}

// NewTable returns a table that does not exist yet, whose payloads have so many bytes.
// The clients work as t says; NewTable sets its Errors, Payload, Longer and Rows.
func (s *Session) NewTable(t client.Tree, payload int) *Table {
	table := &Table{session: s, tree: t}
	table.tree.Errors, table.tree.Rows = s.Errors, &table.rows
	table.tree.Payload = bytes.Repeat([]byte{0xA5}, payload)
	table.tree.Longer = bytes.Repeat([]byte{0x5A}, engine.Longer(payload))
	return table
}

// Create creates the table by these statements.
func (t *Table) Create(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := t.session.ExecContext(ctx, q); err != nil {
			return t.session.Explain("cannot create the table", err)
		}
	}
	return nil
}

// Writer connects a writer.
func (t *Table) Writer(ctx context.Context) (engine.Writer, error) {
	w, err := client.NewWriter(ctx, t.session.dialer, t.tree)
	if err != nil {
		return nil, err
	}
	t.add(w)
	return w, nil
}

func (t *Table) add(r reporter) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clients = append(t.clients, r)
}

// Report makes the server count what the open clients did.
func (t *Table) Report(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.clients {
		if err := c.Report(ctx); err != nil {
			return t.session.Explain("cannot make the server count what a client did", err)
		}
	}
	return nil
}

// Rows returns how many rows the table has.
func (t *Table) Rows() int { return int(t.rows.Load()) }

// Payload returns the payload of each row.
func (t *Table) Payload() []byte { return t.tree.Payload }

// PerRow divides a size by the rows that the table has.
func (t *Table) PerRow(size metric.Reading) metric.Reading { return engine.PerRow(size, t.Rows()) }

// CheckRows returns an error if the table does not have the committed rows.
func (t *Table) CheckRows(ctx context.Context) error {
	var n int
	if err := t.session.QueryRowContext(ctx, "SELECT COUNT(*) FROM item").Scan(&n); err != nil {
		return t.session.Explain("cannot count the rows", err)
	}
	if rows := t.Rows(); n != rows {
		return fmt.Errorf("%s: %d rows were committed and the table has %d: the readings would be wrong", t.session.Errors.Name, rows, n)
	}
	return nil
}

// DropTimeout bounds what an engine does when it closes: a transaction that was
// interrupted may still have to end.
const DropTimeout = 30 * time.Second

// Drop drops the table. Calling it again does nothing.
func (t *Table) Drop() error {
	if t.closed {
		return nil
	}
	t.closed = true
	ctx, cancel := context.WithTimeout(context.Background(), DropTimeout)
	defer cancel()
	if _, err := t.session.ExecContext(ctx, "DROP TABLE IF EXISTS item"); err != nil {
		return t.session.Explain("cannot drop the table", err)
	}
	return nil
}

// Number returns the number that a query selects. If the server refuses it or has no such
// row, the reading is missing with the reason.
func (s *Session) Number(ctx context.Context, what, query string) (metric.Reading, error) {
	var v float64
	err := s.QueryRowContext(ctx, query).Scan(&v)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return metric.Missing("the server does not give " + what), nil
	case s.Is(err, client.Refused):
		return metric.Missing(s.Reason("the server does not give "+what, err)), nil
	case err != nil:
		return metric.Reading{}, s.Explain("cannot read "+what, err)
	}
	return metric.Value(v), nil
}
