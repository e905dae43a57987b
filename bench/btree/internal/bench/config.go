// Package bench runs the benchmark: it plans the runs, grows a tree in each,
// takes the readings, and gives back what was measured, also when it was stopped
// half way. It prints nothing.
package bench

import (
	"context"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Limits of the numbers in a Config.
const (
	MaxRows    = 1_000_000_000
	MaxWriters = 1024
	MaxBatch   = 1_000_000
	MaxRepeats = 1000
	MaxPayload = 1 << 20
	MaxCurve   = 1000
	MaxBlock   = 1 << 16
)

// Config says what to run: a list of values for each axis, whose product the plan is,
// and what all runs have in common. Of Stages, Keys and each axis there must be at
// least one.
type Config struct {
	// Stages are the databases, under one set of conditions after the other.
	Stages []Stage
	// Keys are the kinds of key to insert, with the control of each.
	Keys []key.Kind
	// Added names those of Keys that nobody asked for: controls.
	Added []string

	// Scenarios are what happens to the tables.
	Scenarios []Scenario
	// Rows is how many rows each tree has in the end, 1 to MaxRows.
	Rows []int
	// Writers is how many goroutines insert them, 1 to MaxWriters and to the rows
	// that they insert.
	Writers []int
	// Generators is how many generators the writers have.
	Generators []Generators
	// Batch is how many rows there are in a transaction, 1 to MaxBatch.
	Batch []int
	// Make says when the keys of a transaction are made. With a batch of 1 the modes
	// MakeBatch, MakeStatement and MakeRow are the same, and the first of them that
	// is named is run.
	Make []Mode
	// Payload is the size in bytes of the column beside the key, 0 to MaxPayload. What
	// an engine says beforehand that a layout of its cannot have is left out there.
	Payload []int

	// Repeats is how often each point is run, 1 to MaxRepeats.
	Repeats int
	// Rate is how many rows a second the writers begin together, on a schedule of
	// their own (open loop); 0 lets each begin when it is done with the batch before.
	Rate float64
	// Curve is how many times the growing tree is read, 0 to MaxCurve.
	Curve int
	// Jump is how many keys come from the clock that is ahead, in the scenario Jump:
	// fewer than the rows.
	Jump int
	// Skew is how far the clocks of the generators lie apart, in the scenario Skew.
	Skew time.Duration
	// BlockSize is how many keys a writer reserves at a time with MakeBlock and
	// MakeTwoPass, 1 to MaxBlock.
	BlockSize int
	// Pgbench has pgbench insert as many rows beside single-row INSERTs of the
	// sequential 64-bit key, for comparison.
	Pgbench bool
	// Seed fixes the order of the runs.
	Seed uint64

	// Observer is told of the progress; nil for none.
	Observer Observer
	// Log is told, a line a call, what is no part of the result: what could not be
	// removed. Nil for nobody.
	Log func(line string)
}

// Stage is a time in which databases run under the same conditions.
type Stage struct {
	// Members are the databases that Open opens, in this order.
	Members []Member
	// Open opens them. Beside an error it returns those that it opened. Run closes
	// all of them at the end of the stage.
	Open func(ctx context.Context) ([]engine.Engine, error)
}

// Member is a database under conditions, for the results.
type Member struct {
	// Name is the engine's.
	Name string
	// Pool and Regime are the conditions as they were asked for.
	Pool, Regime string
}

// settings are the Config as it goes into a Result.
func (c Config) settings() Settings {
	s := Settings{
		Scenarios: words(c.Scenarios), Writers: c.Writers, Generators: words(c.Generators), Batch: c.Batch,
		Make: words(c.Make), Rows: c.Rows, Payload: c.Payload, Repeats: c.Repeats, Rate: c.Rate, Curve: c.Curve,
		Pgbench: c.Pgbench, Seed: c.Seed,
	}
	for _, stage := range c.Stages {
		for _, m := range stage.Members {
			s.Pools, s.Regimes = with(s.Pools, m.Pool), with(s.Regimes, m.Regime)
		}
	}
	for _, v := range c.Scenarios {
		switch v {
		case Jump:
			s.Jump = c.Jump
		case Skew:
			s.Skew = float64(c.Skew) / float64(time.Millisecond)
		}
	}
	for _, m := range c.Make {
		if m.inBlocks() {
			s.BlockSize = c.BlockSize
		}
	}
	return s
}

func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// with returns the list with the value in it.
func with(list []string, v string) []string {
	for _, have := range list {
		if have == v {
			return list
		}
	}
	return append(list, v)
}
