package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	sqlitedriver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Writer returns a writer that queues for the tree's one connection.
func (t *tree) Writer(context.Context) (engine.Writer, error) { return writer{t}, nil }

type writer struct{ *tree }

// Close does nothing: the connection is the tree's.
func (writer) Close() error { return nil }

// Insert inserts one row per key in one transaction; a single row needs no
// transaction around it.
func (w writer) Insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	return w.queued(ctx, len(keys), len(keys), func(i int) error { return w.insertRow(ctx, keys[i], replace) })
}

// Update updates one row per key in one transaction.
func (w writer) Update(ctx context.Context, keys []driver.Valuer) error {
	return w.queued(ctx, len(keys), 0, func(i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		res, err := w.update.ExecContext(context.WithoutCancel(ctx), w.longer, keys[i])
		if err != nil {
			return explain("cannot update a row", err)
		}
		return changed(res, 1)
	})
}

// Read fetches the payload of the row of a key.
func (w writer) Read(ctx context.Context, key driver.Valuer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var payload sql.RawBytes
	n, err := w.fetchRows(ctx, w.find, &payload, key)
	if err == nil && n != 1 {
		return fmt.Errorf("sqlite: a key has %d rows, not 1", n)
	}
	return err
}

// queued waits for the connection, runs one transaction on so many rows, and counts those
// that it inserts.
func (t *tree) queued(ctx context.Context, rows, inserts int, row func(i int) error) error {
	select {
	case t.queue <- struct{}{}:
		defer func() { <-t.queue }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := t.transact(ctx, rows, row); err != nil {
		return err
	}
	t.inserted += inserts
	t.uncounted += rows
	if t.uncounted >= countEvery {
		return t.count()
	}
	return nil
}

func (t *tree) transact(ctx context.Context, rows int, insert func(i int) error) error {
	if rows == 1 {
		return insert(0)
	}
	// For a context that can end, the driver starts a goroutine per statement, which
	// would be measured. The loop checks the context instead.
	quiet := context.WithoutCancel(ctx)
	if _, err := t.begin.ExecContext(quiet); err != nil {
		return explain("cannot begin a transaction", err)
	}
	for i := range rows {
		if err := insert(i); err != nil {
			// After some errors SQLite has rolled back already, and ROLLBACK fails.
			_, _ = t.rollback.ExecContext(quiet)
			return err
		}
	}
	if _, err := t.commit.ExecContext(quiet); err != nil {
		_, _ = t.rollback.ExecContext(quiet)
		return explain("cannot commit", err)
	}
	return nil
}

// insertRow inserts one row. If the key is already there, SQLite undoes only the statement,
// and the transaction can go on.
func (t *tree) insertRow(ctx context.Context, k driver.Valuer, replace engine.Replace) error {
	args := []any{k, t.payload}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := t.insert.ExecContext(context.WithoutCancel(ctx), args...)
		if err == nil {
			return nil
		}
		if replace == nil || !isDuplicate(err) {
			return explain("cannot insert a row", err)
		}
		if args[0], err = replace(ctx); err != nil {
			return err
		}
	}
}

func isDuplicate(err error) bool {
	var e *sqlitedriver.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}
