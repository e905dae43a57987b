// Package loan lends the writers of blocks to transactions and statements.
package loan

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

// Book has the writers that transactions, and statements outside of one, have borrowed
// from pools. A transaction has its writer until its end: if two took turns in one block,
// each would insert beside uncommitted rows of the other, and InnoDB, which locks the gaps
// beside rows that are rolled back or looked for, would report more deadlocks.
type Book[T any] struct {
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

// Writer returns the writer of a pool that the statement has.
func (b *Book[T]) Writer(stmt *gorm.Statement, pool *blocks.Pool[T]) blocks.Writer[T] {
	tx, ok := transactionOf(stmt)
	if !ok {
		return b.ofStatement(stmt, pool)
	}
	if w, ok := b.find(tx, pool); ok {
		return w
	}
	b.reclaim()
	b.mu.Lock()
	defer b.mu.Unlock()
	if w, ok := writerOf(b.of[tx], pool); ok {
		return w
	}
	if b.of == nil {
		b.of = make(map[*sql.Tx][]lent[T])
	}
	w := pool.Get()
	b.of[tx] = append(b.of[tx], lent[T]{pool, w})
	return w
}

// find returns the writer of a pool that a transaction has.
func (b *Book[T]) find(tx *sql.Tx, pool *blocks.Pool[T]) (blocks.Writer[T], bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return writerOf(b.of[tx], pool)
}

func writerOf[T any](list []lent[T], pool *blocks.Pool[T]) (w blocks.Writer[T], ok bool) {
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
func (b *Book[T]) reclaim() {
	if !b.reclaiming.TryLock() {
		return
	}
	defer b.reclaiming.Unlock()
	b.mu.Lock()
	transactions := slices.Collect(maps.Keys(b.of))
	b.mu.Unlock()
	for _, tx := range transactions {
		if hasEnded(tx) {
			b.putBack(tx)
		}
	}
}

func (b *Book[T]) putBack(tx *sql.Tx) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.of[tx] {
		w.put()
	}
	delete(b.of, tx)
}

// hasEnded reports whether a transaction was committed or rolled back. Each operation on
// such a transaction returns ErrTxDone. This one does not reach the server: its statement
// is of no database.
func hasEnded(tx *sql.Tx) bool {
	return errors.Is(tx.StmtContext(context.Background(), new(sql.Stmt)).Close(), sql.ErrTxDone)
}

// Entered is the plugin's pool in the place of a statement's own, which Inner returns.
type Entered interface{ Inner() gorm.ConnPool }

// transactionOf returns the transaction of the statement. There is none with the setting
// SkipDefaultTransaction.
func transactionOf(stmt *gorm.Statement) (*sql.Tx, bool) {
	pool := stmt.ConnPool
	if entered, ok := pool.(Entered); ok {
		pool = entered.Inner()
	}
	if prepared, ok := pool.(*gorm.PreparedStmtTX); ok {
		tx, ok := prepared.Tx.(*sql.Tx)
		return tx, ok
	}
	tx, ok := pool.(*sql.Tx)
	return tx, ok
}

// borrowed is what a statement outside of a transaction has. It is a setting of the
// statement, which GORM can copy into those of another one.
type borrowed[T any] struct {
	stmt *gorm.Statement
	list []lent[T]
}

func (b *Book[T]) ofStatement(stmt *gorm.Statement, pool *blocks.Pool[T]) blocks.Writer[T] {
	held, _ := stmt.Settings.Load(b)
	own, ok := held.(*borrowed[T])
	if !ok || own.stmt != stmt {
		own = &borrowed[T]{stmt: stmt}
		stmt.Settings.Store(b, own)
	}
	w, ok := writerOf(own.list, pool)
	if !ok {
		w = pool.Get()
		own.list = append(own.list, lent[T]{pool, w})
	}
	return w
}

// Finish puts back what a statement outside of a transaction has, when GORM has executed
// it or has failed to.
func (b *Book[T]) Finish(stmt *gorm.Statement) {
	held, _ := stmt.Settings.LoadAndDelete(b)
	own, ok := held.(*borrowed[T])
	if !ok || own.stmt != stmt {
		return
	}
	for _, w := range own.list {
		w.put()
	}
}
