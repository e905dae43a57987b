package run

import (
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Size is the size of a plan.
type Size struct {
	// Trials is the number of trials, and Rows how many rows they insert together.
	Trials, Rows int
	// Repeats is the number of trials with equal coordinates.
	Repeats int
}

// Observer follows the progress of a plan. The writers call Rows concurrently and within
// the time that is measured, so it has to be fast. The other methods are called one after
// the other.
type Observer interface {
	// Begin is called once, before the first trial.
	Begin(Size)
	// Start is called before a trial.
	Start(trial.Coordinates)
	// Rows is called after a writer committed n more rows.
	Rows(n int)
	// Done is called after a trial was finished.
	Done(trial.Trial)
	// End is called once, after the last trial or when the plan was stopped.
	End()
}

// silent is an Observer that does nothing.
type silent struct{}

func (silent) Begin(Size)              {}
func (silent) Start(trial.Coordinates) {}
func (silent) Rows(int)                {}
func (silent) Done(trial.Trial)        {}
func (silent) End()                    {}
