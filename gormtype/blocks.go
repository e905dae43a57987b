package gormtype

import (
	"errors"
	"reflect"
	"strings"
	"sync"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Blocks returns a plugin that takes generated keys from blocks, so that the leaf pages of
// a table become full although several goroutines insert into it:
//
//	err := db.Use(gormtype.Blocks(wiji.NewBlock))
//
// draw is NewBlock of a format, or the method Block of a generator. The plugin is for the
// keys of its ID type, plain and typed ([ID] of wiji.ID and of wiji.For[User]). Each
// transaction takes the keys of its rows from a block that no other one has at that time,
// and the next transaction takes the rest of it, whether the first one was committed,
// rolled back or lost its connection. So does each INSERT outside a transaction. Each
// table has its own blocks. The order of the keys in a block is that of the server: two
// passes on PostgreSQL, ascending on MySQL, MariaDB and SQLite. On PostgreSQL, an INSERT of
// one row gets a key beside the blocks, because it is in order anyway.
//
// Keys that a program sets are kept. The time in a key is the time at which its block was
// drawn: docs/concurrency.md has the figures. [blocks.Size] sets the number of IDs of a
// block.
//
// Use it once for each ID type and DB, and make a plugin for each DB. A type that has a
// [Generator] takes its keys from that one.
func Blocks[B blocks.Block[T, B], P blocks.BlockPointer[T, B], T id.Fixed](draw func(n int) (B, error), opts ...blocks.Option) gorm.Plugin {
	return &blockPlugin[B, P, T]{draw: draw, opts: opts}
}

// blockSource is a plugin of Blocks without its type parameters.
type blockSource interface {
	// source returns the function that makes the keys of the rows that the statement
	// creates, for a field. It borrows nothing before the first key.
	source(stmt *gorm.Statement, field *schema.Field) func() (rawID, error)
}

// rawID has the raw form of an ID at its beginning.
type rawID [column.MaxRaw]byte

type blockPlugin[B blocks.Block[T, B], P blocks.BlockPointer[T, B], T id.Fixed] struct {
	draw  func(n int) (B, error)
	opts  []blocks.Option
	pools sync.Map // of tree to *blocks.Pool[T]
	loans loans[T]
}

// tree is the index of a column with generated keys, and the order that fills it.
type tree struct {
	table, column string
	order         blocks.Order
}

// Name returns the name under which GORM knows the plugin: one for each plain ID type.
func (p *blockPlugin[B, P, T]) Name() string { return blocksName[T]() }

// blocksName returns the same name for a plain ID and the typed IDs beside it.
func blocksName[T id.Fixed]() string {
	t := reflect.TypeFor[T]()
	name := t.Name()
	if strings.HasPrefix(name, "For[") {
		name = "ID"
	}
	return "gormtype.Blocks[" + t.PkgPath() + "." + name + "]"
}

// Initialize refuses a plugin that could never generate, and registers its callback.
func (p *blockPlugin[B, P, T]) Initialize(db *gorm.DB) error {
	if p.draw == nil {
		return errors.New(p.Name() + ": the function is nil: pass NewBlock of a format")
	}
	return db.Callback().Create().After("gorm:create").Before("gorm:save_after_associations").Register(p.Name(), func(db *gorm.DB) {
		p.loans.finish(db.Statement)
	})
}

func (p *blockPlugin[B, P, T]) source(stmt *gorm.Statement, field *schema.Field) func() (rawID, error) {
	order := orderOf(stmt.DB)
	next := p.single
	if order == blocks.InOrder || rowsOf(stmt) > 1 {
		writer := sync.OnceValue(func() blocks.Writer[T] {
			return p.loans.writer(stmt, p.pool(tree{tableOf(stmt), field.DBName, order}))
		})
		next = func() (T, error) { return writer().Next() }
	}
	return func() (raw rawID, err error) {
		x, err := next()
		column.AppendRaw(raw[:0], &x)
		return raw, err
	}
}

// orderOf returns the order of keys that fills the pages of the server.
func orderOf(db *gorm.DB) blocks.Order {
	if dialectOf(db) == postgres {
		return blocks.TwoPass
	}
	return blocks.InOrder
}

// single returns a key beside the blocks.
func (p *blockPlugin[B, P, T]) single() (x T, err error) {
	block, err := p.draw(1)
	if err == nil {
		x, _ = P(&block).Next()
	}
	return x, err
}

func (p *blockPlugin[B, P, T]) pool(t tree) *blocks.Pool[T] {
	pool, ok := p.pools.Load(t)
	if !ok {
		pool, _ = p.pools.LoadOrStore(t, blocks.NewPool[B, P](p.draw, t.order, p.opts...))
	}
	return pool.(*blocks.Pool[T])
}

// tableOf returns the table of a statement with its schema, as GORM writes it. That of
// db.Table("orders_2026") is not the one of the model.
func tableOf(stmt *gorm.Statement) string {
	if stmt.TableExpr != nil {
		return stmt.TableExpr.SQL
	}
	return stmt.Quote(stmt.Table)
}

// rowsOf returns how many rows the statement creates.
func rowsOf(stmt *gorm.Statement) int {
	if maps, ok := mapsOf(stmt.Dest); ok {
		return len(maps)
	}
	switch rows := stmt.ReflectValue; rows.Kind() {
	case reflect.Slice, reflect.Array:
		return rows.Len()
	}
	return 1
}
