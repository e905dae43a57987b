package pgxtype

import (
	"strconv"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
)

// UseBlocks gives each connection of a pgxpool.Pool its own block of IDs, in two passes, so
// that the leaf pages of a table become full although several connections insert into it:
//
//	orders := pgxtype.UseBlocks(&config.BeforeClose, wiji.NewBlock) // before pgxpool.NewWithConfig
//
//	id, err := orders.Next(tx.Conn())
//
// draw is NewBlock of a format, or the method Block of a generator; [blocks.Size] sets the
// number of IDs of a block. Call UseBlocks for each table with many inserts. It adds to the
// function in the field BeforeClose, so that the next connection takes the rest of the
// block when one is closed or lost: set yours before. A connection that leaves the pool by
// Hijack keeps its block. If beforeClose is nil, the rest of each block is left out.
//
// The parameter is a pointer to the field, because programs without a pool would otherwise
// depend on package pgxpool.
func UseBlocks[T any](beforeClose *func(*pgx.Conn), draw func(n int) (blocks.Block[T], error), opts ...blocks.Option) *ConnBlocks[T] {
	c := &ConnBlocks[T]{
		pool: blocks.NewPool(draw, blocks.TwoPass, opts...),
		key:  "github.com/sortid/sortid/pgxtype.ConnBlocks " + strconv.FormatInt(connBlocks.Add(1), 10),
	}
	if beforeClose == nil {
		return c
	}
	before := *beforeClose
	*beforeClose = func(conn *pgx.Conn) {
		c.putBack(conn)
		if before != nil {
			before(conn)
		}
	}
	return c
}

// connBlocks counts the calls of UseBlocks.
var connBlocks atomic.Int64

// ConnBlocks has a block of IDs for each connection. [UseBlocks] makes one; the zero value
// returns errors. It is safe for concurrent use by goroutines with different connections.
type ConnBlocks[T any] struct {
	pool *blocks.Pool[T]
	key  string // of the connection's custom data
}

// Next returns the next ID of the block of a connection: tx.Conn() of a transaction,
// conn.Conn() of a pgxpool.Conn. If the block has no ID left, or the process may have been
// copied, it draws another one. Whatever becomes of the transaction, no ID is returned
// twice.
//
// Next fails where draw fails. A transaction that inserts one row does not need a block:
// take its key from New of the format.
func (c *ConnBlocks[T]) Next(conn *pgx.Conn) (x T, err error) {
	w, err := c.writer(conn)
	if err != nil {
		return x, err
	}
	return w.Next()
}

// Fill sets all elements of dst to the next IDs of the connection, as [ConnBlocks.Next] returns
// them, with less work for each: the keys of a CopyFrom or of a batch. Beside an error, all
// elements are zero.
func (c *ConnBlocks[T]) Fill(conn *pgx.Conn, dst []T) error {
	w, err := c.writer(conn)
	if err != nil {
		clear(dst)
		return err
	}
	return w.Fill(dst)
}

// writer returns the writer that the connection has.
func (c *ConnBlocks[T]) writer(conn *pgx.Conn) (w blocks.Writer[T], err error) {
	if c.pool == nil {
		return w, badBlocks("the ConnBlocks is zero: make it with UseBlocks")
	}
	if conn == nil {
		return w, badBlocks("the connection is nil: pass tx.Conn() or conn.Conn()")
	}
	data := conn.PgConn().CustomData()
	w, ok := data[c.key].(blocks.Writer[T])
	if !ok {
		w = c.pool.Get()
		data[c.key] = w
	}
	return w, nil
}

func badBlocks(detail string) error {
	return &id.GenerateError{Format: "pgxtype", What: "next ID", Reason: id.ErrConfig, Detail: detail}
}

// putBack returns the block of a connection to the pool.
func (c *ConnBlocks[T]) putBack(conn *pgx.Conn) {
	data := conn.PgConn().CustomData()
	if w, ok := data[c.key].(blocks.Writer[T]); ok {
		c.pool.Put(w)
		delete(data, c.key)
	}
}
