package faults_test

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// row is a row of a table: its key as text, and a note that no other row has.
type row struct{ Key, Note string }

// store is a table through one layer.
type store interface {
	// insert sends the rows in one statement, batch or transaction.
	insert(ctx context.Context, rows []row) error
	// note returns the note of the row with a key, and whether there is one.
	note(ctx context.Context, key string) (note string, found bool, err error)
}

// stored reports whether the table holds all of the rows or none of them. Another state
// is an error: a batch that was stored in part, or a key that belongs to another row.
func stored(ctx context.Context, s store, rows []row) (bool, error) {
	found := 0
	for _, r := range rows {
		note, ok, err := s.note(ctx, r.Key)
		switch {
		case err != nil:
			return false, err
		case ok && note != r.Note:
			return false, fmt.Errorf("key %s belongs to row %q, want %q", r.Key, note, r.Note)
		case ok:
			found++
		}
	}
	if found != 0 && found != len(rows) {
		return false, fmt.Errorf("%d rows of a batch of %d are stored, want all or none", found, len(rows))
	}
	return found > 0, nil
}

// sqliteKind names SQLite, which is no server.
const sqliteKind dbserver.Kind = "sqlite"

// format is a kind of ID as the key of a table.
type format struct {
	name string
	next func() string // makes a key
	// plain returns a key as pgx takes it.
	plain func(text string) (any, error)
	// columns lists the key's columns in database/sql.
	columns map[dbserver.Kind]column
	// model opens a table in GORM.
	model func(db *gorm.DB, table string) store
}

// column is a key's column.
type column struct {
	definition string
	arg        func(text string) (any, error)
	// target returns what to scan a key into, and a function that returns its text.
	target func() (any, func() string)
}

// formats lists the kinds of keys, the usual one first.
var formats = []format{
	array("wiji", wiji.New, wiji.Parse),
	array("ulid", ulid.New, ulid.Parse),
	integer("ulidflake", ulidflake.New, ulidflake.Parse),
}

// printable is an ID with a text form.
type printable interface {
	id.Fixed
	String() string
}

func formatOf[T printable](name string, next func() T, parse func(string) (T, error)) format {
	return format{
		name: name, next: func() string { return next().String() },
		plain: func(text string) (any, error) { return parse(text) },
		model: func(db *gorm.DB, table string) store { return gormStore[T]{db, table, parse} },
	}
}

// array16 is an ID of 16 bytes.
type array16 interface {
	printable
	id.Array16
}

func array[T array16](name string, next func() T, parse func(string) (T, error)) format {
	f := formatOf(name, next, parse)
	binary := func(definition string) column {
		return column{
			definition,
			func(text string) (any, error) { x, err := parse(text); return sqltype.BinaryOf(x), err },
			func() (any, func() string) {
				c := new(sqltype.Binary[T])
				return c, func() string { return c.V.String() }
			},
		}
	}
	uuid := column{
		"uuid",
		func(text string) (any, error) { x, err := parse(text); return sqltype.UUIDOf(x), err },
		func() (any, func() string) {
			c := new(sqltype.UUID[T])
			return c, func() string { return c.V.String() }
		},
	}
	f.columns = map[dbserver.Kind]column{
		dbserver.Postgres: uuid, dbserver.MySQL: binary("BINARY(16)"), dbserver.MariaDB: binary("BINARY(16)"), sqliteKind: binary("BLOB"),
	}
	return f
}

// integer64 is an ID of 64 bits.
type integer64 interface {
	printable
	id.Integer
}

func integer[T integer64](name string, next func() T, parse func(string) (T, error)) format {
	f := formatOf(name, next, parse)
	c := column{
		"BIGINT",
		func(text string) (any, error) { x, err := parse(text); return sqltype.Int64Of(x), err },
		func() (any, func() string) {
			c := new(sqltype.Int64[T])
			return c, func() string { return c.V.String() }
		},
	}
	f.columns = map[dbserver.Kind]column{dbserver.Postgres: c, dbserver.MySQL: c, dbserver.MariaDB: c, sqliteKind: c}
	return f
}

// table names the table of a format's rows.
func (f format) table() string { return "items_" + f.name }

// item is GORM's model of a row.
type item[T id.Fixed] struct {
	ID   gormtype.ID[T]
	Note string
}

// gormStore is a table through GORM.
type gormStore[T id.Fixed] struct {
	db    *gorm.DB
	table string
	parse func(string) (T, error)
}

func (s gormStore[T]) insert(ctx context.Context, rows []row) error {
	items := make([]item[T], len(rows))
	for i, r := range rows {
		key, err := s.parse(r.Key)
		if err != nil {
			return err
		}
		items[i] = item[T]{gormtype.Of(key), r.Note}
	}
	return s.db.WithContext(ctx).Table(s.table).Create(&items).Error
}

func (s gormStore[T]) note(ctx context.Context, key string) (string, bool, error) {
	x, err := s.parse(key)
	if err != nil {
		return "", false, err
	}
	var found []item[T]
	if err := s.db.WithContext(ctx).Table(s.table).Find(&found, "id = ?", gormtype.Of(x)).Error; err != nil || len(found) == 0 {
		return "", false, err
	}
	return found[0].Note, true, nil
}
