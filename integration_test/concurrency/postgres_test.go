package concurrency

import (
	"context"
	"database/sql"
	"encoding/binary"
	"strconv"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/migrations"
	"github.com/sortid/sortid/sqltype"
	postgresdriver "gorm.io/driver/postgres"
)

var (
	postgresUUID = dialect{numbered: true, keyColumns: "id", key: column(func(x wiji.ID) sqltype.UUID[wiji.ID] { return sqltype.UUID[wiji.ID]{V: x} })}
	// A key in two columns: as many bytes, and PostgreSQL splits pages of an index
	// of several columns differently.
	postgresHalves = dialect{numbered: true, keyColumns: "hi, lo", key: func(x wiji.ID) []any {
		return []any{int64(binary.BigEndian.Uint64(x[:8])), int64(binary.BigEndian.Uint64(x[8:]) ^ 1<<63)}
	}}
)

const (
	uuidKey   = "id uuid PRIMARY KEY, payload bytea NOT NULL"
	halvesKey = "hi bigint, lo bigint, payload bytea NOT NULL, PRIMARY KEY (hi, lo)"
)

// filled is a table whose index has a fill factor of its own.
func filled(factor int) string {
	return "id uuid PRIMARY KEY WITH (fillfactor = " + strconv.Itoa(factor) + "), payload bytea NOT NULL"
}

func postgresWays() []way {
	d := postgresUUID
	ways := []way{
		{name: "batch", columns: uuidKey, open: each(func() batchFunc { return made(d) })},
		{name: "one-writer", columns: uuidKey, writers: 1, open: each(func() batchFunc { return made(d) })},
	}
	for _, f := range []string{"uuidv7", "sortid_wiji_new"} {
		columns := "id uuid PRIMARY KEY DEFAULT " + f + "(), payload bytea NOT NULL"
		needs := "SELECT to_regprocedure('" + f + "()') IS NOT NULL"
		ways = append(ways,
			way{name: "default-" + f, columns: columns, needs: needs, open: each(func() batchFunc { return unkeyed(d) })},
			way{name: "default-" + f + "-returning", columns: columns, needs: needs, open: each(func() batchFunc { return returning(d) })})
	}
	for _, n := range []int{100, 30, 10, 1} {
		ways = append(ways, way{name: "late-" + strconv.Itoa(n), columns: uuidKey, open: each(func() batchFunc { return late(d, n) })})
	}
	for _, g := range [][2]int{{1, 100}, {2, 100}, {2, 40}, {4, 20}} {
		name := "gate-" + strconv.Itoa(g[0]) + "x" + strconv.Itoa(g[1])
		ways = append(ways, way{name: name, columns: uuidKey, open: gated(d, g[0], g[1])})
	}
	for _, n := range []int{1000, 4096, 16_384} {
		size := "-" + strconv.Itoa(n)
		ways = append(ways,
			way{name: "block" + size, columns: uuidKey, open: each(func() batchFunc { return fromBlocks(d, n, ascending) })},
			way{name: "two-pass" + size, columns: uuidKey, open: each(func() batchFunc { return fromBlocks(d, n, twoPass) })})
	}
	ways = append(ways, gormWays(uuidKey, postgresdriver.Open)...)
	ways = append(ways, pgxpoolWays()...)
	return append(ways,
		way{name: "late-30-fillfactor-50", columns: filled(50), open: each(func() batchFunc { return late(d, 30) })},
		way{name: "two-pass-16384-fillfactor-50", columns: filled(50), open: each(func() batchFunc { return fromBlocks(d, 16_384, twoPass) })},
		way{name: "two-pass-16384-one-writer", columns: uuidKey, writers: 1, open: each(func() batchFunc { return fromBlocks(d, 16_384, twoPass) })},
		way{name: "two-columns-batch", columns: halvesKey, open: each(func() batchFunc { return made(postgresHalves) })},
		way{name: "two-columns-block-16384", columns: halvesKey, open: each(func() batchFunc { return fromBlocks(postgresHalves, 16_384, ascending) })})
}

// unkeyed leaves the keys to the column's default.
func unkeyed(d dialect) batchFunc {
	return statements(func(rows int) string { return d.values("INSERT INTO item (payload) VALUES ", rows, 1) })
}

// returning reads the keys that the server made.
func returning(d dialect) batchFunc {
	return func(ctx context.Context, c *client, rows int) error {
		return c.transact(ctx, rows, func() error {
			for left := rows; left > 0; left -= min(left, *sendFlag) {
				if err := readKeys(ctx, c, d, min(left, *sendFlag)); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func readKeys(ctx context.Context, c *client, d dialect, n int) error {
	s, err := c.prepared(ctx, d.values("INSERT INTO item (payload) VALUES ", n, 1)+" RETURNING id")
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, payloads(n)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return err
		}
	}
	return rows.Err()
}

func BenchmarkPostgres(b *testing.B) { inTurns(b, postgres(), postgresWays()) }

func postgres() engine {
	return engine{
		kind: dbserver.Postgres, dialect: postgresUUID,
		settings: map[string]string{
			"shared_buffers": "512MB", "max_wal_size": "8GB", "checkpoint_timeout": "1h", "max_connections": connections,
		},
		prepare: func(ctx context.Context, db *sql.DB) error {
			if err := inOrder(ctx, db, "CREATE EXTENSION IF NOT EXISTS pgstattuple"); err != nil {
				return err
			}
			return install(ctx, db, goose.DialectPostgres, migrations.Postgres)
		},
		plant: func(ctx context.Context, db *sql.DB, columns string) error {
			return inOrder(ctx, db, "DROP TABLE IF EXISTS item", "CREATE TABLE item ("+columns+") WITH (autovacuum_enabled = off)", "CHECKPOINT")
		},
		log: func(ctx context.Context, db *sql.DB) (n float64, err error) {
			err = db.QueryRowContext(ctx, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8").Scan(&n)
			return n, err
		},
		fill: func(ctx context.Context, db *sql.DB, _ int) (n float64, err error) {
			err = db.QueryRowContext(ctx, "SELECT avg_leaf_density FROM pgstatindex('item_pkey')").Scan(&n)
			return n, err
		},
	}
}
