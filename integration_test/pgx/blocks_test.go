package pgx_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/pgxtype"
)

// blockWriter inserts rows whose IDs come from the blocks of a pool's connections.
type blockWriter struct {
	pool *pgxpool.Pool
	ids  *pgxtype.ConnBlocks[wiji.ID]

	made, stored []wiji.ID
}

// insert inserts n rows.
func (w *blockWriter) insert(ctx context.Context, tx pgx.Tx, n int) (ids []wiji.ID, err error) {
	for range n {
		x, err := w.ids.Next(tx.Conn())
		if err != nil {
			return nil, err
		}
		w.made, ids = append(w.made, x), append(ids, x)
	}
	_, err = tx.Exec(ctx, "INSERT INTO block_item SELECT unnest($1::uuid[])", ids)
	return ids, err
}

var errUndo = errors.New("undo")

// stores commits rows, and rolls those of a savepoint back.
func (w *blockWriter) stores(ctx context.Context) error {
	var stored []wiji.ID
	err := pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) (err error) {
		if stored, err = w.insert(ctx, tx, 30); err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, tx, func(savepoint pgx.Tx) error {
			_, err := w.insert(ctx, savepoint, 10)
			return errors.Join(errUndo, err)
		})
		if !errors.Is(err, errUndo) {
			return err
		}
		return nil
	})
	if err == nil {
		w.stored = append(w.stored, stored...)
	}
	return err
}

// fails rolls rows back after f, which fails in the transaction.
func (w *blockWriter) fails(ctx context.Context, f func(pgx.Tx) error) error {
	err := pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		if _, err := w.insert(ctx, tx, 20); err != nil {
			return err
		}
		return f(tx)
	})
	if err == nil {
		return errors.New("a transaction that fails is committed")
	}
	return nil
}

func (w *blockWriter) transactions(ctx context.Context) error {
	if err := w.stores(ctx); err != nil {
		return err
	}
	for _, sql := range []string{"SELECT 1/0", "SELECT pg_terminate_backend(pg_backend_pid())"} {
		if err := w.fails(ctx, func(tx pgx.Tx) error { _, err := tx.Exec(ctx, sql); return err }); err != nil {
			return err
		}
	}
	return w.fails(ctx, func(pgx.Tx) error { return errUndo })
}

// TestUseBlocks: writers whose transactions succeed, fail and lose their connection take
// their IDs from the blocks of connections. No ID is made twice, and no rest of a block is
// lost, also not when the pool is closed.
func TestUseBlocks(t *testing.T) {
	config, err := pgxpool.ParseConfig(dbtest.Open(t, dbserver.Postgres).DSN)
	if err != nil {
		t.Fatal(err)
	}
	const size, writers, rounds = 64, 8, 4
	config.MaxConns, config.AfterConnect = writers, pgxtype.AfterConnect()
	var drawn atomic.Int64
	ids := pgxtype.UseBlocks(&config.BeforeClose, func(n int) (wiji.Block, error) { drawn.Add(1); return wiji.NewBlock(n) }, blocks.Size(size))
	all := make([]blockWriter, writers)
	for range 2 { // two pools, one after the other
		run(t, config, ids, all, rounds)
	}
	var made, want []wiji.ID
	for _, w := range all {
		made, want = append(made, w.made...), append(want, w.stored...)
	}
	slices.SortFunc(made, wiji.ID.Compare)
	if n := len(slices.Compact(slices.Clone(made))); n != len(made) {
		t.Errorf("%d IDs, and %d of them twice", len(made), len(made)-n)
	}
	if limit := int64(len(made)/size + 4*writers); drawn.Load() > limit {
		t.Errorf("%d IDs took %d blocks of %d, want at most %d: the rest of a block is lost", len(made), drawn.Load(), size, limit)
	}
	slices.SortFunc(want, wiji.ID.Compare)
	if got := blockItems(t, config); !slices.Equal(got, want) || len(want) != 2*writers*rounds*30 {
		t.Errorf("the table has %d rows, want the %d that were committed", len(got), len(want))
	}
}

// run lets the writers insert side by side on a new pool.
func run(t *testing.T, config *pgxpool.Config, ids *pgxtype.ConnBlocks[wiji.ID], all []blockWriter, rounds int) {
	t.Helper()
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(t.Context(), "CREATE TABLE IF NOT EXISTS block_item (id uuid PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	failures := make([]error, len(all))
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() {
			all[i].pool, all[i].ids = pool, ids
			for range rounds {
				if failures[i] = all[i].transactions(t.Context()); failures[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(failures...); err != nil {
		t.Fatal(err)
	}
}

// blockItems returns the IDs in the table in their order.
func blockItems(t *testing.T, config *pgxpool.Config) []wiji.ID {
	t.Helper()
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.Query(t.Context(), "SELECT id FROM block_item ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[wiji.ID])
	if err != nil {
		t.Fatal(err)
	}
	return got
}
