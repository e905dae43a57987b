package engine

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The interfaces of this file are optional: the benchmark asks a Tree, a Writer or
// an Engine for them by a type assertion, and leaves out, with a note, what needs
// one that is not there.

// Blank is the error of an optional method that cannot give what it is for, without
// anything having failed: a privilege is missing, or the server does not show it.
// The run goes on, and the reason is in the result in place of the value.
type Blank struct {
	// Reason is a part of a sentence on one line, as of metric.Missing.
	Reason string
}

func (b *Blank) Error() string { return b.Reason }

// BlankReason returns the reason of a *Blank, and whether the error is one.
func BlankReason(err error) (string, bool) {
	b, ok := errors.AsType[*Blank](err)
	if !ok {
		return "", false
	}
	return b.Reason, true
}

// Checker is an Engine that can say of a Spec whether it could prepare a tree for it.
type Checker interface {
	// Check returns a *Blank where Prepare could make no tree of the Spec. It makes
	// nothing itself, so that all of a plan can be checked before the first run.
	Check(s Spec) error
}

// Leaf is one leaf page.
type Leaf struct {
	// Page is its number: its place in the tree's file, in pages.
	Page uint32
	// Fill is how full it is in percent, counted as the metric leaf fill is.
	Fill float32
}

// Inspector is a Tree that can list its leaf pages.
type Inspector interface {
	// Leaves returns all leaf pages in key order, or a *Blank. No insert runs
	// meanwhile. It is called after Measure and may take its time.
	Leaves(ctx context.Context) ([]Leaf, error)
}

// Sampler is a Tree that can be read while it grows.
type Sampler interface {
	// Sample returns readings that are quick to take: as many as are cheap of those
	// that Measure gives, by the same names and with the same meaning, that is
	// counted since the tree was empty, and per row of the rows committed so far.
	// No insert runs meanwhile, but others follow. What Sample itself reads and
	// writes must not be in the counters more than can be helped.
	Sample(ctx context.Context) (metric.Readings, error)
}

// Readable is a Tree whose rows can be read by key.
type Readable interface {
	// Reader returns a client of its own for one goroutine.
	Reader(ctx context.Context) (Reader, error)
	// Misses returns how many pages all readers and writers of this tree have had
	// fetched because the cache did not hold them, since the tree was empty. No
	// client is at work meanwhile, but those that there are may still be open.
	Misses(ctx context.Context) (metric.Reading, error)
}

// Reader is one client that reads rows by key.
type Reader interface {
	// Read fetches the row of the key with its payload, by a prepared statement.
	// A key that is not there is an error.
	Read(ctx context.Context, key driver.Valuer) error
	// Close ends the reader, not the tree.
	Close() error
}

// RowWriter is a Writer of a Tree whose Spec has Generate: the database makes the
// keys.
type RowWriter interface {
	// InsertRows inserts so many rows in one transaction, with the same statements
	// as Insert but for the key, and returns when it is committed.
	InsertRows(ctx context.Context, rows int) error
}

// Supply makes n new keys for the next statement, or as many as are left if there are
// fewer. It takes the time that making them takes.
type Supply func(ctx context.Context, n int) ([]driver.Valuer, error)

// LateWriter is a Writer that asks for the keys of a statement just before it sends
// the statement.
type LateWriter interface {
	// InsertLate inserts so many rows in one transaction and returns when it is
	// committed. Its statements have up to so many rows each, or, for 0, as many as
	// those of Insert. What is said of Insert's keys and of another holds for it.
	InsertLate(ctx context.Context, rows, statement int, next Supply, another Another) error
}

// Pauser is a Writer that the others may wait for, to insert side by side with it.
type Pauser interface {
	// Pause says that the writer has nothing to insert for some time.
	Pause()
}

// Comparable is a Tree that another program can insert into, for comparison: the
// server's own benchmark.
type Comparable interface {
	// Pgbench has pgbench insert so many rows into this tree, which is empty, each
	// in a transaction of its own by a prepared INSERT with the columns and sizes
	// of the Spec, with so many clients at a time. It returns the rows per second,
	// or a *Blank if there is no pgbench for this tree.
	Pgbench(ctx context.Context, clients, rows int) (float64, error)
}
