package matrix_test

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/pgxtype"
)

// pgxQuerier is a pool or a transaction.
type pgxQuerier interface {
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, source pgx.CopyFromSource) (int64, error)
	Begin(ctx context.Context) (pgx.Tx, error)
}

// pgxStore is the table through pgx and package pgxtype: IDs as they are.
type pgxStore[T id.Fixed] struct {
	server server
	held   T
	in     pgxQuerier
	table  string
}

func openPGX[T id.Fixed](c *cell[T]) store[T] {
	c.makeItems()
	config, err := pgxpool.ParseConfig(c.dsn)
	if err != nil {
		c.t.Fatal(err)
	}
	if m := &config.ConnConfig.DefaultQueryExecMode; *m == pgx.QueryExecModeExec || *m == pgx.QueryExecModeSimpleProtocol {
		*m = pgx.QueryExecModeDescribeExec // the others refuse plain IDs
	}
	config.AfterConnect = pgxtype.AfterConnect(pgxtype.WithType[T]())
	pool, err := pgxpool.NewWithConfig(c.t.Context(), config)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(pool.Close)
	return pgxStore[T]{c.server, c.sample(), pool, "items"}
}

func (pgxStore[T]) Traits() traits { return traits{byColumn: true} }

func (s pgxStore[T]) From(table string) store[T] {
	s.table = table
	return s
}

func (s pgxStore[T]) Insert(ctx context.Context, r row[T]) error {
	return s.InsertMany(ctx, []row[T]{r})
}

func (s pgxStore[T]) InsertMany(ctx context.Context, rows []row[T]) error {
	var args []any
	for _, r := range rows {
		args = append(args, r.ID, r.Parent, r.N)
	}
	_, err := s.in.Exec(ctx, "INSERT INTO items (id, parent_id, n) VALUES "+placeholders(s.server, len(rows), 3), args...)
	return err
}

func (s pgxStore[T]) Bulk(ctx context.Context, rows []row[T]) error {
	source := pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return []any{rows[i].ID, rows[i].Parent, rows[i].N}, nil })
	_, err := s.in.CopyFrom(ctx, pgx.Identifier{"items"}, []string{"id", "parent_id", "n"}, source)
	return err
}

func (s pgxStore[T]) rows(ctx context.Context, condition string, args ...any) ([]row[T], error) {
	return s.ordered(ctx, condition+" ORDER BY id", args...)
}

func (s pgxStore[T]) ordered(ctx context.Context, clauses string, args ...any) (all []row[T], err error) {
	rows, err := s.in.Query(ctx, "SELECT id, parent_id, n FROM "+s.table+" "+clauses, args...)
	if err != nil {
		return nil, err
	}
	held := s.held
	r := row[T]{ID: s.held, Parent: &held}
	_, err = pgx.ForEachRow(rows, []any{&r.ID, &r.Parent, &r.N}, func() error {
		all = append(all, r)
		return nil
	})
	if err != nil {
		return nil, scanError[T]{err, r}
	}
	return all, nil
}

func (s pgxStore[T]) Find(ctx context.Context, id T) ([]row[T], error) {
	return s.rows(ctx, "WHERE id = $1", id)
}

func (s pgxStore[T]) Among(ctx context.Context, ids []T) ([]row[T], error) {
	return s.rows(ctx, "WHERE id = ANY($1)", ids)
}

func (s pgxStore[T]) All(ctx context.Context) ([]row[T], error) { return s.rows(ctx, "") }

func (s pgxStore[T]) Range(ctx context.Context, low, high T, closed bool) ([]row[T], error) {
	return s.rows(ctx, rangeCondition(s.server, closed), low, high)
}

func (s pgxStore[T]) Page(ctx context.Context, last T, descending bool, n int) ([]row[T], error) {
	cursor := pgxtype.After(last)
	if descending {
		cursor = pgxtype.Before(last)
	}
	return s.ordered(ctx, pageClauses(s.server, descending, n), cursor)
}

func (s pgxStore[T]) Families(ctx context.Context) ([][2]int64, error) {
	rows, err := s.in.Query(ctx, familiesQuery)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (pair [2]int64, err error) {
		err = r.Scan(&pair[0], &pair[1])
		return pair, err
	})
}

func (s pgxStore[T]) SetParent(ctx context.Context, id T, parent *T) error {
	_, err := s.in.Exec(ctx, "UPDATE items SET parent_id = $1 WHERE id = $2", parent, id)
	return err
}

func (s pgxStore[T]) Delete(ctx context.Context, id T) (int64, error) {
	tag, err := s.in.Exec(ctx, "DELETE FROM items WHERE id = $1", id)
	return tag.RowsAffected(), err
}

func (s pgxStore[T]) Transact(ctx context.Context, f func(store[T]) error) error {
	return pgx.BeginFunc(ctx, s.in, func(tx pgx.Tx) error {
		s.in = tx
		return f(s)
	})
}
