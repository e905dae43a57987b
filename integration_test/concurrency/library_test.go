package concurrency

import (
	"context"
	"flag"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

var sizeFlag = flag.Int("block", blocks.DefaultSize, "IDs of a block of the ways gorm-blocks and pgxpool-blocks")

// item is a row of the table.
type item struct {
	ID      gormtype.ID[wiji.ID]
	Payload []byte
}

// TableName returns the name of the table.
func (item) TableName() string { return "item" }

// gormWays insert through GORM: with its generated keys, and with those of the plugin
// Blocks.
func gormWays(columns string, dialector func(dsn string) gorm.Dialector) []way {
	open := func(plugins ...gorm.Plugin) connectFunc {
		return func(_ context.Context, dsn string, writers int) (batchFunc, func() error, error) {
			return openGORM(dialector(dsn), writers, plugins)
		}
	}
	return []way{
		{name: "gorm", columns: columns, connect: open()},
		{name: "gorm-blocks", columns: columns, than: "gorm", connect: func(ctx context.Context, dsn string, writers int) (batchFunc, func() error, error) {
			return open(gormtype.New(gormtype.Blocks(wiji.NewBlock, &item{}, blocks.Size(*sizeFlag))))(ctx, dsn, writers)
		}},
	}
}

func openGORM(d gorm.Dialector, writers int, plugins []gorm.Plugin) (batchFunc, func() error, error) {
	db, err := gorm.Open(d, &gorm.Config{PrepareStmt: true, Logger: logger.Discard})
	if err != nil {
		return nil, nil, err
	}
	for _, p := range plugins {
		if err := db.Use(p); err != nil {
			return nil, nil, err
		}
	}
	pool, err := db.DB()
	if err != nil {
		return nil, nil, err
	}
	pool.SetMaxOpenConns(writers)
	pool.SetMaxIdleConns(writers)
	insert := func(ctx context.Context, _ *client, rows int) error {
		items := make([]item, rows)
		for i := range items {
			items[i].Payload = payload
		}
		return db.WithContext(ctx).CreateInBatches(items, *sendFlag).Error
	}
	return insert, pool.Close, nil
}

// pgxpoolWays insert through the pool of pgx: with keys of New, and with those of the
// connections' blocks.
func pgxpoolWays() []way {
	return []way{
		{name: "pgxpool", columns: uuidKey, connect: func(ctx context.Context, dsn string, writers int) (batchFunc, func() error, error) {
			config, err := pgxpool.ParseConfig(dsn)
			if err != nil {
				return nil, nil, err
			}
			return openPgxpool(ctx, config, writers, func(*pgx.Conn) (wiji.ID, error) { return wiji.New(), nil })
		}},
		{name: "pgxpool-blocks", columns: uuidKey, than: "pgxpool", connect: func(ctx context.Context, dsn string, writers int) (batchFunc, func() error, error) {
			config, err := pgxpool.ParseConfig(dsn)
			if err != nil {
				return nil, nil, err
			}
			return openPgxpool(ctx, config, writers, pgxtype.UseBlocks(&config.BeforeClose, wiji.NewBlock, blocks.Size(*sizeFlag)).Next)
		}},
	}
}

func openPgxpool(ctx context.Context, config *pgxpool.Config, writers int, next func(*pgx.Conn) (wiji.ID, error)) (batchFunc, func() error, error) {
	config.MaxConns, config.AfterConnect = int32(writers), pgxtype.AfterConnect() //nolint:gosec // a few writers
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, nil, err
	}
	insert := func(ctx context.Context, _ *client, rows int) error {
		return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error { return insertPgx(ctx, c.Conn(), rows, next) })
	}
	return insert, func() error { pool.Close(); return nil }, nil
}

// insertPgx makes the keys of a batch and inserts them in one transaction. A single row
// commits by itself.
func insertPgx(ctx context.Context, conn *pgx.Conn, rows int, next func(*pgx.Conn) (wiji.ID, error)) error {
	args := make([]any, 0, 2*rows)
	for range rows {
		x, err := next(conn)
		if err != nil {
			return err
		}
		args = append(args, x, payload)
	}
	insert := func(args []any) error {
		_, err := conn.Exec(ctx, postgresUUID.values("INSERT INTO item (id, payload) VALUES ", len(args)/2, 2), args...)
		return err
	}
	if rows == 1 {
		return insert(args)
	}
	return pgx.BeginFunc(ctx, conn, func(pgx.Tx) error {
		for len(args) > 0 {
			n := min(len(args), 2**sendFlag)
			if err := insert(args[:n]); err != nil {
				return err
			}
			args = args[n:]
		}
		return nil
	})
}

// connectFunc opens a pool of connections for so many writers. It returns what each of
// them calls, and a function that closes the pool.
type connectFunc func(ctx context.Context, dsn string, writers int) (batchFunc, func() error, error)

// join opens the pool of a way that has one, and reports whether it has.
func (c *contestant) join(ctx context.Context, writers int) (bool, error) {
	if c.connect == nil {
		return false, nil
	}
	insert, closePool, err := c.connect(ctx, c.dsn, writers)
	if err != nil {
		return true, err
	}
	c.leave, c.writers, c.clients = closePool, nil, make([]*client, writers)
	for range writers {
		c.writers = append(c.writers, insert)
	}
	return true, nil
}
