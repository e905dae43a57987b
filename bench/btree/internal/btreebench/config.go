package btreebench

import (
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Config describes a plan. Each list is an axis, and the plan is the product of all axes;
// a nil axis has the value of the preset quick. Other fields that are zero have their
// default, which is 0 unless the field says otherwise.
//
// Every value must be valid, even if no trial uses it. A field that is no axis and affects
// no trial, such as Pace without the engine sim, is not an error.
type Config struct {
	// Engines are names of Engines.
	Engines []string
	// Keys are names of Keys. The sequential keys of the same widths are added.
	Keys []string
	// Scenarios are names of Scenarios.
	Scenarios []string
	// Rows is the number of rows of each tree, 1 to 1e9. Nil means 30,000, or 100,000 if
	// a server is among the engines.
	Rows []int
	// Writers is the number of clients that insert at the same time, 1 to 1024, and at
	// most the rows that they insert. One writer always inserts the sequential keys as
	// well, to show what is possible.
	Writers []int
	// Batch is the number of rows in a transaction, 1 to 1e6.
	Batch []int
	// Payload is the size in bytes of the column beside the key, 0 to 2^20. A layout that
	// cannot hold such rows is left out before the first trial, and a note says so: the
	// simulated clustered index of InnoDB holds rows with up to some 8000 bytes.
	Payload []int
	// Generators is "writer", a generator for each writer, or "one" for all. Some kinds of
	// key always have one.
	Generators []string
	// Make says when the keys are made: for a "batch" in advance, for each "statement" or
	// "row" just before it is sent, or taken from a "block" of 16,384 keys that a writer reserved;
	// "twopass" takes about every other key of a block first.
	Make []string
	// BufferPools are sizes such as "64MB"; "" is the engine's default. A server that was
	// not started by this package keeps its own.
	BufferPools []string
	// Checkpoints are "none" or "several" during a trial, names of Checkpoints.
	Checkpoints []string

	// Repeats is the number of trials with equal coordinates, 1 to 1000. 0 means 10. It
	// takes 9 to show a difference of what varies.
	Repeats int
	// Rate is the number of rows per second that the writers start together on a
	// schedule (open loop); with 0 each starts a batch when the one before is done.
	Rate float64
	// Curve is how many times the growing tree is read, 0 to 1000.
	Curve int
	// Pace is the time that the simulator's servers take for a row in batches of 100 by one
	// writer. It moves the clock from which the keys of a simulated tree take their time. 0
	// means 15 µs.
	Pace time.Duration
	// Seed determines the order of the trials.
	Seed uint64

	// DSNs are servers that are running, by the name of the engine, one of Servers. The
	// account must be allowed to create databases. DSNs of other engines are ignored.
	DSNs map[string]string
	// Nodes are the DSNs of further nodes of the cluster that a server of DSNs is in, by
	// the name of the engine. Writers and readers use all nodes in turn.
	Nodes map[string][]string
	// Images are container images to start, by the name of the engine, which must not
	// have a DSN.
	Images map[string]string

	// Observer, if non-nil, follows the progress.
	Observer Observer
	// Log, if non-nil, receives messages, one line per call: which server is used and
	// why, and what could not be removed.
	Log func(line string)
}

// Defaults of fields that are zero.
const (
	defaultRows       = 30_000
	defaultServerRows = 100_000
	defaultBatch      = 100
	defaultPayload    = 100
	defaultRepeats    = 10
)

// WithDefaults returns the Config with the default of each field that is zero.
func (c Config) WithDefaults() Config {
	axis(&c.Engines, localEngines()...)
	axis(&c.Keys, key.Usual()...)
	axis(&c.Scenarios, string(trial.Insert))
	rows := defaultRows
	if slices.ContainsFunc(c.Engines, func(name string) bool { return slices.Contains(Servers(), name) }) {
		rows = defaultServerRows
	}
	axis(&c.Rows, rows)
	axis(&c.Writers, 1)
	axis(&c.Batch, defaultBatch)
	axis(&c.Payload, defaultPayload)
	axis(&c.Generators, string(trial.GeneratorPerWriter))
	axis(&c.Make, string(trial.MakeBatch))
	axis(&c.BufferPools, "")
	axis(&c.Checkpoints, Checkpoints()[0])
	number(&c.Repeats, defaultRepeats)
	number(&c.Pace, sim.DefaultPace)
	return c
}

// axis sets the values of an axis that is nil.
func axis[T any](list *[]T, values ...T) {
	if *list == nil {
		*list = values
	}
}

// number sets a number that is 0.
func number[T int | time.Duration](v *T, value T) {
	if *v == 0 {
		*v = value
	}
}
