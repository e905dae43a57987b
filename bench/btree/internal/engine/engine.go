package engine

import (
	"context"
	"database/sql/driver"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Engine grows trees of keys, in a database or in memory. Its methods are not for
// concurrent use.
type Engine interface {
	// Describe returns the engine's name, version, layouts and settings.
	Describe(ctx context.Context) (Description, error)
	// Check returns a *Missing error if Prepare could make no tree of the Spec, and
	// another error if the Spec is wrong. It makes nothing, so that a plan can be
	// checked before its first trial.
	Check(s Spec) error
	// Prepare makes an empty tree. There is one tree at a time: the caller closes it
	// before it prepares the next one. If the engine cannot have such a tree, the
	// error is a *Missing.
	Prepare(ctx context.Context, s Spec) (Tree, error)
	// Close releases what the engine holds and removes what it made.
	Close() error
}

// Processor is an Engine that knows the processor time of its database.
type Processor interface {
	// ProcessorTime returns how long processors have worked for the database since some time before.
	// If that cannot be read, the error is a *Missing.
	ProcessorTime(ctx context.Context) (time.Duration, error)
}

// Tree is one tree of keys, from empty to measured.
type Tree interface {
	// Writer opens a writer for one goroutine.
	Writer(ctx context.Context) (Writer, error)
	// Measure checks that the tree holds every committed row and reads its pages.
	// While it runs, no writer inserts.
	Measure(ctx context.Context) (metric.Readings, error)
	// Sample returns the readings of Measure that are quick to take, by the same names
	// and with the same meaning: counts begin with the empty tree, and are divided by
	// the rows committed so far. While it runs, no writer inserts; more rows follow. It
	// keeps what it reads and writes itself out of the counts as far as it can.
	Sample(ctx context.Context) (metric.Readings, error)
	// Leaves returns the numbers of all leaf pages in key order, which are their places in
	// the tree's file, or a *Missing error. The caller calls it after Measure, and no writer
	// inserts meanwhile.
	Leaves(ctx context.Context) ([]uint32, error)
	// Close drops the tree. Calling it again does nothing.
	Close() error
}

// Clocked is a Tree with its own clock, from which its keys take the time.
type Clocked interface {
	// Clock returns the tree's clock.
	Clock() key.Clock
}

// Checkpointed is a Tree of a database whose checkpoints the benchmark asks for.
type Checkpointed interface {
	// Checkpoint makes the database write all pages that have changed, as it does from time to
	// time. While it runs, no client works; more rows follow. If the account may not ask for it,
	// the error is a *Missing.
	Checkpoint(ctx context.Context) error
	// BeginCheckpoint begins to do the same, and returns as soon as clients may work again: what they change
	// from then on is as after Checkpoint. The caller calls made, which waits for the end of the checkpoint,
	// before anything else is asked of the tree. made returns the error of Checkpoint.
	BeginCheckpoint(ctx context.Context) (made func() error, err error)
}

// Changing is a Tree whose rows can be changed: that of a Spec with the shape
// Updated.
type Changing interface {
	// Settle returns the readings of Sample, but leaf pages, leaf fill and bytes per row as
	// Measure counts them. While it runs, no writer inserts; more rows follow.
	Settle(ctx context.Context) (metric.Readings, error)
	// Vacuum returns when the database has removed what it kept of rows that were deleted or
	// changed: after a VACUUM of PostgreSQL, and after InnoDB's purge. While it runs, no
	// client works. If the account may not learn whether the purge is done, the error is a
	// *Missing.
	Vacuum(ctx context.Context) error
}

// Updater is a Writer of a tree of the shape Updated.
type Updater interface {
	Writer
	// Update makes the payloads of the rows of the keys longer, by Longer, with a statement
	// for each row, in one transaction. Each row must be there, with its first payload.
	Update(ctx context.Context, keys []driver.Valuer) error
}

// PointReader is a Writer that reads rows by their keys.
type PointReader interface {
	// Read fetches the payload of the row of a key, which must be there.
	Read(ctx context.Context, key driver.Valuer) error
}

// Longer returns the size in bytes of a payload that Update has made longer: by a quarter,
// and by one byte at least.
func Longer(payload int) int { return payload + max(1, payload/4) }

// Writer is one client that inserts rows into a tree.
type Writer interface {
	// Insert inserts one row per key, in the order of the keys, in one transaction, and
	// returns when that is committed. If a key is already there, Insert takes one from
	// replace instead; without replace it fails. If ctx ends, Insert returns ctx's error
	// within about the time of one row, and nothing of the transaction stays.
	Insert(ctx context.Context, keys []driver.Valuer, replace Replace) error
	// Close ends the writer, not the tree.
	Close() error
}

// Replace makes a key in place of one that is already in the tree.
type Replace func(ctx context.Context) (driver.Valuer, error)
