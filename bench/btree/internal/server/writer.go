package server

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
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
	// Row writes row i of an INSERT, counted from 0: its two parameters in
	// parentheses.
	Row func(i int) string
	// Explain says what was tried, what the server answered and what helps.
	Explain func(what string, err error) error
}

// One statement carries so many rows at most, and about so many bytes: a statement
// of all rows of a large batch would not fit in a packet or have too many
// parameters.
const (
	maxStatementRows  = 100
	maxStatementBytes = 1 << 20
)

// Writer is one client with a connection of its own, for the table item (id,
// payload). A single key is one INSERT that commits by itself; more are one
// transaction of INSERTs of up to 100 rows each. All statements are prepared.
//
// A failed statement is different work for each server: PostgreSQL ends the
// transaction, InnoDB keeps what came before. So keys that may be there already go in
// by an INSERT that leaves such rows out, and as many new ones are made as were left
// out.
type Writer struct {
	conn    *sql.Conn
	dialect Dialect
	payload []byte
	rows    *atomic.Int64
	closing string
	most    int // rows in a statement
	stmts   map[shape]*sql.Stmt
	args    []any
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
func NewWriter(ctx context.Context, db *sql.DB, o WriterOptions) (*Writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, o.Dialect.Explain("cannot connect a writer", err)
	}
	return &Writer{
		conn: conn, dialect: o.Dialect, payload: o.Payload, rows: o.Rows, closing: o.Closing,
		most:  max(1, min(maxStatementRows, maxStatementBytes/(len(o.Payload)+1))),
		stmts: make(map[shape]*sql.Stmt),
	}, nil
}

// Insert inserts one row per key in one transaction.
func (w *Writer) Insert(ctx context.Context, keys []driver.Valuer, another engine.Another) error {
	err := w.transact(ctx, keys, another)
	if ctx.Err() != nil {
		// The driver has closed the connection or is about to, and the server
		// rolls back.
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	w.rows.Add(int64(len(keys)))
	return nil
}

func (w *Writer) transact(ctx context.Context, keys []driver.Valuer, another engine.Another) error {
	if len(keys) == 1 {
		return w.insert(ctx, keys, another)
	}
	if _, err := w.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return w.dialect.Explain("cannot begin a transaction", err)
	}
	for len(keys) > 0 {
		n := min(len(keys), w.most)
		if err := w.insert(ctx, keys[:n], another); err != nil {
			w.rollback()
			return err
		}
		keys = keys[n:]
	}
	if _, err := w.conn.ExecContext(ctx, "COMMIT"); err != nil {
		return w.dialect.Explain("cannot commit", err)
	}
	return nil
}

// insert inserts the keys with one statement, and then others for those that were
// there already.
func (w *Writer) insert(ctx context.Context, keys []driver.Valuer, another engine.Another) error {
	for {
		done, err := w.execute(ctx, keys, another != nil)
		if err != nil || done == len(keys) {
			return err
		}
		if another == nil || done > len(keys) {
			return fmt.Errorf("%d rows were sent and the server inserted %d", len(keys), done)
		}
		missing := make([]driver.Valuer, len(keys)-done)
		for i := range missing {
			if missing[i], err = another(ctx); err != nil {
				return err
			}
		}
		keys = missing
	}
}

// execute returns how many rows were inserted.
func (w *Writer) execute(ctx context.Context, keys []driver.Valuer, skipping bool) (int, error) {
	stmt, err := w.prepared(ctx, shape{len(keys), skipping})
	if err != nil {
		return 0, err
	}
	w.args = w.args[:0]
	for _, k := range keys {
		w.args = append(w.args, k, w.payload)
	}
	res, err := stmt.ExecContext(ctx, w.args...)
	if err != nil {
		return 0, w.dialect.Explain("cannot insert", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return 0, w.dialect.Explain("cannot tell how many rows were inserted", err)
	}
	return int(n), nil
}

// prepared returns the statement of a shape. There are at most two or three in a
// run, as all batches but the last have the same size.
func (w *Writer) prepared(ctx context.Context, s shape) (*sql.Stmt, error) {
	if stmt, ok := w.stmts[s]; ok {
		return stmt, nil
	}
	var b strings.Builder
	if s.skipping {
		b.WriteString(w.dialect.InsertNew)
	} else {
		b.WriteString(w.dialect.Insert)
	}
	for i := range s.rows {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.dialect.Row(i))
	}
	if s.skipping {
		b.WriteString(w.dialect.InsertNewEnd)
	}
	stmt, err := w.conn.PrepareContext(ctx, b.String())
	if err != nil {
		return nil, w.dialect.Explain("cannot prepare an INSERT", err)
	}
	w.stmts[s] = stmt
	return stmt, nil
}

// closeTimeout bounds what a Writer does after the fact. It is short, as it is
// mostly needed when the connection is broken.
const closeTimeout = 5 * time.Second

// rollback ends the transaction. On a broken connection it fails, and then the
// server has done it.
func (w *Writer) rollback() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_, _ = w.conn.ExecContext(ctx, "ROLLBACK")
}

// Close ends the connection.
func (w *Writer) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	var errs []error
	if w.closing != "" {
		_, err := w.conn.ExecContext(ctx, w.closing)
		errs = append(errs, err)
	}
	for _, s := range w.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}
