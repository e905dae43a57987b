// Package blockkeys takes the keys of a model's rows from blocks.
package blockkeys

import (
	"database/sql"
	"reflect"
	"sync"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/table"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Source has the blocks of a model's keys.
type Source interface {
	// Makes reports whether it makes the keys of an ID type for a model.
	Makes(model, id reflect.Type) bool
	// Keys returns a function that appends the raw form of one of n keys after the other, for a field of the rows that the
	// statement creates over a pool. It borrows a block for the first key.
	Keys(stmt *gorm.Statement, pool gorm.ConnPool, field *schema.Field, n int) func(raw []byte) ([]byte, error)
	// Finish puts back what the statement has borrowed.
	Finish(stmt *gorm.Statement)
}

// New returns the source of a model whose blocks draw makes. It takes the keys of typed IDs from the blocks of the plain ones.
func New[T id.Fixed](draw func(n int) (blocks.Block[T], error), model reflect.Type, opts ...blocks.Option) Source {
	return &source[T]{draw: draw, opts: opts, model: model, loans: loans[T]{of: map[*sql.Tx]writers[T]{}}}
}

type source[T id.Fixed] struct {
	draw  func(n int) (blocks.Block[T], error)
	opts  []blocks.Option
	model reflect.Type
	pools sync.Map // of tree to *blocks.Pool[T]
	loans loans[T]
}

// tree is the index of a column with generated keys, and the order that fills it.
type tree struct {
	table  table.Name // that of db.Table("orders_2026") is not the one of the model
	column string
	order  blocks.Order
}

func (s *source[T]) Makes(model, id reflect.Type) bool {
	return model == s.model && columntype.IsKindOf(id, reflect.TypeFor[T]())
}

func (s *source[T]) Keys(stmt *gorm.Statement, pool gorm.ConnPool, field *schema.Field, n int) func([]byte) ([]byte, error) {
	var left []T
	return func(raw []byte) ([]byte, error) {
		if len(left) == 0 {
			left = make([]T, n)
			writer := s.loans.writer(stmt, pool, s.pool(tree{table.Of(stmt), field.DBName, orderOf(stmt.DB)}))
			if err := writer.Fill(left); err != nil {
				return raw, err
			}
		}
		raw = column.AppendRaw(raw, &left[0])
		left = left[1:]
		return raw, nil
	}
}

func (s *source[T]) Finish(stmt *gorm.Statement) { s.loans.finish(stmt) }

// orderOf returns the order of keys that fills the pages of the server.
func orderOf(db *gorm.DB) blocks.Order {
	if columntype.DialectOf(db) == columntype.Postgres {
		return blocks.TwoPass
	}
	return blocks.InOrder
}

func (s *source[T]) pool(t tree) *blocks.Pool[T] {
	pool, ok := s.pools.Load(t)
	if !ok {
		pool, _ = s.pools.LoadOrStore(t, blocks.NewPool(s.draw, t.order, s.opts...))
	}
	return pool.(*blocks.Pool[T])
}
