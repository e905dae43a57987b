package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"

	sqlitedriver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// tree is one table in one database file.
type tree struct {
	file    *file
	plan    plan
	payload []byte

	begin, insert, commit, rollback, fetch *sql.Stmt

	// queue holds one token, for the connection and all fields below. A channel
	// serves its waiters in the order in which they came, a mutex does not.
	queue chan struct{}

	rows      int // committed
	leaves    int // leaf pages of the empty tree
	uncounted int // rows since the counters were last taken
	pages     counters
	closed    bool
}

// counters are SQLite's own, summed over the tree's life.
type counters struct{ read, written int }

// The counters are 32 bits wide in SQLite, so they are taken now and then.
const countEvery = 1 << 20

// newTree makes the table in the file, which is the tree's from then on: a tree
// that could not be made has closed it.
func newTree(ctx context.Context, f *file, p plan, payload int) (*tree, error) {
	t := &tree{
		file: f, plan: p, queue: make(chan struct{}, 1),
		payload: bytes.Repeat([]byte{0xA5}, payload),
	}
	if err := t.plant(ctx); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// plant makes the table, prepares the statements and notes where the counters
// stand.
func (t *tree) plant(ctx context.Context) error {
	for _, q := range t.plan.ddl {
		if _, err := t.file.conn.ExecContext(ctx, q); err != nil {
			return explain("cannot make the table", err)
		}
	}
	for _, s := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&t.begin, "BEGIN IMMEDIATE"},
		{&t.insert, t.plan.insert},
		{&t.commit, "COMMIT"},
		{&t.rollback, "ROLLBACK"},
		{&t.fetch, "SELECT payload FROM item WHERE id = ?"},
	} {
		var err error
		if *s.stmt, err = t.file.conn.PrepareContext(ctx, s.text); err != nil {
			return explain("cannot prepare "+s.text, err)
		}
	}
	empty, err := readTree(ctx, t.file.conn, t.plan)
	if err != nil {
		return err
	}
	t.leaves = len(empty.leaves)
	// What making the table cost is not the inserts' cost.
	if err := t.count(); err != nil {
		return err
	}
	t.pages = counters{}
	return nil
}

// Writer returns a writer that queues for the tree's one connection.
func (t *tree) Writer(context.Context) (engine.Writer, error) { return writer{t}, nil }

type writer struct{ *tree }

// Pause does nothing: no writer waits for another one that is idle.
func (writer) Pause() {}

// Close does nothing: the connection is the tree's.
func (writer) Close() error { return nil }

// Insert inserts one row per key in one transaction; a single row needs no
// transaction around it.
func (w writer) Insert(ctx context.Context, keys []driver.Valuer, replace engine.Replace) error {
	return w.committed(ctx, len(keys), func(i int) error { return w.insertRow(ctx, keys[i], replace) })
}

// InsertGenerated inserts so many rows in one transaction, whose keys the database makes.
func (w writer) InsertGenerated(ctx context.Context, rows int) error {
	return w.committed(ctx, rows, func(int) error { return w.insertMade(ctx) })
}

// committed has the connection to itself for one transaction, and counts its rows.
func (t *tree) committed(ctx context.Context, rows int, insert func(i int) error) error {
	select {
	case t.queue <- struct{}{}:
		defer func() { <-t.queue }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := t.transact(ctx, rows, insert); err != nil {
		return err
	}
	t.rows += rows
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
	// The driver starts a goroutine per statement for a context that can end:
	// that would be measured. The loop looks at the context instead.
	quiet := context.WithoutCancel(ctx)
	if _, err := t.begin.ExecContext(quiet); err != nil {
		return explain("cannot begin a transaction", err)
	}
	for i := range rows {
		if err := insert(i); err != nil {
			// After some errors SQLite has rolled back by itself, and then
			// ROLLBACK fails: the first error is the one that counts.
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

// insertMade inserts one row whose key the database makes.
func (t *tree) insertMade(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := t.insert.ExecContext(context.WithoutCancel(ctx), t.payload); err != nil {
		return explain("cannot insert a row", err)
	}
	return nil
}

// insertRow inserts one row. SQLite undoes the one statement that meets a key that
// is already there, so that the next one can go on in the same transaction.
func (t *tree) insertRow(ctx context.Context, k driver.Valuer, replace engine.Replace) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := t.insert.ExecContext(context.WithoutCancel(ctx), k, t.payload)
		if err == nil {
			return nil
		}
		if replace == nil || !isDuplicate(err) {
			return explain("cannot insert a row", err)
		}
		if k, err = replace(ctx); err != nil {
			return err
		}
	}
}

func isDuplicate(err error) bool {
	var e *sqlitedriver.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// count adds SQLite's counters to the tree's and resets them.
func (t *tree) count() error {
	err := t.file.conn.Raw(func(c any) error {
		st, ok := c.(sqlitedriver.DBStatus)
		if !ok {
			return errors.New("the driver does not give its connection's counters")
		}
		for _, r := range []struct {
			op  sqlitedriver.DBStatusOp
			sum *int
		}{
			{sqlitedriver.DBStatusCacheMiss, &t.pages.read},
			{sqlitedriver.DBStatusCacheWrite, &t.pages.written},
		} {
			n, _, err := st.Status(r.op, true)
			if err != nil {
				return err
			}
			if n < 0 || n == math.MaxInt32 {
				return errors.New("a page counter overflowed: insert fewer rows in one transaction")
			}
			*r.sum += n
		}
		return nil
	})
	if err != nil {
		return explain("cannot read the page counters", err)
	}
	t.uncounted = 0
	return nil
}

// Close closes the database and removes its files.
func (t *tree) Close() error {
	if t.closed {
		return nil
	}
	t.closed = true
	// Statements first: SQLite keeps a connection with open statements alive, and
	// its share of the page cache with it, which all connections of the process
	// have in common. The next tree would then have a larger cache than this one.
	var errs []error
	for _, s := range []*sql.Stmt{t.begin, t.insert, t.commit, t.rollback, t.fetch} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	if err := errors.Join(append(errs, t.file.close())...); err != nil {
		return explain("cannot close the database", err)
	}
	return nil
}

// explain says what was tried, what SQLite answered and what helps.
func explain(what string, err error) error {
	hint := ""
	var e *sqlitedriver.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xFF { // the low byte is the primary result code
		case sqlite3.SQLITE_FULL:
			hint = ": the disk of the scratch directory is full: free some space, set TMPDIR to another disk, or insert fewer rows"
		case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
			hint = ": the scratch directory failed: look at its disk, or set TMPDIR to another one"
		case sqlite3.SQLITE_CONSTRAINT:
			hint = ": the key source made the same key twice"
		}
	}
	return fmt.Errorf("sqlite: %s: %w%s", what, err, hint)
}
