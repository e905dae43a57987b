package pgx_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/pgbouncer"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// TestPgBouncer: through a PgBouncer that pools transactions, plain IDs work in the mode that
// the error of the others names, and column types work in all of them.
func TestPgBouncer(t *testing.T) {
	bouncer := pgbouncer.Start(t, dsn(t), 2, "")
	table := fmt.Sprintf("bounced_%d", time.Now().UnixNano())
	direct := connect(t, pgx.QueryExecModeExec)
	exec(t, direct, "CREATE TABLE "+table+" (u uuid PRIMARY KEY, b bytea NOT NULL, t text COLLATE \"C\" NOT NULL, n bigint NOT NULL, list uuid[])")
	defer func() { exec(t, direct, "DROP TABLE "+table) }()

	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
		t.Run(mode.String(), func(t *testing.T) {
			config, err := pgxpool.ParseConfig(bouncer)
			if err != nil {
				t.Fatal(err)
			}
			config.MaxConns = 6 // more than PgBouncer has to the server
			config.ConnConfig.DefaultQueryExecMode = mode
			config.AfterConnect = pgxtype.AfterConnect()
			pool, err := pgxpool.NewWithConfig(ctx, config)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			var group sync.WaitGroup
			for range 6 {
				group.Go(func() {
					for range 20 {
						if err := bounce(pool, table, described(mode)); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			group.Wait()
		})
	}
}

// bounce writes a row and reads it back.
func bounce(pool *pgxpool.Pool, table string, plain bool) error {
	w, s, f := wiji.New(), scru160.New(), ulidflake.New()
	insert := "INSERT INTO " + table + " VALUES ($1, $2, $3, $4, $5)"
	_, err := pool.Exec(ctx, insert, w, s, s, f, []wiji.ID{w})
	if !plain {
		if !errors.Is(err, id.ErrPlain) {
			return fmt.Errorf("plain IDs are no error that matches ErrPlain: %w", err)
		}
		_, err = pool.Exec(ctx, insert, sqltype.UUIDOf(w), sqltype.BinaryOf(s), sqltype.TextOf(s), sqltype.Int64Of(f), sqltype.ListOf(sqltype.UUIDOf, w).Array())
	}
	if err != nil {
		return err
	}
	var w2 wiji.ID
	var s2, s3 scru160.ID
	var f2 ulidflake.ID
	var list []wiji.ID
	err = pool.QueryRow(ctx, "SELECT * FROM "+table+" WHERE u = $1", sqltype.UUIDOf(w)).Scan(&w2, &s2, &s3, &f2, &list)
	if err != nil || w2 != w || s2 != s || s3 != s || f2 != f || len(list) != 1 || list[0] != w {
		return fmt.Errorf("%v, %v, %v come back as %v, %v, %v, %v, %v: %w", w, s, f, w2, s2, s3, f2, list, err)
	}
	return nil
}
