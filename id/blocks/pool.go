// Package blocks lends blocks of consecutive IDs to the writers of a table, so that the
// leaf pages of its index become full although several writers insert at once.
//
//	var pool = blocks.NewPool(wiji.NewBlock, blocks.TwoPass) // one for each table
//
//	w := pool.Get() // for each transaction
//	defer pool.Put(w)
//	id, err := w.Next()
//	err = w.Fill(keys) // of a batch
//
// Each transaction takes its keys from its own block. Put returns the rest of the block
// to the pool for the next transaction, whether this one was committed or not. No ID is
// returned twice: not after a rollback, not if Put is called twice or never, and not if
// goroutines share a [Writer].
//
// The plugin gormtype.Blocks does this for GORM, and pgxtype.UseBlocks for the pool of pgx.
// [docs/concurrency.md] has the figures, and what blocks cost: the time in an ID is the
// time at which its block was drawn, at most [DefaultMaxAge] before.
//
// [docs/concurrency.md]: https://github.com/sortid/sortid/blob/main/docs/concurrency.md
package blocks

import (
	"sync"
	"time"
)

// DefaultSize is the number of IDs of a block if [Size] does not set it. The blocks of
// ulidflake and uid11 have up to 4,096 IDs: their pools need Size(4096).
const DefaultSize = 16_384

// DefaultMaxAge is the time for which a block is used if [MaxAge] does not set it.
const DefaultMaxAge = 10 * time.Minute

// maxIdle is the greatest number of blocks that a pool keeps while no writer has them.
const maxIdle = 1024

// Order is the order in which a writer takes the IDs of its block. It depends on how the
// server splits the pages of an index.
type Order uint8

const (
	// InOrder is ascending order, for MySQL, MariaDB and SQLite.
	InOrder Order = iota
	// TwoPass is the order of a block's method TwoPass, for Postgres: first 52 % of the
	// IDs, evenly spread and ascending, then those in between.
	TwoPass
)

// Pool lends blocks to writers: one to each at a time. It lends the block that was put
// back last first, so that few blocks are used in part. It keeps up to 1,024 blocks that
// no writer has, and discards more. [NewPool] makes a pool; the zero value lends finished
// writers. A Pool is safe for concurrent use and must not be copied.
type Pool[T any] struct {
	open func() source[T] // returns a source without a block; nil for the zero value

	mu   sync.Mutex
	idle []*slot[T] // that no writer has, the one that was put back last at the end
}

// NewPool returns a pool of blocks that draw returns: NewBlock of a format, or the method
// Block of a generator. The compiler infers the type arguments:
//
//	pool := blocks.NewPool(wiji.NewBlock, blocks.TwoPass) // a *blocks.Pool[wiji.ID]
//
// draw must be safe for concurrent use. Use a pool for each table with many inserts: two
// tables that share a block each get only a part of its keys, and emptier pages.
func NewPool[T any](draw func(n int) (Block[T], error), order Order, opts ...Option) *Pool[T] {
	s := settings{size: DefaultSize, maxAge: DefaultMaxAge, clock: elapsed}
	for _, opt := range opts {
		opt(&s)
	}
	return &Pool[T]{open: func() source[T] {
		return source[T]{settings: s, draw: draw, twoPass: order == TwoPass}
	}}
}

// Option is an option of [NewPool].
type Option func(*settings)

type settings struct {
	size   int
	maxAge time.Duration
	clock  func() time.Duration
}

// Size sets the greatest number of IDs of a block, 1 to the MaxBlock of the format. Any other
// number is an error of [Writer.Next]. The time in an ID is closer to that of its row if
// blocks are smaller; from 4,096 on, pages are nearly as full as with [DefaultSize].
func Size(n int) Option { return func(s *settings) { s.size = n } }

// MaxAge sets how long a block is used, and so how much older than its row the time in an ID
// can be. The rest of an older block is discarded, and the next one has as many IDs as its
// writer takes in that time. 0 means without a limit.
func MaxAge(d time.Duration) Option { return func(s *settings) { s.maxAge = d } }

// Get lends a block to the caller until [Pool.Put]. It draws none itself: [Writer.Next]
// does. The pool does not refer to what it has lent: if the caller never calls Put, the
// rest of the block is lost, and nothing else.
func (p *Pool[T]) Get() Writer[T] {
	if p.open == nil {
		return Writer[T]{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.take()
	return Writer[T]{slot: s, turn: s.turn}
}

// take returns a slot that no writer has: the last one whose block has IDs left.
func (p *Pool[T]) take() *slot[T] {
	var s *slot[T]
	for n := len(p.idle); n > 0; n-- {
		s, p.idle[n-1] = p.idle[n-1], nil
		p.idle = p.idle[:n-1]
		if s.ids.Len() > 0 {
			return s
		}
	}
	if s == nil {
		s = &slot[T]{pool: p, ids: p.open()}
	}
	return s
}

// Put returns the block of a writer to the pool. The writer is then finished. Put does
// nothing if it is already finished, or was lent by another pool.
func (p *Pool[T]) Put(w Writer[T]) {
	if w.slot == nil || w.slot.pool != p || !w.slot.finish(w.turn) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) < maxIdle {
		p.idle = append(p.idle, w.slot)
	}
}
