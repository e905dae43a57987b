package cluster_test

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/sqltype"
)

// format is a kind of ID as the key of a table.
type format struct {
	name, table string
	// migrate creates the table through GORM.
	migrate func(n node) error
	// batch makes rows with keys that ascend.
	batch func(rows []note) (batch, error)
}

// note is what a row has beside its key: the writer, and its number among the writer's rows.
type note struct {
	Session string
	N       int
}

// batch is rows with their keys, which each insert sends again.
type batch struct {
	// insert is by layer, "sql" or "gorm".
	insert map[string]func(ctx context.Context, n node) error
	// stored returns how many of the rows a node has.
	stored func(ctx context.Context, n node) (int64, error)
}

// item is GORM's model of a row.
type item[T id.Fixed] struct {
	ID      gormtype.ID[T]
	Session string `gorm:"size:60;not null"`
	N       int    `gorm:"not null"`
}

// formats returns the formats of all packages of id.
func formats() []format {
	ordered := uid11.Generator{Profile: uid11.TSSeqRand} // xids of one millisecond have no order
	return []format{
		formatOf("wiji", infallible(wiji.New), uuid[wiji.ID]),
		formatOf("ulid", infallible(ulid.New), uuid[ulid.ID]),
		formatOf("uuidv7", infallible(uuidv7.New), uuid[uuidv7.ID]),
		formatOf("scru160", infallible(scru160.New), func(_ dbserver.Kind, x scru160.ID) any { return sqltype.BinaryOf(x) }),
		formatOf("ulidflake", infallible(ulidflake.New), func(_ dbserver.Kind, x ulidflake.ID) any { return sqltype.Int64Of(x) }),
		formatOf("uid11", ordered.New, func(kind dbserver.Kind, x uid11.ID) any {
			if kind == dbserver.Postgres {
				return sqltype.Int64Of(x)
			}
			return sqltype.Uint64Of(x)
		}),
	}
}

func infallible[T any](next func() T) func() (T, error) {
	return func() (T, error) { return next(), nil }
}

// uuid is an ID of 16 bytes for the column that GORM creates.
func uuid[T id.Array16](kind dbserver.Kind, x T) any {
	if kind == dbserver.Postgres {
		return sqltype.UUIDOf(x)
	}
	return sqltype.BinaryOf(x)
}

// formatOf returns a format; arg returns a key as database/sql takes it.
func formatOf[T id.Fixed](name string, next func() (T, error), arg func(dbserver.Kind, T) any) format {
	table := "items_" + name
	return format{
		name: name, table: table,
		migrate: func(n node) error { return n.gorm.Table(table).AutoMigrate(&item[T]{}) },
		batch: func(rows []note) (batch, error) {
			items := make([]item[T], len(rows))
			ids, keys := make([]T, len(rows)), make([]gormtype.ID[T], len(rows))
			for i, row := range rows {
				key, err := next()
				if err != nil {
					return batch{}, err
				}
				ids[i], keys[i] = key, gormtype.Of(key)
				items[i] = item[T]{keys[i], row.Session, row.N}
			}
			return batch{
				insert: map[string]func(ctx context.Context, n node) error{
					"sql": func(ctx context.Context, n node) error {
						query, args := insertion(n.kind, table, rows, func(i int) any { return arg(n.kind, ids[i]) })
						_, err := n.db.ExecContext(ctx, query, args...)
						return err
					},
					"gorm": func(ctx context.Context, n node) error {
						return n.gorm.WithContext(ctx).Table(table).Create(&items).Error
					},
				},
				stored: func(ctx context.Context, n node) (count int64, err error) {
					err = n.gorm.WithContext(ctx).Table(table).Where("id IN ?", keys).Count(&count).Error
					return count, err
				},
			}, nil
		},
	}
}

// insertion returns an INSERT of rows and its arguments.
func insertion(kind dbserver.Kind, table string, rows []note, key func(i int) any) (query string, args []any) {
	var groups []string
	for i, row := range rows {
		args = append(args, key(i), row.Session, row.N)
		group := "(?, ?, ?)"
		if kind == dbserver.Postgres {
			last := len(args)
			group = "($" + strconv.Itoa(last-2) + ", $" + strconv.Itoa(last-1) + ", $" + strconv.Itoa(last) + ")"
		}
		groups = append(groups, group)
	}
	return "INSERT INTO " + table + " (id, session, n) VALUES " + strings.Join(groups, ", "), args
}

// stored is a row of a table as the driver returns it.
type stored struct {
	key string
	note
}

// read returns the rows of a table in the order of their keys.
func read(ctx context.Context, db *sql.DB, table string) (list []stored, err error) {
	rows, err := db.QueryContext(ctx, "SELECT id, session, n FROM "+table+" ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s stored
		if err := rows.Scan(&s.key, &s.Session, &s.N); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}
