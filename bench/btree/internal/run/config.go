// Package run executes a plan of trials: it opens the engines, grows a tree in each
// trial, takes the readings, and returns the result, also if the plan was stopped before
// its end. It prints nothing.
package run

import (
	"context"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Limits of the numbers in a Config.
const (
	MaxRows    = 1_000_000_000
	MaxWriters = 1024
	MaxBatch   = 1_000_000
	MaxRepeats = 1000
	MaxPayload = 1 << 20
	MaxCurve   = 1000
)

// defaultBlock is the number of keys in a block.
const defaultBlock = 16_384

// Config describes a plan: a list of values for each axis, whose product the plan is, and
// what all trials share. Stages, Keys and each axis need at least one value.
type Config struct {
	// Stages run one after the other, each with its engines under its conditions.
	Stages []Stage
	// Keys are the kinds of key to insert, with the control of each.
	Keys []key.Kind
	// Added names the Keys that are there as controls only.
	Added []string

	// Scenarios are what happens to the tables.
	Scenarios []trial.Scenario
	// Rows is the number of rows of each tree at the end, 1 to MaxRows.
	Rows []int
	// Writers is the number of clients that insert at the same time: 1 to MaxWriters, and
	// at most the rows that they insert.
	Writers []int
	// OneWriter makes one writer insert the controls as well, if Writers does not have it.
	OneWriter bool
	// Generators is how many generators the writers share.
	Generators []trial.Generators
	// Batch is the number of rows in a transaction, 1 to MaxBatch.
	Batch []int
	// Make says when the keys of a transaction are made. With a batch of 1 MakeBatch,
	// MakeStatement and MakeRow are the same, and the plan has the first of them only.
	Make []trial.Make
	// Payload is the size in bytes of the column beside the key, 0 to MaxPayload. The
	// plan leaves out what an engine's Check refuses.
	Payload []int

	// Repeats is the number of trials with equal coordinates, 1 to MaxRepeats.
	Repeats int
	// Rate is the number of rows per second that the writers start together on a
	// schedule (open loop); with 0 each starts a batch when the one before is done.
	Rate float64
	// Curve is how many times the growing tree is sampled, 0 to MaxCurve.
	Curve int
	// blockSize is the number of keys that a writer reserves at a time with MakeBlock and
	// MakeTwoPass; 0 means defaultBlock.
	blockSize int
	// Seed determines the order of the trials.
	Seed uint64

	// Observer, if non-nil, follows the progress.
	Observer Observer
	// Log, if non-nil, receives messages that are not part of the result, such as what
	// could not be removed, one line per call.
	Log func(line string)
}

// Stage is a part of the plan in which engines run under the same conditions.
type Stage struct {
	// Members are the engines of the stage.
	Members []Member
	// Open opens the engine of a member by its index. Run closes it at the end of the
	// stage.
	Open func(ctx context.Context, member int) (engine.Engine, error)
}

// Member is an engine under conditions.
type Member struct {
	// Engine is the engine's name.
	Engine string
	// BufferPool and Checkpoints are the conditions as they were asked for.
	BufferPool, Checkpoints string
}

// settings returns the Config as a Result keeps it.
func (c Config) settings(p plan) trial.Settings {
	s := trial.Settings{
		Scenarios: c.Scenarios, Writers: c.Writers, Generators: c.Generators, Batch: c.Batch, Make: c.Make, Rows: c.Rows,
		Payload: c.Payload, Repeats: c.Repeats, Rate: c.Rate, Curve: c.Curve, Seed: c.Seed,
	}
	if slices.ContainsFunc(p.trials, func(t planned) bool { return !slices.Contains(c.Writers, t.Writers) }) {
		s.Writers = slices.Concat([]int{1}, c.Writers)
	}
	for _, stage := range c.Stages {
		for _, m := range stage.Members {
			s.BufferPools, s.Checkpoints = trial.With(s.BufferPools, m.BufferPool), trial.With(s.Checkpoints, m.Checkpoints)
		}
	}
	return s
}
