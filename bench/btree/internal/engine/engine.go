// Package engine says what the benchmark asks of a database: an empty tree for a
// kind of key, writers that insert into it, and readings of its pages. Each
// database is a package below this one.
package engine

import (
	"context"
	"database/sql/driver"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Layout is one way to store rows under a key.
type Layout struct {
	// Name identifies the layout in results.
	Name string `json:"name"`
	// Title says for a person what is measured.
	Title string `json:"title"`
	// About says how the tables are declared.
	About string `json:"about"`
	// Secondary is whether the key is in a secondary index of a table whose primary
	// key is sequential. Such a layout is for the scenario secondary alone, and
	// that scenario for such layouts.
	Secondary bool `json:"secondary,omitempty"`
}

// Setting is one property of a server or a machine that bears on the results.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Description is an engine as it ran: what the database says of itself.
type Description struct {
	// Name is the engine's name on the command line.
	Name string `json:"name"`
	// Version is the database's version.
	Version string `json:"version"`
	// Layouts are those that it was measured with.
	Layouts []Layout `json:"layouts"`
	// UUID is whether 16-byte keys are in a column of the type uuid, to which they
	// go as UUIDs; elsewhere they go as bytes.
	UUID bool `json:"uuid_column,omitempty"`
	// Settings are read back from the database, not what was asked for.
	Settings []Setting `json:"settings"`
	// Notes are what a reader must know to judge the figures, a sentence each.
	Notes []string `json:"notes,omitempty"`
	// Generates names the keys that the database can make itself: the Made names of
	// package key.
	Generates []string `json:"generates,omitempty"`
	// Simulated is whether the figures are computed: then they are exact, and times
	// say nothing about a database.
	Simulated bool `json:"simulated,omitempty"`
	// Pool and Regime are the conditions that it ran under, as they were asked for.
	// The benchmark fills them in.
	Pool   string `json:"pool,omitempty"`
	Regime string `json:"regime,omitempty"`
	// Environment describes the machine, in a merged result whose parts ran on
	// different ones.
	Environment []Setting `json:"environment,omitempty"`
}

// Checkpoint regimes.
const (
	NoCheckpoints = ""            // none in a run of some millions of rows
	Checkpoints   = "checkpoints" // several in each run
)

// Conditions are what an engine is opened under, besides where it comes from. An
// engine that cannot bring one about says in its Description's settings what it is,
// and in its notes that it is not as asked for.
type Conditions struct {
	// Pool is the size in bytes of the cache that holds pages, 0 for the engine's
	// usual one.
	Pool int64
	// Regime is NoCheckpoints or Checkpoints.
	Regime string
}

// Spec says which tree to prepare.
type Spec struct {
	// Layout is the name of one of the engine's layouts.
	Layout string
	// Key is the form of the key's column.
	Key key.Form
	// Payload is the size in bytes of the second column, 0 or more.
	Payload int
	// Generate names the key that the database makes itself, such as
	// key.MadeUUIDv7, one of its Description's Generates; its writers are RowWriters then. Empty where keys
	// are arguments of the INSERT.
	Generate string
}

// Engine is a database that trees can be grown in. Its methods are not for
// concurrent use.
type Engine interface {
	// Describe returns what the database says of itself.
	Describe(ctx context.Context) (Description, error)
	// Prepare makes an empty table and its tree; there is one at a time. A layout
	// that cannot have the Spec's key or payload is a *Blank; an engine that knows it
	// without a table is a Checker as well.
	Prepare(ctx context.Context, s Spec) (Tree, error)
	// Close releases all that the engine holds and removes what it made.
	Close() error
}

// Tree is one table and the tree of its key, from empty to measured.
type Tree interface {
	// Writer returns a writer of its own for one goroutine.
	Writer(ctx context.Context) (Writer, error)
	// Measure checks that every committed row is in the tree and reads its
	// pages. No insert may run meanwhile.
	Measure(ctx context.Context) (metric.Readings, error)
	// Close drops the tree and whatever it occupied. Calling it again does nothing.
	Close() error
}

// Another makes a key in place of one that is already in the table.
type Another func(ctx context.Context) (driver.Valuer, error)

// Writer is one client that inserts into a tree.
type Writer interface {
	// Insert inserts one row per key, in their order, in one transaction, and
	// returns when it is committed. A key that is already there is replaced by
	// one that another gives, as an application would do it, and is a failure if
	// another is nil. Once ctx has ended Insert returns within about a row's time
	// with ctx's error, and nothing of the transaction stays.
	Insert(ctx context.Context, keys []driver.Valuer, another Another) error
	// Close ends the writer, not the tree.
	Close() error
}
