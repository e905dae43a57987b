package client

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Tree says how clients work on one tree.
type Tree struct {
	Errors
	// Insert begins an INSERT that fails if a key is already there, and InsertNew an
	// INSERT that leaves such rows out, both up to VALUES.
	Insert, InsertNew string
	// InsertNewEnd ends an InsertNew, after the rows.
	InsertNewEnd string
	// Row returns row i of an INSERT, counted from 0: in parentheses the parameters of
	// the key and the payload.
	Row func(i int) string
	// Timeline reads rows in the order of time.
	Timeline engine.Timeline
	// Update sets the payload of a row, the first parameter, by its key, the second one.
	Update string
	// Select selects the payload of a row by its key, the parameter.
	Select string
	// Closing is a statement that a client runs before it ends; empty for none.
	Closing string
	// Payload goes into every row, and Longer into one that is updated.
	Payload, Longer []byte
	// Rows counts the committed rows.
	Rows *atomic.Int64
}

// The rows and bytes of one statement are limited: a large batch would not fit in a
// packet or would have too many parameters.
const (
	maxStatementRows  = 100
	maxStatementBytes = 1 << 20
)

// maxRepeats bounds how often a Victim is repeated.
const maxRepeats = 20

// Writer is one client that inserts rows. A single row is one INSERT that commits by
// itself; more are one transaction with INSERTs of up to 100 rows each.
//
// After a failed statement PostgreSQL has ended the transaction, and InnoDB keeps what
// came before. So that all servers do the same work, keys that may be there already go in
// by an INSERT that leaves such rows out, and the Writer then replaces their keys.
type Writer struct {
	base
	most    int // rows in a statement
	stmts   map[shape]statement
	args    []any
	payload any // boxed once
	update  statement
	read    statement
}

// shape tells the statements of a Writer apart.
type shape struct {
	rows     int
	skipping bool // of keys that are already there
}

// NewWriter connects a Writer.
func NewWriter(ctx context.Context, d Dialer, t Tree) (*Writer, error) {
	c, err := d.dial(ctx)
	if err != nil {
		return nil, t.Explain("cannot connect a writer", err)
	}
	return newWriter(c, t), nil
}

func newWriter(c connection, t Tree) *Writer {
	return &Writer{
		base: base{connection: c, tree: t}, payload: t.Payload,
		most:  max(1, min(maxStatementRows, maxStatementBytes/(len(t.Payload)+1))),
		stmts: make(map[shape]statement),
	}
}

// Insert inserts one row per key in one transaction.
func (w *Writer) Insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	return w.committed(ctx, len(keys), func() error {
		return w.transact(ctx, len(keys), func(from, n int) error {
			return w.insert(ctx, keys[from:from+n], replace)
		})
	})
}

// Update updates one row per key in one transaction. It repeats no Victim: each client has
// its own rows.
func (w *Writer) Update(ctx context.Context, keys []driver.Valuer) error {
	if w.update == nil {
		stmt, err := w.prepare(ctx, w.tree.Update)
		if err != nil {
			return w.tree.Explain("cannot prepare an UPDATE", err)
		}
		w.update = stmt
	}
	err := w.transact(ctx, len(keys), func(from, n int) error {
		for _, k := range keys[from : from+n] {
			if err := w.updateRow(ctx, k); err != nil {
				return err
			}
		}
		return nil
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (w *Writer) updateRow(ctx context.Context, key driver.Valuer) error {
	w.args = append(w.args[:0], w.tree.Longer, key)
	switch n, err := w.update.execute(ctx, w.args); {
	case err != nil:
		return w.explain("cannot update a row", err)
	case n != 1:
		return &countError{key, n}
	}
	return nil
}

// Read fetches the payload of the row of a key.
func (w *Writer) Read(ctx context.Context, key driver.Valuer) error {
	if w.read == nil {
		stmt, err := w.prepare(ctx, w.tree.Select)
		if err != nil {
			return w.tree.Explain("cannot prepare a SELECT", err)
		}
		w.read = stmt
	}
	w.args = append(w.args[:0], key)
	switch n, err := w.read.fetch(ctx, w.args); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return w.explain("cannot read a row", err)
	case n != 1:
		return &countError{key, n}
	}
	return nil
}

// committed runs a transaction, repeats it if it is a Victim, and counts its rows once it
// is committed.
func (w *Writer) committed(ctx context.Context, rows int, transact func() error) error {
	for repeats := 0; ; repeats++ {
		err := transact()
		switch {
		case ctx.Err() != nil:
			// The connection is closed, and the server rolls back.
			return ctx.Err()
		case err == nil:
			w.tree.Rows.Add(int64(rows))
			return nil
		case repeats >= maxRepeats || !w.tree.Is(err, Victim):
			return err
		}
	}
}

// transact calls part for all rows, some at a time, in one transaction; a single row
// needs no transaction around it.
func (w *Writer) transact(ctx context.Context, rows int, part func(from, n int) error) error {
	if rows == 1 {
		return part(0, 1)
	}
	if err := w.run(ctx, "BEGIN"); err != nil {
		return w.tree.Explain("cannot begin a transaction", err)
	}
	for from := 0; from < rows; from += w.most {
		if err := part(from, min(rows-from, w.most)); err != nil {
			w.rollback()
			return err
		}
	}
	if err := w.run(ctx, "COMMIT"); err != nil {
		return w.tree.Explain("cannot commit", err)
	}
	return nil
}

// insert inserts the keys with one statement, and then replaces those that were already
// there.
func (w *Writer) insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	for {
		done, err := w.execute(ctx, keys, replace != nil)
		if err != nil || done == len(keys) {
			return err
		}
		if replace == nil || done > len(keys) {
			return fmt.Errorf("%d rows were sent and the server inserted %d", len(keys), done)
		}
		missing := make([]driver.Valuer, len(keys)-done)
		for i := range missing {
			if missing[i], err = replace(ctx); err != nil {
				return err
			}
		}
		keys = missing
	}
}

// execute inserts the keys, and returns how many rows were inserted.
func (w *Writer) execute(ctx context.Context, keys []driver.Valuer, skipping bool) (int, error) {
	stmt, err := w.prepared(ctx, shape{len(keys), skipping})
	if err != nil {
		return 0, err
	}
	w.args = w.args[:0]
	for _, k := range keys {
		w.args = append(w.args, k, w.payload)
	}
	n, err := stmt.execute(ctx, w.args)
	if err != nil {
		return 0, w.explain("cannot insert", err)
	}
	return n, nil
}

// prepared returns the statement of a shape. A trial has two or three of them, as all
// batches but the last have the same size.
func (w *Writer) prepared(ctx context.Context, s shape) (statement, error) {
	if stmt, ok := w.stmts[s]; ok {
		return stmt, nil
	}
	stmt, err := w.prepare(ctx, w.tree.statement(s))
	if err != nil {
		return nil, w.tree.Explain("cannot prepare an INSERT", err)
	}
	w.stmts[s] = stmt
	return stmt, nil
}

// statement returns the INSERT of a shape.
func (t Tree) statement(s shape) string {
	var b strings.Builder
	if s.skipping {
		b.WriteString(t.InsertNew)
	} else {
		b.WriteString(t.Insert)
	}
	for i := range s.rows {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(t.Row(i))
	}
	if s.skipping {
		b.WriteString(t.InsertNewEnd)
	}
	return b.String()
}

// rollback ends the transaction. If the connection is broken, it fails, and the server
// rolls back.
func (w *Writer) rollback() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_ = w.run(ctx, "ROLLBACK")
}

// countError reports a key that does not have exactly one row.
type countError struct {
	key  driver.Valuer
	rows int
}

func (e *countError) Error() string {
	v, err := e.key.Value()
	if err != nil {
		return fmt.Sprintf("a key without a value (%v) has %d rows, not 1", err, e.rows)
	}
	if b, ok := v.([]byte); ok {
		return fmt.Sprintf("the key %x has %d rows, not 1", b, e.rows)
	}
	return fmt.Sprintf("the key %v has %d rows, not 1", v, e.rows)
}
