package gormtype

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

// loans are the writers that transactions, and statements outside of one, have borrowed
// from pools. A transaction has its writer until its end: if two took turns in one block,
// each would insert beside uncommitted rows of the other, and InnoDB, which locks the gaps
// beside rows that are rolled back or looked for, would report more deadlocks.
type loans[T any] struct {
	mu         sync.Mutex
	of         map[*sql.Tx][]lent[T]
	reclaiming sync.Mutex
}

// lent is a writer and its pool.
type lent[T any] struct {
	pool *blocks.Pool[T]
	blocks.Writer[T]
}

func (l lent[T]) put() { l.pool.Put(l.Writer) }

// writer returns the writer of a pool that the statement has.
func (l *loans[T]) writer(stmt *gorm.Statement, pool *blocks.Pool[T]) blocks.Writer[T] {
	tx, ok := transactionOf(stmt)
	if !ok {
		return l.ofStatement(stmt, pool)
	}
	if w, ok := l.find(tx, pool); ok {
		return w
	}
	l.reclaim()
	l.mu.Lock()
	defer l.mu.Unlock()
	if w, ok := among(l.of[tx], pool); ok {
		return w
	}
	if l.of == nil {
		l.of = make(map[*sql.Tx][]lent[T])
	}
	w := pool.Get()
	l.of[tx] = append(l.of[tx], lent[T]{pool, w})
	return w
}

// find returns the writer of a pool that a transaction has.
func (l *loans[T]) find(tx *sql.Tx, pool *blocks.Pool[T]) (blocks.Writer[T], bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return among(l.of[tx], pool)
}

func among[T any](list []lent[T], pool *blocks.Pool[T]) (w blocks.Writer[T], ok bool) {
	for _, w := range list {
		if w.pool == pool {
			return w.Writer, true
		}
	}
	return w, false
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
			l.putBack(tx)
		}
	}
}

func (l *loans[T]) putBack(tx *sql.Tx) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.of[tx] {
		w.put()
	}
	delete(l.of, tx)
}

// hasEnded reports whether a transaction was committed or rolled back. Each operation on
// such a transaction returns ErrTxDone. This one does not reach the server: its statement
// is of no database.
func hasEnded(tx *sql.Tx) bool {
	return errors.Is(tx.StmtContext(context.Background(), new(sql.Stmt)).Close(), sql.ErrTxDone)
}

// transactionOf returns the transaction of the statement. There is none with the setting
// SkipDefaultTransaction.
func transactionOf(stmt *gorm.Statement) (*sql.Tx, bool) {
	if prepared, ok := stmt.ConnPool.(*gorm.PreparedStmtTX); ok {
		tx, ok := prepared.Tx.(*sql.Tx)
		return tx, ok
	}
	tx, ok := stmt.ConnPool.(*sql.Tx)
	return tx, ok
}

// borrowed is what a statement outside of a transaction has. It is a setting of the
// statement, which GORM can copy into those of another one.
type borrowed[T any] struct {
	stmt *gorm.Statement
	list []lent[T]
}

func (l *loans[T]) ofStatement(stmt *gorm.Statement, pool *blocks.Pool[T]) blocks.Writer[T] {
	held, _ := stmt.Settings.Load(l)
	b, ok := held.(*borrowed[T])
	if !ok || b.stmt != stmt {
		b = &borrowed[T]{stmt: stmt}
		stmt.Settings.Store(l, b)
	}
	w, ok := among(b.list, pool)
	if !ok {
		w = pool.Get()
		b.list = append(b.list, lent[T]{pool, w})
	}
	return w
}

// finish puts back what a statement outside of a transaction has, when GORM has executed
// it or has failed to.
func (l *loans[T]) finish(stmt *gorm.Statement) {
	held, _ := stmt.Settings.LoadAndDelete(l)
	b, ok := held.(*borrowed[T])
	if !ok || b.stmt != stmt {
		return
	}
	for _, w := range b.list {
		w.put()
	}
}
