package sqlite

import (
	"bytes"
	"context"
	"database/sql"
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
	longer  []byte // payload of rows that are updated

	begin, insert, commit, rollback, update, find *sql.Stmt

	// queue protects the connection and all fields below. A channel serves its waiters
	// in the order in which they came, a mutex does not.
	queue chan struct{}

	inserted  int // rows that are committed
	uncounted int // rows since the counters were last taken
	pages     counters
	closed    bool
}

// counters holds sums of SQLite's counters since the tree was empty.
type counters struct{ read, hit, written int }

// countEvery is the number of rows after which the counters are read: SQLite's have 32
// bits.
const countEvery = 1 << 20

// newTree creates the table in the file, which the tree owns: if newTree fails, it closes
// the file.
func newTree(ctx context.Context, f *file, p plan, payload int) (*tree, error) {
	t := &tree{
		file: f, plan: p, queue: make(chan struct{}, 1),
		payload: bytes.Repeat([]byte{0xA5}, payload), longer: bytes.Repeat([]byte{0x5A}, engine.Longer(payload)),
	}
	if err := t.create(ctx); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// create creates the table, prepares the statements and resets the counters.
func (t *tree) create(ctx context.Context) error {
	for _, q := range t.plan.ddl {
		if _, err := t.file.conn.ExecContext(ctx, q); err != nil {
			return explain("cannot create the table", err)
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
		{&t.update, "UPDATE item SET payload = ? WHERE id = ?"},
		{&t.find, "SELECT payload FROM item WHERE id = ?"},
	} {
		var err error
		if *s.stmt, err = t.file.conn.PrepareContext(ctx, s.text); err != nil {
			return explain("cannot prepare "+s.text, err)
		}
	}
	// Creating the table is not part of the inserts' cost.
	if err := t.count(); err != nil {
		return err
	}
	t.pages = counters{}
	return nil
}

// count adds SQLite's counters to the tree's and resets SQLite's.
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
			{sqlitedriver.DBStatusCacheHit, &t.pages.hit},
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
	// Statements first: SQLite keeps a connection with open statements, and its pages
	// in the buffer pool of the process. The next tree would have a larger one.
	var errs []error
	for _, s := range []*sql.Stmt{t.begin, t.insert, t.commit, t.rollback, t.update, t.find} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	if err := errors.Join(append(errs, t.file.close())...); err != nil {
		return explain("cannot close the database", err)
	}
	return nil
}

// explain returns an error that says what was tried, what SQLite answered and what to do.
func explain(what string, err error) error {
	hint := ""
	if e, ok := errors.AsType[*sqlitedriver.Error](err); ok {
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
