package btreebench

import (
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Coordinates locate a trial in its plan, with a field for each axis: Engine, Layout,
// Scenario, Rows, Payload, BufferPool, Checkpoints, Writers, Batch, Key, Generators and
// Make; and Repeat, which counts the trials with otherwise equal coordinates from 0.
// Names are those of the functions of this package, such as Engines. Generators is 0 if
// the engine generates the keys.
type Coordinates = trial.Coordinates

// Trial is one finished trial. It has its Coordinates; Seconds, the time from the first
// key to the last commit; and Readings, the values of the metrics by name:
//
//	v := t.Readings.Get("leaf_fill_percent")
//
// gives v.Value, or the reason why there is none in v.Missing.
type Trial = trial.Trial

// Plan is the size of a plan: the numbers of Trials, of Rows that they insert together,
// and of Repeats.
type Plan = run.Plan

// Observer follows the progress of a plan:
//
//	Begin(Plan)        // once, before the first trial
//	Start(Coordinates) // before a trial
//	Rows(n int)        // after a writer committed n more rows
//	Done(Trial)        // after a trial was finished
//	End()              // once, after the last trial or when the plan was stopped
//
// The writers call Rows concurrently and within the time that is measured, so it has to be
// fast. The other methods are called one after the other.
type Observer = run.Observer
