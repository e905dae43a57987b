package blockkeys

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/sortid/sortid/id/blocks"
	"gorm.io/gorm"
)

// loans has the writers that transactions have borrowed from pools. A transaction has its writer until
// its end: if two took turns in one block, each would insert beside uncommitted rows of the other, and
// InnoDB, which locks the gaps beside rows that are rolled back or looked for, would report more
// deadlocks.
type loans[T any] struct {
	mu         sync.Mutex
	of         map[*sql.Tx]writers[T]
	reclaiming sync.Mutex
}

// writers are the writers that a transaction, or a statement outside of one, has of pools.
type writers[T any] map[*blocks.Pool[T]]blocks.Writer[T]

// borrow returns the writer of a pool.
func (w writers[T]) borrow(pool *blocks.Pool[T]) blocks.Writer[T] {
	if _, ok := w[pool]; !ok {
		w[pool] = pool.Get()
	}
	return w[pool]
}

// putBack puts all writers back.
func (w writers[T]) putBack() {
	for pool, writer := range w {
		pool.Put(writer)
	}
}

// writer returns the writer of a pool that the statement has over its connections.
func (l *loans[T]) writer(stmt *gorm.Statement, conns gorm.ConnPool, pool *blocks.Pool[T]) blocks.Writer[T] {
	tx, ok := transactionOf(conns)
	if !ok {
		return l.ofStatement(stmt).borrow(pool)
	}
	if !l.has(tx, pool) {
		l.reclaim()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[tx] == nil {
		l.of[tx] = writers[T]{}
	}
	return l.of[tx].borrow(pool)
}

// has reports whether a transaction has a writer of a pool.
func (l *loans[T]) has(tx *sql.Tx, pool *blocks.Pool[T]) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.of[tx][pool]
	return ok
}

// reclaim puts back what transactions have that have ended. GORM has no callback for the
// end of a transaction. If another goroutine is about to reclaim, it does nothing: to
// ask a transaction can take as long as its last query takes to stop.
func (l *loans[T]) reclaim() {
	if !l.reclaiming.TryLock() {
		return
	}
	defer l.reclaiming.Unlock()
	l.mu.Lock()
	transactions := slices.Collect(maps.Keys(l.of))
	l.mu.Unlock()
	for _, tx := range transactions {
		if hasEnded(tx) {
			l.mu.Lock()
			l.of[tx].putBack()
			delete(l.of, tx)
			l.mu.Unlock()
		}
	}
}

// hasEnded reports whether a transaction was committed or rolled back. Each operation on
// such a transaction returns ErrTxDone. This one does not reach the server: its statement
// is of no database.
func hasEnded(tx *sql.Tx) bool {
	return errors.Is(tx.StmtContext(context.Background(), new(sql.Stmt)).Close(), sql.ErrTxDone)
}

// transactionOf returns the transaction of a statement's connections. There is none with the setting
// SkipDefaultTransaction.
func transactionOf(conns gorm.ConnPool) (*sql.Tx, bool) {
	if prepared, ok := conns.(*gorm.PreparedStmtTX); ok {
		conns = prepared.Tx
	}
	tx, ok := conns.(*sql.Tx)
	return tx, ok
}

// borrowed is what a statement outside of a transaction has. It is a setting of the
// statement, which GORM can copy into those of another one.
type borrowed[T any] struct {
	stmt *gorm.Statement
	writers[T]
}

// ofStatement returns the writers that a statement outside of a transaction has.
func (l *loans[T]) ofStatement(stmt *gorm.Statement) writers[T] {
	held, _ := stmt.Settings.Load(l)
	own, ok := held.(*borrowed[T])
	if !ok || own.stmt != stmt {
		own = &borrowed[T]{stmt, writers[T]{}}
		stmt.Settings.Store(l, own)
	}
	return own.writers
}

// finish puts back what a statement outside of a transaction has, when GORM has executed
// it or has failed to.
func (l *loans[T]) finish(stmt *gorm.Statement) {
	held, _ := stmt.Settings.LoadAndDelete(l)
	if own, ok := held.(*borrowed[T]); ok && own.stmt == stmt {
		own.putBack()
	}
}
