package matrix_test

import (
	"context"
	"errors"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/dbserver"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

// gormColumn is a column type of package gormtype.
type gormColumn[T any] interface {
	comparable
	V() T
}

// item is the model of the table items.
type item[C any] struct {
	ID       C
	ParentID *C
	Parent   *item[C]
	N        int64
}

// TableName returns the name of the table.
func (item[C]) TableName() string { return "items" }

// gormStore is the table through GORM and package gormtype.
type gormStore[T id.Fixed, C gormColumn[T]] struct {
	db    *gorm.DB
	wrap  func(T) C
	table string
}

func openGORM[T id.Fixed](c *cell[T]) store[T] {
	switch c.kind {
	case asBinary:
		return openModel(c, gormtype.BinaryOf[T])
	case asText:
		return openModel(c, gormtype.TextOf[T])
	}
	return openModel(c, gormtype.Of[T])
}

// openModel has GORM make the table.
func openModel[T id.Fixed, C gormColumn[T]](c *cell[T], wrap func(T) C) store[T] {
	db, err := gorm.Open(dialector(c.server, c.dsn), &gorm.Config{
		TranslateError: true, PrepareStmt: c.setting.prepared, Logger: logger.Discard,
	})
	if err == nil {
		err = db.Use(gormtype.New())
	}
	if err != nil {
		c.t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { pool.Close() })
	if err := db.AutoMigrate(new(item[C])); err != nil {
		c.t.Fatal(err)
	}
	return gormStore[T, C]{db, wrap, "items"}
}

func dialector(s server, dsn string) gorm.Dialector {
	switch s.kind {
	case dbserver.Postgres:
		return postgres.New(postgres.Config{DSN: dsn})
	case dbserver.MySQL, dbserver.MariaDB:
		return mysql.New(mysql.Config{DSN: dsn})
	}
	return &sqlite.Dialector{DriverName: s.driver(), DSN: dsn}
}

func (gormStore[T, C]) Traits() traits {
	return traits{fillsKey: true, plainNull: true, translated: true}
}

func (s gormStore[T, C]) From(table string) store[T] {
	s.table = table
	return s
}

func (s gormStore[T, C]) fromTable(ctx context.Context) *gorm.DB {
	return s.db.WithContext(ctx).Table(s.table)
}

func (s gormStore[T, C]) item(r row[T]) *item[C] {
	i := &item[C]{ID: s.wrap(r.ID), N: r.N}
	if r.Parent != nil {
		parent := s.wrap(*r.Parent)
		i.ParentID = &parent
	}
	return i
}

func (s gormStore[T, C]) Insert(ctx context.Context, r row[T]) error {
	return s.db.WithContext(ctx).Create(s.item(r)).Error
}

func (s gormStore[T, C]) items(rows []row[T]) []*item[C] {
	var items []*item[C]
	for _, r := range rows {
		items = append(items, s.item(r))
	}
	return items
}

func (s gormStore[T, C]) InsertMany(ctx context.Context, rows []row[T]) error {
	return s.db.WithContext(ctx).Create(s.items(rows)).Error
}

func (s gormStore[T, C]) Bulk(ctx context.Context, rows []row[T]) error {
	return s.db.WithContext(ctx).CreateInBatches(s.items(rows), 300).Error
}

// rows returns what a query found.
func (s gormStore[T, C]) rows(find func(dst *[]item[C]) *gorm.DB) ([]row[T], error) {
	var items []item[C]
	if err := find(&items).Error; err != nil {
		var last item[C]
		if len(items) > 0 {
			last = items[len(items)-1]
		}
		return nil, scanError[T]{err, s.row(last)}
	}
	var rows []row[T]
	for _, i := range items {
		rows = append(rows, s.row(i))
	}
	return rows, nil
}

func (s gormStore[T, C]) row(i item[C]) row[T] {
	r := row[T]{ID: i.ID.V(), N: i.N}
	if i.ParentID != nil {
		parent := (*i.ParentID).V()
		r.Parent = &parent
	}
	return r
}

func (s gormStore[T, C]) Find(ctx context.Context, id T) ([]row[T], error) {
	var i item[C]
	switch err := s.db.WithContext(ctx).First(&i, s.wrap(id)).Error; {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return nil, nil
	case err != nil:
		return nil, scanError[T]{err, s.row(i)}
	}
	return []row[T]{s.row(i)}, nil
}

func (s gormStore[T, C]) Among(ctx context.Context, ids []T) ([]row[T], error) {
	var wrapped []C
	for _, id := range ids {
		wrapped = append(wrapped, s.wrap(id))
	}
	return s.rows(func(dst *[]item[C]) *gorm.DB { return s.fromTable(ctx).Order("id").Find(dst, wrapped) })
}

func (s gormStore[T, C]) All(ctx context.Context) ([]row[T], error) {
	return s.rows(func(dst *[]item[C]) *gorm.DB { return s.fromTable(ctx).Order("id").Find(dst) })
}

func (s gormStore[T, C]) Range(ctx context.Context, low, high T, closed bool) ([]row[T], error) {
	condition := rangeCondition(onSQLite, closed)[len("WHERE "):]
	return s.rows(func(dst *[]item[C]) *gorm.DB {
		return s.fromTable(ctx).Where(condition, s.wrap(low), s.wrap(high)).Order("id").Find(dst)
	})
}

func (s gormStore[T, C]) Page(ctx context.Context, last T, descending bool, n int) ([]row[T], error) {
	scope := gormtype.After(last)
	if descending {
		scope = gormtype.Before(last)
	}
	return s.rows(func(dst *[]item[C]) *gorm.DB { return s.fromTable(ctx).Scopes(scope).Limit(n).Find(dst) })
}

func (s gormStore[T, C]) Families(ctx context.Context) ([][2]int64, error) {
	var items []item[C]
	if err := s.db.WithContext(ctx).Joins("Parent").Where(clause.Neq{Column: "items.parent_id", Value: nil}).
		Order("items.id").Find(&items).Error; err != nil {
		return nil, err
	}
	var all [][2]int64
	for _, i := range items {
		all = append(all, [2]int64{i.N, i.Parent.N})
	}
	return all, nil
}

func (s gormStore[T, C]) SetParent(ctx context.Context, id T, parent *T) error {
	i := s.item(row[T]{ID: id, Parent: parent})
	return s.db.WithContext(ctx).Model(&item[C]{ID: i.ID}).Update("parent_id", i.ParentID).Error
}

func (s gormStore[T, C]) Delete(ctx context.Context, id T) (int64, error) {
	result := s.db.WithContext(ctx).Delete(new(item[C]), s.wrap(id))
	return result.RowsAffected, result.Error
}

func (s gormStore[T, C]) Transact(ctx context.Context, f func(store[T]) error) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		s.db = tx
		return f(s)
	})
}
