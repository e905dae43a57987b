package server

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Dialect is how a kind of server wants its statements.
type Dialect struct {
	// Insert begins an INSERT that fails on a key which is there already, and
	// InsertNew one that leaves such rows out, both up to VALUES.
	Insert, InsertNew string
	// InsertNewEnd ends an InsertNew, after the rows.
	InsertNewEnd string
	// Row writes row i of an INSERT, counted from 0: its parameters in parentheses,
	// which are the key and the payload, or the payload alone if the server makes
	// the key.
	Row func(i int) string
	// Explain says what was tried, what the server answered and what helps.
	Explain func(what string, err error) error
	// Again reports whether an error says that the server gave up a transaction in
	// favour of another one, so that the client is to repeat it.
	Again func(err error) bool
}

// One statement carries so many rows at most, and about so many bytes: a statement
// of all rows of a large batch would not fit in a packet or have too many
// parameters.
const (
	maxStatementRows  = 100
	maxStatementBytes = 1 << 20
)

// maxRepeats bounds how often a transaction is repeated that the server gave up.
const maxRepeats = 20

// Writer is one client with a connection of its own, for the table item (id,
// payload). A single key is one INSERT that commits by itself; more are one
// transaction of INSERTs of up to 100 rows each. All statements are prepared.
//
// A failed statement is different work for each server: PostgreSQL ends the
// transaction, InnoDB keeps what came before. So keys that may be there already go in
// by an INSERT that leaves such rows out, and as many new ones are made as were left
// out.
type Writer struct {
	connection
	o       WriterOptions
	most    int // rows in a statement
	stmts   map[shape]statement
	args    []any
	payload any // boxed once
}

// shape tells the statements of a Writer apart.
type shape struct {
	rows     int
	skipping bool // of keys that are there already
}

// WriterOptions say how a Writer inserts.
type WriterOptions struct {
	Dialect Dialect
	// Payload goes into every row.
	Payload []byte
	// Rows counts the committed rows.
	Rows *atomic.Int64
	// Closing is a statement that Close runs first; empty for none.
	Closing string
}

// NewWriter takes a connection for a Writer.
func (s *Session) NewWriter(ctx context.Context, o WriterOptions) (*Writer, error) {
	c, err := s.client(ctx)
	if err != nil {
		return nil, o.Dialect.Explain("cannot connect a writer", err)
	}
	return newWriter(c, o), nil
}

func newWriter(c client, o WriterOptions) *Writer {
	return &Writer{
		connection: connection{client: c, closing: o.Closing}, o: o, payload: o.Payload,
		most:  max(1, min(maxStatementRows, maxStatementBytes/(len(o.Payload)+1))),
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

// InsertGenerated inserts so many rows in one transaction, whose keys the server makes: the
// Dialect's rows must have no parameter for them.
func (w *Writer) InsertGenerated(ctx context.Context, rows int) error {
	return w.committed(ctx, rows, func() error {
		return w.transact(ctx, rows, func(_, n int) error {
			done, err := w.execute(ctx, nil, shape{rows: n})
			if err == nil && done != n {
				err = fmt.Errorf("%d rows were to be made and the server inserted %d", n, done)
			}
			return err
		})
	})
}

// Pause does nothing: no writer waits for another one that is idle.
func (w *Writer) Pause() {}

// committed counts the rows of a transaction once it is through. One that the server
// gave up is repeated.
func (w *Writer) committed(ctx context.Context, rows int, transact func() error) error {
	for repeats := 0; ; repeats++ {
		err := transact()
		switch {
		case ctx.Err() != nil:
			// The driver has closed the connection or is about to, and the server
			// rolls back.
			return ctx.Err()
		case err == nil:
			w.o.Rows.Add(int64(rows))
			return nil
		case repeats >= maxRepeats || w.o.Dialect.Again == nil || !w.o.Dialect.Again(err):
			return err
		}
	}
}

// transact has part insert all rows, some at a time, in one transaction; a single row
// needs none around it.
func (w *Writer) transact(ctx context.Context, rows int, part func(from, n int) error) error {
	if rows == 1 {
		return part(0, 1)
	}
	if err := w.client.run(ctx, "BEGIN"); err != nil {
		return w.o.Dialect.Explain("cannot begin a transaction", err)
	}
	for from := 0; from < rows; from += w.most {
		if err := part(from, min(rows-from, w.most)); err != nil {
			w.rollback()
			return err
		}
	}
	if err := w.client.run(ctx, "COMMIT"); err != nil {
		return w.o.Dialect.Explain("cannot commit", err)
	}
	return nil
}

// insert inserts the keys with one statement, and then others for those that were
// there already.
func (w *Writer) insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	for {
		done, err := w.execute(ctx, keys, shape{len(keys), replace != nil})
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

// execute returns how many rows were inserted: those of the keys, or as many as the
// shape has where the server makes the keys.
func (w *Writer) execute(ctx context.Context, keys []driver.Valuer, s shape) (int, error) {
	stmt, err := w.prepared(ctx, s)
	if err != nil {
		return 0, err
	}
	w.args = w.args[:0]
	for i := range s.rows {
		if keys != nil {
			w.args = append(w.args, keys[i])
		}
		w.args = append(w.args, w.payload)
	}
	n, err := stmt.execute(ctx, w.args)
	if err != nil {
		return 0, explained(w.o.Dialect.Explain, "cannot insert", err)
	}
	return n, nil
}

// prepared returns the statement of a shape. There are at most two or three in a
// run, as all batches but the last have the same size.
func (w *Writer) prepared(ctx context.Context, s shape) (statement, error) {
	if stmt, ok := w.stmts[s]; ok {
		return stmt, nil
	}
	stmt, err := w.client.prepare(ctx, w.o.Dialect.statement(s))
	if err != nil {
		return nil, w.o.Dialect.Explain("cannot prepare an INSERT", err)
	}
	w.stmts[s] = stmt
	return stmt, nil
}

// statement writes the INSERT of a shape.
func (d Dialect) statement(s shape) string {
	var b strings.Builder
	if s.skipping {
		b.WriteString(d.InsertNew)
	} else {
		b.WriteString(d.Insert)
	}
	for i := range s.rows {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(d.Row(i))
	}
	if s.skipping {
		b.WriteString(d.InsertNewEnd)
	}
	return b.String()
}

// closeTimeout bounds what a client does after the fact. It is short, as it is
// mostly needed when the connection is broken.
const closeTimeout = 5 * time.Second

// rollback ends the transaction. On a broken connection it fails, and then the
// server has done it.
func (w *Writer) rollback() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_ = w.client.run(ctx, "ROLLBACK")
}
